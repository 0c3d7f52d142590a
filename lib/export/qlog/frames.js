/** Frames as `analyze --packets` prints them, as qlog names them (draft-ietf-quic-qlog-quic-events-04, section 10). */

/** @typedef {Record<string, any>} Frame with its `type` */

/** @param {Frame} frame */
const limit = ({ limit: maximum }) => ({ maximum });

/** @param {Frame} frame */
const streamLimit = ({ limit: maximum, bidirectional }) => ({
  stream_type: bidirectional ? 'bidirectional' : 'unidirectional',
  maximum,
});

/** @param {Frame} frame */
const ofStream = ({ stream: stream_id }) => ({ stream_id });

/** @param {Frame} frame */
const withLength = ({ length }) => ({ length, raw: { payload_length: length } });

/** By the frame's name. @type {ReadonlyMap<string, (frame: Frame) => Record<string, unknown>>} */
const FIELDS = new Map(
  Object.entries({
    stream: (/** @type {Frame} */ frame) => ({
      ...ofStream(frame),
      offset: frame.offset,
      ...withLength(frame),
      fin: frame.fin,
    }),
    ack: (/** @type {Frame} */ frame) => ({
      ack_delay: frame.delay * 1000,
      acked_ranges: frame.ranges,
      ...(frame.ecn === null ? {} : { ect0: frame.ecn[0], ect1: frame.ecn[1], ce: frame.ecn[2] }),
    }),
    crypto: (/** @type {Frame} */ frame) => ({ offset: frame.offset, ...withLength(frame) }),
    max_data: limit,
    data_blocked: limit,
    max_stream_data: (/** @type {Frame} */ frame) => ({ ...ofStream(frame), ...limit(frame) }),
    stream_data_blocked: (/** @type {Frame} */ frame) => ({ ...ofStream(frame), limit: frame.limit }),
    max_streams: streamLimit,
    streams_blocked: (/** @type {Frame} */ frame) => ({ ...streamLimit(frame), limit: frame.limit }),
    reset_stream: (/** @type {Frame} */ frame) => ({ ...ofStream(frame), error_code: frame.code }),
    stop_sending: (/** @type {Frame} */ frame) => ({ ...ofStream(frame), error_code: frame.code }),
    new_connection_id: (/** @type {Frame} */ frame) => ({
      sequence_number: frame.sequence,
      retire_prior_to: frame.retirePriorTo,
      connection_id: frame.id,
    }),
    retire_connection_id: (/** @type {Frame} */ frame) => ({ sequence_number: frame.sequence }),
    path_challenge: (/** @type {Frame} */ { data }) => ({ data }),
    path_response: (/** @type {Frame} */ { data }) => ({ data }),
    connection_close: (/** @type {Frame} */ { layer, code, reason }) => ({
      error_space: layer,
      error_code: code,
      raw_error_code: code,
      reason: reason ?? '',
    }),
    datagram: withLength,
    padding: withLength,
  }),
);

/** A frame of a type that has no name is written as hexadecimal. */
const UNNAMED = /^0x([0-9a-f]+)$/;

/** @param {Frame} frame @returns {Record<string, unknown>} */
export function qlogFrame(frame) {
  const number = UNNAMED.exec(frame.type);
  if (number !== null) return { frame_type: 'unknown', raw_frame_type: parseInt(number[1], 16) };
  return { frame_type: frame.type, ...FIELDS.get(frame.type)?.(frame) };
}
