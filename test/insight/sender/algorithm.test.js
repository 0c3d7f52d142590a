import { algorithmOf, sharesLeft } from '../../../lib/insight/sender/algorithm.js';
import { inferredOf } from '../../../lib/insight/sender/inferred.js';
import { LIMIT } from '../../../lib/insight/sender/limits.js';
import { PHASE } from '../../../lib/insight/sender/phases.js';
import { ratesOf } from '../../../lib/insight/sender/rates.js';
import { Bursts, STATE, TRIGGER } from '../../../lib/transport/bursts.js';

/** The congestion window is the limit all the time. */
const WINDOW = new Uint8Array(300);
const NOT_PACED = /** @type {const} */ ({ pacing: 'none', isSure: true, gapNs: 0, late: 0, answers: 100, answerNs: 0 });
const RTT_NS = 50e6;

/**
 * What is told of bursts and their windows.
 * @param {Bursts} bursts @param {Float64Array} cwnd @param {Uint8Array} phases
 * @param {Partial<Parameters<typeof algorithmOf>[1]>} [more]
 * @param {number | null} [year] of the capture
 */
const told = (bursts, cwnd, phases, more, year = null) =>
  algorithmOf(
    bursts,
    {
      cwnd,
      phases,
      limits: WINDOW,
      shares: sharesLeft(bursts, cwnd, more?.limits ?? WINDOW),
      rates: ratesOf(bursts, 1460, RTT_NS),
      samples: { count: 0, timeNs: new Float64Array(0), rttNs: new Float64Array(0) },
      rttNs: RTT_NS,
      baseRttNs: RTT_NS,
      paced: NOT_PACED,
      ...more,
    },
    year,
  );

/**
 * A burst a round trip, which acknowledges and sends a whole window: in congestion avoidance, and behind a negative
 * window's loss.
 * @param {number[]} windows segments; negative: what is in flight in recovery
 * @param {{ tripNs?: number }} [path]
 */
function roundTrips(windows, { tripNs = RTT_NS } = {}) {
  const bursts = new Bursts(windows.length);
  const cwnd = Float64Array.from(windows, Math.abs);
  windows.forEach((window, b) => {
    bursts.startNs[b] = bursts.sendNs[b] = bursts.endNs[b] = b * tripNs;
    bursts.trigger[b] = TRIGGER.ACK;
    bursts.state[b] = window < 0 ? STATE.RECOVERY : STATE.OPEN;
    bursts.sent[b] = bursts.sentNew[b] = bursts.pipeAfter[b] = cwnd[b];
    bursts.delivered[b] = cwnd[b];
    bursts.count++;
  });
  const phases = Uint8Array.from(windows, (w) => (w < 0 ? PHASE.FAST_RECOVERY : PHASE.CONGESTION_AVOIDANCE));
  return /** @type {const} */ ([bursts, cwnd, phases]);
}

/** @param {number} count @param {(k: number) => number} window */
const series = (count, window) => Array.from({ length: count }, (_, k) => Math.round(window(k)));

/**
 * Windows before and behind each loss as bursts: open, recovery, open.
 * @param {[before: number, after: number][]} losses
 * @param {number} [state] of the recoveries
 */
function backOffs(losses, state = STATE.RECOVERY) {
  const bursts = new Bursts(losses.length * 3);
  const cwnd = new Float64Array(losses.length * 3);
  for (const [before, after] of losses) {
    for (const [window, of] of [
      [before, STATE.OPEN],
      [before, state],
      [after, STATE.OPEN],
    ]) {
      cwnd[bursts.count] = window;
      bursts.sentNew[bursts.count] = 1;
      bursts.state[bursts.count++] = of;
    }
  }
  return { bursts, cwnd, phases: new Uint8Array(bursts.count).fill(PHASE.SLOW_START) };
}

test.each(
  /** @type {[string, [number, number][], string | null][]} */ ([
    [
      'half is left: Reno',
      [
        [40, 20],
        [31, 15],
      ],
      'reno',
    ],
    [
      'seven tenths: CUBIC',
      [
        [40, 28],
        [31, 21],
      ],
      'cubic',
    ],
    [
      'now and then less, by a second loss: still CUBIC',
      [
        [40, 28],
        [31, 16],
      ],
      'cubic',
    ],
    [
      'windows too small to tell',
      [
        [5, 3],
        [4, 2],
      ],
      null,
    ],
    [
      'neither',
      [
        [40, 38],
        [40, 10],
      ],
      null,
    ],
  ]),
)('%s', (_name, losses, expected) => {
  const { bursts, cwnd, phases } = backOffs(losses);
  expect(told(bursts, cwnd, phases).name).toBe(expected);
});

test.each(
  /** @type {[string, number[], string | null][]} */ ([
    ['half is left, and a segment more each round trip: Reno', [80, -40, ...series(20, (k) => 40 + k)], 'reno'],
    ['half is left, and nothing more: none that is known', [80, -40, ...series(20, () => 40)], null],
    ['half is left, and ten segments more each round trip', [80, -40, ...series(20, (k) => 40 + 10 * k)], null],
    ['half is left, and half a segment more, once', [80, -40, ...series(20, (k) => 40 + k / 2)], null],
    ['seven tenths, and ever less: CUBIC', [80, -56, ...series(20, (k) => 80 + 24 * (k / 20 - 1) ** 3)], 'cubic'],
    ['eight tenths, as CUBIC follows Reno', [80, -64, ...series(30, (k) => 64 + k * 0.53)], 'cubic'],
    ['eight tenths, and a segment more each round trip', [80, -64, ...series(20, (k) => 64 + k)], null],
    ['no loss, and faster than Reno', series(20, (k) => 100 + k * 4), 'cubic'],
    ['no loss, and as fast as Reno: HyStart tells nothing of what comes behind', series(20, (k) => 100 + k), null],
    ['no loss, and no growth', series(40, () => 100), null],
  ]),
)('%s', (_name, windows, expected) => {
  const { name, reason } = told(...roundTrips(windows));
  expect(name).toBe(expected);
  expect(reason).toMatch(/back-off left|without a loss|no loss/);
});

test('half is left, and from a second on it grows faster and faster: H-TCP', () => {
  const alpha = (/** @type {number} */ seconds) => 1 + 10 * Math.max(0, seconds - 1);
  const windows = [80, -40];
  for (let k = 0, window = 40; k < 50; k++) windows.push(Math.round((window += alpha(k * 0.05))));
  expect(told(...roundTrips(windows)).name).toBe('htcp');
});

test('single segments until a few wait in the queue, and no more: Vegas; until they wait 100 ms: LEDBAT', () => {
  const windows = [...series(8, (k) => 18 + k), ...series(60, () => 25)];
  const samplesOf = (/** @type {number} */ rttNs) => ({
    count: windows.length,
    timeNs: Float64Array.from(windows, (_, k) => k * RTT_NS),
    rttNs: new Float64Array(windows.length).fill(rttNs),
  });
  const parts = roundTrips(windows);
  expect(told(...parts, { samples: samplesOf(55e6) })).toMatchObject({ name: 'vegas', confidence: 0.5 });
  expect(told(...parts, { samples: samplesOf(150e6) })).toMatchObject({ name: 'ledbat', confidence: 0.5 });
  expect(told(...parts, { samples: samplesOf(50.2e6) }).name).toBeNull();
  expect(told(...roundTrips(series(60, () => 25)), { samples: samplesOf(55e6) }).name).toBeNull();
});

/** In flight rises by a quarter in one of so many round trips, and is flat between. @param {number} every */
const cycles = (every) => series(60, (k) => (k % every === every - 1 ? 50 : 40));

test('BBR is named by its cycle of eight round trips, whatever is lost meanwhile', () => {
  expect(told(...roundTrips(cycles(8)))).toMatchObject({ name: 'bbr', confidence: 0.85 });
  expect(told(...roundTrips(cycles(8)), {}, 2016).name).toBe('bbr');
  expect(told(...roundTrips(cycles(8)), {}, 2015)).toMatchObject({
    name: null,
    confidence: 0,
    reason: expect.stringContaining('as BBR does, but that dates from 2016, the capture from 2015'),
  });
  const lossy = cycles(8).map((window, k) => (k % 11 === 3 ? -window : window));
  expect(told(...roundTrips(lossy)).name).toBe('bbr');
});

test('another cycle, or a wave that is no cycle, is none of BBR', () => {
  expect(told(...roundTrips(cycles(20))).name).toBeNull();
  expect(told(...roundTrips(series(60, (k) => 30 + 10 * Math.sin(k / 3)))).name).toBeNull();
});

test('BBR by the drain behind its start, where it paces', () => {
  const startUp = [10, 20, 40, 80, 160, 160, 160, 160];
  const [bursts, cwnd, phases] = roundTrips([...startUp, 100, 60, ...series(12, () => 60)]);
  bursts.sent[7] = bursts.sentNew[7] = bursts.sent[8] = bursts.sentNew[8] = 55;
  bursts.delivered.fill(150, 4);
  bursts.sent.fill(150, 9);
  const paced = /** @type {const} */ ({ ...NOT_PACED, pacing: 'bbr' });
  expect(told(bursts, cwnd, phases, { paced }).name).toBe('bbr');
  expect(told(bursts, cwnd, phases).name).not.toBe('bbr');
});

test('back-offs behind a time-out, or taken back, do not count', () => {
  const late = backOffs([[40, 20]], STATE.LOSS);
  const undone = backOffs([[40, 20]]);
  undone.bursts.undone[2] = 1;
  expect(told(late.bursts, late.cwnd, late.phases).name).toBeNull();
  expect(told(undone.bursts, undone.cwnd, undone.phases).name).toBeNull();
});

test('one back-off alone is no more than a guess, and without growth that fits not even that', () => {
  const { bursts, cwnd, phases } = backOffs([[40, 20]]);
  expect(told(bursts, cwnd, phases).name).toBeNull();
  expect(told(...roundTrips([80, -40, ...series(20, (k) => 40 + k)])).confidence).toBeLessThanOrEqual(0.5);
});

/**
 * Answers to acknowledgements, `delayNs` after each, with these many in flight.
 * @param {number | ((k: number) => number)} delayNs
 * @param {(k: number) => number} pipe
 * @param {number} [count]
 */
function answers(delayNs, pipe, count = 100) {
  const bursts = new Bursts(count);
  for (let k = 0; k < count; k++) {
    bursts.startNs[k] = k * 1e6;
    bursts.sendNs[k] = bursts.endNs[k] = k * 1e6 + (typeof delayNs === 'number' ? delayNs : delayNs(k));
    bursts.trigger[k] = TRIGGER.ACK;
    bursts.sentNew[k] = bursts.sent[k] = 1;
    bursts.pipeBefore[k] = bursts.pipeAfter[k] = pipe(k);
    bursts.count++;
  }
  return bursts;
}

/** @param {Bursts} bursts @param {'captured' | 'shifted' | 'echoes'} method @param {boolean} isSpaced */
const pacingOf = (bursts, method, isSpaced) =>
  inferredOf(bursts, { mss: 1460, rttNs: 50e6, baseRttNs: 50e6, method, isSpaced }).paced;

test.each(
  /** @type {[string, number, (k: number) => number, string][]} */ ([
    ['at once', 30e3, (k) => k, 'none'],
    ['by a clock, with a rate that changes', 700e3, (k) => 10 + (k % 8), 'bbr'],
    ['by a clock, always the same', 700e3, () => 4, 'fixed'],
  ]),
)('segments leave %s', (_name, delayNs, pipe, expected) => {
  const bursts = answers(delayNs, pipe);
  const paced = pacingOf(bursts, 'captured', false);
  expect(paced.pacing).toBe(expected);
  // pacing alone names nothing
  expect(told(bursts, new Float64Array(100), new Uint8Array(100), { paced }).name).toBeNull();
});

test('a window that something else held below the real one says nothing of the back-off', () => {
  const { bursts, cwnd, phases } = backOffs([
    [40, 28],
    [31, 21],
  ]);
  expect(told(bursts, cwnd, phases, { limits: new Uint8Array(300).fill(LIMIT.RECEIVE_WINDOW) }).name).toBeNull();
});

test('behind a bottleneck, without timestamps, nothing is told of pacing nor of what it would tell', () => {
  const bursts = answers(700e3, (k) => 10 + (k % 8));
  const paced = pacingOf(bursts, 'shifted', true);
  expect(paced.pacing).toBe('unknown');
  expect(told(bursts, new Float64Array(100), new Uint8Array(100), { paced }).name).toBeNull();
  expect(pacingOf(bursts, 'shifted', false).pacing).toBe('bbr');
});

test('what even the soonest answers take is no waiting, where echoes put the acknowledgements in their places', () => {
  const bursts = answers(
    (k) => (k % 10 === 0 ? 2400e3 : 1200e3 + k * 1e3),
    (k) => 10 + (k % 8),
  );
  expect(pacingOf(bursts, 'echoes', true)).toMatchObject({ pacing: 'none', isSure: true });
});

test('away from the sender a few answers, or a doubtful share of late ones, are no more than a guess', () => {
  const few = pacingOf(
    answers(
      (k) => (k % 2) * 700e3,
      (k) => 10 + (k % 8),
      60,
    ),
    'echoes',
    true,
  );
  const doubtful = pacingOf(
    answers(
      (k) => (k % 4 === 0 ? 700e3 : 0),
      (k) => 10 + (k % 8),
    ),
    'echoes',
    true,
  );
  expect(few).toMatchObject({ pacing: 'bbr', isSure: false });
  expect(doubtful).toMatchObject({ pacing: 'none', isSure: false });
  const { bursts, cwnd, phases } = backOffs([
    [40, 28],
    [31, 21],
    [33, 23],
  ]);
  for (const paced of [few, doubtful]) {
    expect(told(bursts, cwnd, phases, { paced }).confidence).toBeLessThan(0.5);
  }
  expect(told(bursts, cwnd, phases).confidence).toBeGreaterThan(0.5);
});
