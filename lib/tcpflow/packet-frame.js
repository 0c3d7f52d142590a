import { ANALYSIS_FLAGS } from './analysis-flags.js';
import { connectionPackets } from './connection/connection-packets.js';
import { DIR } from './flow-fields.js';
import { measurePackets } from './measured-packets.js';
import { VERDICTS } from './verdict.js';

/** @typedef {import('./tracker.js').TcpTracker} TcpTracker */

/**
 * One connection's packets as the columns of docs/protocol.md, kind `packets`.
 * @param {TcpTracker} tcp @param {number} flow index
 * @returns {import('../columns/column-frame.js').ColumnFrame}
 */
export function packetFrame(tcp, flow) {
  const packets = connectionPackets(tcp, flow), rows = packets.count, { rttNs: rtt, inFlightBytes: inFlight } = measurePackets(packets);
  const columns = {
    frame: Uint32Array.from(packets.frame), time: packets.timeNs, direction: packets.direction, seq: packets.seqOffset, ack: packets.ackOffset,
    length: Uint32Array.from(packets.length), window: Uint32Array.from(packets.windowBytes), flags: packets.flags, analysis: Uint32Array.from(packets.analysis),
    verdict: packets.verdict, rtt, inFlight, sackIndex: Uint32Array.from(packets.sackStart), sackCount: packets.sackCount,
    sackLeft: packets.sackLeft, sackRight: packets.sackRight,
  };
  return { kind: 'packets', rows, meta: frameMeta(tcp.flows, flow), columns };
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
  };
}
