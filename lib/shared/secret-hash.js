/**
 * Hashes of bytes and words that a capture chooses, as keys of a Map: with a secret of this process, so that a crafted
 * capture cannot put many of them into one bucket. Multilinear hashing (Carter and Wegman 1979): each place has a
 * random factor, and the upper bits of the sum are taken.
 */
const PLACES = 64;
const SECRET = crypto.getRandomValues(new Uint32Array(1 + PLACES));
/** A Map's key is cheapest as a small integer. */
const DROPPED_BITS = 2;

/** @param {Uint8Array} bytes @param {number} at @param {number} length up to 64 @returns {number} of 30 bits */
export function hashOfBytes(bytes, at, length) {
  let sum = SECRET[0];
  for (let i = 0; i < length; i++) sum = (sum + Math.imul(SECRET[1 + i], bytes[at + i] + 1)) | 0;
  return sum >>> DROPPED_BITS;
}

/** @param {Int32Array} words up to 32 @returns {number} of 30 bits */
export function hashOfWords(words) {
  let sum = SECRET[0];
  for (let i = 0; i < words.length; i++) {
    sum = (sum + Math.imul(SECRET[1 + 2 * i], words[i] & 0xffff)) | 0;
    sum = (sum + Math.imul(SECRET[2 + 2 * i], words[i] >>> 16)) | 0;
  }
  return sum >>> DROPPED_BITS;
}
