import { STATE, TRIGGER } from './bursts.js';

/** @typedef {import('./bursts.js').Bursts} Bursts */

/** A host that does not space its segments answers an acknowledgement within tens of microseconds; later than this it waited for the clock. */
const PROMPT_NS = 250e3;
/** Share of answers later than that: by the capture's own clock at the sender, and elsewhere, where times are put together of clocks of 1 ms. */
const PACED_SHARE = 0.15;
const PACED_SHARE_ELSEWHERE = 0.3;
const LEAST_ANSWERS = 20;
/** BBR's window and rate rise and fall by a quarter at least; a rate set from outside leaves as much in flight all the time. */
const STEADY = 1.15;

/**
 * Whether the sender spaces its segments: `bbr` by a rate that it finds itself, `fixed` by one that it was given.
 * @typedef {'none' | 'bbr' | 'fixed'} Pacing
 */

/**
 * @param {Bursts} bursts @param {boolean} atSender whether times are the capture's own
 * @returns {{ pacing: Pacing, gapNs: number, late: number, answers: number }} gapNs: usual gap between bursts that nothing set off
 */
export function pacingOf({ count, trigger, state, sentNew, short, pipeBefore, pipeAfter, startNs, sendNs, endNs }, atSender) {
  const gaps = new Float64Array(count), pipes = new Float64Array(count);
  let answers = 0, late = 0, unprompted = 0, sending = 0;
  for (let b = 1; b < count; b++) {
    if (sentNew[b] === 0) continue;
    pipes[sending++] = pipeAfter[b];
    if (trigger[b] === TRIGGER.NOTHING && pipeBefore[b] > 0 && !short[b - 1]) gaps[unprompted++] = startNs[b] - endNs[b - 1];
    if (trigger[b] !== TRIGGER.ACK || state[b] !== STATE.OPEN || short[b]) continue;
    answers++;
    if (sendNs[b] - startNs[b] > PROMPT_NS) late++;
  }
  const gapNs = quantile(gaps.subarray(0, unprompted), 0.5), known = { gapNs, late, answers };
  if (answers < LEAST_ANSWERS || late < answers * (atSender ? PACED_SHARE : PACED_SHARE_ELSEWHERE)) return { ...known, pacing: 'none' };
  const sorted = pipes.subarray(0, sending);
  return { ...known, pacing: quantile(sorted, 0.9) > STEADY * quantile(sorted, 0.1) ? 'bbr' : 'fixed' };
}

/** Whether a burst left when it was the clock's turn. @param {Bursts} bursts @param {number} b */
export const wasPaced = ({ trigger, sent, sendNs, startNs }, b) => sent[b] > 0 && (trigger[b] === TRIGGER.NOTHING || sendNs[b] - startNs[b] > PROMPT_NS);

/** @param {Float64Array} values @param {number} share */
export const quantile = (values, share) => (values.length === 0 ? 0 : values.slice().sort()[Math.min(values.length - 1, Math.floor(values.length * share))]);
