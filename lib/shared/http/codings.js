/** Content codings (RFC 9110 section 8.4) by name. */

/** Those that are decoded here. */
export const KNOWN_CODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);
const UNCODED = new Set(['', 'identity', 'chunked']);

/**
 * @param {[name: string, value: string][]} headers
 * @returns {string[]} codings in the order in which they were applied, transfer codings last
 */
export function codingsOf(headers) {
  const valuesOf = (/** @type {string} */ name) =>
    headers.filter(([field]) => field.toLowerCase() === name).flatMap(([, value]) => value.split(','));
  return [...valuesOf('content-encoding'), ...valuesOf('transfer-encoding')]
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !UNCODED.has(name));
}
