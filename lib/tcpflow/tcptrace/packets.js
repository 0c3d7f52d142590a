import { DIR, FLOW } from '../../engine/flow-fields.js';
import { OPTION, TCP } from '../../engine/segment-batch.js';
import { epochMicroseconds, floorRest } from '../../shared/epoch.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { countSackBlocks } from '../connection/connection-packets.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('../tables/packet-table.js').PacketBlock} PacketBlock */

/** Captured lengths of this many bytes stand for more, too (packet-table.js). */
const CAPTURED_IN_FULL = 65535;
const { SYN } = TCP;

/**
 * The packets of one connection as tcptrace defines it, in capture order. Unlike in ConnectionPackets, sequence numbers
 * are those of the wire, and direction 0 is that of the first packet (tcptrace's a2b). Entry i of each column is the
 * i-th packet.
 */
export class TcptracePackets {
  /** @param {number} count packets @param {number} sackBlocks over all packets */
  constructor(count, sackBlocks) {
    this.count = count;
    /** Row of the packet table. */
    this.row = new Int32Array(count);
    /** Microseconds since 1970, truncated. */
    this.timeUs = new Float64Array(count);
    /** 0: a to b, 1: b to a. */
    this.direction = new Uint8Array(count);
    this.seq = new Uint32Array(count);
    /** Means something with the ACK flag. */
    this.ack = new Uint32Array(count);
    /** Payload by the IP header. */
    this.length = new Int32Array(count);
    /** Payload that the snap length cut. */
    this.cut = new Int32Array(count);
    /** As in the header. */
    this.window = new Uint16Array(count);
    /** Bits of `TCP`. */
    this.flags = new Uint16Array(count);
    this.urgent = new Uint16Array(count);
    /** Bits of `OPTION`. */
    this.options = new Uint8Array(count);
    /** From the options, where `options` has them. */
    this.mss = new Uint16Array(count);
    this.windowScale = new Uint8Array(count);
    /** IPv4 identification, 0 for IPv6. */
    this.identification = new Uint16Array(count);
    /** The IP header's two ECN bits; 0 for IPv6. */
    this.ecn = new Uint8Array(count);
    /** SACK blocks of packet i: entries sackStart[i] … + sackCount[i], in option order. */
    this.sackStart = new Int32Array(count);
    this.sackCount = new Uint8Array(count);
    this.sackLeft = new Uint32Array(sackBlocks);
    this.sackRight = new Uint32Array(sackBlocks);
  }
}

/**
 * Gathers packets from the table.
 * @param {TcpTracker} tcp @param {ArrayLike<number>} rows of one pair of endpoints, in capture order
 * @param {bigint} startEpochNs time of the capture's first packet
 * @returns {TcptracePackets}
 */
export function tcptracePackets({ flows, packets }, rows, startEpochNs) {
  const columns = new TcptracePackets(rows.length, countSackBlocks(packets, rows));
  const toEpochUs = epochUs(startEpochNs);
  const directions = new Directions(flows);
  let sack = 0;
  for (let i = 0; i < rows.length; i++) {
    const block = packets.blocks[rows[i] >> ROW_BLOCK_BITS];
    const at = rows[i] & ROW_BLOCK_MASK;
    const flow = block.flowEnd[at] >> 1;
    const end = block.flowEnd[at] & 1;
    columns.row[i] = rows[i];
    columns.timeUs[i] = toEpochUs(block.timeNs[at]);
    columns.direction[i] = directions.of(flow, end);
    copyRow(columns, i, block, at, flows);
    copyOfFlow(columns, i, flows, flow, end);
    columns.sackStart[i] = sack;
    for (let k = 0; k < block.sackCount[at]; k++, sack++) {
      columns.sackLeft[sack] = packets.sackEdge(block.sack[at] + k, 0);
      columns.sackRight[sack] = packets.sackEdge(block.sack[at] + k, 1);
    }
  }
  return columns;
}

/**
 * Beyond 104 days, where a double cannot hold every nanosecond, a time is rounded, since its file had microseconds.
 * @param {bigint} startEpochNs time of the capture's first packet
 * @returns {(timeNs: number) => number} µs since 1970, rounded down, of a time since then
 */
export function epochUs(startEpochNs) {
  const baseUs = epochMicroseconds(startEpochNs);
  const restNs = Number(floorRest(startEpochNs, 1000n));
  return (timeNs) => baseUs + (Number.isSafeInteger(timeNs) ? Math.floor : Math.round)((timeNs + restNs) / 1000);
}

/** The sender of a packet: 0 the sender of the first packet queried, 1 the other. */
class Directions {
  #flows;
  #firstFlow = -1;
  #firstEnd = 0;
  #flow = -1;
  /** Which end of `#flow` is direction 0's. */
  #end = 0;

  /** @param {TcpTracker['flows']} flows */
  constructor(flows) {
    this.#flows = flows;
  }

  /** @param {number} flow @param {number} end @returns {0|1} */
  of(flow, end) {
    if (this.#firstFlow < 0) {
      this.#firstFlow = this.#flow = flow;
      this.#firstEnd = this.#end = end;
    } else if (flow !== this.#flow) {
      this.#flow = flow;
      this.#end = sameEndpoint(this.#flows, this.#firstFlow, this.#firstEnd, flow, 0) ? 0 : 1;
    }
    return end === this.#end ? 0 : 1;
  }
}

/**
 * @param {TcpTracker['flows']} flows
 * @param {number} flow
 * @param {number} end
 * @param {number} other flow
 * @param {number} otherEnd
 */
function sameEndpoint(flows, flow, end, other, otherEnd) {
  const port = (/** @type {number} */ of, /** @type {number} */ side) =>
    side === 0 ? flows.int(of, FLOW.PORTS) >>> 16 : flows.int(of, FLOW.PORTS) & 0xffff;
  if (port(flow, end) !== port(other, otherEnd)) return false;
  const address = end === 0 ? FLOW.ADDRESS_0 : FLOW.ADDRESS_1;
  const otherAddress = otherEnd === 0 ? FLOW.ADDRESS_0 : FLOW.ADDRESS_1;
  return [0, 1, 2, 3].every((word) => flows.int(flow, address + word) === flows.int(other, otherAddress + word));
}

/**
 * @param {TcptracePackets} columns
 * @param {number} i
 * @param {PacketBlock} block
 * @param {number} at
 * @param {TcpTracker['flows']} flows
 */
function copyRow(columns, i, block, at, flows) {
  const captured = block.captured[at];
  columns.seq[i] = block.seq(at, flows);
  columns.ack[i] = block.ack(at, flows);
  columns.length[i] = block.length[at];
  columns.cut[i] = captured === CAPTURED_IN_FULL ? 0 : block.length[at] - captured;
  columns.window[i] = block.window[at];
  columns.flags[i] = block.flags[at];
  columns.urgent[i] = block.urgent[at];
  columns.options[i] = block.options[at];
  columns.sackCount[i] = block.sackCount[at];
  columns.identification[i] = block.ipId[at];
  columns.ecn[i] = block.ecn[at];
}

/**
 * What is kept of a connection, not of a packet.
 * @param {TcptracePackets} columns
 * @param {number} i
 * @param {TcpTracker['flows']} flows
 * @param {number} flow
 * @param {number} end
 */
function copyOfFlow(columns, i, flows, flow, end) {
  if (columns.flags[i] & SYN) {
    if (columns.options[i] & OPTION.MSS) columns.mss[i] = flows.dirInt(flow, end, DIR.MSS);
    if (columns.options[i] & OPTION.WINDOW_SCALE) {
      columns.windowScale[i] = Math.max(0, flows.dirInt(flow, end, DIR.WINDOW_SCALE));
    }
  } else columns.options[i] &= ~(OPTION.MSS | OPTION.WINDOW_SCALE);
  if (flows.int(flow, FLOW.IP_VERSION) === 4) return;
  columns.identification[i] = 0;
  columns.ecn[i] = 0;
}
