import { notReadSentence } from '../../../lib/shared/not-read-text.js';
import { flowText } from '../../../lib/shared/quic-flow.js';
import { counted } from '../../../lib/shared/text/quantities.js';

/** @typedef {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} CaptureAnalysis */
/** @typedef {import('../../../lib/analysis/quic/all-connections.js').AllConnections} AllConnections */

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

/** @param {AllConnections} connections @param {number} index @returns {string[]} */
function cells(connections, index) {
  const row = connections.row(index);
  const isClosed = row.transport === 'quic' && row.isLocked;
  return [
    flowText(row.flow),
    endpointText(row.client) + (row.roleGuessed ? '?' : ''),
    endpointText(row.server),
    row.state,
    String(row.packets[0] + row.packets[1]),
    String(row.bytes[0]),
    String(row.bytes[1]),
    sum(row.retransmissions),
    row.rttMin === null ? '–' : `${(row.rttMin * 1e3).toFixed(3)} ms`,
    isClosed ? '–' : String(row.requests),
    `${row.start.toFixed(6)} s`,
    `${(row.end - row.start).toFixed(6)} s`,
    row.verdict.severity,
    row.verdict.sentence,
  ];
}

/** Of both directions; of QUIC not known without keys. @param {(number|null)[]} counts */
const sum = (counts) =>
  counts.every((count) => count === null) ? '–' : String(counts.reduce((all, count) => (all ?? 0) + (count ?? 0), 0));

/**
 * A readable table of all connections, the capture's verdict, and what was not read.
 * @param {CaptureAnalysis} analysis
 * @param {AllConnections} connections
 * @returns {Generator<string>} lines
 */
export function* connectionTable(analysis, connections) {
  const { packets, tcpPackets, quicPackets, duration, notRead } = analysis.ingest.describe();
  const ofQuic = quicPackets === undefined ? '' : `, ${quicPackets} QUIC`;
  const all = counted(connections.count, 'connection');
  yield `${counted(packets, 'packet')}, ${tcpPackets} TCP${ofQuic}, ${all}${duration === null ? '' : `, ${duration.toFixed(6)} s`}`;
  if (connections.count > 0) yield* rows(connections);
  if (notRead.length > 0) yield notReadSentence(notRead);
}

/**
 * A client that is inferred is followed by a question mark.
 * @param {AllConnections} connections
 * @returns {Generator<string>}
 */
function* rows(connections) {
  const { indexes } = connections;
  const first = Array.from(indexes.subarray(0, MEASURED_ROWS), (index) => cells(connections, index));
  const widths = HEADS.map((head, column) => Math.max(head.length, ...first.map((row) => row[column].length)));
  const line = (/** @type {string[]} */ row) =>
    row
      .map((cell, column) => (LEFT.has(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd();
  yield line(HEADS);
  for (const [at, index] of indexes.entries()) yield line(first[at] ?? cells(connections, index));
  const { summary } = connections.ofCapture();
  if (summary) yield summary;
}
