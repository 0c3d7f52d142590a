/**
 * Without express's ETag, which would hash megabytes on the server's thread.
 * @param {import('express').Response} response
 * @param {string} type
 * @param {Uint8Array} bytes
 */
export function send(response, type, bytes) {
  response.type(type);
  response.setHeader('Content-Length', bytes.byteLength);
  response.setHeader('Cache-Control', 'no-store');
  response.end(bytes);
}
