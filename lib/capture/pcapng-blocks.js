import { MAX_BLOCK_BYTES, MAX_RESYNC_BLOCK_BYTES } from './limits.js';
import { SECTION_HEADER } from './magic.js';
import { int32At, uint16At } from './read-integers.js';

/** Block types of draft-ietf-opsawg-pcapng, section 11.1; sysdig's events as in Wireshark 4.0. */
export const BLOCK = Object.freeze({
  SECTION_HEADER,
  INTERFACE: 1,
  PACKET: 2,
  SIMPLE_PACKET: 3,
  NAMES: 4,
  STATISTICS: 5,
  ENHANCED_PACKET: 6,
  JOURNAL: 9,
  SECRETS: 10,
  SYSDIG_EVENT: 0x204,
  SYSDIG_EVENT_2: 0x216,
  SYSDIG_EVENT_2_LARGE: 0x221,
  CUSTOM: 0xbad,
  CUSTOM_NOT_COPIED: 0x40000bad,
});

/** Bytes of a block without any content of variable length; others are at least 12. @type {Map<number, number>} */
const MIN_BYTES = new Map([
  [BLOCK.SECTION_HEADER, 28],
  [BLOCK.INTERFACE, 20],
  [BLOCK.PACKET, 32],
  [BLOCK.SIMPLE_PACKET, 16],
  [BLOCK.NAMES, 12],
  [BLOCK.STATISTICS, 24],
  [BLOCK.ENHANCED_PACKET, 32],
  [BLOCK.JOURNAL, 12],
  [BLOCK.SECRETS, 20],
  [BLOCK.CUSTOM, 16],
  [BLOCK.CUSTOM_NOT_COPIED, 16],
]);

/** Bytes that determine where a block ends: type, length and, in a section header, the byte-order magic. */
export const BLOCK_HEAD_BYTES = 12;

/**
 * Byte order of the section that starts at `at`; null: no byte-order magic.
 * @param {Uint8Array} bytes
 * @param {number} at
 */
export function sectionIsBigEndian(bytes, at) {
  if (int32At(bytes, at + 8, true) === 0x1a2b3c4d) return true;
  return int32At(bytes, at + 8, false) === 0x1a2b3c4d ? false : null;
}

/**
 * Whether a block of this type can have this length.
 * @param {number} type
 * @param {number} length as an int32
 */
export function isPossibleLength(type, length) {
  return length >= (MIN_BYTES.get(type) ?? 12) && length <= MAX_BLOCK_BYTES && (length & 3) === 0;
}

/**
 * Looks for a place to resume reading after damage, at multiples of 4 from `position`: a known type, a possible length,
 * and the same length at the block's end.
 * @param {Uint8Array} bytes
 * @param {number} position
 * @param {number} end
 * @param {boolean} bigEndian order of the section that was damaged
 * @returns {{ position: number, found: boolean, need: number }} not found: look again from `position` with `need` bytes
 */
export function findBlock(bytes, position, end, bigEndian) {
  for (; end - position >= BLOCK_HEAD_BYTES; position += 4) {
    let order = bigEndian;
    const type = int32At(bytes, position, bigEndian);
    if (!MIN_BYTES.has(type)) continue;
    if (type === BLOCK.SECTION_HEADER) {
      const own = sectionIsBigEndian(bytes, position);
      if (own === null) continue;
      order = own;
    }
    const length = int32At(bytes, position + 4, order);
    if (!isPossibleLength(type, length) || length > MAX_RESYNC_BLOCK_BYTES) continue;
    if (length > end - position) return { position, found: false, need: length };
    if (int32At(bytes, position + length - 4, order) === length) return { position, found: true, need: length };
  }
  return { position, found: false, need: BLOCK_HEAD_BYTES };
}

/**
 * Calls `visit(code, start, end)` for each option in `bytes[position, end)`; stops at the first that does not fit.
 * @param {Uint8Array} bytes
 * @param {number} position
 * @param {number} end
 * @param {boolean} bigEndian
 * @param {(code: number, start: number, end: number) => void} visit
 */
export function eachOption(bytes, position, end, bigEndian, visit) {
  while (end - position >= 4) {
    const code = uint16At(bytes, position, bigEndian);
    const length = uint16At(bytes, position + 2, bigEndian);
    const start = position + 4;
    if (code === 0 || start + length > end) return;
    visit(code, start, start + length);
    position = start + ((length + 3) & ~3);
  }
}

/** Before the captured bytes: an enhanced or obsolete packet block has this much, … */
const PACKET_HEAD_BYTES = 28;
/** … and a simple one that. */
const SIMPLE_HEAD_BYTES = 12;

/**
 * How much of a packet's block lies around its captured bytes. Its section may have ended by then, so the byte order is
 * found from the block itself.
 * @type {import('./reader.js').EdgesOf}
 */
export function packetBlockEdges(bytes, at, captured) {
  for (const bigEndian of [false, true]) {
    const start = at - PACKET_HEAD_BYTES;
    const type = start < 0 ? -1 : int32At(bytes, start, bigEndian);
    if (type !== BLOCK.ENHANCED_PACKET && type !== BLOCK.PACKET) continue;
    if (int32At(bytes, start + 20, bigEndian) !== captured) continue;
    return [PACKET_HEAD_BYTES, int32At(bytes, start + 4, bigEndian) - PACKET_HEAD_BYTES - captured];
  }
  const start = at - SIMPLE_HEAD_BYTES;
  const bigEndian = int32At(bytes, start, false) !== BLOCK.SIMPLE_PACKET;
  return [SIMPLE_HEAD_BYTES, int32At(bytes, start + 4, bigEndian) - SIMPLE_HEAD_BYTES - captured];
}
