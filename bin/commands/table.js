import { notReadSentence } from '../../lib/shared/not-read-text.js';
import { counted } from '../../lib/shared/text/quantities.js';

/** @typedef {import('../../lib/analysis/capture-analysis.js').CaptureAnalysis} CaptureAnalysis */

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
    row.rttMin === null ? '–' : `${(row.rttMin * 1e3).toFixed(3)} ms`,
    String(row.requests),
    `${row.start.toFixed(6)} s`,
    `${(row.end - row.start).toFixed(6)} s`,
    row.verdict.severity,
    row.verdict.sentence,
  ];
}

/**
 * A readable table of all connections, the capture's verdict, and what was not read.
 * @param {CaptureAnalysis} analysis
 * @returns {Generator<string>} lines
 */
export function* connectionTable(analysis) {
  const { packets, tcpPackets, flows, duration, notRead } = analysis.ingest.describe();
  yield `${counted(packets, 'packet')}, ${tcpPackets} TCP, ${counted(flows, 'connection')}${duration === null ? '' : `, ${duration.toFixed(6)} s`}`;
  if (flows > 0) yield* rows(analysis, flows);
  if (notRead.length > 0) yield notReadSentence(notRead);
}

/**
 * A client that is inferred is followed by a question mark.
 * @param {CaptureAnalysis} analysis
 * @param {number} flows
 * @returns {Generator<string>}
 */
function* rows(analysis, flows) {
  const first = Array.from({ length: Math.min(flows, MEASURED_ROWS) }, (_, index) => cells(analysis, index));
  const widths = HEADS.map((head, column) => Math.max(head.length, ...first.map((row) => row[column].length)));
  const line = (/** @type {string[]} */ row) =>
    row
      .map((cell, column) => (LEFT.has(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd();
  yield line(HEADS);
  for (let index = 0; index < flows; index++) yield line(first[index] ?? cells(analysis, index));
  const { summary } = analysis.findings.ofCapture();
  if (summary) yield summary;
}
