import { TCP } from './header.js';

/** @typedef {import('../path.js').Handshake} Handshake */

/**
 * The handshake, in the order seen by a direction's sender.
 * @param {import('./tcp-packets.js').TcpPackets} packets
 * @param {import('../path.js').SenderOrder} order
 * @param {number} direction
 * @returns {Handshake}
 */
export function handshakeOf(
  { count, direction: directions, flags, ackOffset, length, windowBytes, timeNs },
  order,
  direction,
) {
  /** @type {Handshake} */
  const handshake = { synNs: null, establishedNs: null, shutNs: null, openedNs: null };
  if (count === 0 || (flags[0] & TCP.SYN) === 0) return handshake;
  handshake.synNs = timeNs[0];
  for (let k = 0; k < count; k++) {
    const i = order.packet[k];
    if (directions[i] === direction && length[i] > 0) break;
    if (directions[i] === direction || (flags[i] & (TCP.ACK | TCP.RST)) !== TCP.ACK) continue;
    noteWindow(handshake, windowBytes[i], order.timeNs[k]);
  }
  for (let i = 1; i < count && handshake.establishedNs === null; i++) {
    if (directions[i] !== direction && ackOffset[i] >= 1) handshake.establishedNs = timeNs[i];
  }
  return handshake;
}

/** @param {Handshake} handshake @param {number} bytes @param {number} atNs */
function noteWindow(handshake, bytes, atNs) {
  if (bytes === 0 && (handshake.shutNs === null || handshake.openedNs !== null)) {
    handshake.shutNs = atNs;
    handshake.openedNs = null;
  } else if (bytes > 0 && handshake.shutNs !== null) handshake.openedNs ??= atNs;
}
