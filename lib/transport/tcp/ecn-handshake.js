import { TCP } from './header.js';

/** @typedef {import('./tcp-packets.js').TcpPackets} TcpPackets */

/**
 * Feedback of congestion marks: none, by ECE until CWR comes (RFC 3168), or by AE, CWR and ECE as a counter of marks
 * (RFC 9768).
 */
export const ECN = Object.freeze({ NONE: 0, CLASSIC: 1, ACCURATE: 2 });

const CLASSIC_BITS = TCP.CWR | TCP.ECE;
const ALL_BITS = TCP.AE | CLASSIC_BITS;

/**
 * ECN in the handshake.
 * @typedef {object} EcnHandshake
 * @property {number | null} asked for by the client's latest SYN, a value of `ECN`; null: it was not captured
 * @property {number | null} agreed null: SYN or SYN-ACK was not captured
 */

/**
 * From any of the client's SYNs, since a retransmitted one may no longer ask, and from the first SYN-ACK that agrees: a
 * later one may leave it out.
 * @param {TcpPackets} packets
 * @returns {EcnHandshake}
 */
export function ecnHandshake({ controls, flags }) {
  let most = /** @type {number} */ (ECN.NONE);
  let asked = null;
  let agreed = null;
  for (const i of controls) {
    if ((flags[i] & (TCP.SYN | TCP.ACK)) !== TCP.SYN) continue;
    asked = askedBy(flags[i]);
    most = Math.max(most, asked);
  }
  if (asked === null) return { asked, agreed };
  for (const i of controls) {
    if ((flags[i] & (TCP.SYN | TCP.ACK)) === (TCP.SYN | TCP.ACK)) agreed ||= agreedBy(flags[i], most);
  }
  return { asked, agreed };
}

/** @param {number} flags of a SYN */
function askedBy(flags) {
  if ((flags & CLASSIC_BITS) !== CLASSIC_BITS) return ECN.NONE;
  return flags & TCP.AE ? ECN.ACCURATE : ECN.CLASSIC;
}

/**
 * The answer to a SYN that asks for the accurate feedback says in which of four ways the SYN's own IP header arrived;
 * ECE alone is the answer of a server of RFC 3168 (RFC 9768 section 3.1.2, a combination yet unused by section 3.1.3).
 * A server that reflects unknown flags may also return them as in the SYN.
 * @param {number} flags of a SYN-ACK @param {number} asked
 */
function agreedBy(flags, asked) {
  const answer = flags & ALL_BITS;
  if (asked === ECN.NONE || answer === 0) return ECN.NONE;
  if ((asked === ECN.CLASSIC ? answer & CLASSIC_BITS : answer) === TCP.ECE) return ECN.CLASSIC;
  return asked === ECN.ACCURATE && answer !== ALL_BITS ? ECN.ACCURATE : ECN.NONE;
}

/**
 * Whether ECE reports a marked packet, rather than being a bit of a counter, or unused. Without a captured handshake AE
 * decides: counters start with it set, and that of an end that receives no data keeps it.
 * @param {TcpPackets} packets
 */
export function echoesMarks(packets) {
  const { agreed } = ecnHandshake(packets);
  return agreed === null ? (packets.seen.allFlags & TCP.AE) === 0 : agreed === ECN.CLASSIC;
}
