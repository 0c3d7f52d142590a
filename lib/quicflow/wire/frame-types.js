/**
 * Frames (RFC 9000 section 19, RFC 9221, and the drafts of acknowledgement frequency and reliable resets), each a line.
 * `fields` are read in order: `a`, `b`, `c` a number into that column, `-` a number that is not kept, `8` eight bytes
 * as two numbers of 32 bits into a and b, `d` bytes as long as column c says, `r` bytes up to the packet's end, whose
 * length goes to c. '' is for what `frames.js` reads by itself, or has no fields.
 */

/** @typedef {{ name: string, fields: string }} FrameForm */

export const FRAME = Object.freeze({
  PADDING: 0x00,
  PING: 0x01,
  ACK: 0x02,
  ACK_ECN: 0x03,
  RESET_STREAM: 0x04,
  STOP_SENDING: 0x05,
  CRYPTO: 0x06,
  NEW_TOKEN: 0x07,
  /** To 0x0f: bits for an offset, a length, and the stream's end. */
  STREAM: 0x08,
  STREAM_END: 0x0f,
  MAX_DATA: 0x10,
  MAX_STREAM_DATA: 0x11,
  MAX_STREAMS: 0x12,
  MAX_STREAMS_UNI: 0x13,
  DATA_BLOCKED: 0x14,
  STREAM_DATA_BLOCKED: 0x15,
  STREAMS_BLOCKED: 0x16,
  STREAMS_BLOCKED_UNI: 0x17,
  NEW_CONNECTION_ID: 0x18,
  RETIRE_CONNECTION_ID: 0x19,
  PATH_CHALLENGE: 0x1a,
  PATH_RESPONSE: 0x1b,
  CONNECTION_CLOSE: 0x1c,
  APPLICATION_CLOSE: 0x1d,
  HANDSHAKE_DONE: 0x1e,
  IMMEDIATE_ACK: 0x1f,
  RESET_STREAM_AT: 0x24,
  DATAGRAM: 0x30,
  DATAGRAM_WITH_LENGTH: 0x31,
  ACK_FREQUENCY: 0xaf,
});

/** Of a STREAM frame's type. */
export const STREAM_BIT = Object.freeze({ FIN: 1, LENGTH: 2, OFFSET: 4 });

/** Of a stream's ID (RFC 9000 section 2.1). */
export const STREAM_ID_BIT = Object.freeze({ SERVER_INITIATED: 1, UNIDIRECTIONAL: 2 });

/** @type {Map<number, FrameForm>} */
const FORMS = new Map();

/** @param {number} first @param {number} last @param {string} name @param {string} fields */
function form(first, last, name, fields) {
  for (let type = first; type <= last; type++) FORMS.set(type, { name, fields });
}

form(0x00, 0x00, 'padding', '');
form(0x01, 0x01, 'ping', '');
form(0x02, 0x03, 'ack', '');
form(0x04, 0x04, 'reset_stream', 'abc');
form(0x05, 0x05, 'stop_sending', 'ab');
form(0x06, 0x06, 'crypto', 'bcd');
form(0x07, 0x07, 'new_token', 'cd');
form(0x08, 0x0f, 'stream', '');
form(0x10, 0x10, 'max_data', 'a');
form(0x11, 0x11, 'max_stream_data', 'ab');
form(0x12, 0x13, 'max_streams', 'a');
form(0x14, 0x14, 'data_blocked', 'a');
form(0x15, 0x15, 'stream_data_blocked', 'ab');
form(0x16, 0x17, 'streams_blocked', 'a');
form(0x18, 0x18, 'new_connection_id', '');
form(0x19, 0x19, 'retire_connection_id', 'a');
form(0x1a, 0x1a, 'path_challenge', '8');
form(0x1b, 0x1b, 'path_response', '8');
form(0x1c, 0x1c, 'connection_close', 'abcd');
form(0x1d, 0x1d, 'connection_close', 'acd');
form(0x1e, 0x1e, 'handshake_done', '');
form(0x1f, 0x1f, 'immediate_ack', '');
form(0x24, 0x24, 'reset_stream_at', 'abc-');
form(0x30, 0x30, 'datagram', 'r');
form(0x31, 0x31, 'datagram', 'cd');
form(0xaf, 0xaf, 'ack_frequency', 'abc-');

/** @param {number} type @returns {FrameForm|null} null: not known, so that what follows it cannot be read */
export const frameForm = (type) => FORMS.get(type) ?? null;

/** @param {number} type */
export const frameName = (type) => FORMS.get(type)?.name ?? `0x${type.toString(16)}`;

/** Whether a frame is one of those that the other end acknowledges (RFC 9002 section 2). @param {number} type */
export const isAckEliciting = (type) =>
  type > FRAME.ACK_ECN ? type !== FRAME.CONNECTION_CLOSE && type !== FRAME.APPLICATION_CLOSE : type === FRAME.PING;

/** @param {number} type */
export const isStream = (type) => type >= FRAME.STREAM && type <= FRAME.STREAM_END;
