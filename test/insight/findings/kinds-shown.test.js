/** What the rarer kinds of findings look for, each in a few packets. */
import { connectionOf } from '../../support/packets/connection.js';
import { keptSentence } from '../first-sentences/kept-sentence.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const MSS = 1448;
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/**
 * Segments in twos, each acknowledged 40 ms later.
 * @param {number} times
 * @param {string} [more] words of each acknowledgement
 */
const writes = (times, more = '') =>
  repeat(times, () => [`+1ms client data ${MSS}`, 'client PSH data 500', `+40ms server ACK ${more}`]);

const GET = (/** @type {string} */ fields = '') =>
  `+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a.test\\r\\n${fields}\\r\\n"`;
const PAGE = (/** @type {number} */ waitMs, fields = '') => [
  '+40ms server ACK',
  `+${waitMs}ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\n${fields}Content-Length: 57920\\r\\n\\r\\n"`,
  ...repeat(10, () => [`+1ms server data 4x${MSS}`, '+40ms client ACK']),
];

const REFUSED_UPLOAD = [
  '+1ms client PSH "POST / HTTP/1.1\\r\\nHost: a.test\\r\\nContent-Length: 90000\\r\\n\\r\\n"',
  ...repeat(3, () => [`+1ms client data 4x${MSS}`, '+40ms server ACK']),
  'server PSH "HTTP/1.1 413 Too Large\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n"',
  'server FIN',
  '+40ms client ACK',
];

/** The server still has an earlier connection of the same ports. */
const EARLIER = [SHAKE[0], '+40ms server ACK 5000 seq 70000', '+50us client RST NOACK seq 5000'];

/** @type {[code: string, lines: string[], severity: string, cost: number | null][]} */
const CASES = [
  [
    'syn_ack_loss',
    [
      SHAKE[0],
      '+20ms server SYN-ACK mss 1460 ws 7 sack ts lost',
      `+1s client SYN seq 0 ${OPTIONS}`,
      `+40ms server SYN-ACK seq 0 ${OPTIONS}`,
      'client ACK',
      ...writes(2),
    ],
    'warning',
    1.02,
  ],
  [
    'stale_connection',
    [
      ...EARLIER,
      `+1s client SYN seq 0 ${OPTIONS}`,
      `+40ms server SYN-ACK seq 0 ${OPTIONS}`,
      'client ACK',
      ...writes(2),
    ],
    'warning',
    1.04,
  ],
  [
    'stale_connection',
    [
      ...EARLIER,
      `+10ms client SYN seq 0 ${OPTIONS}`,
      `+40ms server SYN-ACK seq 0 ${OPTIONS}`,
      'client ACK',
      ...writes(2),
    ],
    'note',
    0.05,
  ],
  [
    'stale_connection',
    [
      ...EARLIER,
      `+1s client SYN seq 0 ${OPTIONS}`,
      '+40ms server ACK 5000 seq 70000',
      '+50us client RST NOACK seq 5000',
    ],
    'error',
    1.04,
  ],
  ['never_used', [...SHAKE, '+40ms client RST-ACK'], 'note', null],
  ['reset_by_other', [...SHAKE, ...writes(4), 'server RST-ACK ttl 40'], 'warning', null],
  ['reset_after_close', [...SHAKE, ...writes(4), 'client FIN', '+40ms server RST-ACK'], 'note', null],
  ['request_unanswered', [...SHAKE, GET(), ...PAGE(1), GET(), '+40ms server ACK', '+3s server FIN'], 'warning', null],
  [
    'request_unanswered',
    [...SHAKE, GET(), ...PAGE(1), GET(), '+40ms server ACK', '+500ms client FIN', '+40ms server FIN'],
    'note',
    null,
  ],
  ['response_cut', [...SHAKE, GET(), ...PAGE(1).slice(0, 12), 'server RST-ACK'], 'warning', null],
  ['reset_within_request', [...SHAKE, ...REFUSED_UPLOAD, 'server RST-ACK'], 'warning', null],
  [
    'capture_drops',
    [...SHAKE, ...writes(12), 'client data 5000 uncaptured', '+40ms server ACK', ...writes(2)],
    'warning',
    null,
  ],
  ['keep_alive_unanswered', [...SHAKE, ...writes(2), ...repeat(4, () => ['+1s client ACK seq 3896'])], 'error', 3],
  [
    'window_update_lost',
    [
      ...SHAKE,
      ...writes(2),
      'server ACK win 0',
      '+300ms client data 1 seq 3897',
      '+40ms server ACK 3897 win 0',
      '+600ms client data 1 seq 3897',
      '+40ms server ACK 3898 win 500',
      '+1ms client data 1000',
    ],
    'warning',
    0.64,
  ],
  ['ecn_refused', [`client SYN ECE CWR ${OPTIONS}`, SHAKE[1], SHAKE[2], ...writes(20)], 'note', null],
  [
    'congestion_marks',
    [
      `client SYN ECE CWR ${OPTIONS}`,
      `+40ms server SYN-ACK ECE ${OPTIONS}`,
      SHAKE[2],
      ...writes(5),
      ...writes(10, 'ECE'),
    ],
    'note',
    null,
  ],
  [
    'mss_small',
    [
      SHAKE[0],
      '+40ms server SYN-ACK mss 536 ws 7 sack ts',
      SHAKE[2],
      ...repeat(20, () => ['+1ms client data 2x524', '+40ms server ACK']),
    ],
    'note',
    null,
  ],
  ['offload', [...SHAKE, ...repeat(20, () => ['+1ms client data 8000', '+40ms server ACK'])], 'note', null],
  ['one_way', repeat(50, () => ['+1ms client ACK 1 data 1000', 'server ACK uncaptured']), 'warning', null],
  ['no_handshake', writes(20), 'note', null],
  [
    'small_writes',
    [...SHAKE, ...repeat(40, (k) => ['+5ms client PSH data 100', ...(k % 4 === 3 ? ['+1ms server ACK'] : [])])],
    'note',
    null,
  ],
  [
    'push_storm',
    [...SHAKE, ...repeat(12, () => [`+1ms client data 2x${MSS}`, '+100us client PSH data 300', '+40ms server ACK'])],
    'note',
    null,
  ],
  [
    'one_exchange_at_a_time',
    [...SHAKE, ...repeat(20, () => ['+1ms client PSH data 400', '+40ms server PSH data 900'])],
    'note',
    0.76,
  ],
  [
    'ack_loss',
    [
      ...SHAKE,
      ...repeat(60, (k) => [`+1ms client data 2x${MSS}`, ...(k % 10 === 5 ? [] : [`+40ms server ACK id ${100 + k}`])]),
    ],
    'warning',
    null,
  ],
  [
    'duplicates_on_path',
    [
      ...SHAKE,
      ...repeat(20, (k) => [
        `+1ms client data 2x${MSS}`,
        '+40ms server ACK',
        ...(k % 5 === 4 ? [`server ACK sack ${1 + 2 * k * MSS}-${1 + (2 * k + 1) * MSS}`] : []),
      ]),
    ],
    'note',
    null,
  ],
  [
    'silly_window',
    [
      'client SYN mss 1460',
      '+40ms server SYN-ACK mss 1460 win 3000',
      '+50us client ACK',
      'client data 2x1460',
      '+40ms server ACK win 400',
      ...repeat(30, () => ['+50us client PSH data 400', '+40ms server ACK win 400']),
    ],
    'warning',
    null,
  ],
  [
    'ecn_bleached',
    [
      `client SYN ECE CWR ${OPTIONS}`,
      `+50us server SYN-ACK ECE ${OPTIONS}`,
      '+40ms client ACK',
      ...repeat(20, () => [`+40ms client data 2x${MSS}`, '+50us server ACK']),
    ],
    'warning',
    null,
  ],
  [
    'burst_and_stall',
    [
      ...SHAKE,
      ...repeat(30, (k) => [
        `+50us client data 5x${MSS}`,
        `+40ms server ACK ${1 + (5 * k + 4) * MSS}`,
        '+200ms server ACK',
      ]),
    ],
    'note',
    5.8,
  ],
  ['server_think_time', [...SHAKE, GET(), ...PAGE(600)], 'warning', 0.6],
  ['first_request_late', [...SHAKE, GET().replace('+1ms', '+2s'), ...PAGE(1)], 'warning', 2],
  [
    'expect_unanswered',
    [...SHAKE, GET('Content-Length: 500\\r\\nExpect: 100-continue\\r\\n'), '+1s client PSH data 500', ...PAGE(1)],
    'warning',
    1,
  ],
  ['compression_absent', [...SHAKE, GET(), ...PAGE(1)], 'note', null],
  ['large_requests', [...SHAKE, GET(`Cookie: ${'x'.repeat(1440)}\\r\\n`), ...PAGE(1)], 'note', null],
  [
    'fixed_ack_timer',
    [
      `client SYN ${OPTIONS}`,
      `+2ms server SYN-ACK ${OPTIONS}`,
      '+50us client ACK',
      ...repeat(3, () => [`+1ms client data 2x${MSS}`, '+2ms server ACK']),
      ...repeat(20, () => [`+1ms client data ${MSS}`, '+202ms server ACK']),
    ],
    'warning',
    null,
  ],
];

test.each(CASES)('%s', (code, lines, severity, cost) => {
  /** @type {{ findings: import('../../../lib/insight/findings/finding.js').Finding[] }} */
  const { findings } = /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
  const found = findings.find((finding) => finding.code === code);
  expect([code, findings.map((finding) => finding.code)]).toEqual([code, expect.arrayContaining([code])]);
  expect(found).toMatchObject({ severity, message: keptSentence(), evidence: { frames: expect.any(Array) } });
  if (cost !== null) expect(found?.costSeconds).toBeCloseTo(cost, 1);
});

const described = (/** @type {string[]} */ ...lines) =>
  /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
const codesIn = (/** @type {string[]} */ ...lines) =>
  described(...lines).findings.map((/** @type {any} */ { code }) => code);

test('an exchange is unfinished only where its connection has ended, and nothing of it can have been lost to the capture', () => {
  const half = [...SHAKE, GET(), ...PAGE(1).slice(0, 18)];
  expect(codesIn(...half)).not.toContain('response_cut');
  expect(codesIn(...half, 'server FIN')).toContain('response_cut');
  expect(codesIn(...half, 'server data 1000 uncaptured', 'server FIN', '+40ms client ACK')).not.toContain(
    'response_cut',
  );
  expect(
    codesIn(
      ...SHAKE,
      GET(),
      ...repeat(20, () => ['+40ms server PSH "no status line\\r\\n"', 'client ACK']),
      'server FIN',
    ),
  ).not.toContain('request_unanswered');
  expect(
    codesIn(...SHAKE, GET(), ...PAGE(1), 'server FIN', '+40ms client FIN').filter((/** @type {string} */ code) =>
      /unanswered|cut/.test(code),
    ),
  ).toEqual([]);
});

test('what ends an earlier connection of the same ports is no loss of a SYN, and no reset of this one', () => {
  const opened = [
    `+1s client SYN seq 0 ${OPTIONS}`,
    `+40ms server SYN-ACK seq 0 ${OPTIONS}`,
    'client ACK',
    ...writes(2),
  ];
  expect(
    codesIn(...EARLIER, ...opened).filter((/** @type {string} */ code) => /syn|reset|capture|stale/.test(code)),
  ).toEqual(['stale_connection']);
  expect(codesIn(...EARLIER, ...opened, '+1s server RST-ACK')).toEqual(
    expect.arrayContaining(['stale_connection', 'reset']),
  );
  expect(codesIn(EARLIER[0], '+40ms server ACK 1', EARLIER[2], ...opened)).not.toContain('stale_connection');
  expect(codesIn(...EARLIER.slice(0, 2), ...opened)).not.toContain('stale_connection');
  expect(codesIn(...SHAKE, ...writes(2), ...EARLIER.slice(1))).not.toContain('stale_connection');
});

test('data in a SYN that the server does not take is retransmitted, and was not lost; refused with the SYN it is no unanswered request', () => {
  const get = '"GET / HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"';
  const opening = `${SHAKE[0]} ${get}`;
  const refused = [
    opening,
    `+40ms server SYN-ACK ${OPTIONS} ACK 1`,
    `+50us client PSH seq 1 ${get}`,
    ...PAGE(1),
    ...writes(3),
  ];
  const { flow, findings } = { flow: described(...refused), findings: codesIn(...refused) };
  expect(flow.clientToServer.retransmittedPackets).toBe(1);
  expect(findings.filter((/** @type {string} */ code) => /loss|lost|policed/.test(code))).toEqual([]);
  expect(codesIn(opening, '+40ms server RST-ACK')).toEqual(['connection_refused']);
});

test("segments that a small window cuts short were not gathered for Nagle's sake", () => {
  const shake = [
    'client SYN mss 65495 win 2500',
    '+50us server SYN-ACK mss 65495',
    '+10us client ACK',
    '+1ms client PSH data 9',
    '+10us server ACK',
  ];
  const codes = codesIn(
    ...shake,
    ...repeat(24, () => ['+10us server PSH data 2500', '+2ms client ACK win 0', '+2ms client ACK win 2500']),
  );
  expect(codes).toContain('zero_window');
  expect(codes).not.toContain('nagle_held');
  // longer than a segment of Ethernet, which loopback's MSS is not
  expect(codes).not.toContain('silly_window');
});

test('numbers that are missing where the capture itself lost packets do not tell that acknowledgements were lost', () => {
  const acks = repeat(60, (k) => [
    `+1ms client data 2x${MSS}`,
    ...(k % 10 === 5 ? [] : [`+40ms server ACK id ${100 + k}`]),
  ]);
  const codes = codesIn(...SHAKE, ...acks, 'client data 5000 uncaptured', '+40ms server ACK id 161', ...writes(2));
  expect(codes).toContain('capture_drops');
  expect(codes).not.toContain('ack_loss');
});

test('how much of a response came is said in figures', () => {
  const { findings } = described(...SHAKE, GET(), ...PAGE(1).slice(0, 12), 'server RST-ACK');
  expect(findings.find((/** @type {any} */ { code }) => code === 'response_cut').message).toMatch(
    /^The response was incomplete when the server reset the connection: [\d.]+ kB of 57\.9 kB arrived\.$/,
  );
});

test('an acknowledgement that the capture has before its data shows no loss', () => {
  const lines = [
    ...SHAKE,
    ...writes(12),
    'client data 1448 late 41ms',
    '+40ms server ACK 24825',
    '+5ms client ACK',
    ...writes(3),
  ];
  expect(described(...lines).serverToClient.flags.ack_lost_segment).toBe(1);
  expect(codesIn(...lines)).not.toContain('capture_drops');
});

test('a request whose response the capture has before it was not left unanswered', () => {
  const response = 'server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"';
  const rounds = repeat(12, () => [GET(), `+1ms ${response}`, '+40ms client ACK']);
  const lines = [...SHAKE, ...rounds, response, GET(), '+40ms client ACK', '+3s server FIN'];
  expect(codesIn(...lines)).not.toContain('request_unanswered');
  expect(codesIn(...lines.toSpliced(lines.lastIndexOf(response), 1))).toContain('request_unanswered');
});

test("text is not said to be uncompressed by the server's doing where the client accepts no compression, or does not offer any", () => {
  const told = (/** @type {string} */ fields, /** @type {string} */ more = fields) => {
    const { findings } = described(...SHAKE, GET(fields), ...PAGE(1), GET(more), ...PAGE(1));
    return findings.find((/** @type {any} */ { code }) => code === 'compression_absent');
  };
  const line = (/** @type {string} */ value) => `Accept-Encoding: ${value}\\r\\n`;
  const isClients = { advice: expect.stringMatching(/^Let the client/), evidence: { withoutOffer: 2 } };
  const acceptsNone = keptSentence();
  for (const value of ['identity', '', 'gzip;q=0, br; q=0.000', 'identity, *;q=0']) {
    expect(told(line(value))).toMatchObject({ ...isClients, message: acceptsNone });
  }
  const offersNone = keptSentence();
  for (const more of ['', line('identity')]) {
    expect(told('', more)).toMatchObject({ ...isClients, message: offersNone });
  }
  const ofServer = keptSentence();
  for (const fields of [
    line('gzip'),
    'accept-encoding: identity, br;q=0.5\\r\\n',
    line('*'),
    line('identity') + line('gzip'),
  ]) {
    expect(told(fields)).toMatchObject({ message: ofServer, advice: expect.stringMatching(/at the server/) });
  }
});

test('lengths of requests that differ are not told as one', () => {
  const told = (/** @type {number[]} */ ...bytes) => {
    const { findings } = described(
      ...SHAKE,
      ...bytes.flatMap((length) => [GET(`X: ${'x'.repeat(length - 37)}\\r\\n`), ...PAGE(1)]),
    );
    return findings.find((/** @type {any} */ { code }) => code === 'large_requests').message;
  };
  expect(told(1500)).toEqual(keptSentence());
  expect(told(1500, 100, 1500)).toEqual(keptSentence());
  expect(told(1501, 9000)).toEqual(keptSentence());
  expect(told(1500, 20_000)).toMatch(
    / 20000 at most: more than one segment, and the largest more than an initial window of 10 segments\.$/,
  );
  expect(told(20_000)).toEqual(keptSentence());
});

test('text that is compressed is no finding, nor is a server that answers at once', () => {
  const { findings } = /** @type {any} */ (
    connectionOf(...SHAKE, GET(), ...PAGE(1, 'Content-Encoding: gzip\\r\\n')).analysis.connections.describe(0)
  );
  expect(findings.map((/** @type {any} */ { code }) => code)).not.toEqual(
    expect.arrayContaining(['compression_absent']),
  );
  expect(findings.map((/** @type {any} */ { code }) => code)).not.toEqual(
    expect.arrayContaining(['server_think_time']),
  );
});

test('acknowledgements of whole writes are not thinned where nothing tells how long a segment may be, nor where none covers data that was seen', () => {
  const exchange = ['+1ms client PSH data 74', ...repeat(3, () => ['+30ms server PSH data 3007', '+50us client ACK'])];
  const { findings } = /** @type {any} */ (
    connectionOf(...repeat(40, () => exchange)).analysis.connections.describe(0)
  );
  expect(findings.map((/** @type {any} */ { code }) => code)).toContain('no_handshake');
  expect(findings.map((/** @type {any} */ { code }) => code)).not.toContain('ack_thinning');
  expect(findings.filter((/** @type {any} */ { message }) => /NaN|Infinity|undefined/.test(message))).toEqual([]);
});

test('acknowledgements that are thinned are told where the segment size is known', () => {
  const { findings } = /** @type {any} */ (
    connectionOf(
      ...SHAKE,
      ...repeat(40, () => [`+1ms client data 6x${MSS}`, '+40ms server ACK']),
    ).analysis.connections.describe(0)
  );
  expect(findings.map((/** @type {any} */ { code }) => code)).toContain('ack_thinning');
});

test("what a sender retransmitted because its answers were lost with the other end's data costs the other end", () => {
  const shake = ['client SYN mss 1460', '+50us server SYN-ACK mss 1460', '+40ms client ACK'];
  const request = '+1ms client PSH data 100';
  const lines = [
    ...shake,
    ...repeat(4, () => [request, '+50us server PSH data 400', '+40ms client ACK']),
    '@1s server PSH data 400',
    '+10us client PSH data 100 lost',
    '@2s server again 5',
    '+10us client ACK lost',
    '@2500ms client again 5 lost',
    '@4s server again 5',
    '@5500ms client again 5',
    '+40ms server ACK',
    '+1ms client ACK',
  ];
  const { findings } = /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
  const found = (/** @type {string} */ code) => findings.find((/** @type {any} */ finding) => finding.code === code);
  expect(found('tail_loss_timeout')).toMatchObject({ direction: 'clientToServer', costSeconds: 4.54 });
  expect(found('spurious_retransmission')).toMatchObject({
    direction: 'serverToClient',
    severity: 'note',
    costSeconds: null,
    evidence: { delayed: 0, unanswered: 1 },
  });
  expect(found('sack_off')).toMatchObject({ severity: 'note', costSeconds: null, evidence: { episodes: 0 } });
});

describe('acknowledgements whose numbers are missing', () => {
  /**
   * Two acknowledgements a round, numbered; in every fifth the second comes first, or alone.
   * @param {boolean} comesLate
   * @param {string} [more]
   */
  const rounds = (comesLate, more = '') =>
    repeat(40, (k) => {
      const first = `server ACK ${1 + (4 * k + 2) * MSS} id ${100 + 2 * k}`;
      const second = `server ACK ${1 + (4 * k + 4) * MSS} id ${101 + 2 * k}`;
      const last = comesLate ? [`+40ms ${second}`, first] : [`+40ms ${second}`];
      return [`+1ms client data 4x${MSS}${k === 20 ? more : ''}`, ...(k % 5 === 3 ? last : [`+40ms ${first}`, second])];
    });

  it('were lost, unless they come late or the capture has lost packets itself', () => {
    expect(codesIn(...SHAKE, ...rounds(false))).toContain('ack_loss');
    expect(codesIn(...SHAKE, ...rounds(true))).not.toContain('ack_loss');
    const codes = codesIn(...SHAKE, ...rounds(false, ' uncaptured'));
    expect(codes).toContain('capture_drops');
    expect(codes).not.toContain('ack_loss');
  });
});

test('what a timer alone repaired was at a tail, or something behind it had arrived', () => {
  const shake = ['client SYN mss 1460', '+40ms server SYN-ACK mss 1460', '+10us client ACK'];
  const lines = (/** @type {string[]} */ ...sent) => [
    ...shake,
    'client data 1460',
    '+40ms server ACK',
    ...sent,
    '+900ms client again 2',
    '+40ms server ACK',
  ];
  const titles = (/** @type {string[]} */ ...sent) =>
    connectionOf(...lines(...sent))
      .analysis.findings.ofConnection(0)
      .findings.map(({ title }) => title);
  expect(titles('client data 1460 lost')).toContain('Tail loss (RTO or TLP)');
  const followed = titles('client data 1460 lost', 'client data 1460', '+40ms server ACK 1461');
  expect(followed).toContain('Retransmission timeout (RTO)');
  expect(followed).not.toContain('Tail loss (RTO or TLP)');
});
