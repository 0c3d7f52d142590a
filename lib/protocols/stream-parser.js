/**
 * A protocol on one reliable byte stream with two directions: a TCP connection, or what a carrier makes of one (the
 * inside of TLS, a MUX session, a CONNECT tunnel). Carriers hand their inner bytes to a `StreamParser` of their own;
 * offsets then count the inner stream's bytes, and `at` is the place of the outer bytes that completed them.
 *
 * Endpoints are those of the TCP connection (see `StreamSink`), on every level. Parsers never throw on what was
 * captured.
 *
 * @typedef {import('../tcpflow/reassembly/stream-sink.js').Place} Place
 *
 * @typedef {object} StreamParser
 * @property {(endpoint: 0|1, streamOffset: number, bytes: Uint8Array, start: number, end: number, at: Place) => number}
 *   push
 *   `bytes[start, end)` are the direction's bytes from `streamOffset` on, in order, valid during the call only. Gives
 *   the offset of the next byte it wants to see, `Infinity` when none: a hint, whoever calls may hand on more.
 * @property {(endpoint: 0|1, streamOffset: number, length: number, at: Place) => number} gap
 *   `length` bytes from `streamOffset` on will never come. Gives as `push`.
 * @property {(endpoint: 0|1, how: 'fin'|'rst'|'capture_end', at: Place) => void} end
 *   The direction ends; nothing follows in it.
 *
 * @typedef {'tcp'|'tls'|'webmux'} Carrier
 *
 * @typedef {object} Inside A stream that a carrier opens within a connection.
 * @property {number} flow the TCP connection, its index
 * @property {Carrier} carrier what the bytes lie in directly
 * @property {number|null} stream MUX session
 * @property {number} depth how many streams it lies in; 0 is the TCP connection
 * @property {0|1} [client] who asked for an upgrade
 * @property {number} [request] row of the HTTP/1.1 request that an upgrade answers within the stream
 * @property {boolean} [isProxied] whether a header of the PROXY protocol precedes it
 * @property {string|null} [upgrade] what was agreed on before its first byte, as ALPN or Upgrade name it: http/1.1, h2,
 *   h2c, websocket
 */

/** Streams within streams that are followed: a hostile capture could open one in the other without end. */
export const MAX_STREAM_DEPTH = 16;

/** Length of a gap in an inner stream of which its carrier does not know how much it lacks. */
export const UNKNOWN_GAP_BYTES = 1;
