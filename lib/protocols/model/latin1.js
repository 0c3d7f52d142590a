/** Most arguments of a call. */
const MAX_CHARACTERS = 8192;

/**
 * @param {Uint8Array} bytes
 * @param {number} [start]
 * @param {number} [end]
 * @returns {string} a character for each byte
 */
export function latin1(bytes, start = 0, end = bytes.length) {
  let text = '';
  for (let i = start; i < end; i += MAX_CHARACTERS) {
    text += String.fromCharCode.apply(null, /** @type {any} */ (bytes.subarray(i, Math.min(end, i + MAX_CHARACTERS))));
  }
  return text;
}
