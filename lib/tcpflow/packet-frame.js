import { ANALYSIS_FLAGS } from './analysis-flags.js';
import { connectionOptions, connectionPackets } from './connection/connection-packets.js';
import { DIR } from './flow-fields.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from './packet-table.js';
import { measurePackets } from './measured-packets.js';
import { EVIDENCES, KINDS, VERDICTS } from './verdict.js';

/** @typedef {import('./tracker.js').TcpTracker} TcpTracker */

/**
 * One connection's packets as the columns of docs/protocol.md, kind `packets`.
 * @param {TcpTracker} tcp @param {number} flow index
 * @returns {import('../columns/column-frame.js').ColumnFrame}
 */
export function packetFrame(tcp, flow) {
  const packets = connectionPackets(tcp, flow), rows = packets.count, { rttNs: rtt, inFlightBytes: inFlight } = measurePackets(packets, connectionOptions(tcp, flow));
  const columns = {
    frame: Uint32Array.from(packets.frame), time: packets.timeNs, direction: packets.direction, seq: packets.seqOffset, ack: packets.ackOffset,
    length: Uint32Array.from(packets.length), window: Uint32Array.from(packets.windowBytes), flags: packets.flags, ecn: packets.ecn, analysis: Uint32Array.from(packets.analysis),
    verdict: packets.verdict, ...judgements(tcp, packets.row), rtt, inFlight, sackIndex: Uint32Array.from(packets.sackStart), sackCount: packets.sackCount,
    sackLeft: packets.sackLeft, sackRight: packets.sackRight,
  };
  return { kind: 'packets', rows, meta: frameMeta(tcp.flows, flow), columns };
}

/** What the judge said of each packet. @param {TcpTracker} tcp @param {Int32Array} rows */
function judgements({ packets }, rows) {
  const judgement = new Uint8Array(rows.length), evidence = new Uint16Array(rows.length), confidence = new Uint8Array(rows.length);
  rows.forEach((row, i) => {
    const block = packets.blocks[row >> ROW_BLOCK_BITS], at = row & ROW_BLOCK_MASK;
    judgement[i] = block.judgement[at];
    evidence[i] = block.evidence[at];
    confidence[i] = block.confidence[at];
  });
  return { judgement, evidence, confidence };
}

/** @param {import('./flow-table.js').FlowTable} flows @param {number} flow */
function frameMeta(flows, flow) {
  const client = flows.clientEndpoint(flow), both = (/** @type {(endpoint: number) => any} */ of) => [of(client), of(1 - client)];
  return {
    flow: flows.number(flow),
    isn: both((e) => flows.dirInt(flow, e, DIR.BASE_SEQ) >>> 0),
    windowScale: both((e) => (flows.dirInt(flow, e, DIR.WINDOW_SCALE) >= 0 ? flows.dirInt(flow, e, DIR.WINDOW_SCALE) : null)),
    mss: both((e) => flows.dirInt(flow, e, DIR.MSS) || null),
    analysisFlags: [...ANALYSIS_FLAGS],
    verdicts: [...VERDICTS],
    retransmissionKinds: [...KINDS],
    evidence: [...EVIDENCES],
  };
}
