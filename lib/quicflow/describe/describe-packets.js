import { describeQuicPacket } from './describe-packet.js';

/**
 * Every QUIC packet as `analyze --packets` prints it, in the order of frames and of places in the datagram.
 * @param {import('../quic-tracker.js').QuicTracker} quic
 */
export function* describeQuicPackets(quic) {
  for (let row = 0; row < quic.packets.count; row++) yield describeQuicPacket(quic, row);
}

/**
 * The same of one connection.
 * @param {import('../quic-tracker.js').QuicTracker} quic @param {number} connection index
 */
export function* describeQuicConnectionPackets(quic, connection) {
  const { firstRow, packets } = quic.connections[connection];
  for (let row = firstRow, i = 0; i < packets; i++, row = quic.packets.next[row]) yield describeQuicPacket(quic, row);
}
