/**
 * How the connections between two proxies carry requests and responses.
 * @typedef {object} Carrier
 * @property {number} headBytes that each piece of a response costs besides itself
 * @property {boolean} isSerial a connection has one request at a time, and others wait for a free one
 * @property {boolean} isByStream a response's bytes are of use when they come, though others of the connection are
 *   missing before them, as in QUIC
 */
/** @typedef {'http/1.1'|'mux'|'http/2'|'http/3'} CarrierName */

/**
 * `http/1.1`: keep-alive without pipelining, lengths in the header. `mux`: the pieces of McGregor, Pearson and Cleary.
 *   `http/2`: DATA frames (RFC 9113, section 4.1), never held back by flow control. `http/3`: DATA frames and a STREAM
 *   frame's type, stream and offset (RFC 9114, section 7.1; RFC 9000, section 19.8).
 * @type {Record<CarrierName, Carrier>}
 */
export const CARRIERS = {
  'http/1.1': { headBytes: 0, isSerial: true, isByStream: false },
  mux: { headBytes: 20, isSerial: false, isByStream: false },
  'http/2': { headBytes: 9, isSerial: false, isByStream: false },
  'http/3': { headBytes: 11, isSerial: false, isByStream: true },
};

/** @type {CarrierName[]} */
export const CARRIER_NAMES = ['http/1.1', 'mux', 'http/2', 'http/3'];
