import { logUnexpected, RequestError } from '../errors.js';
import { spool, tooLarge } from './spool.js';

/** How long the rest of a refused upload is discarded, so that the client gets to read the refusal. */
const LINGER_MS = 10_000;

/**
 * Streams the body of a request into the library, while the analysis reads it.
 * @param {import('express').Request} request
 * @param {string} name
 * @param {{ captures: import('../captures.js').Captures, limits: import('../limits.js').Limits, disk:
 *   import('./disk-space.js').DiskSpace }} parts
 * @returns {Promise<import('../../lib/shared/captures/capture-record.js').Capture>} when the whole body is on disk
 * @throws {RequestError} after which nothing of the upload is left
 */
export async function receiveUpload(request, name, { captures, limits, disk }) {
  if (request.is('multipart/*')) {
    throw new RequestError(
      415,
      'not_octets',
      'The body must be the capture file itself, not a form (curl --data-binary @FILE).',
    );
  }
  const declared = declaredLength(request);
  if (declared !== null && declared > limits.uploadBytes) throw tooLarge(limits.uploadBytes);
  const claim = await disk.claim(declared);

  const entry = captures.begin({ name, source: 'upload', expectedBytes: declared });
  entry.cancel = () => void request.destroy();
  request.setTimeout(limits.uploadIdleMs, () => request.destroy());
  try {
    await spool(
      request.iterator({ destroyOnReturn: false }),
      entry.path,
      { maxBytes: limits.uploadBytes, claim },
      { onCreated: () => captures.follow(entry), onBytes: (count) => captures.grew(entry, count) },
    );
    if (!request.complete) {
      throw new RequestError(400, 'broke_off', 'The upload was interrupted; send the file again.');
    }
    await captures.received(entry);
  } catch (error) {
    await discard(entry, captures);
    throw request.destroyed
      ? new RequestError(400, 'broke_off', 'The upload was interrupted; send the file again.')
      : error;
  }
  request.setTimeout(0);
  return entry.capture;
}

/**
 * @param {import('../capture-entry.js').CaptureEntry} entry
 * @param {import('../captures.js').Captures} captures
 */
async function discard(entry, captures) {
  if (entry.removed) return;
  entry.cancel = null;
  await captures.remove(entry.capture.id).catch((error) => logUnexpected('discarding a broken upload', error));
}

/** @param {import('node:http').IncomingMessage} request @returns {number|null} */
function declaredLength({ headers }) {
  const text = headers['content-length'];
  return text === undefined ? null : Number(text);
}

/**
 * Lets a client that is refused mid-body finish sending, for a while: closing at once would reset the connection,
 * and the client would see that instead of the response.
 * @param {import('node:http').IncomingMessage} request
 */
export function linger(request) {
  if (request.complete || request.destroyed) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), LINGER_MS).unref();
  request.once('end', () => clearTimeout(timer));
}
