import { connectionOf } from '../../support/packets/connection.js';

const MSS = 1460;
const OPTIONS = 'mss 1460 ws 7 sack';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

/** @param {string} name @param {...string} lines */
function mechanism(name, ...lines) {
  const found = connectionOf(...lines)
    .analysis.opened.describeSenders(0)[0]
    .mechanisms.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no mechanism ${name}`);
  return found;
}

test('what did not exist when the capture was taken is not seen, whatever it looks like', () => {
  /** @param {number} year */
  const inYear = (year) => {
    const { analysis } = connectionOf(
      ...SHAKE,
      `client data ${MSS}`,
      '+40ms server ACK',
      `client data ${MSS} lost`,
      '+100ms client again 2',
      '+40ms server ACK',
    );
    analysis.ingest.tcp.startEpochNs = () => BigInt(Date.UTC(year, 5)) * 1_000_000n;
    return {
      probe: analysis.opened.describeSenders(0)[0].mechanisms.find(({ name }) => name === 'tail_loss_probe'),
      messages: analysis.findings.ofConnection(0).findings.map((finding) => finding.message),
    };
  };
  const [late, early] = [inYear(2012), inYear(1999)];
  expect(late.probe).toMatchObject({ seen: 'seen' });
  expect(late.messages).toContainEqual(expect.stringContaining("only by the client's tail-loss probe"));
  expect(early.probe).toMatchObject({ seen: 'not_seen', reason: 'it dates from 2012, the capture from 1999' });
  expect(early.messages).toContainEqual(expect.stringContaining("only by the client's retransmission timer (RTO)"));
});

/** Ten segments of which these are lost, and the answers to the others. @param {number[]} lost from 0 */
const withLost = (lost) => Array.from({ length: 10 }, (_, k) => `client data ${MSS}${lost.includes(k) ? ' lost' : ''}`);
const REPORTS = Array.from(
  { length: 9 },
  (_, k) => `+${k === 0 ? 40 : 1}ms server ACK 1 sack ${1 + MSS}-${1 + (k + 2) * MSS}`,
);

test.each(
  /** @type {[string, string, string, string[]][]} */ ([
    ['sack', 'seen', 'both SYNs offer it', SHAKE],
    ['sack', 'not_seen', 'the server did not offer it', [SHAKE[0], '+40ms server SYN-ACK mss 1460 ws 7', SHAKE[2]]],
    ['timestamps', 'not_seen', 'the client and the server did not offer it', SHAKE],
    ['window_scale', 'not_observable', 'the handshake was not captured', []],
    ['ecn', 'not_seen', 'the client did not ask for it', SHAKE],
    ['ecn', 'not_seen', 'the server refused it', [`client SYN ECE CWR ${OPTIONS}`, ...SHAKE.slice(1)]],
    ['ecn', 'not_observable', 'the handshake was not captured', []],
  ]),
)('%s: %s (%s)', (name, seen, reason, handshake) => {
  expect(mechanism(name, ...handshake, `client data 2x${MSS}`, '+40ms server ACK')).toMatchObject({ seen, reason });
});

test('ECN that was agreed upon and then taken away is not in use', () => {
  expect(
    mechanism(
      'ecn',
      `client SYN ECE CWR ${OPTIONS}`,
      `+40ms server SYN-ACK ECE ${OPTIONS}`,
      SHAKE[2],
      `client data ${MSS}`,
      '+40ms server ACK',
    ),
  ).toMatchObject({ seen: 'not_seen', detail: { able: 0 } });
});

test.each(
  /** @type {[string, string, string[]][]} */ ([
    ['tail_loss_probe', 'seen', ['client data 1460 lost', '+100ms client again 1', '+40ms server ACK']],
    [
      'tail_loss_probe',
      'not_seen',
      [`client data 3x${MSS} lost`, '+300ms client again 1', `+40ms server ACK ${1 + MSS}`],
    ],
    ['tail_loss_probe', 'not_observable', ['client data 1460', '+40ms server ACK']],
    ['rack', 'not_observable', [...withLost([0]), ...REPORTS.slice(0, 3), '+20us client again 1', '+40ms server ACK']],
    [
      'rack',
      'seen',
      [
        ...withLost([0]),
        ...REPORTS.slice(0, 3),
        '+20us client again 1 lost',
        ...REPORTS.slice(3),
        `client data ${MSS}`,
        `+40ms server ACK 1 sack ${1 + MSS}-${1 + 11 * MSS}`,
        '+10ms client again 1',
        '+40ms server ACK',
      ],
    ],
    ['forward_rto_recovery', 'not_observable', ['client data 1460', '+40ms server ACK']],
  ]),
)('%s: %s', (name, seen, lines) => {
  expect(
    mechanism(
      name,
      ...SHAKE,
      `client data ${MSS}`,
      '+40ms server ACK',
      ...lines.map((line) => line.replace(/again 1\b/, 'again 2').replaceAll(/(ACK|sack) (\d+)(?:-(\d+))?/g, shifted)),
    ).seen,
  ).toBe(seen);
});

/** One segment went before. @param {string} _all @param {string} word @param {string} from @param {string} [to] */
function shifted(_all, word, from, to) {
  return `${word} ${Number(from) + MSS}${to === undefined ? '' : `-${Number(to) + MSS}`}`;
}

test('RACK needs SACK', () => {
  expect(
    mechanism(
      'rack',
      'client SYN mss 1460',
      '+40ms server SYN-ACK mss 1460',
      '+50us client ACK',
      `client data ${MSS}`,
      '+40ms server ACK',
    ),
  ).toMatchObject({ seen: 'not_seen', reason: 'it needs SACK' });
});

const DATA = `+50us client data ${MSS}`;
const NOTHING = '';

describe.each([
  ['SACK', OPTIONS, (/** @type {number} */ k) => ` sack ${1 + MSS * 13}-${1 + MSS * (14 + k)}`],
  ['no SACK', 'mss 1460 ws 7', () => ''],
])('limited transmit, with %s', (_, options, sack) => {
  /** A window of four segments loses its first; what each of the duplicates releases. @param {string[]} released */
  const recovery = (...released) => [
    `client SYN ${options}`,
    `+40ms server SYN-ACK ${options}`,
    '+50us client ACK',
    `client data 4x${MSS}`,
    ...[1, 2].flatMap((trip) =>
      [1, 2, 3, 4].flatMap((k) => [
        `+${k === 1 ? 40 : 1}ms server ACK ${1 + MSS * ((trip - 1) * 4 + k)}`,
        `+50us client data ${MSS}`,
      ]),
    ),
    `+37ms server ACK ${1 + MSS * 9}`,
    `+50us client data ${MSS} lost`,
    ...[10, 11, 12].flatMap((k) => [`+1ms server ACK ${1 + MSS * k}`, `+50us client data ${MSS}`]),
    ...released
      .flatMap((line, k) => [`+${k === 0 ? 38 : 1}ms server ACK ${1 + MSS * 12}${sack(k)}`, line])
      .filter((line) => line !== NOTHING),
    '+50us client again 13',
    `+40ms server ACK`,
    `+50us client data 2x${MSS}`,
    '+40ms server ACK',
  ];

  it.each(
    /** @type {[string, string[]][]} */ ([
      ['seen', recovery(DATA, DATA, NOTHING)],
      // the script's receiver reports by SACK what has arrived, the sooner the more that is released
      ...(options === OPTIONS ? [] : [['not_seen', recovery(NOTHING, NOTHING, NOTHING)]]),
      ['not_observable', recovery()],
    ]),
  )('is %s', (seen, lines) => {
    expect(mechanism('limited_transmit', ...lines)).toMatchObject({ seen });
  });

  it("is the window's, not the application's, nor pacing", () => {
    const [sender] = connectionOf(...recovery(DATA, DATA, NOTHING)).analysis.opened.describeSenders(0);
    const before = sender.limits.filter(({ start, end }) => start < 0.2 && end > 0.05).map(({ limit }) => limit);
    expect(before).toEqual(['congestion_window']);
    expect(sender.mechanisms.find(({ name }) => name === 'pacing')?.seen).not.toBe('seen');
  });
});

/** @param {number} segments that each acknowledgement covers @param {number} delayMs */
const acknowledged = (segments, delayMs) =>
  Array.from({ length: 8 }, () => [`client data ${segments}x${MSS}`, `+${40 + delayMs}ms server ACK`]).flat();

test('how the receiver acknowledges: every second segment, by a timer, or at once', () => {
  expect(mechanism('delayed_ack', ...SHAKE, ...acknowledged(2, 0))).toMatchObject({
    seen: 'seen',
    detail: { every: 2, timerMs: null },
  });
  expect(mechanism('delayed_ack', ...SHAKE, ...acknowledged(1, 0), ...acknowledged(1, 40))).toMatchObject({
    seen: 'seen',
    detail: { every: 1, timerMs: 40 },
  });
  expect(mechanism('delayed_ack', ...SHAKE, ...acknowledged(1, 0))).toMatchObject({ seen: 'not_seen' });
  expect(mechanism('delayed_ack', ...SHAKE, ...acknowledged(8, 0))).toMatchObject({
    seen: 'seen',
    reason: expect.stringContaining('thinned'),
  });
  expect(mechanism('delayed_ack', ...SHAKE, 'client data 1460', '+40ms server ACK').seen).toBe('not_observable');
});

test('Nagle: short segments one at a time, or several at once', () => {
  expect(
    mechanism(
      'nagle',
      ...SHAKE,
      ...Array.from({ length: 6 }, () => ['client PSH data 100', '+40ms server ACK']).flat(),
    ),
  ).toMatchObject({ seen: 'seen' });
  expect(
    mechanism('nagle', ...SHAKE, ...Array.from({ length: 6 }, () => '+5ms client PSH data 100'), '+40ms server ACK'),
  ).toMatchObject({ seen: 'not_seen', detail: { breaches: 5 } });
  expect(mechanism('nagle', ...SHAKE, `client data 4x${MSS}`, '+40ms server ACK').seen).toBe('not_observable');
});

test('offload: segments longer than a full one', () => {
  expect(mechanism('offload', ...SHAKE, 'client data 7300', '+40ms server ACK')).toMatchObject({
    seen: 'seen',
    detail: { longest: 7300 },
  });
  expect(mechanism('offload', ...SHAKE, `client data 3x${MSS}`, '+40ms server ACK').seen).toBe('not_seen');
  expect(mechanism('offload', ...SHAKE, 'client data 100', '+40ms server ACK').seen).toBe('not_observable');
});
