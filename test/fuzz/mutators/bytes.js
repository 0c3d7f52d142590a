/** Damage that knows nothing of what the bytes mean. */
import { concatBytes } from '../../support/packets/frames.js';

/** @typedef {import('../random.js').Random} Random */

/** Bytes of each width that a number may be written with. */
const WIDTHS = [1, 2, 3, 4];

/** @type {((bytes: Uint8Array, random: Random) => Uint8Array)[]} each of at least one byte */
const KINDS = [
  (bytes, random) =>
    changed(bytes, random, (copy, at) => {
      copy[at] ^= 1 << random.below(8);
    }),
  (bytes, random) =>
    changed(bytes, random, (copy, at) => {
      copy[at] = random.field(8, copy[at]);
    }),
  (bytes, random) => changed(bytes, random, (copy, at) => writeNumber(copy, at, random)),
  (bytes, random) => changed(bytes, random, (copy, at) => copy.fill(random.field(8), at, at + random.few(64))),
  (bytes, random) => without(bytes, random.below(bytes.length), random.few(64)),
  (bytes, random) => inserted(bytes, random.below(bytes.length + 1), random.bytes(random.few(32))),
  (bytes, random) => {
    const at = random.below(bytes.length);
    const length = random.below(Math.min(256, bytes.length - at)) + 1;
    return inserted(bytes, random.below(bytes.length + 1), bytes.slice(at, at + length));
  },
  (bytes, random) => bytes.slice(0, random.below(bytes.length) + 1),
];

/**
 * @param {Uint8Array} bytes @param {Random} random @param {number} [most] places
 * @returns {Uint8Array} with some places overwritten, cut out or doubled
 */
export function mutateBytes(bytes, random, most = 6) {
  let result = bytes;
  for (let places = random.few(most); places > 0 && result.length > 0; places--) {
    result = random.pick(KINDS)(result, random);
  }
  return result;
}

/** @param {Uint8Array} bytes @param {Random} random @param {(copy: Uint8Array, at: number) => void} change */
function changed(bytes, random, change) {
  const copy = bytes.slice();
  change(copy, random.below(copy.length));
  return copy;
}

/** @param {Uint8Array} bytes @param {number} at @param {Random} random */
function writeNumber(bytes, at, random) {
  const width = Math.min(random.pick(WIDTHS), bytes.length - at);
  const isLittle = random.chance(0.3);
  const value = random.field(8 * width);
  for (let i = 0; i < width; i++) bytes[at + (isLittle ? i : width - 1 - i)] = Math.floor(value / 2 ** (8 * i)) & 255;
}

/** @param {Uint8Array} bytes @param {number} at @param {number} length @returns {Uint8Array} */
export const without = (bytes, at, length) => concatBytes(bytes.subarray(0, at), bytes.subarray(at + length));

/** @param {Uint8Array} bytes @param {number} at @param {Uint8Array} piece @returns {Uint8Array} */
export const inserted = (bytes, at, piece) => concatBytes(bytes.subarray(0, at), piece, bytes.subarray(at));

/**
 * A list with some of its entries left out, doubled, moved or replaced.
 * @template T @param {readonly T[]} list @param {Random} random
 * @param {(entry: T) => T} change @param {() => T} make another entry
 * @returns {T[]}
 */
export function mutateList(list, random, change, make) {
  const result = [...list];
  for (let edits = random.few(5); edits > 0; edits--) {
    const at = random.below(result.length);
    const kind = random.below(8);
    if (result.length === 0 || kind === 0) result.splice(random.below(result.length + 1), 0, make());
    else if (kind === 1) result.splice(at, 1);
    else if (kind === 2) result.splice(random.below(result.length + 1), 0, result[at]);
    else if (kind === 3) result.splice(random.below(result.length), 0, ...result.splice(at, 1));
    else result[at] = change(result[at]);
  }
  return result;
}
