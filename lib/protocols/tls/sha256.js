/** SHA-256 (FIPS 180-4) of short texts: fingerprints are needed without a cipher library, too. */

/** The first 32 bits of the fractional parts of square or cube roots of the first primes. */
const roots = (/** @type {number} */ count, /** @type {number} */ power) =>
  Uint32Array.from(primes(count), (prime) => (prime ** power % 1) * 2 ** 32);

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

const BLOCK_BYTES = 64;
const CONSTANTS = roots(64, 1 / 3);
const START = roots(8, 1 / 2);

/** @param {number} word @param {number} bits */
const rotated = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** @param {string} text ASCII @returns {string} 64 hexadecimal digits */
export function sha256(text) {
  const length = Math.ceil((text.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const bytes = new Uint8Array(length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 4, text.length * 8);
  const state = START.slice();
  for (let at = 0; at < length; at += BLOCK_BYTES) compress(state, view, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** @param {Uint32Array} state @param {DataView} view @param {number} at the block */
function compress(state, view, at) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      words[i] = view.getUint32(at + 4 * i);
      continue;
    }
    const near = words[i - 2];
    const far = words[i - 15];
    const small = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    const large = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    words[i] = words[i - 16] + small + words[i - 7] + large;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const first =
      (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[i] + words[i]) | 0;
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}
