/**
 * What is not HTTP, or too large or too slow a head for it, never comes to a route: its answer has the shape of every
 * other error, and the connection ends.
 */

/** How long a client may leave the connection open behind the answer. */
const PARTING_MS = 2000;

/**
 * By Node's codes; `null`: whatever else its parser refuses.
 * @type {{ code: string|null, status: string, name: string, message: string }[]}
 */
const REASONS = [
  {
    code: 'HPE_HEADER_OVERFLOW',
    status: '431 Request Header Fields Too Large',
    name: 'too_large',
    message: 'The address and header fields of the request are over 16 KB; shorten them.',
  },
  {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
    status: '408 Request Timeout',
    name: 'too_slow',
    message: 'The head of the request did not come to its end within a minute; send it again.',
  },
  {
    code: null,
    status: '400 Bad Request',
    name: 'bad_request',
    message: 'The request is not HTTP as it should be; what is not ASCII in an address must be percent-encoded.',
  },
];

/**
 * @param {NodeJS.ErrnoException} error
 * @param {import('node:stream').Duplex} socket
 */
export function answerUnreadable(error, socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, name, message } = /** @type {(typeof REASONS)[number]} */ (
    REASONS.find(({ code }) => code === null || code === error.code)
  );
  const body = JSON.stringify({ error: { code: name, message } });
  const head = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  // Not destroyed at once: that would reset the connection, and the client might see that instead of the answer.
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), PARTING_MS).unref();
}
