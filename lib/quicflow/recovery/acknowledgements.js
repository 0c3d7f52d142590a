import { SPACE } from '../wire/versions.js';
import { NumberSpace } from './number-space.js';
import { isAck } from './packets.js';

/** @typedef {import('./packets.js').QuicPackets} QuicPackets */
/** @typedef {import('./sends.js').Sends} Sends */

/** What a packet of the other end acknowledges anew. */
export class Acknowledgements {
  /** Of each send, NaN: never. */
  ackedNs;
  /** Sends newly acknowledged, those of packet row r from `first[r]` up to `first[r + 1]`. */
  list;
  first;
  /** Of each row: the highest number that it acknowledges, −1 none; gaps between its ranges. */
  largest;
  gaps;
  /** Whether the highest is new, and anything new wanted an acknowledgement: then it gives an RTT sample. */
  isSample;
  /** What the other end says it waited, ns. */
  waitedNs;

  /** @param {QuicPackets} packets @param {number} direction @param {Sends} sends @param {number} shiftNs */
  constructor(packets, direction, sends, shiftNs) {
    const { count } = packets;
    this.ackedNs = new Float64Array(sends.count).fill(NaN);
    this.list = new Int32Array(sends.count);
    this.first = new Int32Array(count + 1);
    this.largest = new Float64Array(count).fill(-1);
    this.gaps = new Uint32Array(count);
    this.isSample = new Uint8Array(count);
    this.waitedNs = new Float64Array(count);
    const spaces = sends.bySpace.map((list) => new NumberSpace(list, sends.pn));
    let next = 0;
    let listed = 0;
    for (let row = 0; row < count; row++) {
      this.first[row] = listed;
      if (packets.direction[row] === direction || packets.space[row] === SPACE.NONE) continue;
      const atNs = packets.timeNs[row] + shiftNs;
      for (; next < sends.count && isBefore(sends, next, atNs, row, shiftNs); next++) spaces[sends.space[next]].sent++;
      listed = this.#read(packets, row, { sends, numbers: spaces[packets.space[row]], atNs, listed });
    }
    this.first[count] = listed;
  }

  /**
   * @param {QuicPackets} packets @param {number} row
   * @param {{ sends: Sends, numbers: NumberSpace, atNs: number, listed: number }} known
   */
  #read({ frameStart, frameCount, frames, delayNs, direction, space }, row, { sends, numbers, atNs, listed }) {
    let at = listed;
    for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
      if (!isAck(frames.type[f]) || frames.b[f] === 0) continue;
      const top = frames.ranges.high[frames.a[f]];
      const before = at;
      for (let r = frames.a[f]; r < frames.a[f] + frames.b[f]; r++) {
        at = this.#take(numbers, frames.ranges.low[r], frames.ranges.high[r], { sends, atNs, listed: at });
      }
      if (top > this.largest[row]) this.largest[row] = top;
      this.gaps[row] = frames.b[f] - 1;
      this.waitedNs[row] = space[row] === SPACE.APP ? frames.c[f] * delayNs[direction[row]] : 0;
      if (this.#isSample(sends, top, before, at)) this.isSample[row] = 1;
    }
    return at;
  }

  /**
   * Whether the highest is among those newly acknowledged, and any of them wanted an acknowledgement.
   * @param {Sends} sends @param {number} top @param {number} from @param {number} to
   */
  #isSample({ pn, ackEliciting }, top, from, to) {
    let isTopNew = false;
    let isEliciting = false;
    for (let n = from; n < to; n++) {
      if (pn[this.list[n]] === top) isTopNew = true;
      if (ackEliciting[this.list[n]]) isEliciting = true;
    }
    return isTopNew && isEliciting;
  }

  /**
   * Those of a range that were sent and not acknowledged before.
   * @param {NumberSpace} numbers @param {number} low @param {number} high
   * @param {{ sends: Sends, atNs: number, listed: number }} known
   */
  #take(numbers, low, high, { sends, atNs, listed }) {
    let at = listed;
    for (let n = numbers.openFrom(numbers.positionOf(low)); n < numbers.sent; n = numbers.openFrom(n + 1)) {
      const k = numbers.list[n];
      if (sends.pn[k] > high) break;
      numbers.close(n);
      this.ackedNs[k] = atNs;
      this.list[at++] = k;
    }
    return at;
  }
}

/**
 * Whether a send left before something of the other end came, which is packet `row`.
 * @param {Sends} sends @param {number} k @param {number} atNs @param {number} row @param {number} shiftNs
 */
export function isBefore({ timeNs, packet }, k, atNs, row, shiftNs) {
  if (timeNs[k] !== atNs || shiftNs > 0) return timeNs[k] < atNs;
  return packet[k] < row;
}
