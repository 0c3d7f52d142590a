/**
 * Rewrites of a little-endian Ethernet pcap with plain TCP over IP, packet by packet: what must not change a verdict.
 */

const FILE_HEADER = 24;
const RECORD_HEADER = 16;
const ETHERNET = 14;
const VLAN = 4;
const SACK = 5;

/**
 * @typedef {{ record: Uint8Array, view: DataView, tcp: number }} Captured tcp: where the TCP header begins in the
 *   record; −1 none
 */

/** @param {Uint8Array} capture @returns {boolean} whether `rewritten` knows the form: all records are whole */
export function canRewrite(capture) {
  const view = new DataView(capture.buffer, capture.byteOffset, capture.byteLength);
  if (![0xa1b2c3d4, 0xa1b23c4d].includes(view.getUint32(0, true)) || view.getUint32(20, true) !== 1) return false;
  let at = FILE_HEADER;
  while (at + RECORD_HEADER <= capture.length) at += RECORD_HEADER + view.getUint32(at + 8, true);
  return at === capture.length;
}

/**
 * @param {Uint8Array} capture
 * @param {(packet: Captured) => Uint8Array[]} rewrite gives the records to write in place of one
 */
export function rewritten(capture, rewrite) {
  const parts = /** @type {Uint8Array[]} */ ([capture.slice(0, FILE_HEADER)]);
  const file = new DataView(capture.buffer, capture.byteOffset, capture.byteLength);
  for (let at = FILE_HEADER; at + RECORD_HEADER <= capture.length;) {
    const length = RECORD_HEADER + file.getUint32(at + 8, true);
    const record = capture.slice(at, at + length);
    parts.push(...rewrite({ record, view: new DataView(record.buffer), tcp: tcpStart(record) }));
    at += length;
  }
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** @param {Uint8Array} record */
function tcpStart(record) {
  let ip = RECORD_HEADER + ETHERNET;
  while (record[ip - 2] === 0x81 && record[ip - 1] === 0) ip += VLAN;
  const isIpv4 = record[ip] >> 4 === 4;
  const isTcp = record[ip + (isIpv4 ? 9 : 6)] === 6;
  const start = ip + (isIpv4 ? (record[ip] & 15) * 4 : 40);
  return isTcp && start + 20 <= record.length ? start : -1;
}

/**
 * Adds to sequence numbers: `low` for what the lower port sends, `high` for the other.
 * @param {Captured} packet
 * @param {number} low
 * @param {number} high
 */
export function shiftSequence({ record, view, tcp }, low, high) {
  if (tcp < 0) return [record];
  const fromLow = view.getUint16(tcp) < view.getUint16(tcp + 2);
  const [own, other] = fromLow ? [low, high] : [high, low];
  view.setUint32(tcp + 4, view.getUint32(tcp + 4) + own);
  if (record[tcp + 13] & 16) view.setUint32(tcp + 8, view.getUint32(tcp + 8) + other);
  const end = Math.min(record.length, tcp + (record[tcp + 12] >> 4) * 4);
  for (let at = tcp + 20; at < end && record[at] !== 0;) {
    if (record[at] === SACK) {
      for (let edge = at + 2; edge + 4 <= Math.min(end, at + record[at + 1]); edge += 4) {
        view.setUint32(edge, view.getUint32(edge) + other);
      }
    }
    at += record[at] === 1 ? 1 : Math.max(2, record[at + 1]);
  }
  return [record];
}

/** @param {Captured} packet @param {number} seconds */
export function shiftTime({ record, view }, seconds) {
  view.setUint32(0, view.getUint32(0, true) + seconds, true);
  return [record];
}

/** @param {Captured} packet */
export function swapPorts({ record, view, tcp }) {
  if (tcp < 0) return [record];
  const source = view.getUint16(tcp);
  view.setUint16(tcp, view.getUint16(tcp + 2));
  view.setUint16(tcp + 2, source);
  return [record];
}

/** Ports that no service has, the server's above the client's. @param {Captured} packet */
export function otherPorts({ record, view, tcp }) {
  if (tcp < 0) return [record];
  for (const at of [tcp, tcp + 2]) view.setUint16(at, 65535 - view.getUint16(at));
  return [record];
}

/** Cuts what is behind the TCP header. @param {Captured} packet */
export function cutPayload({ record, view, tcp }) {
  if (tcp < 0) return [record];
  const kept = record.slice(0, Math.min(record.length, tcp + (record[tcp + 12] >> 4) * 4));
  new DataView(kept.buffer).setUint32(8, kept.length - RECORD_HEADER, true);
  return view.getUint32(8, true) < kept.length - RECORD_HEADER ? [record] : [kept];
}

/** @param {Captured} packet */
export const twice = ({ record }) => [record, record];
