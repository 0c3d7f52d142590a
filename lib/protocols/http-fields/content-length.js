/** The content-length of a message (RFC 9113 section 8.1.1, RFC 9110 section 8.6). */

/** Digits of a length that can be counted exactly. */
const LENGTH = /^\d{1,15}$/;

/**
 * @param {import('./field-list.js').Field[]} fields of a header list
 * @returns {number} −1: none, or none that can be read, or several that differ
 */
export function contentLengthOf(fields) {
  let length = -1;
  for (const [name, value] of fields) {
    if (name !== 'content-length') continue;
    if (!LENGTH.test(value) || (length >= 0 && length !== Number(value))) return -1;
    length = Number(value);
  }
  return length;
}

/**
 * Whether a response's content-length is not that of its own content: to HEAD, 304, interim; or may not be, as its
 * request was not read.
 * @param {string} method of the request, '' not known
 * @param {number} status 0: it is a request
 */
export const hasNoContent = (method, status) =>
  status !== 0 &&
  (method === '' || method === '?' || method === 'HEAD' || method === 'CONNECT' || status === 304 || status < 200);
