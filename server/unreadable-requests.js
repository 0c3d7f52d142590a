/**
 * What is not HTTP, or has too large or slow headers, never reaches a route: its response has the format of every
 * other error, and the connection is closed.
 */

/** How long a client may leave the connection open after the response. */
const PARTING_MS = 2000;

/**
 * By Node's codes; `null`: any other parser error.
 * @type {{ code: string|null, status: string, name: string, message: string }[]}
 */
const REASONS = [
  {
    code: 'HPE_HEADER_OVERFLOW',
    status: '431 Request Header Fields Too Large',
    name: 'too_large',
    message: 'The URL and headers of the request are over 16 KB; shorten them.',
  },
  {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
    status: '408 Request Timeout',
    name: 'too_slow',
    message: 'The headers of the request were not complete within a minute; send it again.',
  },
  {
    code: null,
    status: '400 Bad Request',
    name: 'bad_request',
    message: 'The request is not valid HTTP; non-ASCII characters in a URL must be percent-encoded.',
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
  // Not destroyed at once: that would reset the connection, and the client might see that instead of the response.
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), PARTING_MS).unref();
}
