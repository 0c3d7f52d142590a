/** Fetches files from elsewhere, and says in one sentence why one cannot be fetched. */
import { formatBytes } from '../../base/format.js';
import { ApiError } from '../../state/api-error.js';

/** A capture that a link names, which may be anybody's; what the reader chooses may be larger. */
export const MAX_FETCHED_BYTES = 2 * 1024 * 1024 * 1024;
/** The same for a key log. */
export const MAX_FETCHED_KEY_LOG_BYTES = 16 * 1024 * 1024;

/** @param {URL} url @returns {boolean} whether the site's content-security policy lets it be asked */
const isAllowed = ({ protocol, hostname, origin }) =>
  origin === location.origin ||
  protocol === 'https:' ||
  (protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1'));

/** @param {string} message */
const refusal = (message) => new ApiError(message, { status: 0, code: 'not_fetched' });

/** @param {URL} url @returns {string} what a file from there is called */
export function nameOf({ pathname, hostname }) {
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // a broken escape stays as it is
  }
}

/** @param {string} address @returns {URL} @throws {ApiError} nothing is fetched from there */
export function fetchable(address) {
  if (!URL.canParse(address, location.href)) throw refusal('This is not a URL.');
  const url = new URL(address, location.href);
  if (location.protocol === 'file:') {
    throw refusal('This page is a single file and does not use the network: download the capture, and choose it here.');
  }
  if (!isAllowed(url)) {
    throw refusal(`Captures are fetched over https, or from this machine; ${url.origin} is neither.`);
  }
  return url;
}

/**
 * @param {URL} url that is fetchable
 * @param {{ maxBytes: number, signal: AbortSignal, onProgress: (doneBytes: number, sizeBytes: number|null) => void }}
 *   how
 * @returns {Promise<Blob>}
 * @throws {ApiError} or the signal's reason
 */
export async function fetchFile(url, { maxBytes, signal, onProgress }) {
  const { host } = url;
  const tooLarge = refusal(
    `The file at ${host} is larger than ${formatBytes(maxBytes)}: download it, and choose it here.`,
  );
  const response = await answerOf(url, signal);
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`.trim();
    throw refusal(`${host} responded ${status} instead of a file.`);
  }
  const length = response.headers.get('content-length');
  const isPacked = response.headers.has('content-encoding'); // the length is of the packed bytes then
  const sizeBytes = length === null || isPacked ? null : Number(length);
  let doneBytes = 0;
  const counting = new TransformStream({
    transform(chunk, controller) {
      doneBytes += chunk.length;
      if (doneBytes > maxBytes) throw tooLarge;
      onProgress(doneBytes, sizeBytes);
      controller.enqueue(chunk);
    },
  });
  if (sizeBytes !== null && sizeBytes > maxBytes) {
    void response.body?.cancel();
    throw tooLarge;
  }
  try {
    return await new Response(response.body?.pipeThrough(counting)).blob();
  } catch (error) {
    signal.throwIfAborted();
    if (doneBytes > maxBytes) throw tooLarge;
    console.info(error);
    throw refusal(`${host} closed the connection after ${formatBytes(doneBytes)}.`);
  }
}

/** @param {URL} url @param {AbortSignal} signal */
async function answerOf(url, signal) {
  try {
    return await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal });
  } catch (error) {
    signal.throwIfAborted();
    console.info(error);
    throw refusal(
      url.origin === location.origin
        ? `${url.host} does not respond.`
        : `${url.host} does not respond, or does not let other sites read its files (CORS: no Access-Control-Allow-Origin).`,
    );
  }
}
