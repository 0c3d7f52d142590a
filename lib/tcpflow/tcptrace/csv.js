/**
 * The columns of `tcptrace -n -l -r --csv` (6.6.7): names, order and number formats are tcptrace's, the odd space in
 * one name too. Three bugs of tcptrace are not reproduced (docs/metrics.md): microseconds have their leading zeros, the
 * largest segments' round trips are those of the largest segments, and sequence numbers may pass 2^32.
 */
import { microsecondsText } from '../../shared/epoch.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { tcptraceAddress } from './address.js';
import { tcptraceConnections } from './connections.js';
import { decimals } from './decimals.js';
import { NEVER } from './direction.js';
import { epochUs, tcptracePackets } from './packets.js';
import { replay } from './replay.js';

/** @typedef {import('./direction.js').Direction} Direction */
/** @typedef {import('./round-trips.js').Durations} Durations */
/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */

/**
 * A column's input besides its direction.
 * @typedef {{ elapsedUs: number, scales: boolean, idleEndUs: number }} Whole
 */

/** @param {number} us */
const milliseconds = (us) => decimals(us / 1000, 1);

/** @param {boolean} yes */
const yesNo = (yes) => (yes ? 'Y' : 'N');

/**
 * Columns of a duration's statistics.
 * @param {(direction: Direction) => Durations} of
 * @returns {((direction: Direction) => string)[]}
 */
const statistics = (of) => [
  (direction) => milliseconds(of(direction).min),
  (direction) => milliseconds(of(direction).max),
  (direction) => milliseconds(of(direction).mean),
  (direction) => milliseconds(of(direction).deviation),
];

/** Length of the stream by its SYN and its FIN (or last segment, after a RST). @param {Direction} direction */
function streamLength({ syns, fins, resets, syn, fin, latestSeq, wraps }) {
  if (syns === 0 || fins === 0) return NaN;
  const end = resets > 0 ? latestSeq : fin;
  return end + 2 ** 32 * (wraps.count + (end > syn ? 0 : 1)) - syn - 1;
}

/** A negative result is printed as tcptrace does, as unsigned 64 bits. @param {number} count */
const orNotKnown = (count) => (Number.isNaN(count) ? 'NA' : String(BigInt.asUintN(64, BigInt(count))));

/** @param {Direction} direction @param {Whole} whole */
function averageWindow({ windowTotal, packets, scaledPackets }, { scales }) {
  const count = scales ? scaledPackets : packets;
  return count === 0 ? '0' : String(Math.floor(windowTotal / count));
}

/**
 * 16 bits as tcptrace prints them, which takes them for a signed number: 65495, as on a loopback interface, becomes
 * 4294967255.
 * @param {number} word
 */
const extendedSign = (word) => ((word << 16) >> 16) >>> 0;

const [rttMin, rttMax, rttMean, rttDeviation] = statistics(({ roundTrips }) => roundTrips.samples);
const [fullMin, fullMax, fullMean, fullDeviation] = statistics(({ roundTrips }) => roundTrips.fullSize);
const [lastMin, lastMax, lastMean, lastDeviation] = statistics(({ roundTrips }) => roundTrips.ambiguous);
const [retrMin, retrMax, retrMean, retrDeviation] = statistics(({ roundTrips }) => roundTrips.resending);

/**
 * Each stands twice, for a2b and for b2a.
 * @type {[name: string, text: (direction: Direction, whole: Whole) => string | number][]}
 */
const COLUMNS = [
  ['total_packets', ({ packets }) => packets],
  ['resets_sent', ({ resets }) => resets],
  ['ack_pkts_sent', ({ ackPackets }) => ackPackets],
  ['pure_acks_sent', ({ pureAcks }) => pureAcks],
  ['sack_pkts_sent', ({ sackPackets }) => sackPackets],
  ['dsack_pkts_sent', ({ dsackPackets }) => dsackPackets],
  ['max_sack_blks/ack', ({ maxSackBlocks }) => maxSackBlocks],
  ['unique_bytes_sent', ({ uniqueBytes }) => uniqueBytes],
  ['actual_data_pkts', ({ dataPackets }) => dataPackets],
  ['actual_data_bytes', ({ dataBytes }) => dataBytes],
  ['rexmt_data_pkts', ({ rexmitPackets }) => rexmitPackets],
  ['rexmt_data_bytes', ({ rexmitBytes }) => rexmitBytes],
  ['zwnd_probe_pkts', ({ probePackets }) => probePackets],
  ['zwnd_probe_bytes', ({ probeBytes }) => probeBytes],
  ['outoforder_pkts', ({ outOfOrderPackets }) => outOfOrderPackets],
  ['pushed_data_pkts', ({ pushedPackets }) => pushedPackets],
  ['SYN/FIN_pkts_sent', ({ syns, fins }) => `${syns}/${fins}`],
  [
    'req_1323_ws/ts',
    ({ offersWindowScale, offersTimestamps }) => `${yesNo(offersWindowScale)}/${yesNo(offersTimestamps)}`,
  ],
  ['adv_wind_scale', ({ windowScale }) => windowScale],
  ['req_sack', ({ offersSack }) => yesNo(offersSack)],
  ['sacks_sent', ({ sacksSent }) => sacksSent],
  ['urgent_data_pkts', ({ urgentPackets }) => urgentPackets],
  ['urgent_data_bytes', ({ urgentBytes }) => urgentBytes],
  ['mss_requested', ({ mss }) => extendedSign(mss)],
  ['max_segm_size', ({ maxSegment }) => maxSegment],
  ['min_segm_size', ({ minSegment }) => minSegment],
  ['avg_segm_size', ({ dataBytes, dataPackets }) => Math.trunc(dataBytes / (dataPackets + 0.001))],
  ['max_win_adv', ({ maxWindow }) => maxWindow],
  ['min_win_adv', ({ minWindow }) => minWindow],
  ['zero_win_adv', ({ zeroWindows }) => zeroWindows],
  ['avg_win_adv', averageWindow],
  ['initial_window_bytes', ({ initialWindowBytes }) => initialWindowBytes],
  ['initial_window_pkts', ({ initialWindowPackets }) => initialWindowPackets],
  ['ttl_stream_length', (direction) => orNotKnown(streamLength(direction))],
  ['missed_data', (direction) => orNotKnown(streamLength(direction) - direction.uniqueBytes)],
  ['truncated_data', ({ truncatedBytes }) => truncatedBytes],
  ['truncated_packets', ({ truncatedPackets }) => truncatedPackets],
  ['data_xmit_time', ({ firstDataUs, lastDataUs }) => decimals(Math.max(0, lastDataUs - firstDataUs) / 1e6, 3)],
  [
    'idletime_max',
    ({ lastUs, maxIdleUs }, { idleEndUs }) =>
      lastUs === NEVER ? 'NA' : milliseconds(Math.max(maxIdleUs, idleEndUs - lastUs)),
  ],
  ['hardware_dups', ({ hardwareDuplicates }) => hardwareDuplicates],
  ['throughput', ({ uniqueBytes }, { elapsedUs }) => decimals(uniqueBytes / (elapsedUs / 1e6), 0)],
  ['RTT_samples', ({ roundTrips }) => roundTrips.samples.count],
  ['RTT_min', rttMin],
  ['RTT_max', rttMax],
  ['RTT_avg', rttMean],
  ['RTT_stdev', rttDeviation],
  ['RTT_from_3WHS', ({ roundTrips }) => milliseconds(roundTrips.handshake)],
  ['RTT_full_sz_smpls', ({ roundTrips }) => roundTrips.fullSize.count],
  ['RTT_full_sz_min', fullMin],
  ['RTT_full_sz_max', fullMax],
  ['RTT_full_sz_avg', fullMean],
  ['RTT_full_sz_stdev', fullDeviation],
  ['post-loss_acks', ({ roundTrips }) => roundTrips.postLoss],
  ['ambiguous_acks', ({ roundTrips }) => roundTrips.ambiguous.count],
  ['RTT_min_(last)', lastMin],
  ['RTT_max_(last)', lastMax],
  ['RTT_avg_(last)', lastMean],
  ['RTT_sdv_(last)', lastDeviation],
  ['segs_cum_acked', ({ roundTrips }) => roundTrips.cumulative],
  ['duplicate_acks', ({ roundTrips }) => roundTrips.duplicates],
  ['triple_dupacks', ({ roundTrips }) => roundTrips.triples],
  ['max_#_retrans', ({ roundTrips }) => roundTrips.maxResent],
  ['min_retr_time', retrMin],
  ['max_retr_time', retrMax],
  ['avg_retr_time', retrMean],
  ['sdv_retr_time', retrDeviation],
];

/** The header line. One name has a space for an underscore in tcptrace. */
const HEADING = [
  'conn_#',
  'host_a',
  'host_b',
  'port_a',
  'port_b',
  'first_packet',
  'last_packet',
  ...COLUMNS.flatMap(([name]) => [`${name}_a2b`, `${name}_b2a`]),
]
  .join(',')
  .replace('RTT_full_sz_stdev_a2b', 'RTT full_sz_stdev_a2b');

/**
 * A connection's line.
 * @param {TcpTracker} tcp @param {Int32Array} rows of the connection (connections.js) @param {number} number from 1
 * @param {{ startEpochNs: bigint, endUs: number }} capture time of its first packet, and of the last one in the file,
 *   of any protocol, in µs since 1970
 */
function tcptraceLine(tcp, rows, number, { startEpochNs, endUs }) {
  const { a2b, b2a, firstUs, lastUs } = replay(tcptracePackets(tcp, rows, startEpochNs));
  const isClosed = (a2b.fins > 0 && b2a.fins > 0) || a2b.resets + b2a.resets > 0;
  const whole = {
    elapsedUs: Math.max(0, lastUs - firstUs),
    scales: a2b.scaledPackets > 0 && b2a.scaledPackets > 0,
    idleEndUs: isClosed ? -Infinity : endUs,
  };
  const { flows, packets } = tcp;
  const flowEnd = packets.blocks[rows[0] >> ROW_BLOCK_BITS].flowEnd[rows[0] & ROW_BLOCK_MASK];
  const a = flows.endpoint(flowEnd >> 1, flowEnd & 1);
  const b = flows.endpoint(flowEnd >> 1, 1 - (flowEnd & 1));
  return [
    number,
    tcptraceAddress(a.address),
    tcptraceAddress(b.address),
    a.port,
    b.port,
    microsecondsText(firstUs),
    microsecondsText(lastUs),
    ...COLUMNS.flatMap(([, text]) => [text(a2b, whole), text(b2a, whole)]),
  ].join(',');
}

/**
 * The table, line by line.
 * @param {TcpTracker} tcp
 * @param {{ startEpochNs: bigint, endNs: number, isApart?: (scope: number) => boolean }} capture time of its first
 *   packet; of the last one in the
 *   file, of any protocol, in ns since the first; for `tcptraceConnections`
 * @returns {Generator<string, void>} without line ends
 */
export function* tcptraceCsv(tcp, { startEpochNs, endNs, isApart }) {
  const connections = tcptraceConnections(tcp, { startEpochNs, isApart });
  const endUs = epochUs(startEpochNs)(endNs);
  yield HEADING;
  for (let i = 0; i < connections.length; i++) {
    yield tcptraceLine(tcp, connections[i].rows, i + 1, { startEpochNs, endUs });
  }
}
