import { senderInsight } from '../../../lib/insight/sender/sender-insight.js';
import { STATE } from '../../../lib/transport/bursts.js';
import { connectionOf } from '../../support/packets/connection.js';
import fc from '../../support/properties.js';

const OPTIONS = 'mss 1460 ws 7 sack';
const MSS = 1460;
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];

/** @param {...string} lines */
const senderOf = (...lines) => connectionOf(...SHAKE, ...lines).analysis.opened.describeSenders(0)[0];

/** @param {{ time: number[], segments: number[], confidence: number[] }} cwnd @param {number} when */
function at({ time, segments, confidence }, when) {
  const k = time.findLastIndex((t) => t <= when);
  return { segments: segments[k], confidence: confidence[k] };
}

/**
 * `count` acknowledgements of two segments each, `step` apart, each answered by `answer` segments; the first after 40
 * ms.
 * @param {number} first acknowledged
 * @param {number} count
 * @param {number} answer
 */
const clocked = (first, count, answer) =>
  Array.from({ length: count }, (_, k) => [
    `+${k === 0 ? 40 : 1}ms server ACK ${first + k * 2 * MSS}`,
    `+20us client data ${answer}x${MSS}`,
  ]).flat();

test('slow start: the window grows by what is acknowledged, and shows', () => {
  const { cwnd, phases, limits } = senderOf(
    `client data 10x${MSS}`,
    ...clocked(1 + 2 * MSS, 5, 4),
    ...clocked(1 + 12 * MSS, 2, 4),
  );
  expect(cwnd.segments).toEqual([10, 12, 14, 16, 18, 20, 22, 24]);
  expect(Math.min(...cwnd.confidence.slice(0, -1))).toBeGreaterThan(0.5);
  expect(phases.map(({ phase }) => phase)).toEqual(['slow_start']);
  expect(limits.map(({ limit }) => limit).slice(0, 2)).toEqual(['handshake', 'congestion_window']);
});

test('congestion avoidance is told by the window that stays', () => {
  const { phases } = senderOf(
    `client data 10x${MSS}`,
    ...[0, 1, 2, 3, 4].flatMap((trip) => clocked(1 + (2 + trip * 10) * MSS, 5, 2)),
  );
  expect(phases.map(({ phase }) => phase)).toContain('congestion_avoidance');
});

test('an application that has no more holds the sender back, and the window does not show', () => {
  const { limits, cwnd } = senderOf(
    `client data 4x${MSS}`,
    'client PSH data 200',
    `+40ms server ACK`,
    `+300ms client data 3x${MSS}`,
    'client PSH data 100',
    '+40ms server ACK',
    'client FIN',
  );
  expect(limits.map(({ limit }) => limit)).toEqual(['handshake', 'application']);
  expect(Math.max(...cwnd.confidence)).toBeLessThan(0.5);
});

test.each([
  ['', 0.12],
  ['PSH ', 0.04],
])(
  'a host that is late has what its window lets go, but where a full segment with "%s" ended its data',
  (psh, held) => {
    const acks = (/** @type {number} */ first) =>
      Array.from({ length: 8 }, (_, k) => `+${k === 0 ? 40 : 1}ms server ACK ${1 + (first + k) * MSS}`);
    const { limits, phases } = senderOf(
      `client data 10x${MSS}`,
      ...clocked(1 + 2 * MSS, 4, 4),
      `+1ms server ACK ${1 + 10 * MSS}`,
      `+20us client data 3x${MSS}`,
      `client ${psh}data 1x${MSS}`,
      ...acks(11),
      `+30ms client data 16x${MSS}`,
      'client PSH data 100',
      '+40ms server ACK',
    );
    expect(limits.map(({ limit }) => limit)).toEqual(['handshake', 'congestion_window', 'application']);
    expect(limits[1].end - limits[1].start).toBeCloseTo(held, 2);
    expect(phases[0].phase).toBe('slow_start');
  },
);

test('the receive window holds the sender back where the next segment does not fit', () => {
  const lines = [`client data 4x${MSS}`];
  for (let k = 1; k <= 6; k++) lines.push(`+40ms server ACK ${1 + 4 * k * MSS} win 46`, `+20us client data 4x${MSS}`);
  const { limits, cwnd } = connectionOf(
    SHAKE[0],
    `+40ms server SYN-ACK ${OPTIONS} win 5888`,
    SHAKE[2],
    ...lines,
  ).analysis.opened.describeSenders(0)[0];
  expect(limits.map(({ limit }) => limit)).toEqual(['handshake', 'receive_window']);
  expect(Math.max(...cwnd.confidence)).toBeLessThan(0.5);
});

test("Nagle: a short segment that waits for the one before is the application's", () => {
  const { limits } = senderOf(
    ...Array.from({ length: 8 }, () => ['client PSH data 100', '+40ms server ACK']).flat(),
    'client PSH data 100',
  );
  expect(new Set(limits.map(({ limit }) => limit))).toEqual(new Set(['handshake', 'application']));
});

test('recovery: the window follows what is in flight; what comes behind it starts anew', () => {
  const sender = senderOf(
    `client data 1x${MSS} lost`,
    `client data 9x${MSS}`,
    ...Array.from(
      { length: 9 },
      (_, k) => `+${k === 0 ? 40 : 1}ms server ACK 1 sack ${1 + MSS}-${1 + (k + 2) * MSS}`,
    ).slice(0, 3),
    '+20us client again 1',
    ...[3, 4, 5, 6, 7, 8].flatMap((k) => [`+1ms server ACK 1 sack ${1 + MSS}-${1 + (k + 2) * MSS}`]),
    `+40ms server ACK ${1 + 10 * MSS}`,
    `+20us client data 5x${MSS}`,
    ...clocked(1 + 12 * MSS, 2, 2),
  );
  expect(sender.phases.map(({ phase }) => phase).slice(0, 3)).toEqual([
    'slow_start',
    'fast_recovery',
    'congestion_avoidance',
  ]);
  const inRecovery = sender.phases[1];
  const after = sender.phases[2];
  expect(at(sender.cwnd, inRecovery.end - 1e-3).segments).toBeLessThan(5);
  expect(at(sender.cwnd, after.start + 1e-4).segments).toBe(5);
});

test('behind a time-out the window is one segment', () => {
  const sender = senderOf(
    `client data 10x${MSS} lost`,
    '+300ms client again 1',
    `+40ms server ACK ${1 + MSS}`,
    '+20us client again 2',
    'client again 3',
    `+40ms server ACK ${1 + 3 * MSS}`,
  );
  const timeout = sender.phases.find(({ phase }) => phase === 'rto_recovery');
  expect(timeout?.start).toBeCloseTo(0.34005, 2);
  expect(at(sender.cwnd, 0.36).segments).toBe(1);
});

test('the capture point alone changes neither window nor limits', () => {
  const near = SHAKE.map((words) => words.replace('sack', 'sack ts'));
  const far = [`client SYN ${OPTIONS} ts`, `+50us server SYN-ACK ${OPTIONS} ts`, '+40ms client ACK'];
  const grow = (/** @type {number} */ rtt, /** @type {number} */ back) => [
    'client data 10x1448',
    `+${rtt}ms server ACK ${1 + 2 * 1448}`,
    `+${back}ms client data 4x1448`,
  ];
  const windows = [
    [...near, ...grow(40, 0.02)],
    [...far, ...grow(0.02, 40)],
  ].map((lines) =>
    connectionOf(...lines)
      .analysis.opened.describeSenders(0)[0]
      .cwnd.segments.at(-1),
  );
  expect(windows).toEqual([12, 12]);
});

test('what a bottleneck before the capture spaced had left with its acknowledgements, without timestamps too', () => {
  const far = [`client SYN ${OPTIONS}`, `+50us server SYN-ACK ${OPTIONS}`, '+40ms client ACK'];
  const flight = (/** @type {number} */ segments, /** @type {number} */ afterMs) =>
    Array.from({ length: segments }, (_, k) => [`+${k === 0 ? afterMs : 1}ms client data ${MSS}`, '+10us server ACK']);
  const lines = [...flight(4, 0.01), ...flight(8, 37), ...flight(16, 33)].flat();
  const { cwnd } = connectionOf(far[0], ...far.slice(1), ...lines).analysis.opened.describeSenders(0)[0];
  expect([...new Set(cwnd.segments)]).toEqual(Array.from({ length: 13 }, (_, k) => 4 + k));
});

/** @type {fc.Arbitrary<string>} */
const line = fc
  .tuple(
    fc.constantFrom('', '+1ms ', '+40ms ', '+300ms '),
    fc.constantFrom('client', 'server'),
    fc.constantFrom(
      `data 3x${MSS}`,
      'PSH data 100',
      'ACK',
      `data ${MSS} lost`,
      'again 1',
      'FIN',
      'RST',
      'ACK win 0',
      'ECE',
      'ACK 999999',
      'SYN',
      'data 1 late 20ms',
    ),
  )
  .map((words) => words.join('').replace(/(client|server)/, '$1 '));

test('whatever comes, the window is never below what is in flight, and stretches of time do not overlap', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (lines) => {
      const text = [...SHAKE, 'client data 5x1460', 'server data 1460', ...lines];
      const { path, analysis } = connectionOf(...text);
      for (const direction of [0, 1]) {
        const { bursts, cwnd } = senderInsight(direction, path, { mss: MSS, year: null });
        for (let b = 0; b < bursts.count; b++) {
          if (bursts.state[b] === STATE.OPEN && cwnd[b] < bursts.pipeAfter[b]) return false;
        }
      }
      return analysis.opened
        .describeSenders(0)
        .every(({ limits, phases }) =>
          [limits, phases].every((spans) =>
            spans.every(({ start, end }, k) => end > start && (k === 0 || start >= spans[k - 1].end)),
          ),
        );
    }),
    { numRuns: 60 },
  );
});
