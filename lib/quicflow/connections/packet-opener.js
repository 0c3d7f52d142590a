import { PACKET, SPACE_OF } from '../wire/versions.js';

/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('../wire/header.js').PacketHeader} PacketHeader */

/** Opens packets by the keys of their connection, and reads their frames. */
export class PacketOpener {
  #reader;
  #frames;
  #ids;

  /**
   * @param {import('../wire/frames.js').FrameReader} reader has the frames of the packet opened last
   * @param {import('../tables/frame-table.js').FrameTable} frames
   * @param {import('../tables/id-table.js').IdTable} ids
   */
  constructor(reader, frames, ids) {
    this.#reader = reader;
    this.#frames = frames;
    this.#ids = ids;
  }

  /**
   * What was opened without a look at its tag, and has no frames, is opened again with one.
   * @param {Connection} connection @param {number} direction @param {PacketHeader} header
   * @returns {Uint8Array|null} its payload; null: it stays closed
   */
  open(connection, direction, header) {
    const frames = this.#frames;
    const [rows, ranges] = [frames.count, frames.ranges.count];
    const plain = this.#openAndRead(connection, direction, header);
    const { used } = connection.keys;
    if (plain === null || this.#reader.isWhole || used === null || used.isChecked) return plain;
    frames.cutTo(rows, ranges);
    used.distrust();
    return this.#openAndRead(connection, direction, header);
  }

  /** @param {Connection} connection @param {number} direction @param {PacketHeader} header */
  #openAndRead(connection, direction, header) {
    const plain = this.#open(connection, direction, header);
    if (plain !== null) this.#reader.read(plain, 0, plain.length);
    return plain;
  }

  /** @param {Connection} connection @param {number} direction @param {PacketHeader} header */
  #open(connection, direction, header) {
    const expected = connection.sent[direction].largest[SPACE_OF[header.type]] + 1;
    const version = header.isLong ? header.version : connection.version;
    if (header.type === PACKET.INITIAL) this.#addInitialKeys(connection, header.version);
    const plain = connection.keys.open(header, direction, version, expected);
    if (plain !== null || header.type !== PACKET.INITIAL || direction === 1) return plain;
    const base = this.#ids.intern(header.bytes, header.dcidAt, header.dcidLength);
    if (!connection.addBase(base)) return null;
    this.#addInitialKeys(connection, header.version);
    return connection.keys.open(header, direction, version, expected);
  }

  /** @param {Connection} connection @param {number} version */
  #addInitialKeys(connection, version) {
    for (const base of connection.bases) connection.keys.addInitial(version, base, this.#ids.bytesOf(base));
  }
}
