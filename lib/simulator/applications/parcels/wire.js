/**
 * The datagrams of `parcels` traffic. The header is this project's own: that of XUDP, whose measurements it repeats, is
 * not known. Big-endian:
 *
 *     0  magic 'SPRC'   4  kind   5  0   6  count
 *     data     8  packet   12  parcel   16  fragment   18  fragments of the parcel   20  count bytes
 *     acked    8  packet, count times
 *     open, opened: nothing more
 */

const MAGIC = 0x53505243;
const HEADER_BYTES = 8;
export const DATA_HEADER_BYTES = 20;
export const KIND = Object.freeze({ OPEN: 1, OPENED: 2, DATA: 3, ACKED: 4 });
/** Packets that one datagram acknowledges, at most: it stays below an Ethernet frame. */
export const MAX_ACKED = 350;

/**
 * @param {number} kind
 * @param {number} count
 * @param {number} length
 * @returns {{ payload: Uint8Array, view: DataView }}
 */
function begun(kind, count, length) {
  const payload = new Uint8Array(length);
  const view = new DataView(payload.buffer);
  view.setUint32(0, MAGIC);
  view.setUint8(4, kind);
  view.setUint16(6, count);
  return { payload, view };
}

/** @param {number} kind OPEN or OPENED */
export const handshake = (kind) => begun(kind, 0, HEADER_BYTES).payload;

/**
 * @param {{ packet: number, parcel: number, fragment: number, fragments: number, bytes: number }} data its bytes are
 *   zeros
 */
export function dataDatagram({ packet, parcel, fragment, fragments, bytes }) {
  const { payload, view } = begun(KIND.DATA, bytes, DATA_HEADER_BYTES + bytes);
  view.setUint32(8, packet);
  view.setUint32(12, parcel);
  view.setUint16(16, fragment);
  view.setUint16(18, fragments);
  return payload;
}

/** @param {number[]} packets at most MAX_ACKED */
export function ackDatagram(packets) {
  const { payload, view } = begun(KIND.ACKED, packets.length, HEADER_BYTES + 4 * packets.length);
  packets.forEach((packet, index) => view.setUint32(HEADER_BYTES + 4 * index, packet));
  return payload;
}

/**
 * @param {Uint8Array} payload of a UDP datagram
 * @returns {{ kind: number, packets: number[], bytes: number }|null} packets: the one that it carries, or those that it
 *   acknowledges;
 *   bytes: of its data; null: something else, or cut
 */
export function readDatagram(payload) {
  if (payload.length < HEADER_BYTES) return null;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const kind = view.getUint8(4);
  const count = view.getUint16(6);
  if (view.getUint32(0) !== MAGIC) return null;
  if (kind === KIND.DATA) {
    return payload.length === DATA_HEADER_BYTES + count ? { kind, packets: [view.getUint32(8)], bytes: count } : null;
  }
  if (kind === KIND.ACKED) {
    return payload.length === HEADER_BYTES + 4 * count
      ? {
          kind,
          packets: Array.from({ length: count }, (_, index) => view.getUint32(HEADER_BYTES + 4 * index)),
          bytes: 0,
        }
      : null;
  }
  return kind === KIND.OPEN || kind === KIND.OPENED ? { kind, packets: [], bytes: 0 } : null;
}
