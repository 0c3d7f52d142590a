import { SPACE_OF } from '../wire/versions.js';
import { PACKET_FLAG } from './packet-table.js';

/**
 * The packets of one connection in capture order, as columns: entry i of each is packet i. `frameStart` and
 * `frameCount` point into the capture's `FrameTable`.
 * @typedef {object} ConnectionColumns
 * @property {number} count
 * @property {Int32Array} row of the capture's packet table
 * @property {Float64Array} timeNs
 * @property {Int32Array} frame number in the capture
 * @property {Uint8Array} index place in the datagram
 * @property {Uint8Array} direction 0 from the client
 * @property {Uint8Array} type of `PACKET`
 * @property {Uint8Array} space of `SPACE`
 * @property {Float64Array} pn −1: not known
 * @property {Uint16Array} bytes of the QUIC packet with its tag
 * @property {Uint16Array} datagramBytes UDP payload
 * @property {Uint16Array} flags bits of `PACKET_FLAG`
 * @property {Uint8Array} ackEliciting 0 or 1; 0 also where it is not decrypted
 * @property {Uint8Array} inFlight likewise
 * @property {Uint8Array} path
 * @property {Uint8Array} ecn
 * @property {Int32Array} frameStart
 * @property {Uint16Array} frameCount
 */

/**
 * Linear in the connection's packets.
 * @param {import('./packet-table.js').PacketTable} packets
 * @param {{ firstRow: number, packets: number }} connection
 * @returns {ConnectionColumns}
 */
export function connectionColumns(packets, { firstRow, packets: count }) {
  const row = new Int32Array(count);
  for (let i = 0, at = firstRow; i < count; i++, at = packets.next[at]) row[i] = at;
  const flags = take(packets.flags, row);
  return {
    count,
    row,
    timeNs: take(packets.timeNs, row),
    frame: take(packets.frame, row),
    index: take(packets.index, row),
    direction: take(packets.direction, row),
    type: take(packets.type, row),
    space: take(packets.type, row).map((type) => SPACE_OF[type]),
    pn: take(packets.pn, row),
    bytes: take(packets.length, row),
    datagramBytes: take(packets.datagramLength, row),
    flags,
    ackEliciting: bitOf(flags, PACKET_FLAG.ACK_ELICITING),
    inFlight: bitOf(flags, PACKET_FLAG.IN_FLIGHT),
    path: take(packets.path, row),
    ecn: take(packets.ecn, row),
    frameStart: take(packets.firstFrame, row),
    frameCount: take(packets.frameCount, row),
  };
}

/**
 * @template {Int32Array | Float64Array | Uint8Array | Uint16Array} C
 * @param {C} column @param {Int32Array} rows
 * @returns {C}
 */
function take(column, rows) {
  const Column = /** @type {new (length: number) => C} */ (column.constructor);
  const taken = new Column(rows.length);
  for (let i = 0; i < rows.length; i++) taken[i] = column[rows[i]];
  return taken;
}

/** @param {Uint16Array} flags @param {number} bit */
function bitOf(flags, bit) {
  const bits = new Uint8Array(flags.length);
  for (let i = 0; i < flags.length; i++) bits[i] = Number((flags[i] & bit) !== 0);
  return bits;
}
