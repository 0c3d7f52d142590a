import { NOT_SEEN } from './joined-packets.js';
import { UsualDelay } from './open-packets.js';

/** @typedef {import('./direction-pair.js').DirectionPair} DirectionPair */
/** @typedef {import('./direction-pair.js').Way} Way */

/** Packets that begin before a byte, and are looked at for whether they hold it: retransmissions hold it too. */
const LOOKED_AT = 8;
/** How much longer the last part of a packet may take than the first, behind which it waits at the bottleneck. */
const BURST_NS = 1e9;
/** Parts, for each packet of both captures: more come only of captures that were made to have them. */
export const MAX_PARTS_A_PACKET = 64;

/** Packets of one capture with data, by the place of their first byte. */
class Placed {
  /** @param {Way} way @param {Int32Array} open */
  constructor({ rows, seqShift }, open) {
    const withData = open.filter((row) => rows.length(row) > 0);
    const startOf = (/** @type {number} */ row) => rows.dataOffset(row) + seqShift;
    this.rows = withData.sort((a, b) => startOf(a) - startOf(b) || a - b);
    this.starts = Float64Array.from(this.rows, startOf);
    this.ends = Float64Array.from(this.rows, (row) => startOf(row) + rows.length(row));
  }

  /** How many begin at a byte or before. @param {number} at */
  beginBy(at) {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle] <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Joins what one capture has in one piece and the other in several: the sender's network card cuts long segments behind
 * the capture (TSO), and the receiver's joins short ones before it (GRO). Each part that lies in one packet of both is
 * a packet of its own; so is what is left of a packet of which other parts were found.
 * @param {DirectionPair} pair
 * @param {(place: number, row: number) => number} timeOf on the first clock
 */
export function joinParts(pair, timeOf) {
  const ones = new Placed(pair.one, pair.openRows());
  const others = new Placed(pair.other, pair.openOtherRows());
  if (ones.rows.length === 0 || others.rows.length === 0) return;
  const parts = new Parts(pair, ones, others, new UsualDelay(pair, timeOf), timeOf);
  for (let other = 0; other < others.rows.length; other++) parts.cut(other);
  parts.addRest();
}

class Parts {
  #pair;
  #ones;
  #others;
  #usual;
  #timeOf;
  /** Where the bytes of a packet of `ones` begin that no part has yet. */
  #restFrom;
  #longest = 0;
  #left;

  /**
   * @param {DirectionPair} pair @param {Placed} ones @param {Placed} others @param {UsualDelay} usual
   * @param {(place: number, row: number) => number} timeOf
   */
  constructor(pair, ones, others, usual, timeOf) {
    this.#pair = pair;
    this.#ones = ones;
    this.#others = others;
    this.#usual = usual;
    this.#timeOf = timeOf;
    this.#restFrom = ones.starts.slice();
    this.#left = MAX_PARTS_A_PACKET * (ones.rows.length + others.rows.length);
  }

  /** Cuts a packet of the second capture where those of the first begin and end. @param {number} other */
  cut(other) {
    const { starts, ends } = this.#others;
    for (let at = starts[other]; at < ends[other] && this.#left > 0; this.#left--) {
      const one = this.#holding(at, other);
      if (one < 0) {
        const next = this.#ones.beginBy(at);
        at = next < this.#ones.starts.length ? this.#ones.starts[next] : Infinity;
        continue;
      }
      const end = Math.min(ends[other], this.#ones.ends[one]);
      this.#join(one, other, at, end);
      at = end;
    }
  }

  /**
   * The packet of the first capture that holds a byte, and whose delay is nearest to the usual.
   * @param {number} at @param {number} other @returns {number} −1: there is none
   */
  #holding(at, other) {
    const { rows, ends } = this.#ones;
    const behind = this.#ones.beginBy(at);
    const otherNs = this.#timeOf(this.#pair.other.place, this.#others.rows[other]);
    let best = -1;
    let least = Infinity;
    for (let one = behind - 1; one >= Math.max(0, behind - LOOKED_AT); one--) {
      const delayNs = otherNs - this.#timeOf(this.#pair.one.place, rows[one]);
      if (ends[one] <= at || !this.#usual.allows(delayNs, BURST_NS)) continue;
      const stray = this.#usual.stray(delayNs);
      if (stray < least) [least, best] = [stray, one];
    }
    return best;
  }

  /** @param {number} one @param {number} other @param {number} start @param {number} end */
  #join(one, other, start, end) {
    this.#rest(one, start);
    this.#restFrom[one] = Math.max(this.#restFrom[one], end);
    this.#longest = Math.max(this.#longest, end - start);
    const packet = this.#packetFor(one, start, end);
    const { joined, other: way } = this.#pair;
    const row = this.#others.rows[other];
    joined.rowOf[way.place][packet] = row;
    if (joined.packetOf[way.place][row] === NOT_SEEN) joined.packetOf[way.place][row] = packet;
  }

  /**
   * The packet for a part: the first part is the packet itself.
   * @param {number} one @param {number} start @param {number} end
   */
  #packetFor(one, start, end) {
    const { joined, one: way } = this.#pair;
    const row = this.#ones.rows[one];
    const whole = joined.packetOf[way.place][row];
    const isFirst = joined.partLength(whole) === 0;
    const packet = isFirst ? whole : joined.addPart(whole, this.#pair.other.place);
    joined.setPart(packet, start, end);
    return packet;
  }

  /**
   * What lies before a byte and no part has.
   * @param {number} one @param {number} before
   */
  #rest(one, before) {
    const step = this.#longest || before - this.#restFrom[one];
    for (let at = this.#restFrom[one]; at < before && this.#left > 0; at += step, this.#left--) {
      this.#packetFor(one, at, Math.min(before, at + step));
    }
  }

  /** What is left at the ends of packets of which parts were found. */
  addRest() {
    const { joined, one: way } = this.#pair;
    this.#ones.rows.forEach((row, one) => {
      if (joined.partLength(joined.packetOf[way.place][row]) > 0) this.#rest(one, this.#ones.ends[one]);
    });
  }
}
