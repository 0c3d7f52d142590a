/** A connection of QUIC as a lane of the overview. */
import { laneMessages } from '../../overview/lane-messages.js';
import { ticksOf } from '../../overview/lane-walk.js';
import { MAX_LANE_TICKS } from '../../overview/limits.js';
import { packetColumns } from '../../quicflow/diagram/packet-columns.js';
import { recoveryOf } from '../../quicflow/recovery/of-connection.js';
import { PACKET_FLAG } from '../../quicflow/tables/packet-table.js';
import { PACKET } from '../../quicflow/wire/versions.js';
import { TICK } from '../../shared/columns/tick-kinds.js';
import { QUIC_MARK } from '../../shared/quic-marks.js';

/** @typedef {import('../../quicflow/quic-tracker.js').QuicTracker} QuicTracker */
/** @typedef {import('../../overview/lane-walk.js').LaneWindow} LaneWindow */
/** @typedef {import('../../overview/lanes.js').Lane} Lane */
/** @typedef {ReturnType<typeof packetColumns>} Packets */
/** @typedef {import('../../quicflow/recovery/recover.js').Recovery} Recovery */

/** @type {readonly number[]} */
const OF_HANDSHAKE = [PACKET.INITIAL, PACKET.HANDSHAKE, PACKET.RETRY, PACKET.VERSION_NEGOTIATION];

/**
 * @param {QuicTracker} quic @param {number} index of the connection @param {LaneWindow} window
 * @param {{ messages: import('../../protocols/message-analysis.js').MessageAnalysis, first: number }} of `first`: index
 *   of the first message of QUIC
 * @returns {Lane}
 */
export function quicLane(quic, index, window, { messages, first }) {
  const connection = quic.connections[index];
  const recovery = recoveryOf(quic, index);
  const packets = packetColumns(quic.columnsOf(index), recovery);
  const found = laneMessages(messages, index, 0, window);
  const hasAll = connection.packets <= MAX_LANE_TICKS;
  const { closed, initialNs, readyNs, startNs, endNs } = connection;
  const isReset = closed?.by === 'stateless_reset';
  const acknowledged = acknowledgedAt(packets);
  return {
    flow: quic.numbers.of(index),
    startNs,
    endNs,
    handshakeEndNs: initialNs < 0 ? -1 : readyNs,
    halfClosedNs: -1,
    closedNs: closed !== null && !isReset ? closed.timeNs : -1,
    resetNs: closed !== null && isReset ? closed.timeNs : -1,
    // Its handshake is TLS's.
    tls: [-1, -1],
    ticks: ticksOf(hasAll ? null : window, ticksIn(packets, recovery)),
    isWhole: hasAll && found.all,
    messages: found.messages.map((message) => ({
      ...message,
      row: first + message.row,
      pair: message.pair < 0 ? -1 : first + message.pair,
      deliveredNs: acknowledged.get(keyOf(message.lastFrame, message.fromClient ? 0 : 1)) ?? -1,
    })),
  };
}

/** @param {Packets} packets @param {Recovery} recovery */
function* ticksIn(packets, recovery) {
  for (let row = 0; row < packets.time.length; row++) {
    const kind = kindOf(packets, row, isSentAgain(recovery, packets.direction[row], row));
    const bytes = kind === TICK.ACK ? 0 : packets.bytes[row];
    yield { timeNs: packets.time[row], direction: packets.direction[row], kind, bytes };
  }
}

/** @param {Recovery} recovery @param {number} direction @param {number} row */
function isSentAgain({ directions }, direction, row) {
  const sent = directions[direction];
  const send = sent.sendOf(row);
  return send >= 0 && sent.carried.again[send] > 0;
}

/** @param {Packets} packets @param {number} row @param {boolean} isAgain */
function kindOf({ type, flags, marks }, row, isAgain) {
  if (type[row] === PACKET.STATELESS_RESET) return TICK.RESET;
  if (isAgain) return TICK.RETRANSMISSION;
  if ((marks[row] & QUIC_MARK.CLOSE) !== 0) return TICK.FIN;
  if (OF_HANDSHAKE.includes(type[row])) return TICK.SYN;
  if ((marks[row] & QUIC_MARK.BLOCKED) !== 0) return TICK.ZERO_WINDOW;
  const isAckOnly = (flags[row] & PACKET_FLAG.DECRYPTED) !== 0 && (flags[row] & PACKET_FLAG.ACK_ELICITING) === 0;
  return isAckOnly ? TICK.ACK : TICK.DATA;
}

/**
 * When the packets of a frame were acknowledged, all of them.
 * @param {Packets} packets @returns {Map<number, number>}
 */
function acknowledgedAt({ frame, direction, ackedTime }) {
  const times = new Map();
  for (let row = 0; row < frame.length; row++) {
    if (!Number.isFinite(ackedTime[row])) continue;
    const key = keyOf(frame[row], direction[row]);
    times.set(key, Math.max(times.get(key) ?? 0, ackedTime[row]));
  }
  return times;
}

/** @param {number} frame @param {number} direction */
const keyOf = (frame, direction) => 2 * frame + direction;
