import { algorithmOf } from '../../lib/insight/algorithm.js';
import { Bursts, STATE, TRIGGER } from '../../lib/insight/bursts.js';
import { LIMIT } from '../../lib/insight/limits.js';
import { pacingOf } from '../../lib/insight/pacing.js';
import { PHASE } from '../../lib/insight/phases.js';

/** The congestion window is the limit all the time. */
const WINDOW = new Uint8Array(300);

/** Windows before and behind each loss as bursts: open, recovery, open. @param {[before: number, after: number][]} losses @param {number} [state] of the recoveries */
function backOffs(losses, state = STATE.RECOVERY) {
  const bursts = new Bursts(losses.length * 3), cwnd = new Float64Array(losses.length * 3);
  for (const [before, after] of losses) {
    for (const [window, of] of [[before, STATE.OPEN], [before, state], [after, STATE.OPEN]]) {
      cwnd[bursts.count] = window;
      bursts.sentNew[bursts.count] = 1;
      bursts.state[bursts.count++] = of;
    }
  }
  return { bursts, cwnd, phases: new Uint8Array(bursts.count).fill(PHASE.SLOW_START) };
}

test.each(/** @type {[string, [number, number][], string | undefined][]} */ ([
  ['half is left: Reno', [[40, 20], [31, 15]], 'reno'],
  ['seven tenths: CUBIC', [[40, 28], [31, 21]], 'cubic'],
  ['now and then less, by a second loss: still CUBIC', [[40, 28], [31, 16]], 'cubic'],
  ['windows too small to tell', [[5, 3], [4, 2]], undefined],
  ['neither', [[40, 38], [40, 10]], undefined],
]))('%s', (_name, losses, expected) => {
  const { bursts, cwnd, phases } = backOffs(losses);
  expect(algorithmOf(bursts, cwnd, WINDOW, phases, 'none')?.name).toBe(expected);
});

test('back-offs behind a time-out, or taken back, do not count', () => {
  const late = backOffs([[40, 20]], STATE.LOSS), undone = backOffs([[40, 20]]);
  undone.bursts.undone[2] = 1;
  expect(algorithmOf(late.bursts, late.cwnd, WINDOW, late.phases, 'none')).toBeNull();
  expect(algorithmOf(undone.bursts, undone.cwnd, WINDOW, undone.phases, 'none')).toBeNull();
});

test('one back-off alone is no more than a guess', () => {
  const { bursts, cwnd, phases } = backOffs([[40, 20]]);
  expect(algorithmOf(bursts, cwnd, WINDOW, phases, 'none')?.confidence).toBeLessThanOrEqual(0.5);
});

test('slow start left without a loss is CUBIC\'s', () => {
  const { bursts, cwnd, phases } = backOffs([]), open = new Bursts(2);
  open.count = 2;
  expect(algorithmOf(bursts, cwnd, WINDOW, phases, 'none')).toBeNull();
  expect(algorithmOf(open, new Float64Array([20, 20]), WINDOW, new Uint8Array([PHASE.SLOW_START, PHASE.CONGESTION_AVOIDANCE]), 'none')?.name).toBe('cubic');
});

/** Answers to acknowledgements, `delayNs` after each, with these many in flight. @param {number} delayNs @param {(k: number) => number} pipe */
function answers(delayNs, pipe) {
  const bursts = new Bursts(100);
  for (let k = 0; k < 100; k++) {
    bursts.startNs[k] = k * 1e6;
    bursts.sendNs[k] = bursts.endNs[k] = k * 1e6 + delayNs;
    bursts.trigger[k] = TRIGGER.ACK;
    bursts.sentNew[k] = 1;
    bursts.pipeAfter[k] = pipe(k);
    bursts.count++;
  }
  return bursts;
}

test.each(/** @type {[string, number, (k: number) => number, string][]} */ ([
  ['at once', 30e3, (k) => k, 'none'],
  ['by a clock, with a rate that changes', 700e3, (k) => 10 + (k % 8), 'bbr'],
  ['by a clock, always the same', 700e3, () => 4, 'fixed'],
]))('segments leave %s', (_name, delayNs, pipe, expected) => {
  const bursts = answers(delayNs, pipe), { pacing } = pacingOf(bursts, 'captured', false);
  expect(pacing).toBe(expected);
  expect(algorithmOf(bursts, new Float64Array(100).fill(10), WINDOW, new Uint8Array(100), pacing)?.name).toBe(expected === 'bbr' ? 'bbr' : undefined);
});

test('a window that something else held below the real one says nothing of the back-off', () => {
  const { bursts, cwnd, phases } = backOffs([[40, 28], [31, 21]]);
  expect(algorithmOf(bursts, cwnd, new Uint8Array(300).fill(LIMIT.RECEIVE_WINDOW), phases, 'none')).toBeNull();
});

test('behind a bottleneck, without timestamps, nothing is told of pacing nor of what it would tell', () => {
  const bursts = answers(700e3, (k) => 10 + (k % 8)), { pacing } = pacingOf(bursts, 'shifted', true);
  expect(pacing).toBe('unknown');
  expect(algorithmOf(bursts, new Float64Array(100).fill(10), WINDOW, new Uint8Array(100), pacing)).toBeNull();
  expect(pacingOf(bursts, 'shifted', false).pacing).toBe('bbr');
});
