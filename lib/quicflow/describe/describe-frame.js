import { UNKNOWN_TYPE } from '../tables/frame-table.js';
import { FRAME, frameName, isStream, STREAM_BIT } from '../wire/frame-types.js';

/** @typedef {import('../quic-tracker.js').QuicTracker} QuicTracker */

/**
 * A frame's fields; which it has depends on its type.
 * @typedef {{ type: string, stream?: number, offset?: number, length?: number, fin?: boolean,
 *   ranges?: [low: number, high: number][], delay?: number, ecn?: number[] | null, limit?: number, code?: number,
 *   bidirectional?: boolean, sequence?: number, retirePriorTo?: number, id?: string, data?: string,
 *   layer?: 'transport' | 'application', reason?: string }} DescribedFrame
 */

/** Of ack_delay_exponent where an end does not name it (RFC 9000 section 18.2). */
const DEFAULT_DELAY_EXPONENT = 3;
const MICROSECOND = 1e-6;

/**
 * A frame as `analyze --packets` prints it.
 * @param {QuicTracker} quic @param {number} row of the frame
 * @param {number} delayExponent of the end that sent it
 * @returns {DescribedFrame}
 */
export function describeFrame({ frames, ids, texts }, row, delayExponent) {
  const { type: types, a, b, c } = frames;
  const type = types[row];
  if (type === UNKNOWN_TYPE) return { type: `0x${a[row].toString(16)}` };
  const name = frameName(type);
  if (isStream(type)) {
    return { type: name, stream: a[row], offset: b[row], length: c[row], fin: (type & STREAM_BIT.FIN) !== 0 };
  }
  switch (type) {
    case FRAME.PADDING:
    case FRAME.DATAGRAM:
    case FRAME.DATAGRAM_WITH_LENGTH:
      return { type: name, length: c[row] };
    case FRAME.ACK:
    case FRAME.ACK_ECN:
      return describeAck(frames, row, delayExponent);
    case FRAME.CRYPTO:
      return { type: name, offset: b[row], length: c[row] };
    case FRAME.MAX_DATA:
    case FRAME.DATA_BLOCKED:
      return { type: name, limit: a[row] };
    case FRAME.MAX_STREAM_DATA:
    case FRAME.STREAM_DATA_BLOCKED:
      return { type: name, stream: a[row], limit: b[row] };
    case FRAME.MAX_STREAMS:
    case FRAME.STREAMS_BLOCKED:
      return { type: name, limit: a[row], bidirectional: true };
    case FRAME.MAX_STREAMS_UNI:
    case FRAME.STREAMS_BLOCKED_UNI:
      return { type: name, limit: a[row], bidirectional: false };
    case FRAME.RESET_STREAM:
    case FRAME.RESET_STREAM_AT:
    case FRAME.STOP_SENDING:
      return { type: name, stream: a[row], code: b[row] };
    case FRAME.NEW_CONNECTION_ID:
      return { type: name, sequence: a[row], retirePriorTo: b[row], id: ids.hex(c[row]) };
    case FRAME.RETIRE_CONNECTION_ID:
      return { type: name, sequence: a[row] };
    case FRAME.PATH_CHALLENGE:
    case FRAME.PATH_RESPONSE:
      return { type: name, data: hex32(a[row]) + hex32(b[row]) };
    case FRAME.CONNECTION_CLOSE:
    case FRAME.APPLICATION_CLOSE:
      return { type: name, layer: layerOf(type), code: a[row], reason: texts.text(c[row]) };
    default:
      return { type: name };
  }
}

/** @param {number} type @returns {'transport'|'application'} */
const layerOf = (type) => (type === FRAME.CONNECTION_CLOSE ? 'transport' : 'application');

/** @param {number} word */
const hex32 = (word) => word.toString(16).padStart(8, '0');

/** @param {QuicTracker['frames']} frames @param {number} row @param {number} delayExponent @returns {DescribedFrame} */
function describeAck({ type, a, b, c, ranges }, row, delayExponent) {
  const behind = a[row] + b[row];
  return {
    type: 'ack',
    ranges: Array.from({ length: b[row] }, (_, i) => [ranges.low[a[row] + i], ranges.high[a[row] + i]]),
    delay: c[row] * 2 ** delayExponent * MICROSECOND,
    ecn: type[row] === FRAME.ACK_ECN ? [ranges.low[behind], ranges.high[behind], ranges.low[behind + 1]] : null,
  };
}

/**
 * @param {import('../connections/connection.js').Connection} connection @param {number} end
 * @returns {number} exponent of the delays in its ACK frames
 */
export function delayExponentOf({ handshake }, end) {
  const exponent = handshake.parameters[end]?.values.ack_delay_exponent;
  return typeof exponent === 'number' && exponent <= 20 ? exponent : DEFAULT_DELAY_EXPONENT;
}
