/**
 * Keys for Maps and Sets of integers that a capture chooses, such as stream identifiers or sequence numbers. V8 hashes
 * integers without a secret, so a crafted capture could put all keys into one bucket, and every access would search all
 * of them. Strings are safe: V8 hashes them with a seed.
 */

const WORD = 2 ** 32;

/**
 * Two for each of three rounds of a Feistel network (Luby and Rackoff 1988); a round is a multiply-shift hash
 * (Dietzfelbinger 1996) of half a word.
 */
export const SECRET_WORDS = 6;

/**
 * A secret permutation of the integers from −2^52 to 2^53 − 1: the hashes of any two of them are then as good as
 * random.
 * @param {Int32Array} secret `SECRET_WORDS` random words
 * @returns {(number: number) => number} those of 32 bits without a sign stay within 32 bits
 */
export function scrambler([factor1, term1, factor2, term2, factor3, term3]) {
  const ofWord = (/** @type {number} */ word) => {
    let left = word >>> 16;
    let right = word & 0xffff;
    left ^= (Math.imul(right, factor1) + term1) >>> 16;
    right ^= (Math.imul(left, factor2) + term2) >>> 16;
    left ^= (Math.imul(right, factor3) + term3) >>> 16;
    return (left << 16) | right;
  };
  return (number) => {
    if (number >>> 0 === number) return ofWord(number);
    const high = Math.floor(number / WORD);
    const low = ofWord((number - high * WORD) ^ ofWord(high)) >>> 0;
    return (high < 0 ? high - 1 : high) * WORD + low;
  };
}

/** With the secret of this process. */
export const scrambled = scrambler(crypto.getRandomValues(new Int32Array(SECRET_WORDS)));
