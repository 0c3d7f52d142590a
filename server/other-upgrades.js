/**
 * A server may ignore an Upgrade it does not support (RFC 9110 section 7.8), such as the `Upgrade: h2c` that
 * `curl --http2` and Java's HttpClient send with every request. With an upgrade listener, Node never passes such a
 * request to a route. So it is given to the server again without the Upgrade.
 */
const OFFER = new Set(['upgrade', 'http2-settings']);
const SOCKET_PATH = '/socket.io/';

/** @param {import('node:http').Server} server on which socket.io listens already */
export function answerOtherUpgrades(server) {
  const listeners = server.listeners('upgrade');
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request, socket, head) => {
    if (!isPages(request)) return putAgain(server, request, socket, head);
    for (const listener of listeners) listener.call(server, request, socket, head);
  });
}

/** @param {import('node:http').IncomingMessage} request @returns {boolean} whether it is for the page's socket */
function isPages({ url, headers }) {
  return headers.upgrade?.toLowerCase() === 'websocket' && String(url).startsWith(SOCKET_PATH);
}

/**
 * @param {import('node:http').Server} server
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:stream').Duplex} socket
 * @param {Buffer} head what came after the request's head: its body, or the next request
 */
function putAgain(server, { method, url, httpVersion, rawHeaders }, socket, head) {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!OFFER.has(rawHeaders[i].toLowerCase())) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  }
  // Node reads and writes non-ASCII bytes as Latin-1.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
