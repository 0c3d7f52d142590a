import { DIR } from '../../engine/flow-fields.js';
import { MAX_WHOLE_PACKETS } from '../../transport/frames.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { BINS_OF_RANGE } from '../../transport/sketch.js';
import { ANALYSIS_FLAGS } from '../../transport/tcp/analysis-flags.js';
import { EVIDENCES } from '../../transport/tcp/evidence.js';
import { SCALE_UNKNOWN } from '../../transport/tcp/header.js';
import { KINDS, VERDICTS } from '../../transport/verdict.js';
import {
  connectionOptions,
  connectionPackets,
  connectionRows,
  gatherPackets,
} from '../connection/connection-packets.js';
import { measurePackets } from '../sender/measured-packets.js';
import { mergeRows, payloadSums, rowsWithin, sketchRows } from './downsample-packets.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */

/**
 * One connection's packets as the columns of docs/protocol.md, kind `packets`.
 * @param {TcpTracker} tcp @param {number} flow index
 * @param {{ measured?: boolean }} [options] without `measured` the columns `rtt` and `inFlight`, which cost most of the
 *   time, are left out
 * @returns {import('../../shared/columns/column-frame.js').ColumnFrame}
 */
export function packetFrame(tcp, flow, { measured = true } = {}) {
  const packets = connectionPackets(tcp, flow);
  const columns = packetColumns(tcp, packets);
  if (!measured) return { kind: 'packets', rows: packets.count, meta: frameMeta(tcp, flow), columns };
  const { rttNs: rtt, inFlightBytes: inFlight } = measurePackets(packets, connectionOptions(tcp, flow));
  return { kind: 'packets', rows: packets.count, meta: frameMeta(tcp, flow), columns: { ...columns, rtt, inFlight } };
}

/**
 * As `packetFrame` without `measured`, but of a long connection only the packets needed for its plot (`sketchRows`),
 * with the payload that each direction had sent by then as column `payload`, and in `meta.sketch` how many packets
 * there are. For a range of time more is kept, all where it has no more than `MAX_WHOLE_PACKETS`; `meta.range` is then
 * that range, and `meta.whole` whether nothing of it is left out.
 * @param {TcpTracker} tcp @param {number} flow index
 * @param {{ range?: { startNs: number, endNs: number }, sketch?: Int32Array }} [given] `sketch`: what `wholeSketch`
 *   gave
 * @returns {import('../../shared/columns/column-frame.js').ColumnFrame}
 */
export function sketchFrame(tcp, flow, { range, sketch } = {}) {
  const rows = connectionRows(tcp, flow);
  if (rows.length <= MAX_WHOLE_PACKETS) return packetFrame(tcp, flow, { measured: false });
  const coarse = sketch ?? sketchRows(tcp, rows);
  const inRange = range && rowsWithin(tcp, rows, range);
  const whole = inRange !== undefined && inRange.length <= MAX_WHOLE_PACKETS;
  const kept =
    inRange === undefined || inRange.length === 0
      ? coarse
      : mergeRows(coarse, whole ? inRange : sketchRows(tcp, inRange, BINS_OF_RANGE));
  const packets = gatherPackets(tcp, flow, kept);
  const meta = {
    ...frameMeta(tcp, flow),
    sketch: rows.length,
    ...(range ? { range: [range.startNs, range.endNs], whole } : {}),
  };
  return {
    kind: 'packets',
    rows: kept.length,
    meta,
    columns: { ...packetColumns(tcp, packets), payload: payloadSums(tcp, rows, kept) },
  };
}

/**
 * The packets needed to plot the whole connection.
 * @param {TcpTracker} tcp
 * @param {number} flow index
 * @returns {Int32Array|undefined} undefined for a short one
 */
export function wholeSketch(tcp, flow) {
  const rows = connectionRows(tcp, flow);
  return rows.length > MAX_WHOLE_PACKETS ? sketchRows(tcp, rows) : undefined;
}

/** @param {TcpTracker} tcp @param {import('../connection/connection-packets.js').ConnectionPackets} packets */
function packetColumns(tcp, packets) {
  return {
    frame: new Uint32Array(packets.frame),
    time: packets.timeNs,
    direction: packets.direction,
    seq: packets.seqOffset,
    ack: packets.ackOffset,
    length: new Uint32Array(packets.length),
    window: new Uint32Array(packets.windowBytes),
    flags: packets.flags,
    ecn: packets.ecn,
    analysis: new Uint32Array(packets.analysis),
    verdict: packets.verdict,
    ...verdictColumns(tcp, packets.row),
    sackIndex: new Uint32Array(packets.sackStart),
    sackCount: packets.sackCount,
    sackLeft: packets.sackLeft,
    sackRight: packets.sackRight,
  };
}

/** The verdict of each packet. @param {TcpTracker} tcp @param {Int32Array} rows */
function verdictColumns({ packets }, rows) {
  const judgement = new Uint8Array(rows.length);
  const evidence = new Uint16Array(rows.length);
  const confidence = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const block = packets.blocks[rows[i] >> ROW_BLOCK_BITS];
    const at = rows[i] & ROW_BLOCK_MASK;
    judgement[i] = block.judgement[at];
    evidence[i] = block.evidence[at];
    confidence[i] = block.confidence(at);
  }
  return { judgement, evidence, confidence };
}

/** @param {TcpTracker} tcp @param {number} flow */
function frameMeta(tcp, flow) {
  const { flows } = tcp;
  const { windowScale } = connectionOptions(tcp, flow);
  const client = flows.clientEndpoint(flow);
  /** By who sends, the client first. @template T @param {(endpoint: number) => T} of @returns {[T, T]} */
  const both = (of) => [of(client), of(1 - client)];
  return {
    flow: flows.number(flow),
    isn: both((e) => flows.dirInt(flow, e, DIR.BASE_SEQ) >>> 0),
    windowScale: windowScale.map((shift) => (shift >= 0 ? shift : null)),
    windowKnown: windowScale.map((shift) => shift !== SCALE_UNKNOWN),
    mss: both((e) => flows.dirInt(flow, e, DIR.MSS) || null),
    analysisFlags: [...ANALYSIS_FLAGS],
    verdicts: [...VERDICTS],
    retransmissionKinds: [...KINDS],
    evidence: [...EVIDENCES],
  };
}
