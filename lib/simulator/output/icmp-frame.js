import { PROTOCOL_TCP } from '../../shared/tcp-numbers.js';
import { addressBits, DONT_FRAGMENT, ETHERNET_BYTES, folded, IP_BYTES, summed, writeHeaders } from './ip-frame.js';
import { wireNumber } from './wire-number.js';

const PROTOCOL_ICMP = 1;
const ICMP_BYTES = 8;
/** RFC 792: so much of the payload of the packet it is about. */
const QUOTED_PAYLOAD_BYTES = 8;

/** Of the IP datagram of an ICMP error. */
export const ICMP_ERROR_BYTES = 2 * IP_BYTES + ICMP_BYTES + QUOTED_PAYLOAD_BYTES;

/**
 * @param {import('./ip-frame.js').Target} target zeros from there on
 * @param {number} frameAt
 * @param {import('../tcp/segment.js').Segment} packet
 * @param {import('../tcp/segment.js').IcmpError} error about a packet of its receiver
 * @returns {number} its end
 */
export function writeIcmp(target, frameAt, packet, { type, code, mtu, quoted }) {
  const { view } = target;
  const sender = /** @type {import('../tcp/endpoint.js').Endpoint} */ (packet.from.peer);
  writeHeaders(target, frameAt, packet, PROTOCOL_ICMP);
  const at = frameAt + ETHERNET_BYTES + IP_BYTES;
  const ipAt = at + ICMP_BYTES;
  const end = ipAt + IP_BYTES + QUOTED_PAYLOAD_BYTES;
  view.setUint8(at, type);
  view.setUint8(at + 1, code);
  view.setUint32(at + 4, mtu);
  view.setUint8(ipAt, 0x45);
  view.setUint16(ipAt + 2, quoted.sizeBytes);
  view.setUint16(ipAt + 4, quoted.identification);
  view.setUint16(ipAt + 6, DONT_FRAGMENT);
  view.setUint8(ipAt + 8, 1);
  view.setUint8(ipAt + 9, PROTOCOL_TCP);
  view.setUint32(ipAt + 12, addressBits(sender.local.address));
  view.setUint32(ipAt + 16, addressBits(sender.remote.address));
  view.setUint16(ipAt + 10, folded(summed(view, ipAt, ipAt + IP_BYTES, 0)));
  view.setUint16(ipAt + IP_BYTES, sender.local.port);
  view.setUint16(ipAt + IP_BYTES + 2, sender.remote.port);
  view.setUint32(ipAt + IP_BYTES + 4, wireNumber(sender.isn, quoted.start));
  view.setUint16(at + 2, folded(summed(view, at, end, 0)));
  return end;
}
