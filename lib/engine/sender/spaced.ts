// Whether a direction's segments arrived at the capture point evenly spaced, as from a bottleneck. (So do those of a
// sender that answers each acknowledgement with one.)
import { ranked } from '../verdicts/ranked';
import { take } from '../base/arena';
import { f64At, setF64 } from '../base/columns';
import { Packets, ackOffsetOf, beginWalk, directionOf, endOffsetOf, lengthOf, seqOffsetOf, timeNsOf } from './packets';

/**
 * After a bottleneck all segments are spaced by it. Where some arrive together, this share of the usual gap or less
 * apart, there is none before the capture point. A run of such segments counts once: a path that had held segments back
 * releases all of them.
 */
const AT_ONCE_SHARE: f64 = 0.25;
const MAX_AT_ONCE: f64 = 0.1;
const USUAL: f64 = 0.75;

/** Segments at most this many usual gaps apart belong to one train. */
const LONGEST_GAP: f64 = 1.5;

let gapsNs: usize = 0;
let gaps: i32 = 0;
let usualNs: f64 = 0;

/** @param direction of the data */
export function isSpaced(direction: i32): bool {
  beginWalk();
  return areSpaced(direction);
}

/** Between segments in a row behind a bottleneck; 0 where there is none before the capture point. */
export function longestGapNs(direction: i32): f64 {
  return areSpaced(direction) ? usualNs * LONGEST_GAP : 0;
}

function areSpaced(direction: i32): bool {
  gapsNs = take((<usize>Packets.count) << 3);
  gaps = 0;
  let last = -1;
  for (let i = 0; i < Packets.count; i++) {
    if (directionOf(i) != direction || lengthOf(i) == 0) continue;
    if (last >= 0 && lengthOf(i) == lengthOf(last) && seqOffsetOf(i) == endOffsetOf(last) && isSameTurn(last, i))
      setF64(gapsNs, gaps++, timeNsOf(i) - timeNsOf(last));
    last = i;
  }
  const ordered = take((<usize>gaps) << 3);
  memory.copy(ordered, gapsNs, (<usize>gaps) << 3);
  usualNs = ranked(ordered, gaps, USUAL);
  return gaps > 0 && areFewAtOnce();
}

/**
 * Whether the other end had sent no data between two segments: an answer leaves no sooner than its request arrives, so
 * that a bottleneck cannot have held it behind the answer before.
 */
// @ts-ignore: decorator
@inline
export function isSameTurn(before: i32, i: i32): bool {
  return ackOffsetOf(i) == ackOffsetOf(before);
}

function areFewAtOnce(): bool {
  let times = 0;
  let apart = 0;
  let wasAtOnce = false;
  for (let k = 0; k < gaps; k++) {
    const isAtOnce = f64At(gapsNs, k) <= usualNs * AT_ONCE_SHARE;
    if (!isAtOnce) apart++;
    else if (!wasAtOnce) times++;
    wasAtOnce = isAtOnce;
  }
  return <f64>times <= <f64>(times + apart) * MAX_AT_ONCE;
}
