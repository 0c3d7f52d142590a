import { readFile } from 'node:fs/promises';

import { CaptureError } from '../../../lib/capture/capture-error.js';
import { keyLogText } from '../../../lib/node/key-log-text.js';
import { KeyLog } from '../../../lib/protocols/tls/key-log.js';

/** @type {Record<string, string>} */
const REASONS = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'you have no permission to' };

/** Uncompressed bytes of a gzipped one: more are refused, with node:zlib's message. */
const MAX_UNPACKED_BYTES = 1 << 28;

/**
 * @param {string} path an SSLKEYLOGFILE
 * @returns {Promise<string>} its text
 * @throws {CaptureError} it cannot be read, or has no secret
 */
export async function readKeyLogText(path) {
  const text = await readFile(path)
    .then((bytes) => keyLogText(bytes, MAX_UNPACKED_BYTES))
    .catch((error) => {
      throw new CaptureError('key_log_unreadable', `${path} cannot be read: ${REASONS[error.code] ?? error.message}`);
    });
  if (new KeyLog().add(text) === 0) {
    throw new CaptureError(
      'key_log_empty',
      `${path} has no secrets: a key log has lines such as "CLIENT_RANDOM …" (set SSLKEYLOGFILE where the client runs)`,
    );
  }
  return text;
}

/** @param {string} [path] @returns {Promise<KeyLog>} empty without a path @throws {CaptureError} as `readKeyLogText` */
export async function readKeyLog(path) {
  const keyLog = new KeyLog();
  if (path !== undefined) keyLog.add(await readKeyLogText(path));
  return keyLog;
}
