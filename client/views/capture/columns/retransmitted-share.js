import { formatShare, missing } from '../../../base/format.js';
import { repeatsOf, sumOf } from '../connection-words.js';
import { textCell } from '../text-cell.js';

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
      create: textCell((row) => {
        const repeats = repeatsOf(row);
        return repeats === null ? missing : formatShare(repeats, sumOf(row.dataPackets) ?? 0);
      }),
    },
  ],
};
