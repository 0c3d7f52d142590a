import { describeFate, NO_FATE } from '../recovery/describe-recovery.js';
import { recoveryOf } from '../recovery/of-connection.js';
import { describeQuicPacket } from './describe-packet.js';

/** @typedef {import('../recovery/recover.js').Recovery} Recovery */

/**
 * Every QUIC packet as `analyze --packets` prints it, in the order of frames and of places in the datagram.
 * @param {import('../quic-tracker.js').QuicTracker} quic
 */
export function* describeQuicPackets(quic) {
  for (const { row, recovery, place } of packetsInOrder(quic)) yield withFate(quic, row, recovery, place);
}

/**
 * Every QUIC packet in that order, with what became of its connection's.
 * @param {import('../quic-tracker.js').QuicTracker} quic
 * @returns {Generator<{ row: number, recovery: Recovery, place: number }>} place: among the connection's packets
 */
export function* packetsInOrder(quic) {
  /**
   * Of connections with packets still to come, and which is next.
   * @type {Map<number, { recovery: Recovery, next: number }>}
   */
  const open = new Map();
  for (let row = 0; row < quic.packets.count; row++) {
    const index = quic.packets.connection[row];
    const one = open.get(index) ?? { recovery: recoveryOf(quic, index), next: 0 };
    yield { row, recovery: one.recovery, place: one.next++ };
    if (one.next === one.recovery.packets.count) open.delete(index);
    else open.set(index, one);
  }
}

/**
 * The same of one connection.
 * @param {import('../quic-tracker.js').QuicTracker} quic @param {number} connection index
 */
export function* describeQuicConnectionPackets(quic, connection) {
  const { firstRow, packets } = quic.connections[connection];
  const recovery = recoveryOf(quic, connection);
  for (let row = firstRow, i = 0; i < packets; i++, row = quic.packets.next[row]) {
    yield withFate(quic, row, recovery, i);
  }
}

/**
 * A packet as `analyze --packets` prints it.
 * @param {import('../quic-tracker.js').QuicTracker} quic @param {number} row
 * @param {Recovery} recovery of its connection @param {number} place among the connection's packets
 */
export function withFate(quic, row, recovery, place) {
  const { verdict, ...packet } = describeQuicPacket(quic, row);
  const fate = describeFate(recovery, place);
  return { ...packet, ...(fate ?? NO_FATE), verdict: verdict ?? fate?.verdict ?? null };
}
