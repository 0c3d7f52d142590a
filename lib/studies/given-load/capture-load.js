import { openCapture } from '../../library/index.js';
import { LoadBuilder, LoadError } from '../workload/load.js';

/** @typedef {import('../../library/capture.js').Message} Message */

/** @param {Message} message @returns {number} */
const bytesOf = ({ headerBytes, bodyBytes }) => headerBytes + bodyBytes;

/** @param {Message} message @returns {boolean} */
const isHttp = ({ protocol }) => protocol.startsWith('http/');

/**
 * The HTTP requests of a capture with the responses that it has. Server time is the wait for a response minus the round
 * trip, and minus the wait for earlier responses.
 * @param {string} path
 * @returns {Promise<import('../workload/load.js').Load>}
 * @throws {LoadError}
 */
export async function loadOfCapture(path) {
  const capture = await openCapture(path);
  const builder = new LoadBuilder();
  /** Requests whose response has not come yet, by its index. @type {Map<number, Message>} */
  const waiting = new Map();
  let unanswered = 0;
  for await (const message of capture.messages()) {
    if (!isHttp(message)) continue;
    const request = waiting.get(message.index);
    if (message.kind === 'request' && message.pair === null) unanswered++;
    else if (message.kind === 'request') waiting.set(/** @type {number} */ (message.pair), message);
    if (request === undefined) continue;
    waiting.delete(message.index);
    builder.add({
      startSeconds: request.start,
      requestBytes: bytesOf(request),
      responseBytes: bytesOf(message),
      serverSeconds: request.timings?.think ?? request.timings?.wait ?? 0,
    });
  }
  unanswered += waiting.size;
  if (builder.count === 0) {
    throw new LoadError(
      'The capture has no HTTP request with a response that can be read: give one without TLS, or with its secrets ' +
        'inside (editcap --inject-secrets).',
    );
  }
  return builder.load(
    'a capture',
    unanswered === 0 ? [] : [`${unanswered} requests without a response in the capture: left out.`],
  );
}
