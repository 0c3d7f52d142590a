/** The Huffman code of HPACK (RFC 7541 appendix B). It is canonical: the lengths alone define the codes. */

/** Bits of the code of each symbol 0 to 255, then of EOS. */
const LENGTHS = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6,
  5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23,
  22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22,
  23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26,
  20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27,
  27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27,
  27, 27, 27, 26, 30,
];

const EOS = 256;
const MAX_BITS = 30;
const MAX_PADDING_BITS = 7;

/** For each length of codes: the first code, its index in SYMBOLS, the number of codes. */
const FIRST_CODE = new Int32Array(MAX_BITS + 1);
const FIRST_PLACE = new Int32Array(MAX_BITS + 1);
const COUNT = new Int32Array(MAX_BITS + 1);
const SYMBOLS = LENGTHS.map((_, symbol) => symbol).sort((a, b) => LENGTHS[a] - LENGTHS[b] || a - b);

for (const length of LENGTHS) COUNT[length]++;
for (let bits = 1, code = 0, place = 0; bits <= MAX_BITS; bits++) {
  code = (code + COUNT[bits - 1]) << 1;
  FIRST_CODE[bits] = code;
  FIRST_PLACE[bits] = place;
  place += COUNT[bits];
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string|null} characters 0 to 255; null for an invalid code
 */
export function decodeHuffman(bytes, start, end) {
  let text = '';
  let code = 0;
  let bits = 0;
  for (let i = start; i < end; i++) {
    for (let shift = 7; shift >= 0; shift--) {
      code = (code << 1) | ((bytes[i] >> shift) & 1);
      bits++;
      const place = code - FIRST_CODE[bits];
      if (place < COUNT[bits] && place >= 0) {
        const symbol = SYMBOLS[FIRST_PLACE[bits] + place];
        if (symbol === EOS) return null;
        text += String.fromCharCode(symbol);
        code = 0;
        bits = 0;
      } else if (bits === MAX_BITS) return null;
    }
  }
  const isPadding = bits <= MAX_PADDING_BITS && code === (1 << bits) - 1;
  return isPadding ? text : null;
}
