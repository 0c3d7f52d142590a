/** Addresses held as four big-endian 32-bit words (IPv4: the last word alone) to text. */

/** @param {number} word @returns {string} */
function dotted(word) {
  return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`;
}

/**
 * The longest run of two or more zero groups, as RFC 5952 shortens it.
 * @param {number[]} groups
 * @returns {[start: number, length: number]}
 */
function longestZeroRun(groups) {
  let best = 0;
  let bestLength = 1;
  let start = -1;
  for (let i = 0; i <= groups.length; i++) {
    if (groups[i] === 0) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      if (i - start > bestLength) [best, bestLength] = [start, i - start];
      start = -1;
    }
  }
  return bestLength > 1 ? [best, bestLength] : [0, 0];
}

/**
 * @param {ArrayLike<number>} words
 * @param {number} at index of the first of four words
 * @param {number} ipVersion 4 or 6
 * @returns {string} IPv6 as RFC 5952 writes it
 */
export function formatAddress(words, at, ipVersion) {
  if (ipVersion === 4) return dotted(words[at + 3]);
  const groups = [];
  for (let i = 0; i < 4; i++) groups.push(words[at + i] >>> 16, words[at + i] & 0xffff);
  if (groups.slice(0, 5).every((g) => g === 0) && groups[5] === 0xffff) return `::ffff:${dotted(words[at + 3])}`;
  const [start, length] = longestZeroRun(groups);
  const hex = (/** @type {number[]} */ part) => part.map((g) => g.toString(16)).join(':');
  return length ? `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}` : hex(groups);
}
