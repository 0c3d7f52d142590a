import { connectionOf } from '../../support/packets/connection.js';
import { keptSentence } from '../first-sentences/kept-sentence.js';

const OPTIONS = 'mss 1460 ws 7 sack';
const MSS = 1460;
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

/** @typedef {{ summary?: string, findings: import('../../../lib/insight/findings/finding.js').Finding[] }} Found */

/** @param {string[]} lines @returns {Found} */
const foundIn = (lines) => connectionOf(...lines).analysis.connections.describe(0);

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/**
 * Segments in twos, each acknowledged 40 ms later, `pauseMs` after which the next two leave.
 * @param {number} times
 * @param {number} pauseMs
 */
const writes = (times, pauseMs) =>
  repeat(times, (k) => [`+${k === 0 ? 1 : pauseMs}ms client data ${MSS}`, 'client PSH data 500', '+40ms server ACK']);

/** @type {[code: string, lines: string[], severity: string, cost: number | null][]} */
const CASES = [
  ['connection_refused', ['client SYN', '+40ms server RST-ACK'], 'error', null],
  ['connection_refused', ['client SYN "GET / HTTP/1.1\\r\\n\\r\\n"', '+40ms server RST-ACK'], 'error', null],
  ['syn_unanswered', ['client SYN', '+1s client SYN seq 0', '+2s client SYN seq 0'], 'error', 3],
  [
    'syn_loss',
    [
      'client SYN lost',
      `+1s client SYN seq 0 ${OPTIONS}`,
      `+40ms server SYN-ACK ${OPTIONS}`,
      'client ACK',
      ...writes(1, 1),
    ],
    'warning',
    1,
  ],
  ['reset', [...SHAKE, ...writes(2, 1), 'server RST-ACK'], 'warning', null],
  [
    'half_open',
    [
      ...SHAKE,
      ...writes(2, 1),
      'client data 1460 lost',
      '+300ms client again 5',
      '+600ms client again 5',
      '+1200ms client again 5',
    ],
    'error',
    1.8,
  ],
  [
    'zero_window',
    [...SHAKE, ...writes(15, 1), 'server ACK win 0', '+2s server ACK win 500', ...writes(2, 1)],
    'warning',
    2,
  ],
  [
    'receive_window_limited',
    [
      SHAKE[0],
      `+40ms server SYN-ACK ${OPTIONS} win 5888`,
      SHAKE[2],
      `client data 4x${MSS}`,
      ...repeat(20, (k) => [`+40ms server ACK ${1 + 4 * (k + 1) * MSS} win 46`, `+20us client data 4x${MSS}`]),
    ],
    'warning',
    0.8,
  ],
  [
    'nagle_delayed_ack',
    [
      ...SHAKE,
      ...repeat(20, () => [
        '+5ms client PSH data 100',
        '+80ms server ACK',
        '+50us client PSH data 100',
        '+40ms server PSH data 50',
        'client ACK',
      ]),
    ],
    'warning',
    null,
  ],
  ['application_limited', [...SHAKE, ...writes(20, 300)], 'note', null],
  [
    'tail_loss_timeout',
    [...SHAKE, ...writes(2, 1), 'client PSH data 1460 lost', '+300ms client again 5', '+40ms server ACK'],
    'warning',
    null,
  ],
  ['sack_off', ['client SYN mss 1460', '+40ms server SYN-ACK mss 1460', 'client ACK', ...writes(20, 1)], 'note', null],
  [
    'window_scaling_missing',
    ['client SYN mss 1460 sack', '+40ms server SYN-ACK mss 1460 sack', 'client ACK', ...writes(20, 1)],
    'note',
    null,
  ],
  [
    'duplicates_in_capture',
    [...SHAKE, ...writes(2, 1), 'client data 1460 twice', 'client data 1460 twice', '+40ms server ACK'],
    'note',
    null,
  ],
  [
    'slow_start_dominates',
    [
      ...SHAKE,
      `client data 10x${MSS}`,
      ...[10, 20, 40].flatMap((window) =>
        repeat(window / 2, (k) => [
          `+${k === 0 ? 40 : 0.03}ms server ACK ${1 + (window - 10 + 2 * (k + 1)) * MSS}`,
          `+20us client data 4x${MSS}`,
        ]),
      ),
    ],
    'note',
    null,
  ],
];

test.each(CASES)('%s', (code, lines, severity, cost) => {
  const { findings, summary } = foundIn(lines);
  const found = findings.find((finding) => finding.code === code);
  expect(findings.map((finding) => finding.code)).toContain(code);
  expect(found).toMatchObject({ severity, message: expect.stringMatching(/\.$/), advice: expect.stringMatching(/./) });
  if (cost !== null) expect(found?.costSeconds).toBeCloseTo(cost, 1);
  if (severity !== 'note') expect(summary).toContain(found?.message);
});

test('what is so with many connections stands behind what tells more', () => {
  const { findings } = foundIn([
    'client SYN mss 1460',
    '+40ms server SYN-ACK mss 1460',
    'client ACK',
    ...writes(20, 1),
    'client data 1460 twice',
    'client data 1460 twice',
    '+40ms server ACK',
  ]);
  const codes = findings.filter(({ costSeconds }) => !costSeconds).map(({ code }) => code);
  expect(codes.indexOf('duplicates_in_capture')).toBeLessThan(codes.indexOf('sack_off'));
});

test('acknowledgements that are in the capture twice are no fewer for that', () => {
  const codesOf = (/** @type {string[]} */ lines) => foundIn([...SHAKE, ...lines]).findings.map(({ code }) => code);
  const both = repeat(40, () => [`+1ms client data 2x${MSS} twice`, '+40ms server ACK twice']);
  const few = repeat(40, () => [`+1ms client data 8x${MSS}`, '+40ms server ACK']);
  expect(codesOf(both)).toContain('duplicates_in_capture');
  expect(codesOf(both)).not.toContain('ack_thinning');
  expect(codesOf(few)).toContain('ack_thinning');
});

test('a handshake whose packets are in the capture twice lost what it lost', () => {
  const lost = (/** @type {string} */ twice) =>
    foundIn([
      `client SYN ${OPTIONS}${twice}`,
      `server SYN-ACK ${OPTIONS} lost${twice}`,
      `+1s client SYN ${OPTIONS} seq 0${twice}`,
      `server SYN-ACK ${OPTIONS} seq 0${twice}`,
      'client ACK',
      ...writes(1, 1),
    ]).findings.find(({ code }) => code.endsWith('_loss'));
  expect(lost('')).toMatchObject({
    code: 'syn_ack_loss',
    message: expect.stringContaining('2 SYNs and 2 SYN-ACKs were sent'),
  });
  expect(lost(' twice')).toMatchObject({ code: 'syn_ack_loss', message: lost('')?.message });
});

test('of options that the snap length has cut off, none is said to be missing', () => {
  const cut = ' snap 64';
  const options = 'mss 1460 sack ts ws 7';
  const { analysis } = connectionOf(
    `client SYN ${options}${cut}`,
    `+40ms server SYN-ACK ${options}${cut}`,
    `+50us client ACK${cut}`,
    ...writes(20, 1).map((line) => line + cut),
  );
  const flow = /** @type {any} */ (analysis.connections.describe(0));
  const codes = flow.findings.map((/** @type {any} */ { code }) => code);
  expect(codes).toContain('all_well');
  expect(codes).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(window_scaling_missing|timestamps_off|sack_off)$/)]),
  );
  expect([flow.clientToServer.sackPermitted, flow.clientToServer.timestamps]).toEqual([true, null]);
});

test('a capture whose clocks of the two directions differ lost no packets', () => {
  const lines = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+2ms client ACK'];
  const rounds = 40;
  const codes = (/** @type {string[]} */ all) => foundIn(all).findings.map(({ code }) => code);
  // Every acknowledgement comes by before what it acknowledges.
  const ahead = repeat(rounds, (k) => [`+3ms server ACK ${1 + MSS * (k + 1)}`, `+0.4ms client data ${MSS}`]);
  expect(codes([...lines, ...ahead])).not.toContain('capture_drops');
  const dropped = repeat(rounds, (k) => [
    `+3ms client data ${MSS}${k % 5 === 3 ? ' uncaptured' : ''}`,
    '+0.4ms server ACK',
  ]);
  expect(codes([...lines, ...dropped])).toContain('capture_drops');
});

test('of one end alone nobody knows what it waited for, nor how full the path was', () => {
  const lines = repeat(30, (k) => [
    `+${k % 10 === 9 ? 1 : 50}ms client PSH ACK data 300`,
    ...(k % 10 === 9 ? ['+1ms client again 5', 'client again 6'] : []),
  ]);
  const { findings } = foundIn([...SHAKE.filter((line) => line.includes('client')), ...lines]);
  const codes = findings.map(({ code }) => code);
  expect(codes).toContain('one_way');
  expect(
    codes.filter((code) => ['application_limited', 'small_writes', 'push_storm', 'burst_and_stall'].includes(code)),
  ).toEqual([]);
  expect(findings.map(({ message }) => message).join(' ')).not.toContain('queue was short');
});

test('what Nagle held back did not wait for its application', () => {
  const { findings } = foundIn([
    ...SHAKE,
    ...repeat(20, () => [
      '+5ms client PSH data 100',
      '+80ms server ACK',
      '+50us client PSH data 100',
      '+40ms server PSH data 50',
      'client ACK',
    ]),
  ]);
  expect(findings.map(({ code }) => code)).not.toContain('application_limited');
});

test('where nothing is wrong, that is said, and notes beside it are not denied', () => {
  const { findings, summary } = foundIn([...SHAKE, ...writes(20, 1), 'client FIN', '+40ms server FIN', 'client ACK']);
  expect(findings.every(({ severity }) => severity === 'note')).toBe(true);
  expect(findings.map(({ message }) => message)).toContain('Nothing is seriously wrong with this connection.');
  expect(summary).toEqual(keptSentence());
});

test("a cost is a part of the connection's time from its first to its latest packet, on the page and in every sentence", () => {
  const { analysis } = connectionOf(...SHAKE, ...writes(20, 300), '+2s client FIN', '+40ms server FIN', 'client ACK');
  const flow = /** @type {any} */ (analysis.connections.describe(0));
  const seconds = flow.end - flow.start;
  const one = flow.findings.find((/** @type {any} */ { code }) => code === 'application_limited');
  expect(seconds).toBeGreaterThan(8);
  expect(one.message).toContain(` of ${seconds.toPrecision(3)} s the client`);
  expect(one.evidence.share).toBeCloseTo(one.costSeconds / seconds, 3);
  expect(analysis.findings.captureVerdict()?.sentence).toContain(` of ${seconds.toPrecision(3)} s (`);
});

test('small connections in which nothing is odd are not looked at', () => {
  const flow = foundIn([...SHAKE, ...writes(1, 1)]);
  expect(flow.findings).toEqual([]);
  expect(flow.summary).toBe('Nothing wrong.');
});

test('a window whose scale is not known holds nobody back', () => {
  const lines = [
    `client data 4x${MSS}`,
    ...repeat(20, (k) => [`+40ms server ACK ${1 + 4 * (k + 1) * MSS} win 46`, `+20us client data 4x${MSS}`]),
  ];
  expect(foundIn(lines).findings.map(({ code }) => code)).not.toContain('receive_window_limited');
});

test('beside a window that cannot be read nothing is said to be well that was not seen', () => {
  const lines = [
    `client data 4x${MSS}`,
    ...repeat(20, (k) => [`+40ms server ACK ${1 + 4 * (k + 1) * MSS} win 46`, `+20us client data 4x${MSS}`]),
  ];
  const { analysis } = connectionOf(...lines);
  const flow = /** @type {any} */ (analysis.connections.describe(0));
  expect(flow.unobservable.map((/** @type {any} */ { code }) => code)).toContain('receive_window_limited');
  expect(flow.summary).toMatch(
    /\. Nothing is seriously wrong with this connection, as far as this capture shows: whether the server's receive window limited the data is not observable\./,
  );
  expect(flow.findings.find((/** @type {any} */ { code }) => code === 'all_well').title).toBe('Nothing wrong seen');
  expect(analysis.findings.ofCapture()).toMatchObject({
    summary: expect.stringContaining(
      "the connection, as far as this capture shows: whether the server's receive window",
    ),
  });
  const known = /** @type {any} */ (connectionOf(...SHAKE, ...lines).analysis.connections.describe(0));
  expect(known.summary).not.toMatch(/as far as/);
});

test('a reset that answers no SYN refuses no connection', () => {
  expect(foundIn(['client ACK', '+40ms server RST']).findings.map(({ code }) => code)).not.toContain(
    'connection_refused',
  );
});

test('faults come before notes, the dearest first, and three sentences behind the verdict suffice', () => {
  const { findings, summary } = foundIn([
    ...SHAKE,
    'server ACK win 0',
    '+2s server ACK win 500',
    ...writes(2, 1),
    'client data 1460 lost',
    '+300ms client again 5',
    '+600ms client again 5',
    '+1200ms client again 5',
  ]);
  const faults = findings.filter(({ severity }) => severity !== 'note');
  const costs = faults.map(({ costSeconds }) => costSeconds ?? 0);
  expect(costs).toEqual([...costs].sort((a, b) => b - a));
  expect(findings.slice(0, faults.length)).toEqual(faults);
  expect(summary).toContain(`(${Math.round((costs[0] / 4.27) * 100)} %). ${findings[0].message}`);
});

test.each([
  ['alike', () => 40, / delayed that ACK by 4\d(\.\d)? ms each time, 0\.8\d* s of [\d.]+ s in all\.$/],
  [
    'of two kinds',
    (/** @type {number} */ k) => (k % 4 === 0 ? 200 : 40),
    / delayed that ACK by 8\d(\.\d)? ms on average, 0\.20\d s at most, 1\.6\d* s of [\d.]+ s in all\.$/,
  ],
])('delays behind which Nagle waits, %s, of either end', (_, delayMs, words) => {
  const lines = (/** @type {string} */ sender, /** @type {string} */ receiver) => [
    SHAKE[0],
    `+2ms server SYN-ACK ${OPTIONS}`,
    SHAKE[2],
    ...repeat(20, (k) => [
      `+5ms ${sender} PSH data 100`,
      `+${delayMs(k) + 2}ms ${receiver} ACK`,
      `+50us ${sender} PSH data 100`,
      `+2ms ${receiver} PSH data 50`,
      `${sender} ACK`,
    ]),
  ];
  for (const [sender, receiver] of [
    ['client', 'server'],
    ['server', 'client'],
  ]) {
    const found = foundIn(lines(sender, receiver)).findings.find(({ code }) => code === 'nagle_delayed_ack');
    expect(found?.message).toMatch(
      new RegExp(
        `^20 times the ${sender} held back a small segment until the ${receiver} acknowledged the one before; the ${receiver}${words.source}`,
      ),
    );
  }
});
