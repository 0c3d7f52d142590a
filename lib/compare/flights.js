/** In how many flights a direction's data went. */
import { TCP } from '../engine/segment-batch.js';

/** @typedef {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

const { SYN, ACK } = TCP;
/** Of the handshake's delay: what came earlier cannot have been caused by the acknowledgement. */
const MARGIN = 0.9;

/**
 * Flights of data, each sent after an acknowledgement of the one before, as BBR counts its rounds (draft-ietf-ccwg-bbr,
 * "round counting"). At the sender that is what the packets say. Elsewhere an acknowledgement takes its time to the
 * sender and what it sets free takes its time back, which the handshake has shown: from then on only counts a new
 * flight.
 *
 * ```
 *  capture point   data ┄┄┄┄▶   ◀┄┄┄┄ ACK of it         data ┄┄┄┄▶ next flight
 *                                      ├── delay to the sender and back ──┤
 * ```
 * @param {ConnectionPackets} packets
 * @param {number} direction that sends the data
 * @returns {number} 0 without data
 */
export function flightsOf(packets, direction) {
  const delayNs = MARGIN * handshakeDelays(packets)[direction];
  let rounds = 0;
  let highest = 1;
  let awaited = 0;
  let nextNs = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction) {
      if (awaited > 0 && packets.ackOffset[i] >= awaited) {
        awaited = 0;
        nextNs = packets.timeNs[i] + delayNs;
      }
      continue;
    }
    const isNew = packets.length[i] > 0 && packets.endOffset[i] > highest;
    highest = Math.max(highest, packets.endOffset[i]);
    if (!isNew || awaited > 0 || packets.timeNs[i] < nextNs) continue;
    rounds++;
    awaited = packets.endOffset[i];
  }
  return rounds;
}

/**
 * How long a packet of the other end takes from the capture point to the sender and its answer back, by the handshake;
 * 0 where it is missing.
 * @param {ConnectionPackets} packets
 * @returns {[number, number]} by direction: the client as sender, the server
 */
function handshakeDelays({ count, timeNs, flags, direction }) {
  let synNs = -1;
  let synAckNs = -1;
  for (let i = 0; i < count; i++) {
    const isSyn = (flags[i] & SYN) !== 0;
    if (direction[i] === 1 && isSyn) synAckNs = timeNs[i];
    else if (isSyn) synNs = timeNs[i];
    else if (synAckNs < 0) return [0, 0];
    else if (direction[i] === 0 && (flags[i] & ACK) !== 0) {
      return [timeNs[i] - synAckNs, synNs < 0 ? 0 : synAckNs - synNs];
    }
  }
  return [0, 0];
}
