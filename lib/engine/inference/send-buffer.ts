// Distinguishes a full send buffer from an application without data: both leave room in the window while data is in
// flight. But only acknowledgements free buffer space, so the application writes again just after one; an application
// with a clock of its own does so only by chance.
//
//    ACK  ACK  ACK  ACK ─▶ ■ ■ ■ ■ ■        full again: in flight is as long as the buffer
//     │    │    │    └ now a third of the buffer is free (Linux, sk_stream_write_space)
//     └────┴────┴ the window has room, nothing leaves
import { LIMIT, TRIGGER } from '../base/enums';
import { take } from '../base/arena';
import { i32At, setI32 } from '../base/columns';
import {
  Bursts,
  edgeOf,
  endNsOf,
  isOpen,
  pipeAfterOf,
  pipeBeforeOf,
  sentNewOf,
  sentOf,
  startNsOf,
  triggerOf,
} from './bursts';
import { limitOf, setLimit } from './inferred';

/** Pauses that ended with an acknowledgement: least number, share of all, and factor above chance. */
const MIN_PAUSES: i32 = 3;
const MIN_SHARE: f64 = 0.5;
const ABOVE_CHANCE: f64 = 2;

/**
 * @param clockedNs segments triggered by an acknowledgement leave within this @returns whether there is a full buffer
 */
export function tellByPauses(clockedNs: f64): bool {
  const n = Bursts.count;
  const starts = take((<usize>n) << 2);
  const ends = take((<usize>n) << 2);
  let held = 0;
  let pauses = 0;
  let answers = 0;
  let chance: f64 = 0;
  for (let from = 0; from < n; from++) {
    if (limitOf(from) != LIMIT.APPLICATION || sentNewOf(from) == 0) continue;
    let to = from + 1;
    while (to < n && sentNewOf(to) == 0) to++;
    if (to < n && isHeld(from, to)) {
      const isAnswer = triggerOf(to) == TRIGGER.ACK;
      const isTelling = isPause(from, to);
      if (isTelling) {
        pauses++;
        chance += covered(from, to, clockedNs);
        if (isAnswer) answers++;
      }
      if (isTelling || isAnswer) {
        setI32(starts, held, from);
        setI32(ends, held++, to);
      }
    }
    from = to - 1;
  }
  if (answers < MIN_PAUSES || answers < pauses * MIN_SHARE || answers < chance * ABOVE_CHANCE) return false;
  for (let k = 0; k < held; k++) for (let b = i32At(starts, k); b < i32At(ends, k); b++) setLimit(b, LIMIT.SEND_BUFFER);
  return true;
}

/** Whether the application, or its buffer, was the limit in bursts from … to − 1. */
function isHeld(from: i32, to: i32): bool {
  if (triggerOf(to) == TRIGGER.DATA) return false;
  for (let b = from; b < to; b++)
    if (limitOf(b) != LIMIT.APPLICATION || !isOpen(b) || triggerOf(b) == TRIGGER.DATA) return false;
  return true;
}

/**
 * Whether the pause can distinguish them: several acknowledgements passed, with data in flight all along, before
 * something was sent. If the first or the last one triggered it, that may be chance.
 */
function isPause(from: i32, to: i32): bool {
  return pipeBeforeOf(to) > 0 && to - from >= 2;
}

/** The share of a pause in which an acknowledgement had just come. */
function covered(from: i32, to: i32, clockedNs: f64): f64 {
  let coveredNs: f64 = 0;
  for (let b = from + 1; b < to; b++)
    if (triggerOf(b) == TRIGGER.ACK) coveredNs += Math.min(clockedNs, startNsOf(b + 1) - startNsOf(b));
  return coveredNs / Math.max(1, startNsOf(to) - endNsOf(from));
}
