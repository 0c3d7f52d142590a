import { secretLines } from '../../lib/shared/text/secret-lines.js';
import { ApiError } from '../state/api-error.js';
import { keyLogTextOf } from '../state/key-log-text.js';

/** @param {Blob} file a key log @returns {Promise<string>} its lines @throws {ApiError} it is none */
export async function keysIn(file) {
  const text = await keyLogTextOf(file);
  if ([...secretLines(text)].length > 0) return `${text}\n`;
  throw new ApiError(
    'This file has no TLS secrets: a key log has lines such as "CLIENT_RANDOM …". ' +
      'Set SSLKEYLOGFILE where the client runs.',
    { status: 400, code: 'no_secrets' },
  );
}
