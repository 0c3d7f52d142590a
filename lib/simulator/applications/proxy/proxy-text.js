/**
 * The bytes of proxies and servers, in ASCII. Between the proxies each piece has a head of 20 bytes: its kind, the
 * stream (the request's number, hexadecimal), the bytes that follow.
 *
 *     REQ 0000012a 000412\nGET /298 …          RES 0000012a 001460\n…          END 0000012a 000301\n…
 */

/** Bytes that a piece costs between the proxies, besides itself. */
export const FRAME_HEAD_BYTES = 20;
/** The least that request and response texts take, whatever their number and host. */
export const MIN_REQUEST_BYTES = 80;
export const MIN_RESPONSE_BYTES = 100;

const LONE_HEADER_BYTES = 6;

/**
 * @param {'REQ'|'RES'|'END'} kind END: the last piece of a response
 * @param {number} stream
 * @param {number} bytes that follow
 * @returns {string} of 20 bytes
 */
export function frameHead(kind, stream, bytes) {
  return `${kind} ${stream.toString(16).padStart(8, '0')} ${String(bytes).padStart(6, '0')}\n`;
}

/**
 * @param {number} id
 * @param {string} host
 * @param {number} bytes at least 60
 * @returns {string} a request of exactly so many
 */
export function requestText(id, host, bytes) {
  const missing = bytes - requestWith(id, host, '', '').length;
  if (missing <= 0) return requestWith(id, host, '', '');
  if (missing < LONE_HEADER_BYTES) return requestWith(id, host, `?${'x'.repeat(missing - 1)}`, '');
  return requestWith(id, host, '', `X: ${'x'.repeat(missing - 5)}\r\n`);
}

/** @param {number} id @param {string} host @param {string} query @param {string} header */
function requestWith(id, host, query, header) {
  return `GET /${id}${query} HTTP/1.0\r\nHost: ${host}\r\n${header}\r\n`;
}

/** @param {number} bytes of head and body together, at least 100 @returns {string} the head */
export function responseHead(bytes) {
  const before = 'HTTP/1.0 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ';
  const after = '\r\n\r\n';
  const rest = bytes - before.length - after.length;
  const digits = String(rest).length;
  return `${before}${String(rest - digits).padStart(digits, '0')}${after}`;
}

/**
 * A stretch of a response: its part of the head, and filler.
 * @param {string} head @param {number} from offset in the response @param {number} bytes
 * @returns {(string|number)[]} as an endpoint writes them
 */
export function stretchOf(head, from, bytes) {
  const text = head.slice(from, from + bytes);
  const filler = bytes - text.length;
  if (text === '') return [filler];
  return filler > 0 ? [text, filler] : [text];
}
