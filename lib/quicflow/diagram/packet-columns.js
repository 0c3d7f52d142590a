import { QUIC_FATE, QUIC_MARK } from '../../shared/quic-marks.js';
import { CAUSE, FATE } from '../recovery/fates.js';
import { PACKET_FLAG } from '../tables/packet-table.js';
import { FRAME } from '../wire/frame-types.js';

/** @typedef {import('../recovery/recover.js').Recovery} Recovery */

/** By type of frame. @type {Map<number, number>} */
const MARK_OF = new Map([
  [FRAME.CONNECTION_CLOSE, QUIC_MARK.CLOSE],
  [FRAME.APPLICATION_CLOSE, QUIC_MARK.CLOSE],
  [FRAME.HANDSHAKE_DONE, QUIC_MARK.HANDSHAKE_DONE],
  [FRAME.PATH_CHALLENGE, QUIC_MARK.PATH],
  [FRAME.PATH_RESPONSE, QUIC_MARK.PATH],
  [FRAME.DATA_BLOCKED, QUIC_MARK.BLOCKED],
  [FRAME.STREAM_DATA_BLOCKED, QUIC_MARK.BLOCKED],
  [FRAME.STREAMS_BLOCKED, QUIC_MARK.BLOCKED],
  [FRAME.STREAMS_BLOCKED_UNI, QUIC_MARK.BLOCKED],
  [FRAME.RESET_STREAM, QUIC_MARK.RESET_STREAM],
  [FRAME.STOP_SENDING, QUIC_MARK.RESET_STREAM],
]);
const ECN_CE = 3;

/**
 * The packets of a connection in the order of the capture, as columns for a page.
 * @param {import('../tables/connection-columns.js').ConnectionColumns} columns @param {Recovery} recovery
 */
export function packetColumns(columns, { packets, directions }) {
  const { count, direction, flags } = columns;
  const fate = new Uint8Array(count);
  const cause = new Uint8Array(count);
  const probe = new Uint8Array(count);
  const lostTime = new Float64Array(count).fill(NaN);
  const ackedTime = new Float64Array(count).fill(NaN);
  const resentRow = new Int32Array(count).fill(-1);
  const inFlight = new Float64Array(count).fill(NaN);
  const marks = new Uint16Array(count);
  for (let row = 0; row < count; row++) {
    const sent = directions[direction[row]];
    const { walk, sends, carried, acks } = sent;
    const send = sent.sendOf(row);
    marks[row] = marksOf(packets, row, columns);
    if (send < 0) continue;
    if (sends.isProbe[send]) marks[row] |= QUIC_MARK.MTU_PROBE;
    fate[row] = fateOf(walk, send);
    cause[row] = walk.cause[send];
    probe[row] = walk.probe[send];
    lostTime[row] = walk.lostNs[send];
    ackedTime[row] = acks.ackedNs[send];
    inFlight[row] = walk.inFlightAt[send];
    if (carried.resentBy[send] >= 0) resentRow[row] = sends.packet[carried.resentBy[send]];
  }
  const { timeNs: time, frame, pn, type, space, bytes, datagramBytes, index, ecn } = columns;
  return {
    time,
    frame,
    pn,
    direction,
    type,
    space,
    bytes,
    datagramBytes,
    index,
    flags,
    ecn,
    marks,
    fate,
    cause,
    probe,
    lostTime,
    ackedTime,
    resentRow,
    inFlight,
  };
}

/** @param {import('../recovery/walk.js').Walk} walk @param {number} send */
function fateOf({ cause, fate }, send) {
  if (cause[send] !== CAUSE.NONE) return fate[send] === FATE.ACKED ? QUIC_FATE.SPURIOUS : QUIC_FATE.LOST;
  if (fate[send] === FATE.ACKED) return QUIC_FATE.ACKED;
  return fate[send] === FATE.DROPPED ? QUIC_FATE.DROPPED : QUIC_FATE.OUTSTANDING;
}

/**
 * @param {Recovery['packets']} packets @param {number} row
 * @param {Pick<import('../tables/connection-columns.js').ConnectionColumns, 'flags' | 'ecn'>} columns
 */
function marksOf({ frameStart, frameCount, frames: { type } }, row, { flags, ecn }) {
  let marks = 0;
  for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) marks |= MARK_OF.get(type[f]) ?? 0;
  if ((flags[row] & PACKET_FLAG.KEY_UPDATE) !== 0) marks |= QUIC_MARK.KEY_UPDATE;
  if ((flags[row] & PACKET_FLAG.DECRYPTED) === 0) marks |= QUIC_MARK.UNREADABLE;
  if (ecn[row] === ECN_CE) marks |= QUIC_MARK.CE;
  return marks;
}
