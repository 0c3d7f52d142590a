import { fill, setAttribute } from '../../../base/dom.js';
import { verdictCell } from '../verdict-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'verdict',
  words: 'Verdict',
  isUsual: true,
  cells: [
    {
      key: 'verdict',
      head: 'Verdict',
      sort: 'verdict',
      first: 'desc',
      create(cell) {
        const verdict = verdictCell();
        fill(cell, verdict.element);
        return (row) => {
          verdict.set(row?.verdict ?? null);
          setAttribute(cell, 'title', row && row.verdict.sentence);
        };
      },
    },
  ],
};
