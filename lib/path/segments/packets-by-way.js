/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */

/** The packets of each direction of each connection, in the order of their numbers: sorted by counting. */
export class PacketsByWay {
  #packets;
  #starts;

  /** @param {Path} path @param {Fates} fates */
  constructor(path, fates) {
    const { count } = path.packets;
    const starts = new Int32Array(path.connections.length * 2 + 1);
    for (let packet = 0; packet < count; packet++) starts[fates.keyOf(packet) + 1]++;
    for (let key = 1; key < starts.length; key++) starts[key] += starts[key - 1];
    const next = starts.slice();
    this.#packets = new Int32Array(count);
    for (let packet = 0; packet < count; packet++) this.#packets[next[fates.keyOf(packet)]++] = packet;
    this.#starts = starts;
  }

  /** @param {number} connection @param {0|1} direction */
  of(connection, direction) {
    const key = connection * 2 + direction;
    return this.#packets.subarray(this.#starts[key], this.#starts[key + 1]);
  }
}
