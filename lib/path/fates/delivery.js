/** @typedef {import('../path.js').Path} Path */

/** Next entry, from one on, that is not marked: a forest of which each lookup shortens the paths (Tarjan 1975). */
class Unmarked {
  #next;

  /** @param {number} count */
  constructor(count) {
    this.#next = Int32Array.from({ length: count + 1 }, (_, i) => i);
  }

  /** @param {number} from */
  find(from) {
    const next = this.#next;
    let root = from;
    while (next[root] !== root) root = next[root];
    for (let at = from; next[at] !== root;) [at, next[at]] = [next[at], root];
    return root;
  }

  /** @param {number} entry */
  mark(entry) {
    this.#next[entry] = entry + 1;
  }
}

/**
 * Packets of one direction that did not come by at the last point of their way, and what that point shows of their
 * bytes: when a copy of the last one came by, and when the receiver acknowledged it. An acknowledgement before any copy
 * is proof that one came through which the capture missed.
 */
export class Delivery {
  /** Packets, by the end of their bytes. */
  packets;
  #ends;
  /** Rows of the last point; Infinity: none. */
  copied;
  acknowledged;
  /** The receiver said that it got the bytes twice. */
  doubled;

  /**
   * @param {Path} path @param {number} connection @param {0|1} direction
   * @param {Int32Array} packets with sequence space, in any order
   */
  constructor(path, connection, direction, packets) {
    const ends = Float64Array.from(packets, (packet) => path.endOf(packet));
    const order = Int32Array.from(packets, (_, i) => i).sort((a, b) => ends[a] - ends[b] || packets[a] - packets[b]);
    this.packets = order.map((i) => packets[i]);
    this.#ends = Float64Array.from(order, (i) => ends[i]);
    this.copied = new Float64Array(packets.length).fill(Infinity);
    this.acknowledged = new Float64Array(packets.length).fill(Infinity);
    this.doubled = new Float64Array(packets.length).fill(Infinity);
    this.#watch(path, connection, direction);
  }

  /** @param {number} at @returns {number} the end of that packet's bytes */
  end(at) {
    return this.#ends[at];
  }

  /** @param {Path} path @param {number} connection @param {0|1} direction */
  #watch(path, connection, direction) {
    const way = path.wayOf(connection, direction);
    const place = way[way.length - 1];
    const { facts, shifts } = path.connections[connection];
    const { flow, client } = /** @type {import('../connections/facts.js').Facts} */ (facts[place]);
    const { rows, tcp } = path.points[place];
    const sender = direction === 0 ? client : 1 - client;
    const shift = shifts[place][direction];
    const open = [this.copied, this.acknowledged, this.doubled].map((times) => ({
      times,
      unmarked: new Unmarked(times.length),
    }));
    const [copied, acknowledged, doubled] = open;
    for (let row = tcp.flows.at(flow).firstRow; row >= 0; row = rows.next(row)) {
      if ((rows.flowEnd(row) & 1) === sender) {
        const start = rows.seqOffset(row) + shift;
        if (rows.space(row) > 0) this.#mark(copied, start, start + rows.space(row), row);
        continue;
      }
      const ack = rows.ackOffset(row);
      if (ack < 0) continue;
      this.#mark(acknowledged, -Infinity, ack + shift, row);
      for (let block = 0; block < rows.sackCount(row); block++) {
        const [left, right] = [rows.sackEdge(row, block, 0), rows.sackEdge(row, block, 1)];
        // RFC 2883: a first block below the acknowledgement is of bytes that came twice.
        if (block === 0 && right <= ack) this.#mark(doubled, left + shift, right + shift, row);
        else this.#mark(acknowledged, left + shift, right + shift, row);
      }
    }
  }

  /**
   * Marks the packets that end above one offset and up to another, unless they are marked.
   * @param {{ times: Float64Array, unmarked: Unmarked }} open @param {number} above @param {number} upTo
   * @param {number} row
   */
  #mark({ times, unmarked }, above, upTo, row) {
    const ends = this.#ends;
    for (let at = unmarked.find(firstAbove(ends, above)); at < ends.length && ends[at] <= upTo;) {
      times[at] = row;
      unmarked.mark(at);
      at = unmarked.find(at);
    }
  }
}

/** @param {Float64Array} sorted @param {number} value @returns {number} index of the first entry above it */
function firstAbove(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
