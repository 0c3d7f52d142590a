import { OpenedAnalysis } from '../analysis/opened-analysis.js';
import { readCapture } from '../capture/file/read-capture.js';
import { nodeCiphers } from '../node/ciphers.js';
import { LoadBuilder, LoadError } from '../simulator/workload/load.js';

/** @typedef {import('../protocols/describe-message.js').Message} Message */

/** @param {Message} message @returns {number} */
const bytesOf = ({ headerBytes, bodyBytes }) => headerBytes + bodyBytes;

/** @param {Message} message @returns {boolean} */
const isHttp = ({ protocol }) => protocol.startsWith('http/');

/**
 * The HTTP requests of a capture with the responses that it has. Server time is the wait for a response minus the round
 * trip, and minus the wait for earlier responses.
 * @param {string} path
 * @returns {Promise<import('../simulator/workload/load.js').Load>}
 * @throws {LoadError}
 */
export async function loadOfCapture(path) {
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers });
  await readCapture(path, analysis.ingest);
  const builder = new LoadBuilder();
  let unanswered = 0;
  for (let flow = 0; flow < analysis.connections.count; flow++) {
    const { messages, total } = analysis.messages.ofConnection(flow, 0, Infinity);
    if (total === 0) continue;
    const byIndex = new Map(messages.map((message) => [message.index, message]));
    for (const request of messages) {
      if (request.kind !== 'request' || !isHttp(request)) continue;
      const response = request.pair === null ? undefined : byIndex.get(request.pair);
      if (response === undefined) unanswered++;
      else {
        builder.add({
          startSeconds: request.start,
          requestBytes: bytesOf(request),
          responseBytes: bytesOf(response),
          serverSeconds: request.timings?.think ?? request.timings?.wait ?? 0,
        });
      }
    }
  }
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
