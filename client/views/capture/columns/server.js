import { fill } from '../../../base/dom.js';
import { formatEndpoint } from '../../../base/format.js';
import { endpointCell } from '../endpoint-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'server',
  words: 'Server',
  isUsual: true,
  cells: [
    {
      key: 'server',
      head: 'Server',
      sort: 'server',
      first: 'asc',
      create(cell) {
        const endpoint = endpointCell();
        fill(cell, endpoint.element);
        return (row) => endpoint.set(row && formatEndpoint(row.server), row?.serverName);
      },
    },
  ],
};
