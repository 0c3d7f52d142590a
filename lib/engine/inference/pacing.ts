// Whether the sender spaces its segments.
import { ORDER_METHOD, PACING, TRIGGER } from '../base/enums';
import { ranked } from '../verdicts/ranked';
import { take } from '../base/arena';
import { f64At, setF64 } from '../base/columns';
import {
  Bursts,
  endNsOf,
  isOpen,
  isShort,
  pipeAfterOf,
  pipeBeforeOf,
  sendNsOf,
  sentNewOf,
  startNsOf,
  triggerOf,
} from './bursts';

/**
 * A host that does not space its segments answers an acknowledgement within tens of microseconds; later than this it
 * waited for the clock.
 */
const PROMPT_NS: f64 = 250e3;
/**
 * Share of answers later than that: by the capture's own clock or before any bottleneck, and behind one, where times
 * are put together of clocks of 1 ms.
 */
const PACED_SHARE: f64 = 0.15;
const PACED_SHARE_BY_ECHOES: f64 = 0.3;
const PACED_SHARE_SHIFTED: f64 = 0.25;
const LEAST_ANSWERS: i32 = 20;
/**
 * By echoes an acknowledgement may have been put so early that even the soonest answers seem late: what these take is
 * no waiting.
 */
const SOONEST_SHARE: f64 = 0.1;
/**
 * Where times are put together, pacing is half a guess by fewer answers than this, and so is its absence with this
 * share of them late.
 */
const MANY_ANSWERS: i32 = 100;
const DOUBTFUL_SHARE: f64 = 0.2;
/**
 * BBR's window and rate rise and fall by a quarter at least; a rate set from outside leaves as much in flight all the
 * time.
 */
const STEADY: f64 = 1.15;

export class Paced {
  static pacing: i32 = PACING.NONE;
  /** `pacing` is more than a guess. */
  static isSure: bool = false;
  /** Usual gap between bursts that nothing set off. */
  static gapNs: f64 = 0;
  static late: i32 = 0;
  static answers: i32 = 0;
}

/**
 * @param method how the order was told
 * @param isSpaced segments came to the capture point spaced by a bottleneck, as far as shows
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
    if (triggerOf(b) == TRIGGER.NOTHING && pipeBeforeOf(b) > 0 && !isShort(b - 1))
      setF64(gaps, unprompted++, startNsOf(b) - endNsOf(b - 1));
    if (triggerOf(b) == TRIGGER.ACK && isOpen(b) && !isShort(b)) setF64(waits, answers++, sendNsOf(b) - startNsOf(b));
  }
  const late = lateOf(waits, answers, method);
  const isExact = method == ORDER_METHOD.CAPTURED;
  Paced.gapNs = ranked(gaps, unprompted, 0.5);
  Paced.late = late;
  Paced.answers = answers;
  Paced.isSure = isExact || answers >= MANY_ANSWERS;
  if (method == ORDER_METHOD.SHIFTED && isSpaced) Paced.pacing = PACING.UNKNOWN;
  else if (answers < LEAST_ANSWERS || late < answers * PACED_SHARE || late < answers * leastShare(method, isSpaced)) {
    Paced.pacing = PACING.NONE;
    Paced.isSure = isExact || late <= answers * DOUBTFUL_SHARE;
  } else Paced.pacing = ranked(pipes, sending, 0.9) > STEADY * ranked(pipes, sending, 0.1) ? PACING.BBR : PACING.FIXED;
}

/** How many answers waited for the clock. */
function lateOf(waits: usize, answers: i32, method: i32): i32 {
  const mostNs = PROMPT_NS + (method == ORDER_METHOD.ECHOES ? ranked(waits, answers, SOONEST_SHARE) : 0);
  let late = 0;
  for (let k = 0; k < answers; k++) if (f64At(waits, k) > mostNs) late++;
  return late;
}

function leastShare(method: i32, isSpaced: bool): f64 {
  if (method == ORDER_METHOD.SHIFTED) return PACED_SHARE_SHIFTED;
  return method == ORDER_METHOD.ECHOES && isSpaced ? PACED_SHARE_BY_ECHOES : PACED_SHARE;
}
