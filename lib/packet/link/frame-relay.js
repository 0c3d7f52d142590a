import { LAYER } from '../layers.js';
import { layerOfEthertype } from '../next-layer.js';
import { uint16 } from '../packet.js';
import { decodeSnap, UNNUMBERED_INFORMATION } from './llc.js';

const MAX_ADDRESS = 4;
const NLPID = Object.freeze({ PAD: 0x00, STATUS: 0x08, LMI: 0x09, SNAP: 0x80, IPV6: 0x8e, IPV4: 0xcc });

/**
 * Frame Relay: a Q.922 address of two to four bytes, then multiprotocol encapsulation (RFC 2427) or Cisco's, an
 * EtherType.
 *
 * @param {import('../packet.js').Packet} packet
 * @returns {number}
 */
export function decodeFrameRelay(packet) {
  const { bytes, end } = packet;
  let at = packet.at;
  const limit = Math.min(at + MAX_ADDRESS, end);
  while (at < limit && (bytes[at] & 1) === 0) at++;
  at++;
  if (packet.isShortOf(2, at)) return LAYER.NONE;
  if (bytes[at] !== UNNUMBERED_INFORMATION) {
    packet.at = at + 2;
    return layerOfEthertype(packet, uint16(bytes, at));
  }
  at++;
  if (bytes[at] === NLPID.PAD) at++;
  packet.at = at + 1;
  return at < end ? layerOfNlpid(packet, bytes[at]) : LAYER.NONE;
}

/** @param {import('../packet.js').Packet} packet @param {number} nlpid @returns {number} */
function layerOfNlpid(packet, nlpid) {
  switch (nlpid) {
    case NLPID.IPV4:
      return LAYER.IPV4;
    case NLPID.IPV6:
      return LAYER.IPV6;
    case NLPID.SNAP:
      return decodeSnap(packet);
    case NLPID.LMI:
    case NLPID.STATUS:
      return LAYER.NONE;
    default:
      return packet.stop('NLPID', nlpid);
  }
}
