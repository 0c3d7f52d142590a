/**
 * Selfclock's verdict on a segment in words: what it is, whether it was needed, the evidence; and Wireshark's flags.
 */
import { VERDICT } from '../../../../lib/shared/packet-enums.js';
import { formatNumber } from '../../../base/format.js';
import { bisectLeft } from '../../../vendor/d3.js';
import { spanWords } from '../../timeline/times.js';
import { firstSendingOf } from '../data/first-sending.js';
import { evidenceOf, sequenceLength, wasNeeded } from '../data/packet-columns.js';

/** @typedef {import('../data/model.js').Model} Model */
/** @typedef {import('../data/packet-columns.js').PacketColumns} PacketColumns */

/**
 * @type {[keyof import('../data/packet-columns.js').AnalysisBits, string][]} what Wireshark may say of a segment, in
 *   its words
 */
const WIRESHARK = [
  ['retransmission', 'retransmission'],
  ['fast_retransmission', 'fast retransmission'],
  ['spurious_retransmission', 'spurious retransmission'],
  ['out_of_order', 'out of order'],
  ['lost_segment', 'previous segment not captured'],
  ['keep_alive', 'keep-alive'],
  ['zero_window_probe', 'zero-window probe'],
  ['reused_ports', 'port numbers reused'],
];

/** @param {PacketColumns} columns @param {number} row @returns {string[]} "retransmission", "fast retransmission" */
export const wiresharkWords = ({ analysis, bits }, row) =>
  WIRESHARK.filter(([flag]) => analysis[row] & bits[flag]).map(([, words]) => words);

/**
 * Whether Wireshark classifies the segment differently: retransmitted, out of order, or neither; and, if both say
 * retransmitted, spurious or not.
 * @param {PacketColumns} columns
 * @param {number} row
 */
export function differsFromWireshark(columns, row) {
  const { bits } = columns;
  const has = (/** @type {number} */ mask) => (columns.analysis[row] & mask) !== 0;
  const verdict = columns.verdict[row];
  if (verdict === VERDICT.NONE || sequenceLength(columns, row) === 0) return false;
  const sentAgain = has(bits.retransmission | bits.fast_retransmission | bits.spurious_retransmission);
  if (sentAgain !== (verdict === VERDICT.RETRANSMISSION)) return true;
  if (has(bits.out_of_order) !== (verdict === VERDICT.REORDERED)) return true;
  return sentAgain && has(bits.spurious_retransmission) !== (wasNeeded(columns, row) === false);
}

/** @param {Model} model @param {number} row @returns {string[]} what the verdict goes by, a sentence each */
function evidenceSentences(model, row) {
  return evidenceOf(model.columns, row).map((name) => EVIDENCE_WORDS[name]?.(model, row) ?? name.replaceAll('_', ' '));
}

/** @param {PacketColumns} columns @param {number} row */
const isLate = (columns, row) => columns.verdict[row] === VERDICT.REORDERED;
/** @param {Model} model @param {number} row */
const ownSeries = ({ series, columns }, row) => series[columns.direction[row]];
/** @param {Model} model @param {number|null} row @returns {string} ", in frame 112"; empty for none */
const inFrame = ({ columns }, row) => (row === null ? '' : `, in frame ${formatNumber(columns.frame[row])}`);

/**
 * A sentence for each piece of evidence (docs/metrics.md).
 * @type {Record<string, (model: Model, row: number) => string>}
 */
const EVIDENCE_WORDS = {
  already_seen: (model, row) => `Its bytes were seen before${inFrame(model, firstSendingOf(model, row))}`,
  hole_age: holeAge,
  timestamp_order: (model, row) =>
    `Its timestamp is ${isLate(model.columns, row) ? 'earlier' : 'later'} than ${heldAgainst(model, row)}`,
  ip_id_order: (model, row) =>
    `Its IP identification is ${isLate(model.columns, row) ? 'lower' : 'higher'} than ${heldAgainst(model, row)}`,
  same_ip_id: () => 'The same header with the same IP identification: one packet, captured twice',
  same_header: () => 'The same header, too soon after the first to be a retransmission',
  already_acked: (model, row) =>
    `Its bytes had been acknowledged already${inFrame(model, acknowledgedBefore(model, row))}`,
  duplicate_acks: () => 'Later data had arrived: SACK, or three duplicate ACKs',
  silence: silence,
  episode: () => 'Part of a recovery that was under way',
  dsack: (model, row) => `A D-SACK reports it as received twice${inFrame(model, duplicateReport(model, row))}`,
  timestamp_echo: ({ columns }, row) =>
    `Its ACK echoes ${wasNeeded(columns, row) === false ? 'another' : 'this'} transmission's timestamp`,
  early_ack: () => 'Acknowledged sooner than a round trip allows, or out of order',
  window: () => 'Its sequence number, just below or at the edge of the window',
  answered: () => 'A duplicate ACK answered it while nothing was outstanding: the receiver had it',
  tail: () => 'It was the last segment sent',
};

/** @param {Model} model @param {number} row */
const heldAgainst = (model, row) =>
  firstSendingOf(model, row) === null ? "the segment above's" : "its first transmission's";

/** @param {Model} model @param {number} row @returns {number|null} row of an acknowledgement that had come before */
function acknowledgedBefore(model, row) {
  const ack = ownSeries(model, row).acknowledgement(model.columns.seq[row] + sequenceLength(model.columns, row));
  return ack === null || ack > row ? null : ack;
}

/** @param {Model} model @param {number} row @returns {number|null} row of the first later D-SACK that covers it */
function duplicateReport(model, row) {
  const { columns } = model;
  const { duplicateSackRows: reports } = ownSeries(model, row);
  for (let i = bisectLeft(reports.row.values, row, 0, reports.count); i < reports.count; i++) {
    const report = reports.row.values[i];
    const block = columns.sackIndex[report];
    if (
      columns.sackLeft[block] < columns.seq[row] + columns.length[row] &&
      columns.seq[row] < columns.sackRight[block]
    ) {
      return report;
    }
  }
  return null;
}

/** @param {Model} model @param {number} row */
function holeAge(model, row) {
  const { columns } = model;
  const timeNs = columns.time[row];
  const seq = columns.seq[row];
  const hole = ownSeries(model, row).holes.holes.find(
    ({ low, high, filledNs }) => filledNs === timeNs && low < seq + columns.length[row] && seq < high,
  );
  const first = firstSendingOf(model, row);
  if (hole) return `The hole was open for ${againstRoundTrip(model, timeNs - hole.openedNs)}`;
  return first === null
    ? 'The age of the hole'
    : `It was first sent ${againstRoundTrip(model, timeNs - columns.time[first], ' earlier')}`;
}

/**
 * @param {Model} model
 * @param {number} spanNs
 * @param {string} [earlier]
 * @returns {string} "41.0 ms, more than a round trip of 40.0 ms"
 */
function againstRoundTrip({ rttNs }, spanNs, earlier = '') {
  const span = `${spanWords(spanNs)}${earlier}`;
  if (rttNs === null) return span;
  return `${span}, ${spanNs < rttNs ? 'less' : 'more'} than a round trip of ${spanWords(rttNs)}`;
}

/** @param {Model} model @param {number} row */
function silence(model, row) {
  const { columns } = model;
  const { acks } = ownSeries(model, row);
  const heard = bisectLeft(acks.row.values, row, 0, acks.count) - 1;
  if (heard < 0) return 'Preceded by silence, as long as a timer waits';
  return `Preceded by ${spanWords(columns.time[row] - acks.times[heard])} of silence, as long as a timer waits`;
}

const NEEDED = new Map([
  [true, 'yes'],
  [false, 'no, the receiver had it'],
  [null, 'not clear from the packets'],
]);

/** @type {Record<number, string>} */
const VERDICT_WORDS = {
  [VERDICT.ORIGINAL]: 'sent for the first time',
  [VERDICT.REORDERED]: 'reordered on the way',
  [VERDICT.DUPLICATE_IN_CAPTURE]: 'one packet, captured twice',
  [VERDICT.KEEP_ALIVE]: 'keep-alive',
  [VERDICT.WINDOW_PROBE]: 'window probe',
  [VERDICT.CORRUPTED]: 'corrupted on the way: its checksum is wrong, so the receiver dropped it',
  [VERDICT.REFUSED]: 'outside the receive window, so the receiver refused it',
};

/**
 * The card's lines about the verdict; none for a segment that is in order for both.
 * @param {Model} model
 * @param {number} row
 * @returns {import('../../timeline/hover-card.js').CardLine[]}
 */
export function verdictLines(model, row) {
  const { columns } = model;
  const verdict = columns.verdict[row];
  const flagged = wiresharkWords(columns, row);
  const differs = differsFromWireshark(columns, row);
  if (verdict <= VERDICT.ORIGINAL && flagged.length === 0) return [];
  /** @type {import('../../timeline/hover-card.js').CardLine[]} */
  const lines = [];
  const showsVerdict = differs || verdict >= VERDICT.CORRUPTED;
  if (showsVerdict && verdict !== VERDICT.RETRANSMISSION) lines.push(['Verdict', VERDICT_WORDS[verdict]]);
  if (verdict === VERDICT.RETRANSMISSION) lines.push(['Needed', NEEDED.get(wasNeeded(columns, row)) ?? '']);
  const evidence = evidenceSentences(model, row);
  if (evidence.length > 0) lines.push(['Evidence', evidence]);
  if (columns.confidence[row] > 0) lines.push(['Confidence', `${Math.round((columns.confidence[row] / 255) * 100)} %`]);
  lines.push(['Wireshark', `${flaggedWords(columns, row)}${differs ? ': differs' : ''}`]);
  return lines;
}

/**
 * @param {PacketColumns} columns
 * @param {number} row
 * @returns {string} "retransmission, not spurious" where that is the difference
 */
function flaggedWords(columns, row) {
  const flagged = wiresharkWords(columns, row);
  const isMissed =
    flagged.includes('retransmission') &&
    !flagged.includes('spurious retransmission') &&
    wasNeeded(columns, row) === false;
  return [...flagged, ...(isMissed ? ['not spurious'] : [])].join(', ') || 'no flag';
}
