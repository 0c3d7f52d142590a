import { RequestError } from '../lib/session/request-error.js';
import { binaryBytesText } from '../lib/shared/text/quantities.js';

export { RequestError };

/**
 * System errors for a folder that is gone, not permitted, or on a failing disk. Only the library's folder is used
 * without other checks.
 */
const UNUSABLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'EEXIST',
  'EIO',
  'ESTALE',
  'ENODEV',
  'EISDIR',
  'ELOOP',
]);
const BUSY = new Set(['EMFILE', 'ENFILE']);

/** @returns {RequestError} */
export function noSuchCapture() {
  return new RequestError(404, 'not_found', 'There is no such capture here; it may have been deleted.');
}

/**
 * @param {any} error whatever a handler threw
 * @returns {RequestError} that error, or what the client may know of it
 */
export function asRequestError(error) {
  if (error instanceof RequestError) return error;
  if (error?.type === 'entity.parse.failed') {
    return new RequestError(400, 'bad_request', 'The body of the request is not JSON.');
  }
  if (error?.type === 'entity.too.large') {
    return new RequestError(413, 'too_large', `The body of the request is over ${binaryBytesText(error.limit)}.`);
  }
  if (error instanceof URIError) {
    return new RequestError(400, 'bad_request', 'The URL of the request has an invalid percent-encoding.');
  }
  if (error?.code === 'ENOSPC' || error?.code === 'EDQUOT') {
    return new RequestError(
      507,
      'disk_full',
      'The disk of the capture library is full; delete captures or other files.',
    );
  }
  if (UNUSABLE.has(error?.code)) {
    return new RequestError(
      503,
      'library_unusable',
      `The capture library on disk cannot be read or written (${error.code}); check its folder, ` +
        'or start Selfclock with another (--data).',
    );
  }
  if (BUSY.has(error?.code)) {
    return new RequestError(503, 'too_many_files', 'The server has too many files open; try again in a moment.');
  }
  if (error?.expose === true && error.status >= 400 && error.status < 500) {
    return new RequestError(error.status, 'bad_request', 'The request cannot be understood.');
  }
  return new RequestError(500, 'internal', 'The server failed at this request; its log on standard error says more.');
}

/** Errors that keep a browser from the page itself. */
const REFUSALS = new Set(['token_needed', 'unknown_host']);

/**
 * The last handler of the application: unexpected errors are logged in one line, and the client gets the error as JSON.
 * @type {import('express').ErrorRequestHandler}
 */
// eslint-disable-next-line no-unused-vars -- Express recognises error handlers by their four parameters
export function answerError(error, request, response, _next) {
  const known = asRequestError(error);
  if (known !== error && known.status === 500) logUnexpected(`${request.method} ${request.path}`, error);
  // Half a response cannot be taken back: closing the connection tells the client. Express's own handler would print a
  // stack.
  if (response.headersSent) return void response.destroy();
  // A user without access may have opened the URL by hand and gets a sentence; programs get JSON.
  if (
    REFUSALS.has(known.code) &&
    !request.originalUrl.startsWith('/api/') &&
    request.accepts(['json', 'html']) === 'html'
  ) {
    return void response.status(known.status).type('text').send(`${known.message}\n`);
  }
  response.status(known.status).json({ error: { code: known.code, message: known.message, ...known.details } });
}

/**
 * What the disk refuses needs no stack.
 * @param {string} where
 * @param {unknown} error
 */
export function logUnexpected(where, error) {
  const known = asRequestError(error);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = known.status === 500 ? stack : known.message;
  process.stderr.write(`selfclock: ${where}: ${text.replace(/\s*\n\s*/g, ' | ')}\n`);
}
