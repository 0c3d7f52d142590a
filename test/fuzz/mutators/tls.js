/** TLS records, and the handshake messages in them that are not encrypted (RFC 5246, RFC 8446). */
import { concatBytes } from '../../support/packets/frames.js';
import { mutateBytes, mutateList } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */
/**
 * @typedef {{ type: number, version: number, body: Uint8Array, length?: number }} Record  length: the one that it says
 *   instead of its own
 */

const TYPES = [20, 21, 22, 22, 23, 24, 0, 255];
const VERSIONS = [0x0300, 0x0301, 0x0303, 0x0304, 0x0002, 0xffff];
const HANDSHAKE = 22;
const HEADER = 5;
const MESSAGES = [0, 1, 2, 4, 5, 8, 11, 12, 13, 14, 15, 16, 20, 22, 24, 25, 254];
const EXTENSIONS = [0, 5, 10, 11, 13, 16, 18, 21, 23, 27, 28, 35, 41, 42, 43, 44, 45, 51, 65281, 0xfe0d, 0x2a2a];

/** @param {number} value */
const u16 = (value) => [(value >>> 8) & 255, value & 255];

/** @param {Uint8Array} bytes @returns {boolean} */
export const isTls = (bytes) => bytes.length >= HEADER && bytes[0] >= 20 && bytes[0] <= 24 && bytes[1] === 3;

/** @param {Uint8Array} bytes @returns {{ records: Record[], rest: Uint8Array }} */
export function recordsIn(bytes) {
  const records = [];
  let at = 0;
  for (; at + HEADER <= bytes.length;) {
    const length = (bytes[at + 3] << 8) | bytes[at + 4];
    if (at + HEADER + length > bytes.length) break;
    records.push({
      type: bytes[at],
      version: (bytes[at + 1] << 8) | bytes[at + 2],
      body: bytes.subarray(at + HEADER, at + HEADER + length),
    });
    at += HEADER + length;
  }
  return { records, rest: bytes.subarray(at) };
}

/** @param {Record} record @returns {Uint8Array} */
const recordBytes = ({ type, version, body, length = body.length }) =>
  concatBytes(Uint8Array.of(type, ...u16(version), ...u16(length)), body);

/** @param {Random} random @returns {Uint8Array} an extension of a hello */
function extension(random) {
  const type = random.pick(EXTENSIONS);
  const name = [...random.bytes(random.few(20))];
  const lists = new Map([
    [0, [...u16(name.length + 3), 0, ...u16(name.length), ...name]],
    [16, [0, 3, 2, 0x68, 0x32]],
    [43, random.chance(0.5) ? [3, 4] : [4, 3, 4, 3, 3]],
  ]);
  const body = lists.get(type) ?? name;
  return Uint8Array.of(...u16(type), ...u16(random.chance(0.05) ? random.field(16) : body.length), ...body);
}

/** @param {Random} random @returns {Uint8Array} a handshake message */
function handshake(random) {
  const type = random.pick(MESSAGES);
  const extensions = concatBytes(...Array.from({ length: random.few(6) }, () => extension(random)));
  const hello = concatBytes(Uint8Array.of(3, 3), random.bytes(32), Uint8Array.of(random.pick([0, 0, 32, 255])));
  const suites = type === 1 ? [...u16(4), 0x13, 1, 0xc0, 0x2f, 1, 0] : [0x13, 1, 0];
  const body =
    type === 1 || type === 2
      ? concatBytes(hello, Uint8Array.from(suites), Uint8Array.from(u16(extensions.length)), extensions)
      : random.bytes(random.few(100));
  const length = random.chance(0.05) ? random.field(24) : body.length;
  return concatBytes(Uint8Array.of(type, (length >>> 16) & 255, ...u16(length)), body);
}

/** @param {Random} random @returns {Record} */
function newRecord(random) {
  const type = random.pick(TYPES);
  const body = type === HANDSHAKE ? handshake(random) : random.bytes(random.pick([0, 1, 2, 20, 40, 300]));
  return { type, version: random.pick(VERSIONS), body, length: random.chance(0.05) ? random.field(16) : undefined };
}

/** @param {Record} record @param {Random} random @returns {Record} */
function mutateRecord(record, random) {
  const kind = random.below(7);
  const { body } = record;
  if (kind === 0) return { ...record, type: random.pick(TYPES) };
  if (kind === 1) return { ...record, version: random.pick(VERSIONS) };
  if (kind === 2) return { ...record, length: random.field(16, body.length) };
  if (kind === 3) return { ...record, body: concatBytes(body, handshake(random)) };
  return { ...record, body: mutateBytes(body, random) };
}

/** The same bytes in other records. @param {Record} record @param {Random} random @returns {Record[]} */
function split(record, random) {
  const at = random.below(record.body.length + 1);
  return [
    { ...record, body: record.body.slice(0, at) },
    { ...record, body: record.body.slice(at) },
  ];
}

/** @param {Uint8Array} bytes what one side said in a turn @param {Random} random @returns {Uint8Array} */
export function mutateTls(bytes, random) {
  const { records, rest } = recordsIn(bytes);
  const isSplit = random.chance(0.2);
  const changed = mutateList(
    records,
    random,
    (record) => mutateRecord(record, random),
    () => newRecord(random),
  );
  return concatBytes(
    ...changed.flatMap((record) => (isSplit && random.chance(0.3) ? split(record, random) : [record])).map(recordBytes),
    rest,
  );
}

/** @param {Random} random @returns {Uint8Array} */
export const newTls = (random) =>
  concatBytes(...Array.from({ length: random.few(6) }, () => recordBytes(newRecord(random))));
