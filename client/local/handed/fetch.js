/** Fetches files from elsewhere, and says in one sentence why one cannot be fetched. */
import { formatBytes } from '../../base/format.js';
import { ApiError } from '../../state/api-error.js';

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

/**
 * @param {URL} url
 * @param {{ signal: AbortSignal, onProgress: (doneBytes: number, sizeBytes: number|null) => void }} how
 * @returns {Promise<Blob>}
 * @throws {ApiError} or the signal's reason
 */
export async function fetchFile(url, { signal, onProgress }) {
  const { origin, host } = url;
  if (location.protocol === 'file:') {
    throw refusal('This page is a single file and does not use the network: download the capture, and choose it here.');
  }
  if (!isAllowed(url)) {
    throw refusal(`Captures are fetched over https, or from this machine; ${origin} is neither.`);
  }
  const response = await answerOf(url, signal);
  if (!response.ok) {
    const status = `${response.status} ${response.statusText}`.trim();
    throw refusal(`${host} responded ${status} instead of a file.`);
  }
  const length = response.headers.get('content-length');
  const isPacked = response.headers.has('content-encoding'); // the length is of the packed bytes then
  let doneBytes = 0;
  const counting = new TransformStream({
    transform(chunk, controller) {
      doneBytes += chunk.length;
      onProgress(doneBytes, length === null || isPacked ? null : Number(length));
      controller.enqueue(chunk);
    },
  });
  try {
    return await new Response(response.body?.pipeThrough(counting)).blob();
  } catch (error) {
    signal.throwIfAborted();
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
