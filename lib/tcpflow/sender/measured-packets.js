import { METHOD } from '../../transport/round-trips.js';
import { connectionOptions, connectionPackets } from '../connection/connection-packets.js';
import { PathAnalysis } from './connection-path.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/**
 * Measurements for each packet of a connection, −1 without one.
 * @typedef {object} PacketMeasures
 * @property {Float64Array} rttNs the sample that this ACK gives, by sequence number
 * @property {Float64Array} inFlightBytes of its direction, after this packet
 */

/**
 * @param {ConnectionPackets} packets @param {import('../connection/connection-packets.js').ConnectionOptions} options
 * @returns {PacketMeasures} an entry a packet
 */
export function measurePackets(packets, options) {
  const rttNs = new Float64Array(packets.count).fill(-1);
  const inFlightBytes = new Float64Array(packets.count).fill(-1);
  const path = new PathAnalysis(packets, options);
  for (const direction of [0, 1]) {
    const { count, method, answer, rttNs: samples } = path.roundTrips[direction];
    for (let k = 0; k < count; k++) {
      if (method[k] === METHOD.SEQUENCE_ACK || method[k] === METHOD.HANDSHAKE) rttNs[answer[k]] = samples[k];
    }
    const flight = path.flight(direction);
    for (let k = 0; k < flight.count; k++) {
      if (packets.length[flight.packet[k]] > 0 && packets.direction[flight.packet[k]] === direction) {
        inFlightBytes[flight.packet[k]] = flight.bytes[k];
      }
    }
  }
  return { rttNs, inFlightBytes };
}

/**
 * The same for every packet of a capture, by row of the packet table.
 * @param {TcpTracker} tcp
 * @returns {PacketMeasures}
 */
export function measureAllPackets(tcp) {
  const rttNs = new Float64Array(tcp.packets.count).fill(-1);
  const inFlightBytes = new Float64Array(tcp.packets.count).fill(-1);
  for (let flow = 0; flow < tcp.flows.count; flow++) {
    const packets = connectionPackets(tcp, flow);
    const measured = measurePackets(packets, connectionOptions(tcp, flow));
    for (let i = 0; i < packets.count; i++) {
      rttNs[packets.row[i]] = measured.rttNs[i];
      inFlightBytes[packets.row[i]] = measured.inFlightBytes[i];
    }
  }
  return { rttNs, inFlightBytes };
}
