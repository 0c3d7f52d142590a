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
  }

  /** The first capture that has a packet. @param {number} packet */
  firstPlace(packet) {
    let place = 0;
    while (this.rowOf[place][packet] === NOT_SEEN) place++;
    return place;
  }
}
