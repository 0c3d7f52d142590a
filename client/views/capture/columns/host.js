import { missing } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

/** @param {import('./registry.js').ConnectionRow} row */
const hostOf = ({ firstHost, serverName }) => firstHost ?? serverName ?? missing;

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'host',
  words: 'Host, SNI',
  isUsual: false,
  cells: [
    {
      key: 'host',
      head: 'Host',
      label: 'Host: SNI, Host header, DNS',
      sort: 'host',
      first: 'asc',
      create: textCell(hostOf),
    },
  ],
};
