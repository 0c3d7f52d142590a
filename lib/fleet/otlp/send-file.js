import { openCapture } from '../../library/index.js';
import { keyOf } from '../tables-folder.js';
import { sendSpans } from './send-spans.js';

/**
 * Sends what is left of the spans of a capture that was indexed before.
 * @param {string} file
 * @param {{ url: string, version: string, after: number } & import('../../library/index.js').OpenOptions} options
 *   `after`: so many were sent before
 */
export async function sendSpansOf(file, { url, version, after, ...options }) {
  return sendSpans(await openCapture(file, options), { url, version, after, key: await keyOf(file) });
}
