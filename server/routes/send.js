/**
 * Writes responses no faster than they are read; Express would buffer them completely, and hash megabytes for an ETag
 * on the server's thread.
 */

/**
 * Bytes given to a connection at a time; a reader that has read none of them when the time is up is slower than 9
 * kB/s.
 */
const PIECE_BYTES = 1 << 18;

/**
 * @param {import('express').Response} response
 * @param {string} type
 * @param {Uint8Array} bytes
 * @param {number} idleMs as of `write`
 * @returns {Promise<void>} when the system has them, or the client is gone
 */
export async function send(response, type, bytes, idleMs) {
  response.type(type);
  response.setHeader('Content-Length', bytes.byteLength);
  response.setHeader('Cache-Control', 'no-store');
  for (let at = 0; at < bytes.byteLength && !response.destroyed; at += PIECE_BYTES) {
    await write(response, bytes.subarray(at, at + PIECE_BYTES), idleMs);
  }
  response.end();
}

/**
 * @param {import('express').Response} response
 * @param {Uint8Array} piece
 * @param {number} idleMs a reader that reads nothing for this long is disconnected
 * @returns {Promise<void>} when there is room for the next, or the client is gone
 */
export function write(response, piece, idleMs) {
  if (response.destroyed || response.write(piece)) return Promise.resolve();
  return new Promise((resolve) => {
    const idle = setTimeout(() => response.destroy(), idleMs);
    const go = () => {
      clearTimeout(idle);
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}
