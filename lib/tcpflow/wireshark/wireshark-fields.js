import { FLOW, FLOW_BIT } from '../../engine/flow-fields.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { seconds } from '../describe/flow-values.js';
import { completenessName } from './completeness.js';
import { HAS_INITIAL_RTT, PacketFields } from './packet-fields.js';
import { StreamPass } from './stream-pass.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('../tables/packet-table.js').PacketTable} PacketTable */

/**
 * Wireshark 4.0's fields of all packets, stream by stream. Cost per packet: at most the logarithm of the segments in
 * flight.
 * @param {TcpTracker} tcp @returns {PacketFields}
 */
export function wiresharkFields(tcp) {
  const { flows, packets } = tcp;
  const fields = new PacketFields(packets.count, flows.count);
  const pass = new StreamPass(tcp, fields);
  /** Connections of one stream, by the core's word for it. @type {Map<number, number[]>} */
  const streams = new Map();
  for (let flow = 0; flow < flows.count; flow++) {
    const shared = flows.int(flow, FLOW.SHARED);
    const stream = streams.get(shared);
    if (shared === 0) fields.initialRttNs[flow] = passConnection(tcp, pass, flow);
    else if (stream) stream.push(flow);
    else streams.set(shared, [flow]);
  }
  for (const stream of streams.values()) {
    const initialRttNs = passStream(tcp, pass, stream);
    for (const flow of stream) fields.initialRttNs[flow] = initialRttNs;
  }
  return fields;
}

/** @param {TcpTracker} tcp @param {StreamPass} pass @param {number} flow @returns {number} iRTT */
function passConnection({ flows, packets }, pass, flow) {
  pass.begin();
  for (let row = flows.int(flow, FLOW.FIRST_ROW); row >= 0; row = nextRow(packets, row)) {
    pass.step(row, endOf(packets, row));
  }
  return pass.initialRttNs;
}

/**
 * A stream that is several connections here: its packets in capture order.
 * @param {TcpTracker} tcp
 * @param {StreamPass} pass
 * @param {number[]} stream
 */
function passStream({ flows, packets }, pass, stream) {
  const rows = [];
  for (const flow of stream) {
    for (let row = flows.int(flow, FLOW.FIRST_ROW); row >= 0; row = nextRow(packets, row)) rows.push(row);
  }
  pass.begin();
  for (const row of Int32Array.from(rows).sort()) {
    const flow = packets.blocks[row >> ROW_BLOCK_BITS].flowEnd[row & ROW_BLOCK_MASK] >> 1;
    const isFlipped = (flows.int(flow, FLOW.BITS) & FLOW_BIT.FLIPPED) !== 0;
    pass.step(row, isFlipped ? 1 - endOf(packets, row) : endOf(packets, row));
  }
  return pass.initialRttNs;
}

/** @param {PacketTable} packets @param {number} row of the connection's next packet, −1 none */
const nextRow = (packets, row) => packets.blocks[row >> ROW_BLOCK_BITS].next[row & ROW_BLOCK_MASK];

/** @param {PacketTable} packets @param {number} row */
const endOf = (packets, row) => packets.blocks[row >> ROW_BLOCK_BITS].flowEnd[row & ROW_BLOCK_MASK] & 1;

/**
 * `wireshark` of `analyze --packets`: null where Wireshark shows nothing.
 * @param {PacketTable} packets @param {PacketFields} fields @param {number} row
 */
export function describeFields(packets, fields, row) {
  const block = packets.blocks[row >> ROW_BLOCK_BITS];
  const at = row & ROW_BLOCK_MASK;
  const shown = fields.completeness[row];
  const acked = fields.ackedRow[row];
  const timedOut = since(packets, fields.timedOutRow[row], row);
  const inFlight = fields.bytesInFlight[row];
  const completeness = shown & ~HAS_INITIAL_RTT;
  const duplicateAck = fields.duplicateAcks[row] || null;
  return {
    acksFrame: frameOf(packets, acked),
    ackRtt: since(packets, acked, row),
    initialRtt: shown & HAS_INITIAL_RTT ? seconds(fields.initialRttNs[block.flowEnd[at] >> 1]) : null,
    bytesInFlight: inFlight || null,
    pushBytesSent: inFlight > 0 ? fields.pushBytes[row] : null,
    rto: timedOut,
    rtoFrame: timedOut === null ? null : frameOf(packets, fields.timedOutRow[row]),
    duplicateAckNumber: duplicateAck,
    duplicateAckFrame: duplicateAck && (frameOf(packets, fields.duplicatedRow[row]) ?? 0),
    completeness,
    completenessName: completenessName(completeness),
  };
}

/** @param {PacketTable} packets @param {number} row −1: none @returns {number | null} */
function frameOf(packets, row) {
  return row < 0 ? null : packets.frame(row);
}

/**
 * Seconds from one packet to another; Wireshark does not show 0.
 * @param {PacketTable} packets
 * @param {number} from −1: none
 * @param {number} to
 */
function since(packets, from, to) {
  if (from < 0) return null;
  return seconds(packets.timeNs(to) - packets.timeNs(from)) || null;
}
