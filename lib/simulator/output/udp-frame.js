import { UDP_HEADER_BYTES } from '../udp/datagram.js';
import { ETHERNET_BYTES, IP_BYTES, transportChecksum, writeHeaders } from './ip-frame.js';

const PROTOCOL_UDP = 17;

/** @param {import('../udp/datagram.js').Datagram} datagram @returns {Uint8Array} an Ethernet frame, with right checksums */
export function udpFrameOf(datagram) {
  const { sizeBytes, from, payload } = datagram, frame = new Uint8Array(ETHERNET_BYTES + sizeBytes), view = new DataView(frame.buffer), at = ETHERNET_BYTES + IP_BYTES;
  writeHeaders(frame, view, datagram, PROTOCOL_UDP);
  view.setUint16(at, from.local.port);
  view.setUint16(at + 2, from.remote.port);
  view.setUint16(at + 4, UDP_HEADER_BYTES + payload.length);
  frame.set(payload, at + UDP_HEADER_BYTES);
  view.setUint16(at + 6, transportChecksum(frame, PROTOCOL_UDP) || 0xffff); // 0 would say that there is none (RFC 768)
  return frame;
}
