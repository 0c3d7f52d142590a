import { QUIC_FATE, QUIC_MARK } from '../../shared/quic-marks.js';
import { picked } from '../../transport/sketch.js';
import { CAUSE, FATE, PROBE } from '../recovery/fates.js';
import { PACKET_FLAG } from '../tables/packet-table.js';
import { FRAME } from '../wire/frame-types.js';

/** @typedef {import('../recovery/recover.js').Recovery} Recovery */
/** @typedef {import('../tables/connection-columns.js').ConnectionColumns} ConnectionColumns */

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

/** What a packet is, besides its marks. */
const PROBE_KIND = 1 << 16;
const LOST_KIND = 1 << 17;
/** The bit of a packet's type is that many places above it. */
const TYPE_SHIFT = 20;
/** Kinds that are events of their direction. */
export const EVENT_KINDS = PROBE_KIND | LOST_KIND | QUIC_MARK.CLOSE;

/**
 * Packets of a connection in the order of the capture, as columns.
 * @param {ConnectionColumns} columns @param {Recovery} recovery @param {ArrayLike<number>} [rows] only these
 */
export function packetColumns(columns, { packets, directions }, rows = columns.row.map((_, row) => row)) {
  const count = rows.length;
  const fate = new Uint8Array(count);
  const cause = new Uint8Array(count);
  const probe = new Uint8Array(count);
  const lostTime = new Float64Array(count).fill(NaN);
  const ackedTime = new Float64Array(count).fill(NaN);
  const resentRow = new Int32Array(count).fill(-1);
  const inFlight = new Float64Array(count).fill(NaN);
  const marks = new Uint16Array(count);
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const sent = directions[columns.direction[row]];
    const { walk, sends, carried, acks } = sent;
    const send = sent.sendOf(row);
    marks[i] = marksOf(packets, row, columns);
    if (send < 0) continue;
    if (sends.isProbe[send]) marks[i] |= QUIC_MARK.MTU_PROBE;
    fate[i] = fateOf(walk, send);
    cause[i] = walk.cause[send];
    probe[i] = walk.probe[send];
    lostTime[i] = walk.lostNs[send];
    ackedTime[i] = acks.ackedNs[send];
    inFlight[i] = walk.inFlightAt[send];
    if (carried.resentBy[send] >= 0) resentRow[i] = sends.packet[carried.resentBy[send]];
  }
  const { timeNs, frame, pn, direction, type, space, bytes, datagramBytes, index, flags, ecn } = columns;
  return {
    row: Int32Array.from(rows),
    time: picked(timeNs, rows),
    frame: picked(frame, rows),
    pn: picked(pn, rows),
    direction: picked(direction, rows),
    type: picked(type, rows),
    space: picked(space, rows),
    bytes: picked(bytes, rows),
    datagramBytes: picked(datagramBytes, rows),
    index: picked(index, rows),
    flags: picked(flags, rows),
    ecn: picked(ecn, rows),
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

/**
 * What each packet is, one-hot: its marks, its type, whether it is a probe, whether it was declared lost.
 * @param {ConnectionColumns} columns @param {Recovery} recovery
 */
export function kindsOfPackets(columns, { packets, directions }) {
  const { count, direction, type } = columns;
  const kinds = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const sent = directions[direction[row]];
    const send = sent.sendOf(row);
    kinds[row] = (marksOf(packets, row, columns) & ~QUIC_MARK.UNREADABLE) | (1 << (TYPE_SHIFT + type[row]));
    if (send < 0) continue;
    if (sent.sends.isProbe[send]) kinds[row] |= QUIC_MARK.MTU_PROBE;
    if (sent.walk.probe[send] !== PROBE.NONE) kinds[row] |= PROBE_KIND;
    if (sent.walk.cause[send] !== CAUSE.NONE) kinds[row] |= LOST_KIND;
  }
  return kinds;
}

/**
 * UDP payload that each packet's end had sent by then, its own datagram with it.
 * @param {ConnectionColumns} columns
 */
export function sentSoFar({ count, direction, index, datagramBytes }) {
  const sent = new Float64Array(count);
  const sums = [0, 0];
  for (let row = 0; row < count; row++) {
    if (index[row] === 0) sums[direction[row]] += datagramBytes[row];
    sent[row] = sums[direction[row]];
  }
  return sent;
}

/** @param {import('../recovery/walk.js').Walk} walk @param {number} send */
function fateOf({ cause, fate }, send) {
  if (cause[send] !== CAUSE.NONE) return fate[send] === FATE.ACKED ? QUIC_FATE.SPURIOUS : QUIC_FATE.LOST;
  if (fate[send] === FATE.ACKED) return QUIC_FATE.ACKED;
  return fate[send] === FATE.DROPPED ? QUIC_FATE.DROPPED : QUIC_FATE.OUTSTANDING;
}

/**
 * @param {Recovery['packets']} packets @param {number} row
 * @param {Pick<ConnectionColumns, 'flags' | 'ecn'>} columns
 */
function marksOf({ frameStart, frameCount, frames: { type } }, row, { flags, ecn }) {
  let marks = 0;
  for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) marks |= MARK_OF.get(type[f]) ?? 0;
  if ((flags[row] & PACKET_FLAG.KEY_UPDATE) !== 0) marks |= QUIC_MARK.KEY_UPDATE;
  if ((flags[row] & PACKET_FLAG.DECRYPTED) === 0) marks |= QUIC_MARK.UNREADABLE;
  if (ecn[row] === ECN_CE) marks |= QUIC_MARK.CE;
  return marks;
}
