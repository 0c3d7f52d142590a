/** Records of a pcap file and its header. */
import { concatBytes } from '../../support/packets/frames.js';
import { mutateBytes, mutateList } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */

const FILE_HEADER = 24;
const RECORD_HEADER = 16;
const LITTLE = [0xd4, 0x4d];
const MAGICS = [0xa1b2c3d4, 0xa1b23c4d, 0xa1b2cd34, 0xd4c3b2a1, 0x4d3cb2a1, 0x0a0d0d0a, 0x1a2b3c4d];
/** Link types that the decoder knows, and some that it does not. */
const LINK_TYPES = [
  0, 1, 6, 9, 10, 12, 50, 51, 99, 101, 104, 105, 107, 108, 113, 119, 127, 129, 138, 149, 163, 192, 197, 220, 228, 229,
  239, 249, 258, 276, 290, 0xfff, 0xf0000001,
];

/** @param {Uint8Array} bytes */
const isLittleEndian = (bytes) => LITTLE.includes(bytes[0]);
/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** @param {Uint8Array} bytes @returns {boolean} */
export const isPcap = (bytes) =>
  bytes.length > FILE_HEADER && [0xa1b2c3d4, 0xa1b23c4d].includes(viewOf(bytes).getUint32(0, isLittleEndian(bytes)));

/**
 * @param {Uint8Array} bytes of a pcap file
 * @returns {Uint8Array[]} its records; what remains behind the last whole one is the last
 */
export function recordsOf(bytes) {
  const view = viewOf(bytes);
  const records = [];
  const isLittle = isLittleEndian(bytes);
  for (let at = FILE_HEADER; at < bytes.length;) {
    const length = at + RECORD_HEADER <= bytes.length ? view.getUint32(at + 8, isLittle) : 0;
    const end = Math.min(bytes.length, at + RECORD_HEADER + length);
    records.push(bytes.subarray(at, end));
    at = end;
  }
  return records;
}

/** @param {Uint8Array} bytes of a pcap file @param {Random} random @returns {Uint8Array} */
export function mutatePcap(bytes, random) {
  const isLittle = isLittleEndian(bytes);
  const header = bytes.slice(0, FILE_HEADER);
  if (random.chance(0.2)) mutateHeader(header, random, isLittle);
  const records = mutateList(
    recordsOf(bytes),
    random,
    (record) => mutateRecord(record, random, isLittle),
    () => concatBytes(new Uint8Array(RECORD_HEADER), random.bytes(random.few(20))),
  );
  return concatBytes(header, ...records);
}

/** @param {Uint8Array} header @param {Random} random @param {boolean} isLittle */
function mutateHeader(header, random, isLittle) {
  const view = viewOf(header);
  const kind = random.below(4);
  if (kind === 0) view.setUint32(0, random.pick(MAGICS), isLittle);
  else if (kind === 1) view.setUint32(20, random.pick(LINK_TYPES), isLittle);
  else if (kind === 2) view.setUint32(16, random.field(32), isLittle);
  else view.setUint16(random.pick([4, 6]), random.field(16), isLittle);
}

/** @param {Uint8Array} record @param {Random} random @param {boolean} isLittle */
function mutateRecord(record, random, isLittle) {
  if (record.length < RECORD_HEADER || random.chance(0.3)) return mutateBytes(record, random);
  const copy = record.slice();
  const view = viewOf(copy);
  const field = random.pick([0, 4, 8, 8, 12]);
  view.setUint32(field, random.field(32, view.getUint32(field, isLittle)), isLittle);
  return copy;
}
