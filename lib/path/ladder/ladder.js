import { MAX_LADDER_PACKETS } from '../../shared/path/bounds.js';
import { segmentsOfAll } from '../describe/describe-path.js';
import { NOT_SEEN } from '../packets/joined-packets.js';
import { leastDelayOf } from '../segments/segment-figures.js';
import { DelaySums } from './delay-sums.js';
import { LadderOrder } from './ladder-order.js';
import { SegmentSums } from './segment-sums.js';
import { streamStart, StreamSums } from './stream-sums.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */
/** @typedef {import('../segments/packets-by-way.js').PacketsByWay} PacketsByWay */
/** @typedef {import('../../shared/columns/column-frame.js').ColumnFrame} ColumnFrame */

/**
 * @typedef {object} LadderQuestion
 * @property {number} startNs on the first point's clock, since the path's first packet
 * @property {number|null} endNs null: all
 * @property {number} bins intervals of what is summed up
 * @property {number|null} connection null: all of them
 * @property {readonly [number, number]|null} between points of whose delays and queue there are sums; in the order of
 *   the packets whose stream is drawn
 */

/** What is drawn of a path: packets on their way between the points, as columns (docs/protocol.md). */
export class Ladder {
  #path;
  #fates;
  #packets;
  #order;
  /** By both points of a segment in their order: what it takes for a packet that does not wait. */
  #least = new Map();
  /** The connection with the most packets of those that several points have. */
  #largest;

  /** @param {Path} path @param {Fates} fates @param {PacketsByWay} packets */
  constructor(path, fates, packets) {
    this.#path = path;
    this.#fates = fates;
    this.#packets = packets;
    this.#order = new LadderOrder(path, fates);
    this.#largest = largestOf(path, packets);
  }

  /** @param {LadderQuestion} question @returns {ColumnFrame} */
  frame({ startNs: sinceNs, endNs: untilNs, bins, connection, between }) {
    const firstNs = this.#order.startNs;
    const durationNs = this.#order.endNs - firstNs;
    const binNs = Math.max(1, ((untilNs ?? durationNs) - sinceNs) / bins);
    const startNs = firstNs + sinceNs;
    const endNs = startNs + bins * binNs;
    const within = { startNs, binNs, bins };
    const sums = new SegmentSums(this.#path, this.#fates, within);
    const stream = between && this.#streamOf(connection ?? this.#largest, between);
    const delays = between && this.#delaySums(between, within);
    const streamed = between && stream && new StreamSums(this.#path, this.#fates, stream, between, within);
    const listed = new Uint32Array(MAX_LADDER_PACKETS);
    let count = 0;
    this.#order.within(startNs, endNs, (packet) => {
      if (connection !== null && this.#fates.keyOf(packet) >> 1 !== connection) return;
      if (count < MAX_LADDER_PACKETS) listed[count] = packet;
      count++;
      sums.add(packet);
      for (const sum of delays ?? []) sum.add(packet);
      streamed?.add(packet);
    });
    const isListed = count <= MAX_LADDER_PACKETS;
    return {
      kind: 'ladder',
      rows: isListed ? count : 0,
      meta: {
        ...{ startNs: sinceNs, binNs, bins, packets: count, isListed, durationNs, segments: sums.segments, stream },
        least: between && this.#ways(between).map(([from, to]) => this.#leastOf(from, to)),
      },
      columns: {
        ...(isListed
          ? this.#columnsOf(listed.subarray(0, count), firstNs)
          : { ...sums.columns(), ...streamed?.columns() }),
        ...delays?.[0].columns('there'),
        ...delays?.[1].columns('back'),
      },
    };
  }

  /** Of both ways. @param {readonly [number, number]} between @param {import('./segment-sums.js').Intervals} within */
  #delaySums(between, within) {
    return this.#ways(between).map(
      ([from, to]) => new DelaySums(this.#path, this.#fates, [from, to], this.#leastOf(from, to), within),
    );
  }

  /** Along the path, and back. @param {readonly [number, number]} between @returns {[number, number][]} */
  #ways([one, other]) {
    const { order } = this.#path;
    const [from, to] = order[one] < order[other] ? [one, other] : [other, one];
    return [
      [from, to],
      [to, from],
    ];
  }

  /**
   * The direction of a connection whose packets go from one point to the other.
   * @param {number} connection −1: none @param {readonly [number, number]} between
   */
  #streamOf(connection, [from, to]) {
    if (connection < 0 || connection >= this.#path.connections.length) return null;
    const { order, isReversed } = this.#path;
    return { connection, direction: Number(order[from] > order[to]) ^ isReversed[connection] };
  }

  /** @param {number} from @param {number} to @returns {ReturnType<typeof leastDelayOf>} */
  #leastOf(from, to) {
    const key = `${from} ${to}`;
    const known = this.#least.get(key);
    if (known !== undefined) return known;
    const { order } = this.#path;
    const segments = segmentsOfAll(this.#path, this.#packets, order[from] > order[to]);
    const packets = segments.find(({ between }) => between[0] === from && between[1] === to)?.packets;
    const least = packets === undefined ? null : leastDelayOf(this.#path, [from, to], packets);
    this.#least.set(key, least);
    return least;
  }

  /** @param {Uint32Array} listed packets by their first sight @param {number} firstNs that times are since */
  #columnsOf(listed, firstNs) {
    const path = this.#path;
    const fates = this.#fates;
    /** @type {ColumnFrame['columns']} */
    const columns = {
      packet: listed.slice(),
      connection: Uint32Array.from(listed, (packet) => fates.keyOf(packet) >> 1),
      direction: Uint8Array.from(listed, (packet) => fates.keyOf(packet) & 1),
      isBack: Uint8Array.from(listed, (packet) => isBack(path, fates.keyOf(packet))),
      bytes: Uint32Array.from(listed, (packet) => path.lengthOf(packet)),
      start: Float64Array.from(listed, (packet) => streamStart(path, packet)),
    };
    path.points.forEach(({ rows }, place) => {
      const rowOf = path.packets.rowOf[place];
      columns[`time${place}`] = Float64Array.from(listed, (packet) =>
        rowOf[packet] === NOT_SEEN ? NaN : path.timeNs(place, rowOf[packet]) - firstNs,
      );
      columns[`frame${place}`] = Uint32Array.from(listed, (packet) =>
        rowOf[packet] === NOT_SEEN ? 0 : rows.frame(rowOf[packet]),
      );
      columns[`fate${place}`] = Uint8Array.from(listed, (packet) => fates.at[place][packet]);
    });
    return columns;
  }
}

/** Whether packets go from the end of most clients' servers to theirs. @param {Path} path @param {number} key */
const isBack = ({ isReversed }, key) => (key & 1) ^ isReversed[key >> 1];

/**
 * @param {Path} path @param {PacketsByWay} packets
 * @returns {number} the connection with the most packets of those that several points have; −1: there is none
 */
function largestOf({ connections }, packets) {
  let [largest, most] = [-1, 0];
  connections.forEach(({ facts }, index) => {
    const count = packets.of(index, 0).length + packets.of(index, 1).length;
    if (count > most && facts.filter((one) => one !== null).length > 1) [largest, most] = [index, count];
  });
  return largest;
}
