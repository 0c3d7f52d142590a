import { sentCapture } from '../packets/sent-capture.js';
import { tlsSession } from './tls-session.js';

/**
 * A capture of one TLS connection, with its key log.
 * @param {Parameters<typeof tlsSession>[0]} options
 * @returns {Promise<{ capture: Uint8Array, keyLog: string }>}
 */
export async function tlsCapture(options) {
  const { sent, keyLog } = await tlsSession(options);
  return { capture: sentCapture(sent), keyLog };
}
