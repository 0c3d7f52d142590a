import { ColumnRoom } from '../../../../lib/engine/columns.js';
import { STATE, TRIGGER } from '../../../../lib/insight/sender/bursts.js';

/** @typedef {import('../../../../lib/insight/sender/bursts.js').Bursts} Bursts */

/**
 * A host that does not space its segments answers an acknowledgement within tens of microseconds; later than this it
 * waited for the clock.
 */
const PROMPT_NS = 250e3;
/** What the clock must explain, and how well (lib/engine/inference/pacing.ts). */
const CLOCKED_SHARE = 0.5;
const NEARER = 0.5;
const REGULAR = 1 / 20;
const RATE_OF = 8;
/**
 * Share of answers later than that: by the capture's own clock or before any bottleneck, and behind one, where times
 * are put together of clocks of 1 ms.
 */
const PACED_SHARE = 0.15;
const PACED_SHARE_BY_ECHOES = 0.3;
const PACED_SHARE_SHIFTED = 0.25;
const MIN_ANSWERS = 20;
/**
 * By echoes an acknowledgement may have been put so early that even the soonest answers seem late: what these take is
 * no waiting.
 */
const SOONEST_SHARE = 0.1;
/**
 * Where times are put together, pacing is half a guess by fewer answers than this, and so is its absence with this
 * share of them late.
 */
const MANY_ANSWERS = 100;
const DOUBTFUL_SHARE = 0.2;
/**
 * BBR's window and rate rise and fall by a quarter at least; a rate set from outside leaves as much in flight all the
 * time.
 */
const STEADY = 1.15;

/**
 * @param {Bursts} bursts
 * @param {import('../../../../lib/tcpflow/sender/sender-order.js').SenderOrder['method']} method how their order was
 *   told
 * @param {() => boolean} isSpaced whether segments came to the capture point spaced by a bottleneck, as far as shows;
 *   asked only where that
 *   decides, and never where they were captured at the sender
 * @returns {import('../../../../lib/insight/sender/pacing.js').Paced}
 */
export function pacingOf(bursts, method, isSpaced) {
  const { count, trigger, state, sentNew, pipeBefore, pipeAfter, startNs, sendNs, endNs } = bursts;
  const room = new ColumnRoom(count, 3, 24);
  const gaps = room.float64();
  const pipes = room.float64();
  const waits = room.float64();
  let answers = 0;
  let unprompted = 0;
  let sending = 0;
  for (let b = 1; b < count; b++) {
    if (sentNew[b] === 0) continue;
    pipes[sending++] = pipeAfter[b];
    if (trigger[b] === TRIGGER.NOTHING && pipeBefore[b] > 0 && !endsWrite(bursts, b - 1)) {
      gaps[unprompted++] = startNs[b] - endNs[b - 1];
    }
    if (trigger[b] !== TRIGGER.ACK || state[b] !== STATE.OPEN || endsWrite(bursts, b)) continue;
    waits[answers++] = sendNs[b] - startNs[b];
  }
  const late = lateOf(waits.subarray(0, answers), method);
  const gapNs = quantile(gaps.subarray(0, unprompted), 0.5);
  const isExact = method === 'captured';
  const answerNs = quantile(waits.subarray(0, answers), 0.5);
  const isSlow = isExact && clockedAnswers(bursts, answerNs) < late * CLOCKED_SHARE;
  const known = { gapNs, late, answers, answerNs, isSure: isExact || answers >= MANY_ANSWERS };
  if (method === 'shifted' && isSpaced()) return { ...known, pacing: 'unknown' };
  if (isSlow || answers < MIN_ANSWERS || late < answers * leastShare(method, isSpaced)) {
    return { ...known, pacing: 'none', isSure: isExact || late <= answers * DOUBTFUL_SHARE };
  }
  const sorted = pipes.subarray(0, sending);
  return { ...known, pacing: quantile(sorted, 0.9) > STEADY * quantile(sorted, 0.1) ? 'bbr' : 'fixed' };
}

/** @param {Bursts} bursts @param {number} b */
const endsWrite = ({ short, pushed }, b) => short[b] === 1 && pushed[b] === 1;

/**
 * How many late answers left when the clock was due.
 * @param {Bursts} bursts
 * @param {number} answerNs
 */
function clockedAnswers(bursts, answerNs) {
  const { count, trigger, state, sent, sentNew, pipeBefore, startNs, sendNs } = bursts;
  const gaps = [];
  let clocked = 0;
  for (let b = 1, last = 0; b < count; b++) {
    if (sent[b] === 0) continue;
    if (sent[last] > 0 && pipeBefore[b] > 0) {
      const waitNs = sendNs[b] - startNs[b];
      const gapNs = sendNs[b] - sendNs[last];
      const dueNs = sent[last] * quantile(Float64Array.from(gaps.slice(-RATE_OF)), 0.5);
      const nearNs = Math.max(Math.abs(waitNs - answerNs) * NEARER, waitNs * REGULAR);
      const isAnswer = trigger[b] === TRIGGER.ACK && sentNew[b] > 0 && state[b] === STATE.OPEN && !endsWrite(bursts, b);
      if (isAnswer && waitNs > PROMPT_NS && Math.abs(gapNs - dueNs) < nearNs) clocked++;
      gaps.push(gapNs / sent[last]);
    }
    last = b;
  }
  return clocked;
}

/**
 * How many answers waited for the clock.
 * @param {Float64Array} waits sorted in place where that matters
 * @param {import('../../../../lib/tcpflow/sender/sender-order.js').SenderOrder['method']} method
 */
function lateOf(waits, method) {
  const mostNs = PROMPT_NS + (method === 'echoes' ? ranked(waits.sort(), SOONEST_SHARE) : 0);
  let late = 0;
  for (let k = 0; k < waits.length; k++) if (waits[k] > mostNs) late++;
  return late;
}

/**
 * @param {import('../../../../lib/tcpflow/sender/sender-order.js').SenderOrder['method']} method
 * @param {() => boolean} isSpaced
 */
function leastShare(method, isSpaced) {
  if (method === 'shifted') return PACED_SHARE_SHIFTED;
  return method === 'echoes' && isSpaced() ? PACED_SHARE_BY_ECHOES : PACED_SHARE;
}

/** @param {Float64Array} values @param {number} share */
export const quantile = (values, share) => ranked(values.slice().sort(), share);

/** @param {Float64Array} sorted @param {number} share @returns {number} 0 where there are none */
const ranked = (sorted, share) =>
  sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
