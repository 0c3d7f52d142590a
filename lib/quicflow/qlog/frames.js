/** Frames of a packet, as `analyze --packets` names them (docs/cli.md). */
import { MAX_QLOG_ACK_RANGES, MAX_QLOG_FRAMES } from './limits.js';
import { fieldsOf, listOf, numberOf, textOf } from './values.js';

/** @typedef {import('./values.js').Fields} Fields */
/** @typedef {{ type: string } & Record<string, unknown>} Frame */

/** @param {number} number @returns {number|null} */
const orNull = (number) => (Number.isNaN(number) ? null : number);

/** OpenSSL has both: there `length` is that of the frame's head. @param {Fields} frame */
const lengthOf = (frame) =>
  orNull(numberOf(frame.payload_length, fieldsOf(frame.raw).payload_length, frame.length, fieldsOf(frame.raw).length));

/** @param {Fields} frame */
const idOf = (frame) => textOf(frame.connection_id, frame.new_connection_id);

/** @param {Fields} frame */
const stream = (frame) => ({ stream: orNull(numberOf(frame.stream_id, frame.id)) });

/** @param {Fields} frame */
const limit = (frame) => ({ limit: orNull(numberOf(frame.maximum, frame.limit)) });

/** @param {Fields} frame */
const streamLimit = (frame) => ({ ...limit(frame), bidirectional: textOf(frame.stream_type) !== 'unidirectional' });

/** @param {Fields} frame */
const code = (frame) =>
  orNull(numberOf(frame.error_code, frame.raw_error_code, frame.error_code_bytes, frame.raw_error_code));

/** By qlog's name of the frame. @type {ReadonlyMap<string, (frame: Fields) => Record<string, unknown>>} */
const FIELDS = new Map(
  Object.entries({
    stream: (/** @type {Fields} */ frame) => ({
      ...stream(frame),
      offset: orNull(numberOf(frame.offset, 0)),
      length: lengthOf(frame),
      fin: frame.fin === true,
    }),
    ack: (/** @type {Fields} */ frame) => ({
      ranges: rangesOf(frame.acked_ranges),
      delay: delayOf(frame),
      ecn: ecnOf(frame),
    }),
    crypto: (/** @type {Fields} */ frame) => ({ offset: orNull(numberOf(frame.offset, 0)), length: lengthOf(frame) }),
    max_data: limit,
    data_blocked: limit,
    max_stream_data: (/** @type {Fields} */ frame) => ({ ...stream(frame), ...limit(frame) }),
    stream_data_blocked: (/** @type {Fields} */ frame) => ({ ...stream(frame), ...limit(frame) }),
    max_streams: streamLimit,
    streams_blocked: streamLimit,
    reset_stream: (/** @type {Fields} */ frame) => ({ ...stream(frame), code: code(frame) }),
    stop_sending: (/** @type {Fields} */ frame) => ({ ...stream(frame), code: code(frame) }),
    new_connection_id: (/** @type {Fields} */ frame) => ({
      sequence: orNull(numberOf(frame.sequence_number)),
      retirePriorTo: orNull(numberOf(frame.retire_prior_to)),
      id: idOf(frame),
    }),
    retire_connection_id: (/** @type {Fields} */ frame) => ({ sequence: orNull(numberOf(frame.sequence_number)) }),
    path_challenge: (/** @type {Fields} */ frame) => ({ data: textOf(frame.data) }),
    path_response: (/** @type {Fields} */ frame) => ({ data: textOf(frame.data) }),
    connection_close: (/** @type {Fields} */ frame) => ({
      layer: textOf(frame.error_space) === 'application' ? 'application' : 'transport',
      code: code(frame),
      reason: textOf(frame.reason),
    }),
    datagram: (/** @type {Fields} */ frame) => ({ length: lengthOf(frame) }),
    padding: (/** @type {Fields} */ frame) => ({ length: lengthOf(frame) }),
  }),
);

/** @param {unknown} frames of a packet @returns {Frame[]|null} null: the log has none */
export function framesOf(frames) {
  if (!Array.isArray(frames)) return null;
  return frames.slice(0, MAX_QLOG_FRAMES).map((frame) => {
    const fields = fieldsOf(frame);
    const type = (textOf(fields.frame_type) ?? 'unknown').toLowerCase();
    return { type, ...FIELDS.get(type)?.(fields) };
  });
}

/** @param {unknown} ranges of one or two numbers each @returns {[low: number, high: number][]} the highest first */
function rangesOf(ranges) {
  const pairs = listOf(ranges).map((range) => {
    const low = numberOf(range?.[0], range);
    return /** @type {[number, number]} */ ([low, numberOf(range?.[1], low)]);
  });
  return pairs
    .filter(([low, high]) => low <= high)
    .sort((a, b) => b[0] - a[0])
    .slice(0, MAX_QLOG_ACK_RANGES);
}

/** @param {Fields} frame @returns {number} s */
const delayOf = (frame) => numberOf(frame.ack_delay, 0) / 1000;

/** @param {Fields} frame @returns {number[]|null} null: it reports no counts */
function ecnOf({ ect0, ect1, ce }) {
  const counts = [numberOf(ect0), numberOf(ect1), numberOf(ce)];
  return counts.every(Number.isNaN) ? null : counts.map((count) => (Number.isNaN(count) ? 0 : count));
}
