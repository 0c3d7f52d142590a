/** A capture in which requests of several protocols come out in every way: for those who show outcomes. */
import { END_HEADERS, END_STREAM, HEADERS, http2Frame, PREFACE, SETTINGS } from '../http2-frames.js';
import { ACK, concatBytes, Conversation, FIN, merge, pcap, PSH, SYN } from './packets.js';

const RST_STREAM = 3;
const CANCEL = [0, 0, 0, 8];
const HEADERS_ALONE = END_HEADERS | END_STREAM;
const MYSQL_OK = '\0\0\0\x02\0\0\0';

/** @typedef {(string|Uint8Array)[]} Parts characters of ISO 8859-1 are bytes */
/** @typedef {['client'|'server', import('./conversation.js').Sending]} Step */

/** @param {Parts} parts @param {number} afterMs @returns {import('./conversation.js').Sending} */
const sending = (parts, afterMs) => ({
  flags: parts.length > 0 ? ACK | PSH : ACK,
  payload: concatBytes(...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
  afterNs: afterMs * 1e6,
});
/** @param {...(string|Uint8Array)} parts @returns {Step} */
const client = (...parts) => ['client', sending(parts, 20)];
/** @param {...(string|Uint8Array)} parts @returns {Step} */
const server = (...parts) => ['server', sending(parts, 20)];

/** A field that enters no table. @param {string} name @param {string} value */
const field = (name, value) => [0, name.length, ...Buffer.from(name), value.length, ...Buffer.from(value)];
const GRPC = field('content-type', 'application/grpc');

/** @param {number} stream @param {string} method */
const call = (stream, method) =>
  http2Frame(HEADERS, HEADERS_ALONE, stream, [0x83, 0x86, ...field(':path', `/a.B/${method}`), ...GRPC]);

/** @param {string} path */
const get = (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** @param {number} number @param {string} body of a packet of MySQL */
const mysql = (number, body) => String.fromCharCode(body.length, 0, 0, number) + body;

/** @type {Step[][]} */
const CONNECTIONS = [
  [client(get('/down')), server('HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n')],
  [client(get('/hang')), ['server', sending([], 5)], ['client', { flags: ACK | FIN, afterNs: 1995e6 }]],
  [
    client(PREFACE, call(1, 'Denied')),
    server(
      http2Frame(SETTINGS, 0, 0),
      http2Frame(HEADERS, HEADERS_ALONE, 1, [0x88, ...GRPC, ...field('grpc-status', '7')]),
    ),
    client(call(3, 'Cancelled')),
    ['server', sending([], 1480)],
    client(http2Frame(RST_STREAM, 0, 3, CANCEL)),
  ],
  [
    server(mysql(0, `\n8\0${'\0'.repeat(52)}`)),
    client(mysql(1, `\x85\xa6\0\0${'\0'.repeat(28)}joe\0\0`)),
    server(mysql(2, MYSQL_OK)),
    client(mysql(0, '\x03nonsense')),
    server(mysql(1, '\xff\x28\x04#42000no')),
    client(mysql(0, '\x0e')),
    server(mysql(1, MYSQL_OK)),
  ],
  [server('* OK IMAP4rev1\r\n'), client('a LOGIN j s\r\n'), server('a OK done\r\n')],
];

/** @param {Step[]} steps @param {number} i */
function connection(steps, i) {
  const conversation = new Conversation({ client: `10.0.0.1:${40_000 + i}`, server: '10.0.0.2:80', startNs: i * 3e9 });
  conversation.send('client', { flags: SYN });
  conversation.send('server', { flags: SYN | ACK, afterNs: 20e6 });
  conversation.send('client', sending([], 0));
  for (const [side, sent] of steps) conversation.send(side, sent);
  return conversation.packets;
}

/** @returns {Uint8Array} */
export const outcomesCapture = () => pcap(merge(...CONNECTIONS.map(connection)));
