/** Packets of a connection that wait for their keys, and their bytes. */
export const MAX_WAITING_PACKETS = 64;
export const MAX_WAITING_PACKET_BYTES = 100_000;
/** The same of all connections together. */
export const MAX_WAITING_PACKET_BYTES_IN_ALL = 64 * 2 ** 20;

/**
 * A packet that could not be opened when it came: a copy of its bytes.
 * @typedef {{ row: number, bytes: Uint8Array, idBytes: number }} WaitingPacket `idBytes`: of a short header's ID
 */

/** Keeps packets until their keys come; what is beyond the bounds stays closed. */
export class WaitingPackets {
  #bytes = 0;

  /**
   * @param {import('./connection.js').Connection} connection @param {number} row
   * @param {import('../wire/header.js').PacketHeader} header
   */
  keep(connection, row, { bytes, start, end, dcidLength }) {
    const length = end - start;
    if (
      connection.waiting.length >= MAX_WAITING_PACKETS ||
      connection.waitingBytes + length > MAX_WAITING_PACKET_BYTES ||
      this.#bytes + length > MAX_WAITING_PACKET_BYTES_IN_ALL
    ) {
      return;
    }
    connection.waiting.push({ row, bytes: bytes.slice(start, end), idBytes: dcidLength });
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
