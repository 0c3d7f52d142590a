export const ETHERNET_BYTES = 14;
export const IP_BYTES = 20;
const TTL = 64;
/** Locally administered addresses. */
const CLIENT_MAC = [2, 0, 0, 0, 0, 1], SERVER_MAC = [2, 0, 0, 0, 0, 2];

/** @param {Uint8Array} bytes @param {number} start @param {number} end @param {number} sum @returns {number} RFC 1071, not folded */
function summed(bytes, start, end, sum) {
  let total = sum;
  for (let at = start; at + 1 < end; at += 2) total += bytes[at] * 256 + bytes[at + 1];
  return (end - start) % 2 === 1 ? total + bytes[end - 1] * 256 : total;
}

/** @param {number} sum @returns {number} */
function folded(sum) {
  let rest = sum;
  while (rest > 0xffff) rest = (rest & 0xffff) + Math.floor(rest / 0x10000);
  return ~rest & 0xffff;
}

/** @param {string} address @returns {number[]} */
function octets(address) {
  return address.split('.').map(Number);
}

/** @param {Uint8Array} frame @param {DataView} view @param {{ sizeBytes: number, ipId: number, ecn: number, from: import('../udp/datagram.js').DatagramEnd|import('../tcp/endpoint.js').Endpoint }} packet @param {number} protocol */
export function writeHeaders(frame, view, { sizeBytes, ipId, ecn, from }, protocol) {
  const at = ETHERNET_BYTES;
  frame.set(from.isClient ? SERVER_MAC : CLIENT_MAC, 0);
  frame.set(from.isClient ? CLIENT_MAC : SERVER_MAC, 6);
  view.setUint16(12, 0x0800);
  frame[at] = 0x45;
  frame[at + 1] = ecn;
  view.setUint16(at + 2, sizeBytes);
  view.setUint16(at + 4, ipId);
  view.setUint16(at + 6, 0x4000);
  frame[at + 8] = TTL;
  frame[at + 9] = protocol;
  frame.set(octets(from.local.address), at + 12);
  frame.set(octets(from.remote.address), at + 16);
  view.setUint16(at + 10, folded(summed(frame, at, at + IP_BYTES, 0)));
}

/** Over the pseudo header and all behind the IP header. @param {Uint8Array} frame @param {number} protocol @returns {number} */
export function transportChecksum(frame, protocol) {
  const start = ETHERNET_BYTES + IP_BYTES, pseudo = summed(frame, ETHERNET_BYTES + 12, start, protocol + frame.length - start);
  return folded(summed(frame, start, frame.length, pseudo));
}
