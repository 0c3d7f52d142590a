import { algorithmOf, sharesLeft } from '../../../lib/insight/sender/algorithm.js';
import { Bursts, STATE, TRIGGER } from '../../../lib/insight/sender/bursts.js';
import { inferredOf } from '../../../lib/insight/sender/inferred.js';
import { LIMIT } from '../../../lib/insight/sender/limits.js';
import { PHASE } from '../../../lib/insight/sender/phases.js';

/** The congestion window is the limit all the time. */
const WINDOW = new Uint8Array(300);
const NOT_PACED = /** @type {const} */ ({ pacing: 'none', isSure: true });

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
  /** @type {[string, [number, number][], string | undefined][]} */ ([
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
      undefined,
    ],
    [
      'neither',
      [
        [40, 38],
        [40, 10],
      ],
      undefined,
    ],
  ]),
)('%s', (_name, losses, expected) => {
  const { bursts, cwnd, phases } = backOffs(losses);
  expect(algorithmOf(bursts, sharesLeft(bursts, cwnd, WINDOW), phases, NOT_PACED)?.name).toBe(expected);
});

test('back-offs behind a time-out, or taken back, do not count', () => {
  const late = backOffs([[40, 20]], STATE.LOSS);
  const undone = backOffs([[40, 20]]);
  undone.bursts.undone[2] = 1;
  expect(algorithmOf(late.bursts, sharesLeft(late.bursts, late.cwnd, WINDOW), late.phases, NOT_PACED)).toBeNull();
  expect(
    algorithmOf(undone.bursts, sharesLeft(undone.bursts, undone.cwnd, WINDOW), undone.phases, NOT_PACED),
  ).toBeNull();
});

test('one back-off alone is no more than a guess', () => {
  const { bursts, cwnd, phases } = backOffs([[40, 20]]);
  expect(algorithmOf(bursts, sharesLeft(bursts, cwnd, WINDOW), phases, NOT_PACED)?.confidence).toBeLessThanOrEqual(0.5);
});

test("slow start left without a loss is CUBIC's", () => {
  const { bursts, cwnd, phases } = backOffs([]);
  const open = new Bursts(2);
  open.count = 2;
  expect(algorithmOf(bursts, sharesLeft(bursts, cwnd, WINDOW), phases, NOT_PACED)).toBeNull();
  expect(algorithmOf(open, [], new Uint8Array([PHASE.SLOW_START, PHASE.CONGESTION_AVOIDANCE]), NOT_PACED)?.name).toBe(
    'cubic',
  );
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
const pacingOf = (bursts, method, isSpaced) => inferredOf(bursts, { mss: 1460, rttNs: 50e6, method, isSpaced }).paced;

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
  expect(algorithmOf(bursts, [], new Uint8Array(100), paced)?.name).toBe(expected === 'bbr' ? 'bbr' : undefined);
});

test('a window that something else held below the real one says nothing of the back-off', () => {
  const { bursts, cwnd, phases } = backOffs([
    [40, 28],
    [31, 21],
  ]);
  expect(
    algorithmOf(bursts, sharesLeft(bursts, cwnd, new Uint8Array(300).fill(LIMIT.RECEIVE_WINDOW)), phases, NOT_PACED),
  ).toBeNull();
});

test('behind a bottleneck, without timestamps, nothing is told of pacing nor of what it would tell', () => {
  const bursts = answers(700e3, (k) => 10 + (k % 8));
  const paced = pacingOf(bursts, 'shifted', true);
  expect(paced.pacing).toBe('unknown');
  expect(algorithmOf(bursts, [], new Uint8Array(100), paced)).toBeNull();
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
    expect(algorithmOf(bursts, sharesLeft(bursts, cwnd, WINDOW), phases, paced)?.confidence).toBeLessThan(0.5);
  }
  expect(algorithmOf(bursts, sharesLeft(bursts, cwnd, WINDOW), phases, NOT_PACED)?.confidence).toBeGreaterThan(0.5);
});
