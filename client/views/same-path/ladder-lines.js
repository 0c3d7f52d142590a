/** A packet's way through the columns, as the lines that are drawn of it and found under the pointer. */
import { FATE } from '../../../lib/shared/path/fate.js';

/** @typedef {import('./ladder-frame.js').ListedPackets} ListedPackets */
/** @typedef {'arrived'|'lost'|'missed'|'copy'} LineKind */
/** @typedef {(kind: LineKind, from: number, fromNs: number, to: number, toNs: number) => void} TakeLine */

/** Where in a segment a lost packet ends, as share of its way. */
export const LOST_AT = 0.5;

/**
 * Calls `take` for each line of a packet: between neighbouring points that have it, and to where it was lost. A point
 * that missed it has a `missed` line of no length.
 * @param {ListedPackets} listed @param {number} row
 * @param {readonly number[]} along captures from the first column to the last
 * @param {(from: number, to: number) => number} delayNs what a packet usually takes from one point to another
 * @param {TakeLine} take
 */
export function linesOf({ times, fates, isBack }, row, along, delayNs, take) {
  const count = along.length;
  let from = -1;
  let missed = -1;
  for (let at = 0; at < count; at++) {
    const place = along[isBack[row] ? count - 1 - at : at];
    const ns = times[place][row];
    const fate = fates[place][row];
    if (Number.isNaN(ns)) {
      if (fate === FATE.NOT_CAPTURED) missed = place;
      if (fate === FATE.LOST && from >= 0) {
        take('lost', from, times[from][row], place, times[from][row] + LOST_AT * delayNs(from, place));
        return;
      }
      continue;
    }
    if (from >= 0) take(fate === FATE.DUPLICATE ? 'copy' : 'arrived', from, times[from][row], place, ns);
    else if (fate === FATE.DUPLICATE) take('copy', place, ns, place, ns);
    if (missed >= 0) takeMissed(missed, from, place, from < 0 ? ns : (times[from][row] + ns) / 2, take);
    missed = -1;
    from = place;
  }
  if (missed >= 0 && from >= 0) {
    const toNs = times[from][row] + delayNs(from, missed);
    take('arrived', from, times[from][row], missed, toNs);
    take('missed', missed, toNs, missed, toNs);
  }
}

/**
 * A packet that a point between two others, or before them, must have had.
 * @param {number} missed @param {number} from −1: it was seen first behind @param {number} to @param {number} ns
 * @param {TakeLine} take
 */
function takeMissed(missed, from, to, ns, take) {
  if (from < 0) take('arrived', missed, ns, to, ns);
  take('missed', missed, ns, missed, ns);
}
