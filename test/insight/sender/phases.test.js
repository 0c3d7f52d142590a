import { LIMIT } from '../../../lib/insight/sender/limits.js';
import { PHASES, phasesAfter } from '../../../lib/insight/sender/phases.js';
import { Bursts, STATE, TRIGGER } from '../../../lib/transport/bursts.js';

const MS = 1e6;
const KNOWN = { left: 0.5, rttNs: 40 * MS, mayHide: false };

/** Single segments acknowledged and answered, 1 ms apart, with this window behind each. @param {number[]} cwnd */
function windows(cwnd) {
  const bursts = new Bursts(cwnd.length);
  bursts.count = cwnd.length;
  cwnd.forEach((window, b) => {
    bursts.startNs[b] = bursts.endNs[b] = b * MS;
    bursts.trigger[b] = TRIGGER.ACK;
    bursts.delivered[b] = bursts.sentNew[b] = 1;
    bursts.pipeAfter[b] = bursts.outstanding[b] = window;
  });
  return bursts;
}

/** Slow start to 40, then a window that stays. */
const STAYS = Array.from({ length: 200 }, (_, b) => Math.min(40, 10 + b));

/** @param {Bursts} bursts @param {Partial<typeof KNOWN>} known */
function phasesOf(bursts, known) {
  const limits = new Uint8Array(bursts.count).fill(LIMIT.CONGESTION_WINDOW);
  const { phases, exit } = phasesAfter(bursts, Float64Array.from(STAYS), limits, { ...KNOWN, ...known });
  return { phase: PHASES[phases[150]], exit: exit?.cause ?? null };
}

test('a window that no longer grows by what is acknowledged has left slow start', () => {
  expect(phasesOf(windows(STAYS), {})).toEqual({ phase: 'congestion_avoidance', exit: 'delay' });
});

test('where a queue may hide its growth, that does not show before a loss', () => {
  expect(phasesOf(windows(STAYS), { mayHide: true })).toEqual({ phase: 'slow_start', exit: null });
  const lossy = windows(STAYS);
  lossy.state.fill(STATE.RECOVERY, 60, 100);
  expect(phasesOf(lossy, { mayHide: true })).toEqual({ phase: 'congestion_avoidance', exit: 'loss' });
});
