/** Which part of a split capture a pair of ends belongs to, the same for both directions. */
import { UDP } from '../../packet/network/icmp.js';
import { int32 } from '../../packet/packet.js';

/** Multipliers of MurmurHash3 (Appleby 2011), whose mixing this is. */
const FACTOR_1 = 0xcc9e2d51 | 0;
const FACTOR_2 = 0x1b873593;
const FINAL_1 = 0x85ebca6b | 0;
const FINAL_2 = 0xc2b2ae35 | 0;
const STEP = 0xe6546b64 | 0;

/** @param {number} hash @param {number} word */
function mixed(hash, word) {
  let k = Math.imul(word, FACTOR_1);
  k = Math.imul((k << 15) | (k >>> 17), FACTOR_2);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + STEP) | 0;
}

/** @param {number} hash */
function finished(hash) {
  let h = Math.imul(hash ^ (hash >>> 16), FINAL_1);
  h = Math.imul(h ^ (h >>> 13), FINAL_2);
  return (h ^ (h >>> 16)) >>> 0;
}

/** @param {Int32Array} words four of an address @param {number} at @param {number} port */
function endHash(words, at, port) {
  const low = mixed(mixed(mixed(port, words[at]), words[at + 1]), words[at + 2]);
  return finished(mixed(low, words[at + 3]));
}

/**
 * VLANs and tunnels do not count: the directions of a connection may take different ones, and so may ICMP errors.
 * @param {number} parts how many there are
 * @param {Int32Array} source @param {number} sourceAt where its four words are
 * @param {Int32Array} destination @param {number} destinationAt
 * @param {number} ports the source's in the upper 16 bits
 * @returns {number} from 0
 */
export function partOf(parts, source, sourceAt, destination, destinationAt, ports) {
  const one = endHash(source, sourceAt, ports >>> 16);
  const other = endHash(destination, destinationAt, ports & 0xffff);
  return finished((one + other) | 0) % parts;
}

const IPV4_BYTES = 4;
const IPV6_BYTES = 16;
/** From the addresses back to the number of the payload's protocol. */
const TO_PROTOCOL = Object.freeze({ 4: -3, 6: -2 });
const source = new Int32Array(4);
const destination = new Int32Array(4);

/**
 * Of a packet positioned after its IP header, by addresses, and by ports for UDP.
 * @param {number} parts
 * @param {import('../../packet/packet.js').Packet} packet
 */
export function partOfPacket(parts, { bytes, at, end, addressAt, ipVersion }) {
  const length = ipVersion === 6 ? IPV6_BYTES : IPV4_BYTES;
  for (let word = 0; word < length >> 2; word++) {
    source[word] = int32(bytes, addressAt + word * 4);
    destination[word] = int32(bytes, addressAt + length + word * 4);
  }
  source.fill(0, length >> 2);
  destination.fill(0, length >> 2);
  const protocol = bytes[addressAt + TO_PROTOCOL[ipVersion === 6 ? 6 : 4]];
  const ports = protocol === UDP && end - at >= 4 ? int32(bytes, at) : 0;
  return partOf(parts, source, 0, destination, 0, ports);
}
