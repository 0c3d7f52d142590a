// What a sender did and what limited it, from its bursts. lib/insight/sender/inferred.js calls it.
import { ORDER_METHOD, PACING } from '../base/enums';
import { take } from '../base/arena';
import { f64At, setF64 } from '../base/columns';
import { Bursts, layBursts, startNsOf } from './bursts';
import { Inferred, layInferred, limitOf } from './inferred';
import { tellLimits } from './limits';
import { Paced, tellPacing } from './pacing';
import { Fixed, tellByPlateau } from './plateau';
import { tellByPauses } from './send-buffer';
import { starve } from './starved';
import { tellWindows } from './window';

export { exhausted } from '../base/arena';

const LIMITS: i32 = 7;
/** Consecutive results of a direction: see `inferredFrom` (lib/insight/sender/inferred.js). */
const RESULTS: i32 = 8 + LIMITS;

let inferred: usize = 0;
let results: usize = 0;

/** Allocates a direction's bursts. @returns where to copy them */
export function takeBursts(count: i32): usize {
  const room = layBursts(count);
  results = take((<usize>RESULTS) << 3);
  inferred = layInferred();
  return room;
}

/** Address of the results for each burst. */
export function inferredRoom(): usize {
  return inferred;
}

/** Address of the results for the direction. */
export function resultsRoom(): usize {
  return results;
}

/**
 * Infers windows, pacing and limits from the bursts that were copied in.
 * @param mss payload of a full segment
 * @param rttNs usual round trip @param baseNs the shortest
 * @param clockedNs segments triggered by an acknowledgement leave within this
 * @param method how the order of packets was found: only times captured at the sender are its own and show how fast an
 *   application answers
 * @param isSpaced whether segments arrived at the capture point spaced by a bottleneck, as far as known
 */
export function infer(mss: f64, rttNs: f64, baseNs: f64, clockedNs: f64, method: i32, isSpaced: bool): void {
  starve();
  tellWindows(rttNs);
  tellPacing(method, isSpaced);
  tellLimits(mss, rttNs);
  const isBuffer = Paced.pacing == PACING.NONE && method == ORDER_METHOD.CAPTURED && tellByPauses(clockedNs);
  Fixed.isFixed = false;
  if (Paced.pacing == PACING.NONE || Paced.pacing == PACING.UNKNOWN)
    tellByPlateau(rttNs, baseNs, Paced.pacing == PACING.UNKNOWN, isBuffer);
  setF64(results, 0, Paced.pacing);
  setF64(results, 1, i32(Paced.isSure));
  setF64(results, 2, Paced.gapNs);
  setF64(results, 3, Paced.late);
  setF64(results, 4, Paced.answers);
  setF64(results, 5, Paced.answerNs);
  setF64(results, 6, Inferred.restarts);
  setF64(results, 7, i32(Fixed.isFixed));
  addTimes(results + (8 << 3));
}

/** How long each limit applied. */
function addTimes(timesNs: usize): void {
  memory.fill(timesNs, 0, LIMITS << 3);
  for (let b = 0; b < Bursts.count - 1; b++) {
    const limit = limitOf(b);
    setF64(timesNs, limit, f64At(timesNs, limit) + (startNsOf(b + 1) - startNsOf(b)));
  }
}
