/** Packets of a connection that wait for their keys, and their bytes. */
export const MAX_WAITING_PACKETS = 64;
export const MAX_WAITING_PACKET_BYTES = 100_000;
/** The same of all connections together. */
export const MAX_WAITING_PACKET_BYTES_IN_ALL = 64 * 2 ** 20;

/**
 * A packet that could not be opened when it came: a copy of its bytes.
 * @typedef {{ row: number, direction: number, bytes: Uint8Array, idBytes: number }} WaitingPacket `idBytes`: of a short
 *   header's ID
 */

/** Keeps packets until their keys come; what is beyond the bounds stays closed. */
export class WaitingPackets {
  #bytes = 0;

  /**
   * @param {import('./connection.js').Connection} connection @param {number} row @param {number} direction
   * @param {import('../wire/header.js').PacketHeader} header
   */
  keep(connection, row, direction, { bytes, start, end, dcidLength }) {
    const length = end - start;
    if (
      isFullOf(connection, direction) ||
      connection.waiting.length >= MAX_WAITING_PACKETS ||
      connection.waitingBytes + length > MAX_WAITING_PACKET_BYTES ||
      this.#bytes + length > MAX_WAITING_PACKET_BYTES_IN_ALL
    ) {
      return;
    }
    connection.waiting.push({ row, direction, bytes: bytes.slice(start, end), idBytes: dcidLength });
    connection.waitingBytes += length;
    this.#bytes += length;
  }

  /** Takes all of them out, to be tried again. @param {import('./connection.js').Connection} connection */
  take(connection) {
    const { waiting } = connection;
    this.#bytes -= connection.waitingBytes;
    connection.waiting = [];
    connection.waitingBytes = 0;
    return waiting;
  }
}

/**
 * Where the beginning is not captured, the keys of each end are found from packets of its own: neither may take all
 * the room.
 * @param {import('./connection.js').Connection} connection @param {number} direction
 */
const isFullOf = ({ odcid, waiting }, direction) =>
  odcid < 0 && waiting.filter((one) => one.direction === direction).length >= MAX_WAITING_PACKETS / 2;
