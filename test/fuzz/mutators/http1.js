/** HTTP/1.x: lines, fields, lengths, chunks. */
import { concatBytes } from '../../support/packets/frames.js';
import { mutateBytes, mutateList } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */

const LINES = [
  'GET / HTTP/1.1',
  'GET http://a.example/x HTTP/1.0',
  'POST /p HTTP/1.1',
  'HEAD * HTTP/1.1',
  'CONNECT a.example:443 HTTP/1.1',
  'PRI * HTTP/2.0',
  'OPTIONS * RTSP/1.0',
  'HTTP/1.1 200 OK',
  'HTTP/1.1 100 Continue',
  'HTTP/1.1 101 Switching Protocols',
  'HTTP/1.1 204 No Content',
  'HTTP/1.1 304 Not Modified',
  'HTTP/1.0 200',
  'HTTP/1.1 206 Partial',
  'ICY 200 OK',
  '',
  ' ',
  '\t',
];
const FIELDS = [
  'Host: a.example',
  'Host:',
  'Content-Length: 5',
  'Content-Length: 0',
  'Content-Length: 18446744073709551616',
  'Content-Length: -1',
  'Content-Length: 5, 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Connection: close',
  'Connection: Upgrade, keep-alive',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
  'Content-Encoding: gzip',
  'Content-Encoding: br, zstd',
  'Expect: 100-continue',
  'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
  'Content-Type: multipart/byteranges; boundary=x',
  'Content-Type: text/event-stream',
  'Cookie: a=b; c',
  'Set-Cookie: x=y',
  'X: \u0000\u00ff',
  ': nothing',
  ' folded',
  'Trailer: X',
  'Referer: http://a.example/',
  'Date: Thu, 01 Jan 1970 00:00:00 GMT',
  'Server-Timing: db;dur=53',
  'Age: 1',
  'Cache-Control: max-age=0',
  'Range: bytes=0-',
  'Location: /',
  'Via: 1.1 p',
  'Authorization: Basic eA==',
  'Alt-Svc: h3=":443"',
];
const CHUNKS = [
  '0\r\n\r\n',
  '5\r\nhello\r\n',
  'ffffffff\r\n',
  '5;a=b\r\nhello\r\n',
  '-1\r\n',
  '00000000000000005\r\nhello\r\n',
  '5\nhello\n',
  ' 5 \r\nhello\r\n',
  '1000000000000000000\r\n',
];

/** @param {string} text one character a byte */
const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));
/** @param {Uint8Array} bytes */
const textOf = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** @param {Random} random @returns {string} a head of some lines */
export function newHead(random) {
  return [random.pick(LINES), ...Array.from({ length: random.below(6) }, () => random.pick(FIELDS)), '', ''].join(
    random.chance(0.9) ? '\r\n' : '\n',
  );
}

/** @param {string} line @param {Random} random @returns {string} */
function mutateLine(line, random) {
  const kind = random.below(6);
  if (kind === 0) return random.pick(FIELDS);
  if (kind === 1) return random.pick(LINES);
  if (kind === 2) return line.replace(/\d+/, () => String(random.field(random.pick([4, 8, 16, 32]))));
  if (kind === 3) return line.repeat(random.few(20)).slice(0, 8192);
  if (kind === 4) return random.pick(CHUNKS);
  return textOf(mutateBytes(bytesOf(line), random));
}

/** @param {Uint8Array} bytes what one side said in a turn @param {Random} random @returns {Uint8Array} */
export function mutateHttp1(bytes, random) {
  const kind = random.below(8);
  if (kind === 0) return concatBytes(bytesOf(newHead(random)), bytes);
  if (kind === 1) {
    return concatBytes(
      bytes,
      bytesOf(newHead(random)),
      bytesOf(Array.from({ length: random.below(4) }, () => random.pick(CHUNKS)).join('')),
    );
  }
  if (kind === 2) return mutateBytes(bytes, random);
  const lines = textOf(bytes).split('\r\n');
  const head = lines.slice(0, 60);
  const rest = lines.slice(60);
  return bytesOf(
    [
      ...mutateList(
        head,
        random,
        (line) => mutateLine(line, random),
        () => random.pick(FIELDS),
      ),
      ...rest,
    ].join('\r\n'),
  );
}
