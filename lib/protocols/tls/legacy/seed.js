/**
 * SEED (RFC 4269), which cipher libraries no longer have: a Feistel cipher of 16 rounds over blocks of 128 bits.
 * Decrypts only.
 */

const ROUNDS = 16;
const BLOCK_BYTES = 16;
const MASKS = [0xfc, 0xf3, 0xcf, 0x3f];
/** @type {Uint8Array[] | undefined} */
let known;

/**
 * The S-boxes: a power in GF(2^8), then a matrix (its image of each bit) and a constant. Created on first use: that
 * takes longer than loading all of TLS.
 */
const boxes = () =>
  (known ??= [
    sBox(247, [0x2c, 0xd0, 0x69, 0xc2, 0x41, 0x44, 0x58, 0xe2], 0xa9),
    sBox(251, [0xd0, 0x2a, 0xe1, 0x2c, 0x21, 0x30, 0xa2, 0x6c], 0x38),
  ]);

/** Product modulo x^8 + x^6 + x^5 + x + 1. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 0, shifted = a; bit < 8; bit++) {
    if (b & (1 << bit)) product ^= shifted;
    shifted = shifted & 0x80 ? (shifted << 1) ^ 0x163 : shifted << 1;
  }
  return product;
}

/** @param {number} power @param {number[]} columns @param {number} constant */
function sBox(power, columns, constant) {
  return Uint8Array.from({ length: 256 }, (_, x) => {
    let raised = 1;
    for (let i = 0; i < power; i++) raised = times(raised, x);
    return columns.reduce((sum, column, bit) => (raised & (1 << bit) ? sum ^ column : sum), constant);
  });
}

/** The function G of 32 bits. @param {number} x */
function mix(x) {
  const [even, odd] = boxes();
  let z = 0;
  for (let from = 0; from < 4; from++) {
    const y = (from & 1 ? odd : even)[(x >>> (8 * from)) & 255];
    for (let to = 0; to < 4; to++) z ^= (y & MASKS[(from + to) & 3]) << (8 * to);
  }
  return z;
}

/** @param {Uint8Array} key 16 bytes @returns {Int32Array} two words for each round */
function schedule(key) {
  const view = new DataView(key.buffer, key.byteOffset);
  const keys = new Int32Array(2 * ROUNDS);
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => view.getInt32(at));
  let constant = 0x9e3779b9 | 0;
  for (let round = 0; round < ROUNDS; round++) {
    keys[2 * round] = mix((a + c - constant) | 0);
    keys[2 * round + 1] = mix((b - d + constant) | 0);
    if (round & 1) [c, d] = [(c << 8) | (d >>> 24), (d << 8) | (c >>> 24)];
    else [a, b] = [(a >>> 8) | (b << 24), (b >>> 8) | (a << 24)];
    constant = (constant << 1) | (constant >>> 31);
  }
  return keys;
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} iv
 * @param {Uint8Array} bytes whole blocks
 * @returns {Uint8Array} padding included
 */
export function decryptSeedCbc(key, iv, bytes) {
  const keys = schedule(key);
  const plain = new Uint8Array(bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const out = new DataView(plain.buffer);
  for (let at = 0; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) {
    let l0 = view.getInt32(at);
    let l1 = view.getInt32(at + 4);
    let r0 = view.getInt32(at + 8);
    let r1 = view.getInt32(at + 12);
    for (let round = ROUNDS - 1; round >= 0; round--) {
      let t0 = r0 ^ keys[2 * round];
      let t1 = mix(r1 ^ keys[2 * round + 1] ^ t0);
      t0 = mix((t0 + t1) | 0);
      t1 = mix((t1 + t0) | 0);
      t0 = (t0 + t1) | 0;
      [l0, l1, r0, r1] = [r0, r1, l0 ^ t0, l1 ^ t1];
    }
    [r0, r1, l0, l1].forEach((word, i) => out.setInt32(at + 4 * i, word));
    for (let i = 0; i < BLOCK_BYTES; i++) plain[at + i] ^= at === 0 ? iv[i] : bytes[at - BLOCK_BYTES + i];
  }
  return plain;
}
