/** Blocks of a pcapng file (draft-ietf-opsawg-pcapng). */
import { concatBytes } from '../../support/packets/frames.js';
import { mutateBytes, mutateList } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */
/**
 * @typedef {{ type: number, body: Uint8Array, claims?: number }} Block  body: without type and lengths; claims: the
 *   length that it says instead of its own
 */

const SECTION = 0x0a0d0d0a;
const TYPES = [SECTION, 1, 2, 3, 4, 5, 6, 9, 10, 0xbad, 0x40000bad, 7, 0x80000001];
const OPTION_CODES = [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 13, 14, 2988];
/** Bytes before the options of a block's body, by type. @type {Map<number, number>} */
const FIXED = new Map([
  [SECTION, 16],
  [1, 8],
  [4, 0],
  [5, 12],
  [10, 8],
]);

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** @param {Uint8Array} bytes @returns {boolean} */
export const isPcapng = (bytes) => bytes.length >= 28 && viewOf(bytes).getUint32(0) === SECTION;

/** @param {Uint8Array} bytes of a pcapng file @returns {boolean} of its first section */
const isLittleEndian = (bytes) => bytes[8] === 0x4d;

/** @param {Uint8Array} bytes of a pcapng file @returns {Block[]} up to the first damage */
export function blocksOf(bytes) {
  const view = viewOf(bytes);
  const isLittle = isLittleEndian(bytes);
  const blocks = [];
  for (let at = 0; at + 12 <= bytes.length;) {
    const length = view.getUint32(at + 4, isLittle);
    if (length < 12 || at + length > bytes.length) break;
    blocks.push({ type: view.getUint32(at, isLittle), body: bytes.subarray(at + 8, at + length - 4) });
    at += length;
  }
  return blocks;
}

/** @param {Block[]} blocks @param {boolean} isLittle @returns {Uint8Array} */
export function joinBlocks(blocks, isLittle) {
  return concatBytes(
    ...blocks.map(({ type, body, claims }) => {
      const length = 12 + ((body.length + 3) & ~3);
      const block = new Uint8Array(length);
      const view = viewOf(block);
      view.setUint32(0, type, isLittle);
      view.setUint32(4, claims ?? length, isLittle);
      block.set(body, 8);
      view.setUint32(length - 4, length, isLittle);
      return block;
    }),
  );
}

/** @param {Uint8Array} bytes of a pcapng file @param {Random} random @returns {Uint8Array} */
export function mutatePcapng(bytes, random) {
  const isLittle = isLittleEndian(bytes);
  return joinBlocks(
    mutateList(
      blocksOf(bytes),
      random,
      (block) => mutateBlock(block, random, isLittle),
      () => newBlock(random, isLittle),
    ),
    isLittle,
  );
}

/** @param {Random} random @param {boolean} isLittle @returns {Block} */
function newBlock(random, isLittle) {
  const type = random.pick(TYPES);
  const fixed = random.bytes(FIXED.get(type) ?? 20);
  const view = viewOf(fixed);
  if (type === SECTION) view.setUint32(0, 0x1a2b3c4d, random.chance(0.7) === isLittle);
  if (type === 10) view.setUint32(0, 0x544c534b, isLittle);
  if (type === 1) view.setUint32(0, random.pick([1, 101, 113, 276]), isLittle);
  return { type, body: concatBytes(fixed, options(random, isLittle)) };
}

/** Options, ended or not, seldom as long as they say. @param {Random} random @param {boolean} isLittle */
function options(random, isLittle) {
  const list = Array.from({ length: random.few(4) }, () => {
    const value = random.bytes(random.below(24));
    const option = new Uint8Array(4 + ((value.length + 3) & ~3));
    const view = viewOf(option);
    view.setUint16(0, random.pick(OPTION_CODES), isLittle);
    view.setUint16(2, random.chance(0.1) ? random.field(16) : value.length, isLittle);
    option.set(value, 4);
    return option;
  });
  return concatBytes(...list, new Uint8Array(random.chance(0.7) ? 4 : 0));
}

/** @param {Block} block @param {Random} random @param {boolean} isLittle @returns {Block} */
function mutateBlock(block, random, isLittle) {
  const kind = random.below(6);
  const { type, body } = block;
  if (kind === 0) return { ...block, type: random.pick(TYPES) };
  if (kind === 1) return { ...block, claims: random.field(32, body.length + 12) };
  if (kind === 2) return { type, body: concatBytes(body, options(random, isLittle)) };
  if (kind < 5 && body.length >= 4) {
    const copy = body.slice();
    const at = 4 * random.below(Math.min(5, copy.length >> 2));
    const view = viewOf(copy);
    view.setUint32(at, random.field(32, view.getUint32(at, isLittle)), isLittle);
    return { type, body: copy };
  }
  return { type, body: mutateBytes(body, random) };
}
