/**
 * Which packets are one connection to tcptrace (FindTTP of trace.c, 6.6.7): those of two endpoints, until
 * 1. nothing was sent for four minutes, or
 * 2. a SYN comes after a FIN or RST, with a number above the window last advertised to it or below that side's SYN, or
 * 3. a SYN comes with another number than the two or more before it. A VLAN tag does not part connections there. It
 * ignores packets with two tags or in a tunnel; here those are connections of their own.
 */
import { DIR, FLOW } from '../../engine/flow-fields.js';
import { TCP } from '../../engine/segment-batch.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { tcptracePackets } from './packets.js';
import { noteScaling, windowBytes } from './windows.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('./packets.js').TcptracePackets} TcptracePackets */

/** Longest silence within a connection. */
const LONGEST_IDLE_US = 240e6;

/**
 * @typedef {object} TcptraceConnection
 * @property {Int32Array} rows of the packet table, in capture order
 */

/**
 * @param {TcpTracker} tcp
 * @param {{ startEpochNs: bigint, isApart?: (scope: number) => boolean }} capture time of its first packet; whether
 *   packets in a scope (DIR.SCOPE) have connections of their own
 * @returns {TcptraceConnection[]} by first packet
 */
export function tcptraceConnections(tcp, { startEpochNs, isApart = () => false }) {
  const connections = [];
  for (const flows of flowsByEndpoints(tcp, isApart)) {
    const rows = rowsOf(tcp, flows);
    const parts = isOne(tcp, rows) ? [rows] : split(tcptracePackets(tcp, rows, startEpochNs));
    for (const part of parts) connections.push({ rows: part });
  }
  return connections.sort((a, b) => a.rows[0] - b.rows[0]);
}

/**
 * @param {TcpTracker} tcp
 * @param {(scope: number) => boolean} isApart
 * @returns {Iterable<number[]>} flows of the same two endpoints
 */
function flowsByEndpoints({ flows }, isApart) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (let flow = 0; flow < flows.count; flow++) {
    const scope = Math.max(flows.dirInt(flow, 0, DIR.SCOPE), flows.dirInt(flow, 1, DIR.SCOPE));
    const key = `${endpointsKey(flows, flow)} ${isApart(scope) ? scope : ''}`;
    const group = groups.get(key);
    if (group) group.push(flow);
    else groups.set(key, [flow]);
  }
  return groups.values();
}

/** @param {TcpTracker['flows']} flows @param {number} flow @returns {string} the same for both directions */
function endpointsKey(flows, flow) {
  const ports = flows.int(flow, FLOW.PORTS);
  const words = (/** @type {number} */ from) => [0, 1, 2, 3].map((word) => flows.int(flow, from + word)).join(':');
  const ends = [`${words(FLOW.ADDRESS_0)}:${ports >>> 16}`, `${words(FLOW.ADDRESS_1)}:${ports & 0xffff}`];
  return ends.sort().join(' ');
}

/** @param {TcpTracker} tcp @param {number[]} flows @returns {Int32Array} rows in capture order */
function rowsOf({ flows: table, packets }, flows) {
  const rows = new Int32Array(flows.reduce((sum, flow) => sum + table.int(flow, FLOW.PACKETS), 0));
  let count = 0;
  for (const flow of flows) {
    for (
      let row = table.int(flow, FLOW.FIRST_ROW);
      row >= 0;
      row = packets.blocks[row >> ROW_BLOCK_BITS].next[row & ROW_BLOCK_MASK]
    ) {
      rows[count++] = row;
    }
  }
  return flows.length === 1 ? rows : rows.sort();
}

/**
 * Whether nothing in the packets can begin a second connection: no long silence, no SYN after a FIN, RST or two SYNs.
 * @param {TcpTracker} tcp
 * @param {Int32Array} rows
 */
function isOne({ packets }, rows) {
  let latestNs = Infinity;
  let ends = 0;
  let syns = 0;
  for (const row of rows) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    const flags = block.flags[at];
    const timeNs = block.timeNs[at];
    if (timeNs - latestNs > LONGEST_IDLE_US * 1000 || (flags & TCP.SYN && (ends > 0 || syns > 1))) return false;
    if (flags & (TCP.FIN | TCP.RST)) ends++;
    if (flags & TCP.SYN) syns++;
    latestNs = timeNs;
  }
  return true;
}

/** State that decides whether a SYN begins a new connection. */
class DirectionState {
  finsOrResets = 0;
  syns = 0;
  syn = 0;
  /** In the other side's numbers. */
  windowEnd = 0;
  offersWindowScale = false;
  windowScale = 0;
}

/** @param {TcptracePackets} packets of two endpoints @returns {Int32Array[]} rows of each connection */
function split(packets) {
  const parts = [];
  let start = 0;
  let directions = [new DirectionState(), new DirectionState()];
  for (let i = 0; i < packets.count; i++) {
    const direction = packets.direction[i];
    if (i > start && isNew(packets, i, directions[direction], directions[1 - direction])) {
      parts.push(packets.row.subarray(start, i));
      start = i;
      directions = [new DirectionState(), new DirectionState()];
    }
    follow(packets, i, directions[direction], directions[1 - direction]);
  }
  if (packets.count > start) parts.push(packets.row.subarray(start));
  return parts;
}

/** @param {TcptracePackets} packets @param {number} i @param {DirectionState} from @param {DirectionState} to */
function isNew({ timeUs, flags, seq }, i, from, to) {
  if (timeUs[i] - timeUs[i - 1] > LONGEST_IDLE_US) return true;
  if ((flags[i] & TCP.SYN) === 0) return false;
  if (from.syns > 1 && from.syn !== seq[i]) return true;
  return from.finsOrResets + to.finsOrResets > 0 && (seq[i] > to.windowEnd || seq[i] < from.syn);
}

/** @param {TcptracePackets} packets @param {number} i @param {DirectionState} from @param {DirectionState} to */
function follow({ flags, seq, ack, window, options, windowScale }, i, from, to) {
  const bytes = windowBytes(from, to, flags[i], window[i]);
  if (flags[i] & (TCP.FIN | TCP.RST)) from.finsOrResets++;
  if (flags[i] & TCP.SYN) {
    from.syns++;
    from.syn = seq[i];
  }
  if (flags[i] & TCP.ACK) from.windowEnd = (ack[i] + bytes) % 2 ** 32;
  noteScaling(from, to, flags[i], options[i], windowScale[i]);
}
