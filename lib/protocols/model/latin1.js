/** Most arguments of a call. */
const MAX_CHARACTERS = 8192;

/** Short texts recur: the latest of each hash is kept, as making a string takes longer than to compare it. */
const MAX_KNOWN_CHARACTERS = 24;
const KNOWN = 1024;
/** @type {string[]} */
const known = new Array(KNOWN).fill('');

/**
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @returns {string}
 */
function shortText(bytes, start, end) {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + bytes[i]) | 0;
  const place = hash & (KNOWN - 1);
  const text = known[place];
  let at = 0;
  while (at < text.length && text.charCodeAt(at) === bytes[start + at]) at++;
  if (at === text.length && at === end - start) return text;
  return (known[place] = madeOf(bytes, start, end));
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end @returns {string} */
const madeOf = (bytes, start, end) => String.fromCharCode.apply(null, /** @type {any} */ (bytes.subarray(start, end)));

/**
 * @param {Uint8Array} bytes
 * @param {number} [start]
 * @param {number} [end]
 * @returns {string} a character for each byte
 */
export function latin1(bytes, start = 0, end = bytes.length) {
  if (end - start <= MAX_KNOWN_CHARACTERS) return shortText(bytes, start, Math.max(start, end));
  let text = '';
  for (let i = start; i < end; i += MAX_CHARACTERS) text += madeOf(bytes, i, Math.min(end, i + MAX_CHARACTERS));
  return text;
}
