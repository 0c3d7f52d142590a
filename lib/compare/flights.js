/** Number of flights of a direction's data. */
import { TCP } from '../transport/tcp/header.js';

/** @typedef {import('../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */

const { SYN, ACK } = TCP;
/** Share of the handshake's delay: earlier segments cannot have been triggered by the acknowledgement. */
const MARGIN = 0.9;

/**
 * Flights of data, each sent after an acknowledgement of the previous one, as BBR counts its rounds
 * (draft-ietf-ccwg-bbr, "round counting"). At the sender the packets show that directly. Elsewhere the acknowledgement
 * takes time to the sender and the segments it releases take time back, as measured in the handshake: a new flight
 * begins only after that.
 *
 * ```
 *  capture point   data ┄┄┄┄▶   ◀┄┄┄┄ ACK of it         data ┄┄┄┄▶ next flight
 *                                      ├── delay to the sender and back ──┤
 * ```
 * @param {TcpPackets} packets
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
 * Round trip between the capture point and the sender, by the handshake; 0 where it is missing.
 * @param {TcpPackets} packets
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
