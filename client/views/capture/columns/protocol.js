import { protocolWords } from '../connection-words.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'protocol',
  words: 'Protocol',
  isUsual: false,
  cells: [
    {
      key: 'protocol',
      head: 'Protocol',
      sort: 'protocol',
      first: 'asc',
      create: textCell(({ protocol }) => protocolWords(protocol)),
    },
  ],
};
