/** Real HTTP/2 by nghttp2 between two ends in this process: what each sent. */
import * as http2 from 'node:http2';

import { duplexPipe } from '../../support/duplex-pipe.js';

/** @typedef {import('../../support/duplex-pipe.js').Sent} Sent */
/** @typedef {{ headers: Record<string, string|string[]>, body?: string }} Request */

/**
 * Sends all requests at once; each is answered with its own fields under the names `x-…`, and a body.
 * @param {Request[]} requests
 * @param {string} answer body of each
 * @param {import('node:http2').Settings} [settings] of the client
 * @returns {Promise<Sent[]>}
 */
export async function http2Session(requests, answer, settings = {}) {
  /** @type {Sent[]} */
  const sent = [];
  const [near, far] = duplexPipe(sent);
  const server = http2.createServer();
  server.on('stream', (stream, headers) => {
    stream.on('data', () => {});
    stream.on('end', () => {
      stream.respond({ ':status': 200, 'x-path': String(headers[':path']), 'content-type': 'text/plain' });
      stream.end(answer);
    });
  });
  server.emit('connection', far);
  const client = http2.connect('http://a.example', { createConnection: () => near, settings });
  await Promise.all(
    requests.map(
      ({ headers, body }) =>
        new Promise((resolve, reject) => {
          const stream = client.request(headers, { endStream: body === undefined });
          stream
            .on('data', () => {})
            .on('end', () => resolve(undefined))
            .on('error', reject);
          if (body !== undefined) stream.end(body);
        }),
    ),
  );
  await new Promise((resolve) => client.close(() => resolve(undefined)));
  server.close();
  return sent;
}
