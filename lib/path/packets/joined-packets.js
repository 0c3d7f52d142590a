/** @typedef {import('../point.js').Point} Point */

/** Rows of packets that no capture has. */
export const NOT_SEEN = -1;

/**
 * Packets of the path, each with its row in every capture: numbered in the order in which they were found, capture by
 * capture. Linear: an entry of four bytes a packet and capture, and one of four bytes a row.
 */
export class JoinedPackets {
  /** By capture: the packet of a row; −1: of no connection. @type {Int32Array[]} */
  packetOf;
  /** By capture: the row of a packet; −1: the capture does not have it. @type {Int32Array[]} */
  rowOf;
  count = 0;
  #room;
  /** By capture: 1 for rows that are copies; made when there is one. @type {(Uint8Array | null)[]} */
  #copies;
  #rowCounts;
  /** Made when there is a part. @type {{ starts: Float64Array, ends: Float64Array } | null} */
  #parts = null;

  /** @param {readonly Point[]} points */
  constructor(points) {
    this.#copies = points.map(() => null);
    this.#rowCounts = points.map(({ rows }) => rows.count);
    this.packetOf = points.map(({ rows }) => new Int32Array(rows.count).fill(NOT_SEEN));
    this.#room = Math.max(16, ...points.map(({ rows }) => rows.count));
    this.rowOf = points.map(() => new Int32Array(this.#room).fill(NOT_SEEN));
  }

  /** A packet that none of the captures before has. @param {number} place @param {number} row */
  add(place, row) {
    if (this.count === this.#room) this.#grow();
    const packet = this.count++;
    this.rowOf[place][packet] = row;
    this.packetOf[place][row] = packet;
    return packet;
  }

  /** @param {number} packet @param {number} place @param {number} row of it there */
  join(packet, place, row) {
    this.rowOf[place][packet] = row;
    this.packetOf[place][row] = packet;
  }

  /**
   * A packet that the network, or the capture, made of one that is there already.
   * @param {number} place @param {number} row
   */
  markCopy(place, row) {
    const copies = (this.#copies[place] ??= new Uint8Array(this.#rowCounts[place]));
    copies[row] = 1;
  }

  /** @param {number} place @param {number} row */
  isCopy(place, row) {
    return this.#copies[place]?.[row] === 1;
  }

  #grow() {
    this.#room *= 2;
    this.rowOf = this.rowOf.map((rows) => {
      const grown = new Int32Array(this.#room).fill(NOT_SEEN);
      grown.set(rows);
      return grown;
    });
    if (this.#parts === null) return;
    const { starts, ends } = this.#parts;
    this.#parts = { starts: new Float64Array(this.#room), ends: new Float64Array(this.#room) };
    this.#parts.starts.set(starts);
    this.#parts.ends.set(ends);
  }

  /**
   * A further part of a packet: in the same rows, but for a point that has it in pieces.
   * @param {number} whole @param {number} place
   */
  addPart(whole, place) {
    if (this.count === this.#room) this.#grow();
    const packet = this.count++;
    for (const rows of this.rowOf) rows[packet] = rows[whole];
    this.rowOf[place][packet] = NOT_SEEN;
    return packet;
  }

  /**
   * A part of a packet that one capture has in one piece and another in several: its first and last bytes' places.
   * @param {number} packet @param {number} start @param {number} end
   */
  setPart(packet, start, end) {
    this.#parts ??= { starts: new Float64Array(this.#room), ends: new Float64Array(this.#room) };
    this.#parts.starts[packet] = start;
    this.#parts.ends[packet] = end;
  }

  /** Payload bytes of a packet that is a part; 0: it is not. @param {number} packet */
  partLength(packet) {
    return this.#parts === null ? 0 : this.#parts.ends[packet] - this.#parts.starts[packet];
  }

  /** Where a part ends. @param {number} packet */
  partEnd(packet) {
    return this.#parts?.ends[packet] ?? 0;
  }

  /** The first capture that has a packet. @param {number} packet */
  firstPlace(packet) {
    let place = 0;
    while (this.rowOf[place][packet] === NOT_SEEN) place++;
    return place;
  }
}
