import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

import { CaptureError } from '../../lib/capture/capture-error.js';
import { KeyLog } from '../../lib/protocols/tls/key-log.js';

/** @type {Record<string, string>} */
const REASONS = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'you have no permission to' };

/** Bytes that a gzip of one may unpack to: more are refused, with a sentence of node:zlib. */
const MOST_UNPACKED_BYTES = 1 << 28;

/** @param {Buffer} bytes plain or gzip @returns {string} */
const keyLogText = (bytes) =>
  decoded(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED_BYTES }) : bytes);

/** @param {Buffer} bytes UTF-16 where they say so, as PowerShell redirects it */
function decoded(bytes) {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return bytes.toString('utf16le', 2);
  if (mark === 'feff') {
    return bytes
      .subarray(2, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
  }
  return bytes.toString('latin1', bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0);
}

/**
 * @param {string} [path] an SSLKEYLOGFILE
 * @returns {Promise<KeyLog>} empty without a path
 * @throws {CaptureError} it cannot be read, or has no secret
 */
export async function readKeyLog(path) {
  const keyLog = new KeyLog();
  if (path === undefined) return keyLog;
  const text = await readFile(path)
    .then(keyLogText)
    .catch((error) => {
      throw new CaptureError('key_log_unreadable', `${path} cannot be read: ${REASONS[error.code] ?? error.message}`);
    });
  if (keyLog.add(text) === 0) {
    throw new CaptureError(
      'key_log_empty',
      `${path} has no secrets: a key log has lines such as "CLIENT_RANDOM …" (set SSLKEYLOGFILE where the client runs)`,
    );
  }
  return keyLog;
}
