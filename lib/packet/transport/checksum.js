import { CHECKSUM } from '../../engine/enums.js';
import { PROTOCOL_TCP } from '../../shared/tcp-numbers.js';

export { CHECKSUM };

/** @typedef {import('../packet.js').Packet} Packet */

const CHECKSUM_AT = 16;
const IPV4_CHECKSUM_AT = 10;
/** From an IPv4 header's start to its addresses. */
const IPV4_ADDRESSES_AT = 12;

/**
 * Whether a segment's checksum is right, by the rules of lib/engine/decode/checksum.ts.
 * @param {Packet} packet at the segment, all of which is there
 * @param {Int32Array} source addresses of four words @param {Int32Array} destination
 * @param {number} at of both
 * @returns {number} of `CHECKSUM`
 */
export function checksumOf(packet, source, destination, at) {
  const { view, at: from, end } = packet;
  const length = end - from;
  const pseudo = PROTOCOL_TCP + length + wordsSum(source, at) + wordsSum(destination, at);
  const isRight = folded(pseudo + sumOf(view, from, end)) === 0xffff;
  if (!isRight && isLeftToCard(view.getUint16(from + CHECKSUM_AT), pseudo, length)) return CHECKSUM.OFFLOADED;
  return isRight && !isHeaderDamaged(packet) ? CHECKSUM.RIGHT : CHECKSUM.WRONG;
}

/** An IPv4 header whose checksum is there and wrong. @param {Packet} packet */
function isHeaderDamaged({ ipVersion, bytes, frames, view, addressAt }) {
  if (ipVersion !== 4 || bytes !== frames.bytes) return false;
  const start = addressAt - IPV4_ADDRESSES_AT;
  const end = start + ((view.getUint8(start) & 15) << 2);
  return view.getUint16(start + IPV4_CHECKSUM_AT) !== 0 && folded(sumOf(view, start, end)) !== 0xffff;
}

/**
 * A host that leaves checksums to its network card puts the pseudo-header's sum in their place, or nothing.
 * @param {number} checksum @param {number} pseudo @param {number} length
 */
const isLeftToCard = (checksum, pseudo, length) =>
  checksum === 0 || checksum === 0xffff || checksum === folded(pseudo) || checksum === folded(pseudo - length);

/** @param {Int32Array} words @param {number} at of the first of four */
function wordsSum(words, at) {
  let sum = 0;
  for (let k = at; k < at + 4; k++) sum += (words[k] >>> 16) + (words[k] & 0xffff);
  return sum;
}

/** Below 2^31 for all that a datagram holds. @param {DataView} view @param {number} from @param {number} end */
function sumOf(view, from, end) {
  let sum = 0;
  let at = from;
  for (; at + 2 <= end; at += 2) sum += view.getUint16(at);
  return at < end ? sum + (view.getUint8(at) << 8) : sum;
}

/** @param {number} sum */
function folded(sum) {
  const once = (sum & 0xffff) + (sum >>> 16);
  return (once & 0xffff) + (once >>> 16);
}
