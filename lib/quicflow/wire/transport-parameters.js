import { Reader } from './reader.js';

/** Transport parameters of an end that are kept. */
export const MAX_QUIC_PARAMETERS = 64;
const STATELESS_RESET_TOKEN = 0x02;
export const RESET_TOKEN_BYTES = 16;

/** IANA's registry "QUIC Transport Parameters"; those with a number. @type {Map<number, string>} */
const NUMBERS = new Map([
  [0x01, 'max_idle_timeout'],
  [0x03, 'max_udp_payload_size'],
  [0x04, 'initial_max_data'],
  [0x05, 'initial_max_stream_data_bidi_local'],
  [0x06, 'initial_max_stream_data_bidi_remote'],
  [0x07, 'initial_max_stream_data_uni'],
  [0x08, 'initial_max_streams_bidi'],
  [0x09, 'initial_max_streams_uni'],
  [0x0a, 'ack_delay_exponent'],
  [0x0b, 'max_ack_delay'],
  [0x0e, 'active_connection_id_limit'],
  [0x20, 'max_datagram_frame_size'],
  [0xff04de1b, 'min_ack_delay'],
]);

/** Those that are said by being there. @type {Map<number, string>} */
const FLAGS = new Map([
  [0x0c, 'disable_active_migration'],
  [0x2ab2, 'grease_quic_bit'],
]);

/**
 * The transport parameters of an end (RFC 9000 section 18) that are numbers or flags, by name, and its stateless reset
 * token.
 * @param {Uint8Array} bytes
 * @returns {{ values: Record<string, number|boolean>, resetToken: Uint8Array|null }}
 */
export function readTransportParameters(bytes) {
  const reader = new Reader();
  reader.enter(bytes, 0, bytes.length);
  /** @type {Record<string, number|boolean>} */
  const values = {};
  /** @type {Uint8Array|null} */
  let resetToken = null;
  for (let kept = 0; reader.at < reader.end && kept < MAX_QUIC_PARAMETERS; kept++) {
    const id = reader.varint();
    const length = reader.varint();
    const at = reader.skip(length);
    if (reader.failed) break;
    const name = NUMBERS.get(id);
    if (name !== undefined) values[name] = numberAt(bytes, at, at + length);
    else if (FLAGS.has(id)) values[/** @type {string} */ (FLAGS.get(id))] = true;
    else if (id === STATELESS_RESET_TOKEN && length === RESET_TOKEN_BYTES) resetToken = bytes.slice(at, at + length);
  }
  return { values, resetToken };
}

/** @param {Uint8Array} bytes @param {number} at @param {number} end */
function numberAt(bytes, at, end) {
  const reader = new Reader();
  reader.enter(bytes, at, end);
  return reader.varint();
}
