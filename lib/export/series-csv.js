import { METHODS, smoothed } from '../transport/round-trips.js';
import { decimalSeconds } from './csv.js';

/** @typedef {import('../transport/path.js').Path} Path */
/**
 * @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport
 * @typedef {import('../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets
 * @typedef {import('./csv.js').CsvTable} CsvTable
 */

/** By `direction`. */
const DIRECTIONS = ['clientToServer', 'serverToClient'];

/**
 * The series of a connection beside its packets: round trips from the capture point (each of a half of the path) and as
 * measured by the sender, and bytes in flight. Both directions are in one table, the client's data first; `direction`
 * is the data's, also where its acknowledgement gave the value. Times of flight sizes and of the sender's round trips
 * are those at the sender, as far as known.
 * @param {TcpTransport} tcp @param {number} flow index
 * @returns {CsvTable[]}
 */
export function seriesTables(tcp, flow) {
  const packets = tcp.packetsOf(flow);
  const path = tcp.pathOf(packets, tcp.optionsOf(flow));
  return [
    {
      name: 'rtt',
      columns: ['time_s', 'direction', 'rtt_s', 'method', 'frame', 'answered_frame'],
      rows: rttRows(packets, path),
    },
    { name: 'sender-rtt', columns: ['time_s', 'direction', 'rtt_s', 'srtt_s'], rows: senderRttRows(path) },
    {
      name: 'flight',
      columns: ['time_s', 'direction', 'flight_bytes', 'confidence', 'frame'],
      rows: flightRows(packets, path),
    },
  ];
}

/** @param {TcpPackets} packets @param {Path} path */
function* rttRows(packets, path) {
  for (let direction = 0; direction < 2; direction++) {
    const { count, timeNs, rttNs, method, answer, asked } = path.roundTrips[direction];
    for (let i = 0; i < count; i++) {
      yield [
        decimalSeconds(timeNs[i]),
        DIRECTIONS[direction],
        decimalSeconds(rttNs[i]),
        METHODS[method[i]],
        packets.frame[answer[i]],
        packets.frame[asked[i]],
      ];
    }
  }
}

/** @param {Path} path */
function* senderRttRows(path) {
  for (let direction = 0; direction < 2; direction++) {
    const { count, timeNs, rttNs } = path.senderSamples(direction);
    const srttNs = smoothed(rttNs, count);
    for (let i = 0; i < count; i++) {
      yield [decimalSeconds(timeNs[i]), DIRECTIONS[direction], decimalSeconds(rttNs[i]), decimalSeconds(srttNs[i])];
    }
  }
}

/** @param {TcpPackets} packets @param {Path} path */
function* flightRows(packets, path) {
  for (let direction = 0; direction < 2; direction++) {
    const { count, packet, timeNs, bytes, confidence } = path.flight(direction);
    for (let i = 0; i < count; i++) {
      yield [
        decimalSeconds(timeNs[i]),
        DIRECTIONS[direction],
        bytes[i],
        confidence[i].toFixed(2),
        packets.frame[packet[i]],
      ];
    }
  }
}
