/**
 * An offer of another protocol than the page's WebSocket, as `curl --http2` and Java's HttpClient make it of every
 * request (`Upgrade: h2c`), may be passed over (RFC 9110 section 7.8). Node does not where anything listens for
 * upgrades: the request never comes to a route. So it is put before the server once more, without the offer.
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
 * @param {Buffer} head what came behind the request's head: its body, or the next request
 */
function putAgain(server, { method, url, httpVersion, rawHeaders }, socket, head) {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!OFFER.has(rawHeaders[i].toLowerCase())) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  }
  // Node gives what is not ASCII as Latin-1, and takes it so.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
