import { quicConnections } from '../../../lib/analysis/quic/load.js';
import { notReadSentence } from '../../../lib/shared/not-read-text.js';
import { counted } from '../../../lib/shared/text/quantities.js';

/** @typedef {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} CaptureAnalysis */

const HEADS = [
  'flow',
  'client',
  'server',
  'state',
  'packets',
  'bytes →',
  'bytes ←',
  'retransmitted',
  'RTT min',
  'requests',
  'start',
  'duration',
  'severity',
  'verdict',
];
const LEFT = new Set([1, 2, 3, 12, 13]);
/** Rows that determine the column widths; the table is not held in memory completely. */
const MEASURED_ROWS = 500;

/** @param {{ address: string, port: number }} endpoint */
const endpointText = ({ address, port }) => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`);

/** @param {CaptureAnalysis} analysis @param {number} index @returns {string[]} */
function cells(analysis, index) {
  const row = analysis.connections.row(index);
  return [
    String(row.flow),
    endpointText(row.client) + (row.roleGuessed ? '?' : ''),
    endpointText(row.server),
    row.state,
    String(row.packets[0] + row.packets[1]),
    String(row.bytes[0]),
    String(row.bytes[1]),
    String(row.retransmissions[0] + row.retransmissions[1]),
    rttText(row.rttMin),
    String(row.requests),
    `${row.start.toFixed(6)} s`,
    `${(row.end - row.start).toFixed(6)} s`,
    row.verdict.severity,
    row.verdict.sentence,
  ];
}

/** @param {number|null} seconds */
const rttText = (seconds) => (seconds === null ? '–' : `${(seconds * 1e3).toFixed(3)} ms`);

/** Of both directions; not known without keys. @param {(number|null)[]} counts */
const sum = (counts) =>
  counts.every((count) => count === null) ? '–' : String(counts.reduce((all, count) => (all ?? 0) + (count ?? 0), 0));

/** The shorter of both directions. @param {({ min: number }|null)[]} rtts @returns {number|null} */
function least(rtts) {
  const known = rtts.flatMap((rtt) => (rtt === null ? [] : [rtt.min]));
  return known.length === 0 ? null : Math.min(...known);
}

/**
 * Cells of QUIC's connections.
 * @param {CaptureAnalysis} analysis @returns {Promise<string[][]>}
 */
export async function quicCells({ ingest }) {
  const connections = await quicConnections(ingest);
  if (connections === null) return [];
  return Array.from({ length: connections.count }, (_, index) => {
    const flow = connections.describe(index);
    const { clientToServer: asked, serverToClient: answered, start, end } = flow;
    return [
      flow.flow,
      endpointText(flow.client) + (flow.roleGuessed ? '?' : ''),
      endpointText(flow.server),
      flow.state,
      String(asked.packets + answered.packets),
      String(asked.bytes),
      String(answered.bytes),
      sum([asked.resentPackets, answered.resentPackets]),
      rttText(least([asked.rtt, answered.rtt])),
      String(flow.http?.requests ?? '–'),
      `${start.toFixed(6)} s`,
      `${(end - start).toFixed(6)} s`,
      flow.findings[0]?.severity ?? 'none',
      flow.summary,
    ];
  });
}

/**
 * A readable table of all connections, the capture's verdict, and what was not read.
 * @param {CaptureAnalysis} analysis
 * @param {string[][]} quic as `quicCells` gives them
 * @returns {Generator<string>} lines
 */
export function* connectionTable(analysis, quic) {
  const { packets, tcpPackets, quicPackets, flows, duration, notRead } = analysis.ingest.describe();
  const ofQuic = quicPackets === undefined ? '' : `, ${quicPackets} QUIC`;
  const connections = counted(flows + quic.length, 'connection');
  yield `${counted(packets, 'packet')}, ${tcpPackets} TCP${ofQuic}, ${connections}${duration === null ? '' : `, ${duration.toFixed(6)} s`}`;
  if (flows + quic.length > 0) yield* rows(analysis, flows, quic);
  if (notRead.length > 0) yield notReadSentence(notRead);
}

/**
 * A client that is inferred is followed by a question mark.
 * @param {CaptureAnalysis} analysis
 * @param {number} flows of TCP
 * @param {string[][]} quic cells of QUIC's connections
 * @returns {Generator<string>}
 */
function* rows(analysis, flows, quic) {
  const ofTcp = Array.from({ length: Math.min(flows, MEASURED_ROWS) }, (_, index) => cells(analysis, index));
  const first = [...ofTcp, ...quic.slice(0, MEASURED_ROWS)];
  const widths = HEADS.map((head, column) => Math.max(head.length, ...first.map((row) => row[column].length)));
  const line = (/** @type {string[]} */ row) =>
    row
      .map((cell, column) => (LEFT.has(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd();
  yield line(HEADS);
  for (let index = 0; index < flows; index++) yield line(ofTcp[index] ?? cells(analysis, index));
  for (const row of quic) yield line(row);
  const { summary } = analysis.findings.ofCapture();
  if (summary) yield summary;
}
