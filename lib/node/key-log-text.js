/** A key log as text, in whichever form it was kept. */
import { gunzipSync } from 'node:zlib';

/**
 * @param {Buffer} bytes plain or gzip; UTF-16 where they say so, as PowerShell redirects it
 * @param {number} mostBytes that a gzip of one may unpack to
 * @returns {string}
 * @throws {Error} of node:zlib: the gzip is damaged, or unpacks to more
 */
export const keyLogText = (bytes, mostBytes) =>
  decoded(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: mostBytes }) : bytes);

/** @param {Buffer} bytes */
function decoded(bytes) {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return bytes.toString('utf16le', 2);
  if (mark === 'feff') {
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  }
  return bytes.toString('latin1', bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0);
}
