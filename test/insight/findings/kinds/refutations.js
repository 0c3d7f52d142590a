/** For kinds of findings a script that shows each, and nearly the same with the fact that refutes it. */

const OPTIONS = 'mss 1460 ws 7 sack ts';
const MSS = 1448;
export const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();
export const writes = (/** @type {number} */ times, more = '') =>
  repeat(times, () => [`+1ms client data ${MSS}`, 'client PSH data 500', `+40ms server ACK ${more}`]);
export const GET = (fields = '', target = '/') =>
  `+1ms client PSH "GET ${target} HTTP/1.1\\r\\nHost: a.test\\r\\n${fields}\\r\\n"`;
const ANSWER = (status = '200 OK', waitMs = 1) => [
  '+40ms server ACK',
  `+${waitMs}ms server PSH "HTTP/1.1 ${status}\\r\\nContent-Length: 2\\r\\n\\r\\nok"`,
  '+40us client ACK',
];
const EVENTS = (/** @type {string} */ type) => [
  '+40ms server ACK',
  `+1ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Type: ${type}\\r\\nContent-Length: 4000\\r\\n\\r\\n"`,
  ...repeat(4, () => ['+700ms server PSH data 1000', '+40us client ACK']),
];
const SENT_TO = (/** @type {string} */ url) => [
  '+40ms server ACK',
  `+1ms server PSH "HTTP/1.1 302 Found\\r\\nLocation: ${url}\\r\\nContent-Length: 0\\r\\n\\r\\n"`,
  '+40us client ACK',
];
export const PAGE = (waitMs = 1, fields = '') => [
  '+40ms server ACK',
  `+${waitMs}ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\n${fields}Content-Length: 57920\\r\\n\\r\\n"`,
  ...repeat(10, () => [`+1ms server data 4x${MSS}`, '+40ms client ACK']),
];
const REDIRECT = [GET(), ...ANSWER('302 Found', 100)];
const AGAIN = [`+1s client SYN seq 0 ${OPTIONS}`, `+40ms server SYN-ACK seq 0 ${OPTIONS}`, 'client ACK', ...writes(2)];
const marked = (/** @type {string} */ more) => [
  `client SYN ECE CWR ${OPTIONS}`,
  `+40ms server SYN-ACK ECE ${OPTIONS}`,
  SHAKE[2],
  ...writes(5),
  ...writes(10, more),
];
const far = (/** @type {number} */ ms) => [
  SHAKE[0],
  `+${ms}ms server SYN-ACK ${OPTIONS}`,
  SHAKE[2],
  ...repeat(10, () => [`+1ms client data 2x${MSS}`, 'client data 700', `+${ms}ms server ACK`]),
];
const shut = (/** @type {string} */ opened) => [
  ...SHAKE,
  ...writes(2),
  'server ACK win 0',
  ...(opened === '' ? [] : [opened]),
  '+300ms client data 1 seq 3897',
  '+40ms server ACK 3897 win 0',
  '+600ms client data 1 seq 3897',
  '+40ms server ACK 3898 win 500',
  '+1ms client data 1000',
];

const REFUSED_UPLOAD = [
  '+1ms client PSH "POST / HTTP/1.1\\r\\nHost: a.test\\r\\nContent-Length: 90000\\r\\n\\r\\n"',
  ...repeat(3, () => [`+1ms client data 4x${MSS}`, '+40ms server ACK']),
  'server PSH "HTTP/1.1 413 Too Large\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n"',
  'server FIN',
  '+40ms client ACK',
];
const WINDOWED = (/** @type {number} */ bytes) => [
  'client SYN mss 1460 sack ts',
  '+40ms server SYN-ACK mss 1460 sack ts',
  `+20us client ACK win ${bytes}`,
  '+1ms client data 100',
];
const TINY = (/** @type {number} */ bytes) => [
  'client SYN mss 1460',
  '+40ms server SYN-ACK mss 1460 win 3000',
  '+50us client ACK',
  'client data 2x1460',
  `+40ms server ACK win ${bytes}`,
  ...repeat(30, () => [`+50us client PSH data ${Math.min(bytes, 1460)}`, `+40ms server ACK win ${bytes}`]),
];
const REFUSED = (/** @type {number} */ window) => [
  ...SHAKE,
  'client PSH data 100',
  ...repeat(8, () => [`+40ms server data 4x${MSS}`, '+20us client ACK win 500']),
  `+40ms server data 4x${MSS} lost`,
  `+20us client ACK win ${window}`,
  '+50ms client ACK win 500',
  ...[33, 34, 35, 36].map((k) => `${k === 33 ? '+40ms' : '+10us'} server again ${k}`),
  '+20us client ACK win 500',
];
const DELAYED = (/** @type {number} */ ms) => [
  `client SYN ${OPTIONS}`,
  `+2ms server SYN-ACK ${OPTIONS}`,
  '+50us client ACK',
  ...repeat(3, () => [`+1ms client data 2x${MSS}`, '+2ms server ACK']),
  ...repeat(20, () => [`+1ms client data ${MSS}`, `+${ms}ms server ACK`]),
];
/** The 23rd segment is lost; the acknowledgements of what is behind it say so, unless it is the last. */
const LOSSY = (/** @type {string[]} */ repair, hasMore = true, how = 'lost') => [
  ...SHAKE,
  ...repeat(11, () => [`+1ms client data 2x${MSS}`, '+40ms server ACK']),
  `+1ms client data ${MSS} ${how}`,
  ...(hasMore ? repeat(4, () => [`client data ${MSS}`, '+40ms server ACK']) : []),
  ...repair,
  ...repeat(8, () => [`+1ms client data 2x${MSS}`, '+40ms server ACK']),
];
const COPIED = (/** @type {boolean} */ isTold) => [
  ...SHAKE,
  ...repeat(20, (k) => [
    `+1ms client data 2x${MSS}`,
    '+40ms server ACK',
    ...(isTold && k % 5 === 4 ? [`server ACK sack ${1 + 2 * k * MSS}-${1 + (2 * k + 1) * MSS}`] : []),
  ]),
];
const FIXED = (/** @type {string} */ sends) => [
  ...SHAKE,
  `+1ms ${sends} data 2x${MSS}`,
  `+20ms ${sends} data 2x${MSS}`,
  ...repeat(80, (k) => [`+20ms server ACK ${1 + 2 * (k + 1) * MSS}`, `+50us ${sends} data 2x${MSS}`]),
];
const HEAD_WAITS = ['+200us server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"', '+40us client ACK'];
/** Flights that double up to 80 segments, a pause, and what is sent behind it. */
const PAUSED = (/** @type {number[]} */ behind) => [
  ...SHAKE,
  '+1ms client data 100',
  ...[10, 20, 40, 80, 80, 80].flatMap((n) => [`+39ms server data ${n}x1448`, '+20us client ACK']),
  ...behind.flatMap((n, k) => [`+${k === 0 ? 3000 : 39}ms server data ${n}x1448`, '+20us client ACK']),
];

/** @typedef {{ by: string, shown: string[], refuted: string[] }} Row */
/** @type {Record<string, Row>} */
export const ROWS = {
  syn_unanswered: {
    by: 'an answer to the last of them',
    shown: [SHAKE[0], `+1s client SYN seq 0 ${OPTIONS}`],
    refuted: [SHAKE[0], ...AGAIN],
  },
  syn_loss: {
    by: 'the same SYN at once: a copy, no timer',
    shown: [SHAKE[0].replace('SYN', 'SYN lost'), ...AGAIN],
    refuted: [SHAKE[0], ...AGAIN.map((line) => line.replace('+1s', '+1ms'))],
  },
  syn_ack_loss: {
    by: 'an answer that comes while no timer has run',
    shown: [SHAKE[0], '+20ms server SYN-ACK mss 1460 ws 7 sack ts lost', ...AGAIN],
    refuted: SHAKE.concat(writes(20)),
  },
  connection_refused: {
    by: 'data before the reset',
    shown: [SHAKE[0], '+40ms server RST-ACK'],
    refuted: [...SHAKE, ...writes(4), 'server RST-ACK'],
  },
  never_used: {
    by: 'data',
    shown: [...SHAKE, '+40ms client RST-ACK'],
    refuted: [...SHAKE, ...writes(1), '+40ms client RST-ACK'],
  },
  reset: {
    by: 'a FIN before it',
    shown: [...SHAKE, ...writes(4), 'server RST-ACK'],
    refuted: [...SHAKE, ...writes(4), 'client FIN', '+40ms server RST-ACK'],
  },
  reset_after_close: {
    by: 'nobody had closed',
    shown: [...SHAKE, ...writes(4), 'client FIN', '+40ms server RST-ACK'],
    refuted: [...SHAKE, ...writes(4), '+40ms server RST-ACK'],
  },
  reset_by_other: {
    by: 'the time to live of its other packets',
    shown: [...SHAKE, ...writes(4), 'server RST-ACK ttl 40'],
    refuted: [...SHAKE, ...writes(4), 'server RST-ACK'],
  },
  half_open: {
    by: 'an answer to the last of them',
    shown: [...SHAKE, ...writes(4), '+1ms client data 1000', ...repeat(4, () => ['+1s client data 1000 seq 7793'])],
    refuted: [
      ...SHAKE,
      ...writes(4),
      '+1ms client data 1000',
      ...repeat(4, () => ['+1s client data 1000 seq 7793']),
      '+40ms server ACK 8793',
    ],
  },
  keep_alive_unanswered: {
    by: 'answers',
    shown: [...SHAKE, ...writes(2), ...repeat(4, () => ['+1s client ACK seq 3896'])],
    refuted: [...SHAKE, ...writes(2), ...repeat(4, () => ['+1s client ACK seq 3896', '+40ms server ACK'])],
  },
  zero_window: {
    by: 'nothing to send meanwhile, and a window that is open again',
    shown: shut(''),
    refuted: [...SHAKE, ...writes(2), 'server ACK win 500', '+900ms client data 400', '+40ms server ACK'],
  },
  window_update_lost: {
    by: 'the update, before the probe',
    shown: shut(''),
    refuted: [...SHAKE, ...writes(2), 'server ACK win 0', '+300ms server ACK win 500', '+1ms client data 400'],
  },
  ecn_refused: {
    by: 'a SYN-ACK that accepts',
    shown: [`client SYN ECE CWR ${OPTIONS}`, SHAKE[1], SHAKE[2], ...writes(20)],
    refuted: marked(''),
  },
  congestion_marks: { by: 'no ECE', shown: marked('ECE'), refuted: marked('') },
  mss_small: {
    by: 'an MSS of a full Ethernet frame',
    shown: [
      SHAKE[0],
      '+40ms server SYN-ACK mss 536 ws 7 sack ts',
      SHAKE[2],
      ...repeat(20, () => ['+1ms client data 2x524', '+40ms server ACK']),
    ],
    refuted: [...SHAKE, ...repeat(20, () => ['+1ms client data 2x524', '+40ms server ACK'])],
  },
  timestamps_off: {
    by: 'timestamps',
    shown: ['client SYN mss 1460 ws 7 sack', '+40ms server SYN-ACK mss 1460 ws 7 sack', SHAKE[2], ...writes(20)],
    refuted: [...SHAKE, ...writes(20)],
  },
  sack_off: {
    by: 'SACK',
    shown: ['client SYN mss 1460 ws 7 ts', '+40ms server SYN-ACK mss 1460 ws 7 ts', SHAKE[2], ...writes(20)],
    refuted: [...SHAKE, ...writes(20)],
  },
  window_scaling_missing: {
    by: 'window scaling',
    shown: ['client SYN mss 1460 sack ts', '+40ms server SYN-ACK mss 1460 sack ts', SHAKE[2], ...writes(20)],
    refuted: [...SHAKE, ...writes(20)],
  },
  offload: {
    by: 'segments of the MSS',
    shown: [...SHAKE, ...repeat(20, () => ['+1ms client data 8000', '+40ms server ACK'])],
    refuted: [...SHAKE, ...repeat(20, () => ['+1ms client data 1460', '+40ms server ACK'])],
  },
  one_way: {
    by: 'the other direction',
    shown: repeat(50, () => ['+1ms client ACK 1 data 1000', 'server ACK uncaptured']),
    refuted: repeat(50, () => ['+1ms client ACK 1 data 1000', 'server ACK']),
  },
  no_handshake: { by: 'a SYN', shown: writes(20), refuted: [...SHAKE, ...writes(20)] },
  capture_drops: {
    by: 'the data, which is there',
    shown: [...SHAKE, ...writes(12), 'client data 5000 uncaptured', '+40ms server ACK', ...writes(2)],
    refuted: [...SHAKE, ...writes(12), 'client data 5000', '+40ms server ACK', ...writes(2)],
  },
  small_writes: {
    by: 'full segments',
    shown: [...SHAKE, ...repeat(40, (k) => ['+5ms client PSH data 100', ...(k % 4 === 3 ? ['+1ms server ACK'] : [])])],
    refuted: [...SHAKE, ...repeat(40, (k) => [`+5ms client data ${MSS}`, ...(k % 4 === 3 ? ['+1ms server ACK'] : [])])],
  },
  push_storm: {
    by: 'segments that are full',
    shown: [
      ...SHAKE,
      ...repeat(12, () => [`+1ms client data 2x${MSS}`, '+100us client PSH data 300', '+40ms server ACK']),
    ],
    refuted: [...SHAKE, ...repeat(12, () => [`+1ms client data 3x${MSS}`, '+40ms server ACK'])],
  },
  one_exchange_at_a_time: {
    by: 'requests that do not wait',
    shown: [...SHAKE, ...repeat(20, () => ['+1ms client PSH data 400', '+40ms server PSH data 900'])],
    refuted: [...SHAKE, ...repeat(20, () => ['+10ms client PSH data 400']), '+40ms server PSH data 900'],
  },
  long_round_trips: { by: 'a short way', shown: far(120), refuted: far(20) },
  ack_loss: {
    by: 'numbers without a gap',
    shown: [
      ...SHAKE,
      ...repeat(60, (k) => [`+1ms client data 2x${MSS}`, ...(k % 10 === 5 ? [] : [`+40ms server ACK id ${100 + k}`])]),
    ],
    refuted: [...SHAKE, ...repeat(60, (k) => [`+1ms client data 2x${MSS}`, `+40ms server ACK id ${100 + k}`])],
  },
  ack_thinning: {
    by: 'acknowledgements of two segments each',
    shown: [...SHAKE, ...repeat(40, () => [`+1ms client data 6x${MSS}`, '+40ms server ACK'])],
    refuted: [...SHAKE, ...repeat(40, () => [`+1ms client data 2x${MSS}`, '+40ms server ACK'])],
  },
  burst_and_stall: {
    by: 'no stalls',
    shown: [
      ...SHAKE,
      ...repeat(30, (k) => [
        `+50us client data 5x${MSS}`,
        `+40ms server ACK ${1 + (5 * k + 4) * MSS}`,
        '+200ms server ACK',
      ]),
    ],
    refuted: [...SHAKE, ...repeat(30, () => [`+50us client data 5x${MSS}`, '+40ms server ACK'])],
  },
  server_think_time: {
    by: 'an answer at once',
    shown: [...SHAKE, GET(), ...PAGE(600)],
    refuted: [...SHAKE, GET(), ...PAGE()],
  },
  first_request_late: {
    by: 'a request at once',
    shown: [...SHAKE, GET().replace('+1ms', '+2s'), ...PAGE()],
    refuted: [...SHAKE, GET(), ...PAGE()],
  },
  expect_unanswered: {
    by: 'content that does not wait',
    shown: [...SHAKE, GET('Content-Length: 500\\r\\nExpect: 100-continue\\r\\n'), '+1s client PSH data 500', ...PAGE()],
    refuted: [
      ...SHAKE,
      GET('Content-Length: 500\\r\\nExpect: 100-continue\\r\\n'),
      '+1ms client PSH data 500',
      ...PAGE(),
    ],
  },
  request_unanswered: {
    by: 'an answer',
    shown: [...SHAKE, GET(), ...PAGE(), GET(), '+40ms server ACK', '+3s server FIN'],
    refuted: [...SHAKE, GET(), ...PAGE(), GET(), ...ANSWER(), '+3s server FIN'],
  },
  response_lost: {
    by: 'sequence numbers that count no more than what came',
    shown: [...SHAKE, GET(), ANSWER()[0], `${ANSWER()[1]} lost uncaptured`, '+3s server FIN'],
    refuted: [...SHAKE, GET(), ANSWER()[0], '+3s server FIN'],
  },
  response_cut: {
    by: 'all of it',
    shown: [...SHAKE, GET(), ...PAGE().slice(0, 12), 'server RST-ACK'],
    refuted: [...SHAKE, GET(), ...PAGE(), 'server RST-ACK'],
  },
  http_errors: {
    by: 'redirects, which are none',
    shown: [...SHAKE, ...repeat(12, (k) => [GET(), ...ANSWER(k === 0 ? '404 Not Found' : '200 OK')])],
    refuted: [...SHAKE, ...repeat(12, (k) => [GET(), ...ANSWER(k === 0 ? '302 Found' : '200 OK')])],
  },
  requests_failed: {
    by: 'one that did not',
    shown: [...SHAKE, ...repeat(12, () => [GET(), ...ANSWER('404 Not Found')])],
    refuted: [...SHAKE, GET(), ...ANSWER(), ...repeat(12, () => [GET(), ...ANSWER('404 Not Found')])],
  },
  redirects: {
    by: 'an answer from the client’s cache',
    shown: [...SHAKE, ...repeat(12, () => REDIRECT)],
    refuted: [...SHAKE, ...repeat(12, () => REDIRECT.map((line) => line.replace('302 Found', '304 Not Modified')))],
  },
  event_stream: {
    by: 'an answer of another type',
    shown: [...SHAKE, GET(), ...EVENTS('text/event-stream')],
    refuted: [...SHAKE, GET(), ...EVENTS('text/plain')],
  },
  redirect_loop: {
    by: 'a page at the end of each chain',
    shown: [...SHAKE, ...repeat(12, () => [GET(), ...SENT_TO('/')])],
    refuted: [...SHAKE, ...repeat(12, () => [GET(), ...SENT_TO('/a'), GET('', '/a'), ...ANSWER()])],
  },
  unasked_answers: {
    by: 'a time limit, of which a server may tell without a request',
    shown: [...SHAKE, GET(), ...ANSWER(), ...ANSWER(), GET(), ...ANSWER()],
    refuted: [...SHAKE, GET(), ...ANSWER(), GET(), ...ANSWER(), ...ANSWER('408 Request Timeout')],
  },
  compression_absent: {
    by: 'a coding',
    shown: [...SHAKE, GET(), ...PAGE()],
    refuted: [...SHAKE, GET(), ...PAGE(1, 'Content-Encoding: gzip\\r\\n')],
  },
  large_requests: {
    by: 'a head that fits one segment',
    shown: [...SHAKE, GET(`Cookie: ${'x'.repeat(1440)}\\r\\n`), ...PAGE()],
    refuted: [...SHAKE, GET(`Cookie: ${'x'.repeat(1000)}\\r\\n`), ...PAGE()],
  },
  reset_within_request: {
    by: 'no reset',
    shown: [...SHAKE, ...REFUSED_UPLOAD, 'server RST-ACK'],
    refuted: [...SHAKE, ...REFUSED_UPLOAD],
  },
  receive_window_limited: {
    by: 'a window that is never used up',
    shown: [...WINDOWED(16_000), ...repeat(30, () => ['+39ms server data 11x1448', '+20us client ACK'])],
    refuted: [...WINDOWED(64_000), ...repeat(30, () => ['+39ms server data 11x1448', '+20us client ACK'])],
  },
  dropped_at_receiver: { by: 'a window that stays open', shown: REFUSED(0), refuted: REFUSED(500) },
  silly_window: { by: 'a window that opens by whole segments', shown: TINY(400), refuted: TINY(2920) },
  fixed_ack_timer: { by: 'acknowledgements at once', shown: DELAYED(202), refuted: DELAYED(2) },
  application_limited: {
    by: 'a window that is full',
    shown: [...SHAKE, ...repeat(20, () => ['+300ms client PSH data 3000', '+40ms server ACK'])],
    refuted: [...SHAKE, ...repeat(20, () => [`+50us client data 10x${MSS}`, '+40ms server ACK'])],
  },
  lost_retransmission: {
    by: 'one repair that arrived',
    shown: LOSSY(['+40ms client again 23 lost', '+300ms client again 23', '+40ms server ACK']),
    refuted: LOSSY(['+40ms client again 23', '+40ms server ACK']),
  },
  tail_loss_timeout: {
    by: 'duplicate acknowledgements, by which it is repaired at once',
    shown: LOSSY(['+400ms client again 23', '+40ms server ACK'], false),
    refuted: LOSSY(['+1ms client again 23', '+40ms server ACK']),
  },
  random_loss: {
    by: 'no loss',
    shown: LOSSY(['+1ms client again 23', '+40ms server ACK']),
    refuted: [...SHAKE, ...writes(20)],
  },
  spurious_retransmission: {
    by: 'a loss',
    shown: [
      ...SHAKE,
      ...writes(20),
      `+1ms client data ${MSS}`,
      '+400ms client again 41',
      '+1ms server ACK',
      '+40ms server ACK sack 38961-40409',
    ],
    refuted: [...SHAKE, ...writes(20), `+1ms client data ${MSS} lost`, '+400ms client again 41', '+40ms server ACK'],
  },
  reordering: {
    by: 'segments in order',
    shown: [
      ...SHAKE,
      ...repeat(12, () => [`+1ms client data ${MSS} late 2ms`, `client data 2x${MSS}`, '+40ms server ACK']),
    ],
    refuted: [...SHAKE, ...repeat(12, () => [`+1ms client data ${MSS}`, `client data 2x${MSS}`, '+40ms server ACK'])],
  },
  corrupted_segments: {
    by: 'right checksums',
    shown: LOSSY(['+1ms client again 23', '+40ms server ACK'], true, 'badsum lost'),
    refuted: LOSSY(['+1ms client again 23', '+40ms server ACK']),
  },
  ecn_bleached: {
    by: 'the place of capture: at the sender nothing can have cleared it',
    shown: [
      `client SYN ECE CWR ${OPTIONS}`,
      `+50us server SYN-ACK ECE ${OPTIONS}`,
      '+40ms client ACK',
      ...repeat(20, () => [`+40ms client data 2x${MSS}`, '+50us server ACK']),
    ],
    refuted: marked(''),
  },
  send_buffer_limited: {
    by: 'a window that grows',
    shown: FIXED('client PSH'),
    refuted: [...SHAKE, ...repeat(20, (k) => [`+50us client data ${4 + k}x${MSS}`, '+40ms server ACK'])],
  },
  fixed_window: { by: 'segments that end a full buffer', shown: FIXED('client'), refuted: FIXED('client PSH') },
  duplicates_on_path: { by: 'no D-SACK', shown: COPIED(true), refuted: COPIED(false) },
  duplicates_in_capture: {
    by: 'each packet once',
    shown: [...SHAKE, ...repeat(20, () => [`+1ms client data ${MSS} twice`, '+40ms server ACK'])],
    refuted: [...SHAKE, ...repeat(20, () => [`+1ms client data ${MSS}`, '+40ms server ACK'])],
  },
  pipelining_head_of_line: {
    by: 'requests that are not pipelined',
    shown: [
      ...SHAKE,
      GET(),
      GET(),
      '+300ms server ACK',
      ...repeat(2, () => HEAD_WAITS),
      ...repeat(12, () => [GET(), ...ANSWER()]),
    ],
    refuted: [...SHAKE, ...repeat(12, () => [GET(), ...ANSWER()])],
  },
  restart_after_idle: { by: 'a window that is as large as before', shown: PAUSED([10, 20]), refuted: PAUSED([80, 80]) },
  sack_unusable: {
    by: 'blocks within what was sent',
    shown: LOSSY(
      [
        'server ACK sack 9000000-9001448',
        '+40ms server ACK sack 9000000-9001448',
        'server ACK sack 9000000-9002896',
        '+400ms client again 23',
        '+40ms server ACK',
      ],
      false,
    ),
    refuted: LOSSY(['+1ms client again 23', '+40ms server ACK']),
  },
  slow_start_dominates: {
    by: 'a window that no longer grows',
    shown: [
      ...SHAKE,
      '+1ms client data 100',
      ...[10, 20, 40, 80].flatMap((n) => [`+39ms server data ${n}x1448`, '+20us client ACK']),
    ],
    refuted: [...SHAKE, '+1ms client data 100', ...repeat(20, () => ['+39ms server data 10x1448', '+20us client ACK'])],
  },
  no_data: { by: 'data', shown: SHAKE, refuted: [...SHAKE, ...writes(1)] },
};
