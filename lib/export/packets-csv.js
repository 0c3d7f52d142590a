import { OPTION, TCP } from '../transport/tcp/header.js';
import { decimalSeconds } from './csv.js';

/** @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */

const COLUMNS = [
  'frame',
  'time_s',
  'direction',
  'seq',
  'ack',
  'len_bytes',
  'captured_bytes',
  'window_bytes',
  'tcp_flags',
  'sack_blocks',
  'ts_value',
  'ts_echo',
  'ip_id',
  'ttl',
  'ecn',
  'wireshark_flags',
  'verdict',
  'retransmission_kind',
  'spurious',
  'evidence',
  'confidence',
  'bytes_in_flight',
  'rtt_s',
];

/**
 * A connection's packets: the data of `analyze --packets` and their header fields. Sequence numbers are relative and do
 * not wrap at 2^32; a window whose scale is not known is left empty; SACK blocks are `left-right`; lists are one field,
 * separated by spaces.
 * @param {TcpTransport} tcp @param {number} flow index
 * @returns {import('./csv.js').CsvTable}
 */
export function packetsTable(tcp, flow) {
  return { name: 'packets', columns: COLUMNS, rows: packetRows(tcp, flow) };
}

/** @param {TcpTransport} tcp @param {number} flow */
function* packetRows(tcp, flow) {
  const packets = tcp.packetsOf(flow);
  const { rttNs, inFlightBytes } = tcp.measured(packets, tcp.optionsOf(flow));
  const hasIpId = tcp.flows.at(flow).ipVersion === 4;
  for (let i = 0; i < packets.count; i++) {
    const described = tcp.describePacket(packets.row[i], rttNs[i], inFlightBytes[i]);
    const stamped = (packets.options[i] & OPTION.TIMESTAMPS) !== 0;
    yield [
      packets.frame[i],
      decimalSeconds(packets.timeNs[i]),
      described.direction,
      packets.seqOffset[i],
      packets.ackOffset[i] === -1 ? null : packets.ackOffset[i],
      packets.length[i],
      packets.captured[i],
      described.windowUnitBytes === null && packets.window[i] > 0 ? null : packets.windowBytes[i],
      tcpFlagNames(packets.flags[i]),
      sackBlocks(packets, i),
      stamped ? packets.tsValue[i] >>> 0 : null,
      stamped ? packets.tsEcho[i] >>> 0 : null,
      hasIpId ? packets.ipId[i] : null,
      packets.ttl[i],
      packets.ecn[i],
      described.flags.join(' '),
      described.verdict,
      described.retransmissionKind,
      described.spurious,
      described.evidence.join(' '),
      described.confidence,
      described.bytesInFlight,
      described.rtt?.toFixed(9) ?? null,
    ];
  }
}

/** @param {number} flags bits of `TCP` */
function tcpFlagNames(flags) {
  return Object.entries(TCP)
    .filter(([, bit]) => flags & bit)
    .map(([name]) => name)
    .join(' ');
}

/** @param {TcpPackets} packets @param {number} i */
function sackBlocks({ sackStart, sackCount, sackLeft, sackRight }, i) {
  const blocks = [];
  for (let k = sackStart[i]; k < sackStart[i] + sackCount[i]; k++) blocks.push(`${sackLeft[k]}-${sackRight[k]}`);
  return blocks.join(' ');
}
