/** As refutations.js, of handshakes, refused packets and what ends a conversation. */
import { SHAKE, writes } from './refutations.js';

const SIGNED = 'order MNNNN5';
/** Data of the client, with a timestamp. @param {number} stamp @param {string} more */
const stamped = (stamp, more) => [
  ...SHAKE,
  ...writes(5),
  `+1ms client data 1000 seq 9741 ts ${stamp} 100300 lost`,
  'server ACK 9741',
  `+300ms client data 1000 seq 9741 ${more}`,
  '+40ms server ACK 10741',
];

/** @type {Record<string, import('./refutations.js').Row>} */
export const ROWS_OF_OUTCOMES = {
  timestamps_back: {
    by: 'a timestamp that goes on: the segment was lost',
    shown: stamped(40_000, ''),
    refuted: stamped(100_400, ''),
  },
  outside_window: {
    by: 'data that goes on from there: the capture has a gap',
    shown: [...SHAKE, ...writes(5), '+1ms client data 1000 seq 40000000 lost', '+1ms client data 100 seq 9741'],
    refuted: [...SHAKE, ...writes(5), '+1ms client data 1000 seq 40000000', '+1ms client data 100 seq 40001000'],
  },
  unsigned: {
    by: 'a signature of the other end',
    shown: [`client SYN ${SIGNED}`, '+40ms server SYN-ACK mss 1460', '+1s server SYN-ACK seq 0 mss 1460'],
    refuted: [`client SYN ${SIGNED}`, `+40ms server SYN-ACK ${SIGNED}`, `+1s server SYN-ACK seq 0 ${SIGNED}`],
  },
};
