// Properties of a sender seen in its first bursts: how fast its host answers, and whether its window counts bytes.
import { STATE, TRIGGER } from '../../transport/bursts.js';
import { inferredOf } from './inferred.js';

/** @typedef {import('../../transport/bursts.js').Bursts} Bursts */
/** @typedef {import('./inferred.js').Inferred} Inferred */

/**
 * Until the host's own answering time is measured: segments triggered by an acknowledgement leave within this share of
 * the round trip …
 */
const CLOCKED_SHARE = 1 / 20;
/**
 * … but a host is never faster than the first nor, when idle, slower than the second: Linux 0.02 to 0.08 ms, others to
 * 1.3.
 */
const FASTEST_NS = 0.4e6;
const SLOWEST_NS = 2e6;
/**
 * Away from the sender times are derived from TCP timestamp clocks, of 1 ms with most stacks (RFC 7323 lets it be 1 s).
 */
const UNSURE_NS = 1.5e6;
/**
 * A host that does not pace may take this long to answer, but no larger share of the round trip: Linux 0.02 to 0.08 ms,
 * stacks in user space 0.05 to 1.3 ms and 6 ms when they had slept, a workstation of 1996 3 ms.
 */
const SLOWEST_ANSWER_NS = 10e6;
const ANSWER_SHARE = 1 / 8;
/** Where no more of its answers than this are late, its host is fast, and later segments waited for something else. */
const MIN_LATE = 0.05;

/** Whether bytes are counted is checked where segments fall short of the full size by this share in all. */
const MIN_SHORT = 0.01;
/**
 * A constant window keeps the flight size constant: it counts bytes if in bytes that changes less by this factor from
 * answer to answer.
 */
const STEADIER = 0.8;
const MIN_ANSWERS = 20;

/**
 * Segments triggered by an acknowledgement leave within this, until the host's answering time is known.
 * @param {number} rttNs usual round trip
 * @param {import('../../transport/path.js').SenderOrder['method']} method
 */
const usualAnswerNs = (rttNs, method) =>
  Math.min(SLOWEST_NS, Math.max(FASTEST_NS, rttNs * CLOCKED_SHARE)) + (method === 'captured' ? 0 : UNSURE_NS);

/**
 * What a direction's sender did and what limited it.
 * @param {import('../../transport/path.js').SenderPath} path
 * @param {number} direction of the data
 * @param {Parameters<typeof inferredOf>[1]} known
 * @returns {Inferred}
 */
export function inferredByHabits(path, direction, known) {
  const { mss, rttNs, method } = known;
  let habits = { mss, clockedNs: usualAnswerNs(rttNs, method), byBytes: false };
  let inferred = inferredOf(path.bursts(direction, habits), known);
  const slowNs = Math.min(SLOWEST_ANSWER_NS, rttNs * ANSWER_SHARE);
  const { pacing, late, answers } = inferred.paced;
  const isSlow = answers < MIN_ANSWERS || late > answers * MIN_LATE;
  if (method === 'captured' && pacing === 'none' && isSlow && slowNs > habits.clockedNs) {
    habits = { ...habits, clockedNs: slowNs };
    inferred = inferredOf(path.bursts(direction, habits), known);
  }
  if (shortness(inferred.bursts, mss) < MIN_SHORT) return inferred;
  const bursts = path.bursts(direction, { ...habits, byBytes: true });
  return changeOf(bursts) < changeOf(inferred.bursts) * STEADIER ? inferredOf(bursts, known) : inferred;
}

/** The share by which new segments fall short of full ones. @param {Bursts} bursts @param {number} mss */
function shortness({ count, sentNew, sentEnd }, mss) {
  const segments = sentNew.reduce((sum, some) => sum + some, 0);
  return segments === 0 ? 0 : 1 - sentEnd[count - 1] / (segments * mss);
}

/**
 * Relative change of the flight size from one answer to the next.
 * @param {Bursts} bursts
 * @returns {number} Infinity where there are too few
 */
function changeOf({ count, trigger, state, sentNew, short, pushed, pipeAfter }) {
  let answers = 0;
  let change = 0;
  let sum = 0;
  for (let b = 1, last = 0; b < count; b++) {
    if (trigger[b] !== TRIGGER.ACK || state[b] !== STATE.OPEN || sentNew[b] === 0 || (short[b] & pushed[b]) === 1) {
      continue;
    }
    if (last > 0) {
      change += Math.abs(pipeAfter[b] - pipeAfter[last]);
      sum += pipeAfter[b];
      answers++;
    }
    last = b;
  }
  return answers < MIN_ANSWERS ? Infinity : change / sum;
}
