import { ANALYSIS_FLAGS } from './analysis-flags.js';
import { DIR, FLOW } from './flow-fields.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from './packet-table.js';
import { VERDICTS } from './verdict.js';

/** @typedef {import('./tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('./packet-table.js').PacketBlock} PacketBlock */

/**
 * One connection's packets as the columns of docs/protocol.md, kind `packets`.
 * @param {TcpTracker} tcp @param {number} flow index
 * @returns {import('../columns/column-frame.js').ColumnFrame}
 */
export function packetFrame({ flows, packets }, flow) {
  const rows = flows.int(flow, FLOW.PACKETS), sackBlocks = countSackBlocks(packets, flows.int(flow, FLOW.FIRST_ROW));
  const columns = {
    frame: new Uint32Array(rows), time: new Float64Array(rows), direction: new Uint8Array(rows), seq: new Float64Array(rows),
    ack: new Float64Array(rows), length: new Uint32Array(rows), window: new Uint32Array(rows), flags: new Uint16Array(rows),
    analysis: new Uint32Array(rows), verdict: new Uint8Array(rows), rtt: new Float64Array(rows), inFlight: new Float64Array(rows),
    sackIndex: new Uint32Array(rows), sackCount: new Uint8Array(rows), sackLeft: new Float64Array(sackBlocks), sackRight: new Float64Array(sackBlocks),
  };
  const client = flows.clientEndpoint(flow);
  const bases = [flows.dirInt(flow, 0, DIR.BASE_SEQ), flows.dirInt(flow, 1, DIR.BASE_SEQ)];
  let sack = 0, i = 0;
  for (let row = flows.int(flow, FLOW.FIRST_ROW); row >= 0; i++) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS], at = row & ROW_BLOCK_MASK, endpoint = block.flowEnd[at] & 1;
    fillRow(columns, i, block, at, endpoint === client ? 0 : 1);
    const sampled = block.sampledRow[at];
    columns.rtt[i] = sampled >= 0 ? block.timeNs[at] - packets.timeNs(sampled) : -1;
    columns.sackIndex[i] = sack;
    for (let k = 0; k < block.sackCount[at]; k++, sack++) {
      columns.sackLeft[sack] = unwrapNear(packets.sackEdge(block.sack[at] + k, 0), block.ackOffset[at], bases[1 - endpoint]);
      columns.sackRight[sack] = unwrapNear(packets.sackEdge(block.sack[at] + k, 1), block.ackOffset[at], bases[1 - endpoint]);
    }
    row = block.next[at];
  }
  return { kind: 'packets', rows, meta: frameMeta(flows, flow, client), columns };
}

/** @param {Record<string, any>} columns @param {number} i @param {PacketBlock} block @param {number} at @param {number} direction */
function fillRow(columns, i, block, at, direction) {
  columns.frame[i] = block.frame[at];
  columns.time[i] = block.timeNs[at];
  columns.direction[i] = direction;
  columns.seq[i] = block.seqOffset[at];
  columns.ack[i] = block.ackOffset[at];
  columns.length[i] = block.length[at];
  columns.window[i] = block.window[at];
  columns.flags[i] = block.flags[at];
  columns.analysis[i] = block.analysis[at];
  columns.verdict[i] = block.verdict[at];
  columns.inFlight[i] = block.inFlight[at];
  columns.sackCount[i] = block.sackCount[at];
}

/** @param {import('./flow-table.js').FlowTable} flows @param {number} flow @param {number} client */
function frameMeta(flows, flow, client) {
  const both = (/** @type {(endpoint: number) => any} */ of) => [of(client), of(1 - client)];
  return {
    flow: flows.number(flow),
    isn: both((e) => flows.dirInt(flow, e, DIR.BASE_SEQ) >>> 0),
    windowScale: both((e) => (flows.dirInt(flow, e, DIR.WINDOW_SCALE) >= 0 ? flows.dirInt(flow, e, DIR.WINDOW_SCALE) : null)),
    mss: both((e) => flows.dirInt(flow, e, DIR.MSS) || null),
    analysisFlags: [...ANALYSIS_FLAGS],
    verdicts: [...VERDICTS],
  };
}

/** A wire number within 2^31 of the acknowledgement, as offset. @param {number} edge @param {number} ackOffset @param {number} base */
const unwrapNear = (edge, ackOffset, base) => ackOffset + ((edge - ((base + ackOffset) | 0)) | 0);

/** @param {import('./packet-table.js').PacketTable} packets @param {number} row */
function countSackBlocks(packets, row) {
  let count = 0;
  while (row >= 0) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS], at = row & ROW_BLOCK_MASK;
    count += block.sackCount[at];
    row = block.next[at];
  }
  return count;
}
