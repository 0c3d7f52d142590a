import { missing } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'vlan',
  words: 'VLAN',
  isUsual: false,
  cells: [
    {
      key: 'vlan',
      head: 'VLAN',
      sort: 'vlan',
      first: 'asc',
      figures: true,
      create: textCell(({ vlans }) => (vlans.length === 0 ? missing : vlans.join(', '))),
    },
  ],
};
