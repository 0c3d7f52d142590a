import { describeQuicPacket } from './describe-packet.js';

/**
 * Every QUIC packet as `analyze --packets` prints it, in the order of frames and of places in the datagram.
 * @param {import('../quic-tracker.js').QuicTracker} quic
 */
export function* describeQuicPackets(quic) {
  for (let row = 0; row < quic.packets.count; row++) yield describeQuicPacket(quic, row);
}
