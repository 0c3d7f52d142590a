import { fill, setText } from '../../../base/dom.js';
import { formatFlow } from '../../../base/format.js';
import { rowLink } from '../row-link.js';

/** The connection's number is the link that covers the row. @type {import('./registry.js').Column} */
export const column = {
  id: 'flow',
  words: 'Number',
  isUsual: true,
  isFixed: true,
  cells: [
    {
      key: 'flow',
      head: '#',
      label: 'Number',
      sort: 'flow',
      first: 'asc',
      create(cell, { captureId }) {
        const { link, set } = rowLink(captureId);
        fill(cell, link);
        return (row) => {
          set(row);
          setText(link, row ? formatFlow(row.flow) : '');
        };
      },
    },
  ],
};
