// Whether a segment's checksum is right (RFC 9293, section 3.1; RFC 1071): sixteen-bit ones' complement sums, of eight
// bytes at a time. The sum of swapped bytes is the swapped sum, so words are added as they are loaded.
import * as batch from '../base/batch';
import { CHECKSUM, PROTOCOL_TCP } from '../base/enums';
import { uint16 } from '../base/wire';

const LOWER_HALVES: u64 = 0xffffffff;
const CHECKSUM_AT: usize = 16;
const ADDRESS_WORDS: i32 = 4;

/** Of the complete segment at `at`, whose addresses are those of the batch's entry i. */
export function checksumOf(at: usize, length: i32, i: i32): u8 {
  const pseudo = pseudoHeader(i, length);
  if (folded(pseudo + <u64>sumOf(at, length)) == 0xffff) return CHECKSUM.RIGHT;
  return isLeftToCard(uint16(at + CHECKSUM_AT), pseudo, length) ? CHECKSUM.OFFLOADED : CHECKSUM.WRONG;
}

/** Whether an IPv4 header's checksum is wrong; 0 means offloaded to the network card. */
export function isHeaderDamaged(at: usize, length: i32): bool {
  return uint16(at + 10) != 0 && sumOf(at, length) != 0xffff;
}

/**
 * A host that leaves checksums to its network card puts the pseudo-header's sum in their place (Linux), with the length
 * or without, or nothing.
 */
function isLeftToCard(checksum: i32, pseudo: u64, length: i32): bool {
  return (
    checksum == 0 ||
    checksum == 0xffff ||
    checksum == <i32>folded(pseudo) ||
    checksum == <i32>folded(pseudo - <u64>length)
  );
}

function pseudoHeader(i: i32, length: i32): u64 {
  const source = batch.addressAt(batch.sourceAddress, i);
  const destination = batch.addressAt(batch.destinationAddress, i);
  let sum: u64 = <u64>(<u32>PROTOCOL_TCP + <u32>length);
  for (let word = 0; word < ADDRESS_WORDS; word++)
    sum += <u64>load<u32>(source + ((<usize>word) << 2)) + <u64>load<u32>(destination + ((<usize>word) << 2));
  return sum;
}

/** Of bytes in network byte order, sixteen bits, not inverted. */
function sumOf(from: usize, length: i32): u32 {
  let at = from;
  const end = from + <usize>length;
  let low: u64 = 0;
  let high: u64 = 0;
  for (; at + 32 <= end; at += 32) {
    const a = load<u64>(at);
    const b = load<u64>(at, 8);
    const c = load<u64>(at, 16);
    const d = load<u64>(at, 24);
    low += (a & LOWER_HALVES) + (b & LOWER_HALVES) + (c & LOWER_HALVES) + (d & LOWER_HALVES);
    high += (a >> 32) + (b >> 32) + (c >> 32) + (d >> 32);
  }
  for (; at + 4 <= end; at += 4) low += <u64>load<u32>(at);
  for (let shift: u64 = 0; at < end; at++, shift += 8) low += (<u64>load<u8>(at)) << shift;
  const sum = folded(low + high);
  return ((sum & 0xff) << 8) | (sum >> 8);
}

/** Adds the carries: the result has sixteen bits. */
function folded(sum: u64): u32 {
  let rest = (sum & LOWER_HALVES) + (sum >> 32);
  rest = (rest & 0xffff) + ((rest >> 16) & 0xffff) + (rest >> 32);
  rest = (rest & 0xffff) + (rest >> 16);
  return <u32>((rest & 0xffff) + (rest >> 16));
}
