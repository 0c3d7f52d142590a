import { formatShare, missing } from '../../../base/format.js';
import { textCell } from '../text-cell.js';

/** @type {Record<string, string>} */
const WORDS = {
  congestion_window: 'cwnd',
  receive_window: 'Receive window',
  zero_window: 'Zero window',
  credit: 'Credit',
  send_buffer: 'Send buffer',
  fixed_window: 'Fixed window',
  application: 'Application',
  nagle: 'Nagle',
  network: 'Bandwidth',
  recovery: 'Loss recovery',
  retransmission_timeout: 'RTO',
  path_mtu: 'Path MTU',
  handshake: 'Handshake',
  idle: 'Idle',
};

/** What held the data back for longest, and for what share of the time. @type {import('./registry.js').Column} */
export const column = {
  id: 'limit',
  words: 'Limited by',
  isUsual: false,
  cells: [
    {
      key: 'limit',
      head: 'Limited by',
      create: textCell(({ verdict: { limit } }) =>
        limit === null ? missing : `${WORDS[limit.cause] ?? limit.cause} ${formatShare(limit.share, 1)}`,
      ),
    },
  ],
};
