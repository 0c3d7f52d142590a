/** As refutations.js, of handshakes, refused packets and what ends a conversation. */
import { GET, PAGE, SHAKE, writes } from './refutations.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SYNS = [`client SYN ${OPTIONS}`, `+1s client SYN seq 0 ${OPTIONS}`, `+2s client SYN seq 0 ${OPTIONS}`];
const OPENED = ['+50us client ACK', GET(), ...PAGE()];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/**
 * Flights of four segments into a window of four, which is two where it is read unscaled; those at `lost` of each are
 * lost, and sent again a round trip later.
 * @param {number[]} lost
 */
const unscaled = (lost) => [
  'client SYN mss 1460 ws 1 sack ts win 2896',
  '+40ms server SYN-ACK mss 1460 ws 7 sack ts',
  '+50us client ACK win 2896',
  ...repeat(20, (k) => [
    ...[0, 1, 2, 3].map(
      (n) => `+50us server data 1448 seq ${1 + (4 * k + n) * 1448}${lost.includes(n) ? ' lost' : ''}`,
    ),
    '+40ms client ACK win 2896',
    '+1ms client ACK win 2896',
    ...lost.map((n) => `+300ms server data 1448 seq ${1 + (4 * k + n) * 1448}`),
    '+40ms client ACK win 2896',
  ]),
];

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

const ASKED = [...SHAKE, GET(), '+40ms server ACK'];
const LATE_ANSWER = '+3s server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"';
const ASK = (/** @type {string} */ target) => GET().replace('GET / ', `GET ${target} `);
const UPLOAD = [
  ...SHAKE,
  '+1ms client PSH "POST / HTTP/1.1\\r\\nHost: a.test\\r\\nContent-Length: 90000\\r\\n\\r\\n"',
  ...repeat(3, () => ['+1ms client data 4x1448', '+40ms server ACK']),
];
const PAGE_OF = (/** @type {string} */ field) => [
  `+41ms server PSH "HTTP/1.0 200 OK\\r\\n${field}\\r\\n\\r\\n"`,
  'server data 1000',
  '+50us client ACK',
];
/** In no known protocol. */
const SAID = ['+1ms client PSH data 43', '+40ms server ACK'];

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
  syn_proxy: {
    by: 'a window that is open in the SYN-ACK',
    shown: [SHAKE[0], `+40ms server SYN-ACK ${OPTIONS} win 0`, SHAKE[2], '+300ms server ACK win 500', GET(), ...PAGE()],
    refuted: [SHAKE[0], `+40ms server SYN-ACK ${OPTIONS} win 500`, SHAKE[2], '+300ms server ACK', GET(), ...PAGE()],
  },
  syn_ack_late: {
    by: 'one answer, behind the last SYN: the others, or the SYNs, were lost',
    shown: [...SYNS, ...repeat(3, (k) => [`+${k === 0 ? 200 : 1}ms server SYN-ACK seq 0 ${OPTIONS}`]), ...OPENED],
    refuted: [...SYNS, `+200ms server SYN-ACK ${OPTIONS}`, ...OPENED],
  },
  window_taken_unscaled: {
    by: 'losses within the window as it stands in the header',
    shown: unscaled([2, 3]),
    refuted: unscaled([1, 3]),
  },
  client_gave_up: {
    by: 'a client that takes the answer: it had only nothing more to ask',
    shown: [...ASKED, '+3s client FIN', '+40ms server ACK', LATE_ANSWER, '+40ms client RST NOACK'],
    refuted: [...ASKED, '+3s client FIN', '+40ms server ACK', LATE_ANSWER, '+40ms client ACK'],
  },
  request_cut: {
    by: 'an answer, though the content is not whole',
    shown: [...UPLOAD, '+9s client FIN'],
    refuted: [
      ...UPLOAD,
      '+1ms server PSH "HTTP/1.1 413 Too Large\\r\\nContent-Length: 0\\r\\n\\r\\n"',
      '+9s client FIN',
    ],
  },
  response_held_open: {
    by: 'its length',
    shown: [...SHAKE, GET(), ...PAGE_OF('Server: a'), '+4s server FIN', '+40ms client ACK'],
    refuted: [...SHAKE, GET(), ...PAGE_OF('Content-Length: 1000'), '+4s server FIN', '+40ms client ACK'],
  },
  waits_by_design: {
    by: 'an address that says nothing of polls',
    shown: [...SHAKE, ASK('/api/poll?since=7'), ...PAGE(7000), ASK('/api/poll?since=8'), ...PAGE(7000)],
    refuted: [...SHAKE, ASK('/api/pollen?sincerely=7'), ...PAGE(7000), ASK('/report'), ...PAGE(7000)],
  },
  data_unanswered: {
    by: 'more that was said without an answer before: a protocol of one way',
    shown: [...SHAKE, ...SAID, '+17s client FIN'],
    refuted: [...SHAKE, ...SAID, '+1s client PSH data 43', '+40ms server ACK', '+17s client FIN'],
  },
};
