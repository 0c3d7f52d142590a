import { UDP_HEADER_BYTES } from '../udp/datagram.js';
import { ETHERNET_BYTES, IP_BYTES, transportChecksum, writeHeaders } from './ip-frame.js';

const PROTOCOL_UDP = 17;

/**
 * An Ethernet frame, with right checksums.
 * @param {import('./ip-frame.js').Target} target zeros from there on
 * @param {number} frameAt
 * @param {import('../udp/datagram.js').Datagram} datagram
 * @returns {number} its end
 */
export function writeDatagram(target, frameAt, datagram) {
  const { view, bytes } = target;
  const { sizeBytes, from, payload } = datagram;
  const at = frameAt + ETHERNET_BYTES + IP_BYTES;
  const end = at + UDP_HEADER_BYTES + payload.length;
  writeHeaders(target, frameAt, datagram, PROTOCOL_UDP);
  view.setUint16(at, from.local.port);
  view.setUint16(at + 2, from.remote.port);
  view.setUint16(at + 4, UDP_HEADER_BYTES + payload.length);
  bytes.set(payload, at + UDP_HEADER_BYTES);
  // 0 would say that there is none (RFC 768)
  view.setUint16(at + 6, transportChecksum(target, frameAt, sizeBytes, end, PROTOCOL_UDP) || 0xffff);
  return end;
}
