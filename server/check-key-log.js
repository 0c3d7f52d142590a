import { keyLogText } from '../lib/node/key-log-text.js';
import { KeyLog } from '../lib/protocols/tls/key-log.js';
import { RequestError } from './errors.js';

/**
 * @param {string} text as SSLKEYLOGFILE has it
 * @param {number} keptLength characters of the capture's key logs so far
 * @param {number} maxLength of all together
 * @throws {RequestError} 400 there is no secret in it; 413 with those before it is too much
 */
export function checkKeyLog(text, keptLength, maxLength) {
  if (new KeyLog().add(text) === 0) {
    throw new RequestError(
      400,
      'no_secrets',
      'This file has no TLS secrets: a key log has lines such as "CLIENT_RANDOM …". ' +
        'Set SSLKEYLOGFILE where the client runs.',
    );
  }
  if (keptLength + text.length > maxLength) {
    throw new RequestError(
      413,
      'too_large',
      'The key logs of this capture are too large together; send only the lines of its connections.',
    );
  }
}

/**
 * @param {unknown} body of a request
 * @param {number} maxLength bytes that a gzip may unpack to
 * @returns {string}
 * @throws {RequestError} 400: its gzip is damaged, or unpacks to more
 */
export function readKeyLog(body, maxLength) {
  if (!Buffer.isBuffer(body)) return '';
  try {
    return keyLogText(body, maxLength);
  } catch {
    throw new RequestError(400, 'bad_key_log', 'This key log is damaged gzip, or too large uncompressed.');
  }
}
