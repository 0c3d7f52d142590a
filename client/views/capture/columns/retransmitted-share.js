import { formatShare } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

const sum = (/** @type {[number, number]} */ [one, other]) => one + other;

/** @type {import('./registry.js').Column} */
export const column = {
  id: 'retransmittedShare',
  words: 'Retransmitted share',
  isUsual: false,
  cells: [
    {
      key: 'share',
      head: 'Retr. %',
      label: 'Retr. %: share of packets with data that were retransmitted',
      sort: 'retransmittedShare',
      first: 'desc',
      figures: true,
      create: textCell(({ retransmissions, dataPackets }) => formatShare(sum(retransmissions), sum(dataPackets))),
    },
  ],
};
