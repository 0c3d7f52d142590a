// Whether the sender paces its segments.
import { ORDER_METHOD, PACING, TRIGGER } from '../base/enums';
import { ranked } from '../verdicts/ranked';
import { take } from '../base/arena';
import { f64At, setF64 } from '../base/columns';
import {
  Bursts,
  endNsOf,
  isOpen,
  endsWrite,
  pipeAfterOf,
  pipeBeforeOf,
  sendNsOf,
  sentNewOf,
  sentOf,
  startNsOf,
  triggerOf,
} from './bursts';

/**
 * A later answer to an acknowledgement may have waited for the pacing clock, or the host is slow: Linux answers within
 * 20 to 80 us on an idle host; stacks in user space (gVisor, smoltcp, FreeBSD's as a library) after 40 to 500 us,
 * virtual machines and interrupt moderation after up to 1 ms, a workstation of 1996 after 3 ms.
 */
const PROMPT_NS: f64 = 250e3;
/**
 * Share of late answers that a pacing clock must explain better than the acknowledgement does: they left when the
 * previous segments were due to be out at the recent rate, which predicts their time better by this factor than the
 * host's usual answering time, or better than any host's regularity. Linux's and ns-3's BBR on links of 4 to 20 Mbit/s:
 * 0.69 to 0.93; hosts that answer after 0.05 to 1 ms: 0 to 0.32.
 */
const CLOCKED_SHARE: f64 = 0.5;
const NEARER: f64 = 0.5;
const REGULAR: f64 = 1.0 / 20;
/** The recent rate: the median over so many transmissions. */
const RATE_OF: i32 = 8;
/**
 * Share of later answers: by the capture's own clock or before any bottleneck, and after one, where times are derived
 * from clocks of 1 ms.
 */
const PACED_SHARE: f64 = 0.15;
const PACED_SHARE_BY_ECHOES: f64 = 0.3;
const PACED_SHARE_SHIFTED: f64 = 0.25;
const MIN_ANSWERS: i32 = 20;
/**
 * With timestamp echoes an acknowledgement may be placed so early that even the fastest answers seem late: their time
 * is not waiting.
 */
const SOONEST_SHARE: f64 = 0.1;
/**
 * Where times are derived, pacing is uncertain with fewer answers than this, and its absence with this share of them
 * late.
 */
const MANY_ANSWERS: i32 = 100;
const DOUBTFUL_SHARE: f64 = 0.2;
/** BBR's window and rate rise and fall by a quarter at least; with an external rate the flight size stays constant. */
const STEADY: f64 = 1.15;

export class Paced {
  static pacing: i32 = PACING.NONE;
  /** `pacing` is more than a guess. */
  static isSure: bool = false;
  /** Usual gap between bursts without a trigger. */
  static gapNs: f64 = 0;
  static late: i32 = 0;
  /** The host's usual answering time: from an acknowledgement to the segments it triggered. */
  static answerNs: f64 = 0;
  static answers: i32 = 0;
}

/**
 * @param method how the order was found
 * @param isSpaced segments arrived at the capture point spaced by a bottleneck, as far as known
 */
export function tellPacing(method: i32, isSpaced: bool): void {
  const n = Bursts.count;
  const gaps = take((<usize>n) << 3);
  const pipes = take((<usize>n) << 3);
  const waits = take((<usize>n) << 3);
  let answers = 0;
  let unprompted = 0;
  let sending = 0;
  for (let b = 1; b < n; b++) {
    if (sentNewOf(b) == 0) continue;
    setF64(pipes, sending++, pipeAfterOf(b));
    if (triggerOf(b) == TRIGGER.NOTHING && pipeBeforeOf(b) > 0 && !endsWrite(b - 1))
      setF64(gaps, unprompted++, startNsOf(b) - endNsOf(b - 1));
    if (triggerOf(b) == TRIGGER.ACK && isOpen(b) && !endsWrite(b)) setF64(waits, answers++, sendNsOf(b) - startNsOf(b));
  }
  const late = lateOf(waits, answers, method);
  const isExact = method == ORDER_METHOD.CAPTURED;
  Paced.gapNs = ranked(gaps, unprompted, 0.5);
  Paced.late = late;
  Paced.answerNs = ranked(waits, answers, 0.5);
  Paced.answers = answers;
  const isSlow = isExact && clockedAnswers() < <f64>late * CLOCKED_SHARE;
  Paced.isSure = isExact || answers >= MANY_ANSWERS;
  if (method == ORDER_METHOD.SHIFTED && isSpaced) Paced.pacing = PACING.UNKNOWN;
  else if (isSlow || answers < MIN_ANSWERS || late < answers * leastShare(method, isSpaced)) {
    Paced.pacing = PACING.NONE;
    Paced.isSure = isExact || late <= answers * DOUBTFUL_SHARE;
  } else Paced.pacing = ranked(pipes, sending, 0.9) > STEADY * ranked(pipes, sending, 0.1) ? PACING.BBR : PACING.FIXED;
}

/** How many answers waited for the pacing clock. */
function lateOf(waits: usize, answers: i32, method: i32): i32 {
  const mostNs = PROMPT_NS + (method == ORDER_METHOD.ECHOES ? ranked(waits, answers, SOONEST_SHARE) : 0);
  let late = 0;
  for (let k = 0; k < answers; k++) if (f64At(waits, k) > mostNs) late++;
  return late;
}

/** How many late answers left when the pacing clock was due, by the gaps between previous transmissions. */
function clockedAnswers(): i32 {
  let last = 0;
  let clocked = 0;
  beginRecent();
  for (let b = 1; b < Bursts.count; b++) {
    if (sentOf(b) == 0) continue;
    const gapNs = sendNsOf(b) - sendNsOf(last);
    if (sentOf(last) > 0 && pipeBeforeOf(b) > 0) {
      const waitNs = sendNsOf(b) - startNsOf(b);
      const isAnswer = triggerOf(b) == TRIGGER.ACK && sentNewOf(b) > 0 && isOpen(b) && !endsWrite(b);
      const dueNs = recentGapNs() * <f64>sentOf(last);
      const nearNs = Math.max(Math.abs(waitNs - Paced.answerNs) * NEARER, waitNs * REGULAR);
      if (isAnswer && waitNs > PROMPT_NS && Math.abs(gapNs - dueNs) < nearNs) clocked++;
      addRecent(gapNs / <f64>sentOf(last));
    }
    last = b;
  }
  return clocked;
}

/** The latest gaps between transmissions, by segment: a ring. */
class Recent {
  static gaps: usize = 0;
  static count: i32 = 0;
}

function beginRecent(): void {
  Recent.count = 0;
  Recent.gaps = take((<usize>RATE_OF) << 4); // as many again to rank
}

function addRecent(gapNs: f64): void {
  setF64(Recent.gaps, Recent.count++ % RATE_OF, gapNs);
}

/** 0 without any. */
function recentGapNs(): f64 {
  const n = min(Recent.count, RATE_OF);
  const copy = Recent.gaps + ((<usize>RATE_OF) << 3);
  memory.copy(copy, Recent.gaps, (<usize>n) << 3);
  return ranked(copy, n, 0.5);
}

function leastShare(method: i32, isSpaced: bool): f64 {
  if (method == ORDER_METHOD.SHIFTED) return PACED_SHARE_SHIFTED;
  return method == ORDER_METHOD.ECHOES && isSpaced ? PACED_SHARE_BY_ECHOES : PACED_SHARE;
}
