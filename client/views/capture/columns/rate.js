import { missing } from '../../../base/format.js';
import { rateWords } from '../../timeline/times.js';
import { textCell } from '../text-cell.js';

/** @param {import('./registry.js').ConnectionRow} row */
function rateOf({ bytes, start, end }) {
  return end > start ? rateWords((8 * (bytes[0] + bytes[1])) / (end - start)) : missing;
}

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'rate',
  words: 'Rate',
  isUsual: false,
  cells: [
    {
      key: 'rate',
      head: 'Rate',
      label: 'Rate: payload of both directions per second',
      sort: 'rate',
      first: 'desc',
      figures: true,
      create: textCell(rateOf),
    },
  ],
};
