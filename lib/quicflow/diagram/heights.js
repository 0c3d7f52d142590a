import { isStream } from '../wire/frame-types.js';
import { SPACE } from '../wire/versions.js';

/** @typedef {import('../recovery/recover.js').DirectionRecovery} DirectionRecovery */
/** @typedef {import('../recovery/packets.js').QuicPackets} QuicPackets */

/** What a range of an ordinate is. */
export const RANGE = Object.freeze({ FRESH: 0, AGAIN: 1, OTHER: 2 });

/** Where on an ordinate each send lies: the ranges of send k are `first[k]` up to `first[k + 1]`. */
export class Heights {
  first;
  low = /** @type {number[]} */ ([]);
  high = /** @type {number[]} */ ([]);
  kind = /** @type {number[]} */ ([]);

  /** @param {number} sends */
  constructor(sends) {
    this.first = new Int32Array(sends + 1);
  }

  /** @param {number} low @param {number} high @param {number} kind of `RANGE` */
  add(low, high, kind) {
    const last = this.low.length - 1;
    if (last >= this.first[this.#send] && this.kind[last] === kind && this.high[last] === low) {
      this.high[last] = high;
      return;
    }
    this.low.push(low);
    this.high.push(high);
    this.kind.push(kind);
  }

  #send = 0;

  /** Ranges added from now on are those of this send. @param {number} k */
  begin(k) {
    this.#send = k;
    this.first[k] = this.low.length;
  }

  end() {
    this.first[this.first.length - 1] = this.low.length;
    return this;
  }
}

/** A stream's first transmissions: from `start[i]` on they lie at `base[i]`. */
class Placed {
  start = /** @type {number[]} */ ([]);
  base = /** @type {number[]} */ ([]);
  top = 0;

  /** @param {number} to @param {number} sum of what was sent before @returns {number} with this */
  extend(to, sum) {
    const last = this.start.length - 1;
    // Most streams go on where they were.
    const goesOn = last >= 0 && this.base[last] + this.top - this.start[last] === sum;
    if (!goesOn) {
      this.start.push(this.top);
      this.base.push(sum);
    }
    const { top } = this;
    this.top = to;
    return sum + to - top;
  }

  /** The last piece that begins at or below an offset. @param {number} offset */
  at(offset) {
    let low = 0;
    let high = this.start.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.start[middle] <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/**
 * The data of all streams in the order in which it was first sent, as MAX_DATA counts it.
 *
 *     stream 0  [0 … 1200)            [1200 … 1900)
 *     stream 4             [0 … 800)
 *     height    0 ──────── 1200 ───── 2000 ────── 2700
 *
 * @param {QuicPackets} packets @param {DirectionRecovery} sent
 */
export function heightsOfData(packets, { sends: { count, packet } }) {
  const heights = new Heights(count);
  /** @type {Map<number, Placed>} */
  const streams = new Map();
  let sum = 0;
  for (let k = 0; k < count; k++) {
    heights.begin(k);
    const before = heights.low.length;
    forEachStreamFrame(packets, packet[k], (id, from, to) => {
      const stream = streams.get(id) ?? new Placed();
      streams.set(id, stream);
      const wasTop = stream.top;
      if (to > wasTop) sum = stream.extend(to, sum);
      addPieces(heights, stream, from, Math.min(to, wasTop), RANGE.AGAIN);
      addPieces(heights, stream, Math.max(from, wasTop), to, RANGE.FRESH);
    });
    if (heights.low.length === before) heights.add(sum, sum, RANGE.OTHER);
  }
  return heights.end();
}

/** @param {Heights} heights @param {Placed} stream @param {number} from @param {number} to @param {number} kind */
function addPieces(heights, stream, from, to, kind) {
  const { start, base } = stream;
  for (let at = from, piece = stream.at(from); at < to; piece++) {
    const end = Math.min(to, start[piece + 1] ?? Infinity);
    heights.add(base[piece] + at - start[piece], base[piece] + end - start[piece], kind);
    at = end;
  }
}

/**
 * One stream by its offsets.
 * @param {QuicPackets} packets @param {DirectionRecovery} sent @param {number} stream
 */
export function heightsOfStream(packets, { sends: { count, packet } }, stream) {
  const heights = new Heights(count);
  let top = 0;
  for (let k = 0; k < count; k++) {
    heights.begin(k);
    forEachStreamFrame(packets, packet[k], (id, from, to) => {
      if (id !== stream) return;
      if (from < top) heights.add(from, Math.min(to, top), RANGE.AGAIN);
      if (to > top || to === from) heights.add(Math.max(from, Math.min(top, to)), to, RANGE.FRESH);
      top = Math.max(top, to);
    });
  }
  return heights.end();
}

/**
 * Packet numbers: those of Initial and Handshake packets below those of the rest, as each space counts for itself.
 * @param {DirectionRecovery} sent
 * @returns {{ heights: Heights, origin: number }} origin: what the height of a 1-RTT packet lacks to its number
 */
export function heightsOfNumbers({ sends, carried }) {
  const { count, pn, space, bySpace, ackEliciting } = sends;
  const heights = new Heights(count);
  const lift = [0, 0, 0];
  let next = 0;
  bySpace.forEach((list, place) => {
    if (list.length === 0) return;
    lift[place] = next - pn[list[0]];
    next = lift[place] + pn[list[list.length - 1]] + 1;
  });
  for (let k = 0; k < count; k++) {
    heights.begin(k);
    const low = pn[k] + lift[space[k]];
    const isRepeat = carried.again[k] > 0 && carried.fresh[k] === 0;
    const ofData = isRepeat ? RANGE.AGAIN : RANGE.FRESH;
    heights.add(low, low + 1, ackEliciting[k] ? ofData : RANGE.OTHER);
  }
  return { heights: heights.end(), origin: -lift[SPACE.APP] };
}

/**
 * @param {QuicPackets} packets @param {number} row −1: none
 * @param {(stream: number, from: number, to: number) => void} visit
 */
function forEachStreamFrame({ frameStart, frameCount, frames: { type, a, b, c } }, row, visit) {
  if (row < 0) return;
  for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
    if (isStream(type[f])) visit(a[f], b[f], b[f] + c[f]);
  }
}
