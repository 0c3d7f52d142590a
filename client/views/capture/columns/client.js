import { fill } from '../../../base/dom.js';
import { formatEndpoint } from '../../../base/format.js';
import { endpointCell } from '../endpoint-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'client',
  words: 'Client',
  isUsual: true,
  cells: [
    {
      key: 'client',
      head: 'Client',
      sort: 'client',
      first: 'asc',
      create(cell) {
        const endpoint = endpointCell();
        fill(cell, endpoint.element);
        return (row) => endpoint.set(row && formatEndpoint(row.client), row?.clientName);
      },
    },
  ],
};
