/**
 * A protocol on one reliable byte stream with two directions: a TCP connection, or a carrier's inner stream (TLS
 * content, a MUX session, a CONNECT tunnel). Carriers pass their inner bytes to a `StreamParser` of their own; offsets
 * then count the inner stream's bytes, and `at` is the place of the outer bytes that completed them.
 *
 * Endpoints are those of the TCP connection (see `StreamSink`), at every level. Parsers never throw on what was
 * captured.
 *
 * @typedef {import('../transport/streams.js').Place} Place
 *
 * @typedef {object} StreamParser
 * @property {(endpoint: 0|1, streamOffset: number, bytes: Uint8Array, start: number, end: number, at: Place) => number}
 *   push `bytes[start, end)` are the direction's bytes from `streamOffset` on, in order, valid during the call only.
 *   Returns the offset of the next byte it wants, `Infinity` for none: a hint, the caller may pass more.
 * @property {(endpoint: 0|1, streamOffset: number, length: number, at: Place) => number} gap `length` bytes from
 *   `streamOffset` on will never come. Returns as `push`.
 * @property {(endpoint: 0|1, how: 'fin'|'rst'|'capture_end', at: Place) => void} end
 *   The direction ends; nothing follows in it.
 *
 * @typedef {'tcp'|'tls'|'webmux'|'quic'} Carrier
 *
 * @typedef {object} Inside A stream that a carrier opens within a connection.
 * @property {number} flow the TCP connection, its index
 * @property {Carrier} carrier what directly contains the bytes
 * @property {number|null} stream MUX session
 * @property {number} depth nesting depth; 0 is the TCP connection
 * @property {0|1} [client] the endpoint that requested an upgrade
 * @property {number} [request] row of the request that opened the stream: an upgrade's, or a CONNECT
 * @property {boolean} [isProxied] whether a header of the PROXY protocol precedes it
 * @property {string} [before] protocol whose ends may switch to TLS here
 * @property {string} [continues] protocol that goes on here, inside TLS
 * @property {string|null} [upgrade] protocol negotiated before its first byte, as named by ALPN or Upgrade: http/1.1,
 *   h2, h2c, websocket
 */

/** Most nested streams that are parsed: a hostile capture could nest them endlessly. */
export const MAX_STREAM_DEPTH = 16;

/** Length reported for a gap of unknown size in an inner stream. */
export const UNKNOWN_GAP_BYTES = 1;
