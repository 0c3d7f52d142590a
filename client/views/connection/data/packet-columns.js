/**
 * The packets of one connection, as the server's column frame gives them, brought into time order.
 */

import {
  ANALYSIS_FLAGS,
  KIND_MASK,
  SPURIOUS,
  SPURIOUS_SHIFT,
  TCP,
  VERDICT,
  VERDICTS,
} from '../../../../lib/shared/packet-enums.js';
import { CE } from '../../../../lib/shared/tcp-numbers.js';
import { formatNumber } from '../../../base/format.js';
import { bisectLeft, bisectRight } from '../../../vendor/d3.js';

const TCP_NAMES = ['FIN', 'SYN', 'RST', 'PSH', 'ACK', 'URG', 'ECE', 'CWR'];

/**
 * @typedef {object} PacketColumns
 * @property {number} rows
 * @property {ArrayLike<number>} frame
 * @property {Float64Array} time ns since the capture's first packet, ascending
 * @property {ArrayLike<number>} direction 0: the client sent it; 1: the server
 * @property {ArrayLike<number>} seq
 * @property {ArrayLike<number>} ack −1 without
 * @property {ArrayLike<number>} length
 * @property {ArrayLike<number>} window
 * @property {ArrayLike<number>} flags
 * @property {ArrayLike<number>} analysis
 * @property {Float64Array} rtt ns, −1 none; filled in when the path is known (path-data.js)
 * @property {Float64Array} inFlight −1 unknown; as `rtt`
 * @property {ArrayLike<number>} [payload] of a sketch: what the direction had sent by then
 * @property {number|null} sketch how many packets there are, where these are only those that make the picture
 * @property {import('../../../plot/time-scale.js').TimeRange|null} part of a sketch: the range of which more is there
 *   than of the rest
 * @property {{ from: number, to: number }} wholeRows between which no packet is left out; `to` is exclusive
 * @property {ArrayLike<number>} sackIndex
 * @property {ArrayLike<number>} sackCount
 * @property {ArrayLike<number>} sackLeft
 * @property {ArrayLike<number>} sackRight
 * @property {ArrayLike<number>} ecn the IP header's two ECN bits
 * @property {ArrayLike<number>} verdict what each segment is, as one of VERDICT
 * @property {ArrayLike<number>} judgement of a retransmission: its kind, and whether it was needed; 0 while nothing is
 *   known
 * @property {ArrayLike<number>} evidence what the verdict goes by, bits as `evidenceNames` names them
 * @property {ArrayLike<number>} confidence of the verdict, in 255ths
 * @property {readonly (string|null)[]} kindNames of retransmissions
 * @property {readonly string[]} evidenceNames
 * @property {AnalysisBits} bits
 * @property {[number, number]} isn what is added to an offset to get the wire's sequence number, by direction
 * @property {readonly boolean[]} windowKnown by direction: whether `window` is in bytes; else it is as in the header,
 *   its scale not captured
 * @property {boolean} reordered whether rows had to be brought into time order
 */

/** @typedef {import('../../../../lib/shared/columns/column-frame.js').Column} Column */
/**
 * Columns of a frame: those that each has, and those that are left out of some.
 * @typedef {Pick<PacketColumns,
 *   'frame'|'time'|'direction'|'seq'|'ack'|'length'|'window'|'flags'|'analysis'|'sackIndex'|'sackCount'|'sackLeft'
 *   |'sackRight'>
 *   & Partial<Pick<PacketColumns, 'rtt'|'inFlight'|'payload'|'ecn'|'judgement'|'evidence'|'confidence'>> & {
 *   verdict?: Uint8Array }} GivenColumns
 */

const ROW_COLUMNS = /** @type {const} */ ([
  'frame',
  'time',
  'direction',
  'seq',
  'ack',
  'length',
  'window',
  'flags',
  'analysis',
  'rtt',
  'inFlight',
  'sackIndex',
  'sackCount',
  'verdict',
  'ecn',
  'judgement',
  'evidence',
  'confidence',
  'payload',
]);

/**
 * @typedef {Record<typeof ANALYSIS_FLAGS[number], number>} AnalysisBits bit of each flag; 0 for one that the server
 *   does not know
 */

/** A packet's window in words; its scale may not be known. @param {PacketColumns} columns @param {number} row */
export function windowWords({ window, windowKnown, direction, flags }, row) {
  const isKnown = windowKnown[direction[row]] || window[row] === 0 || (flags[row] & TCP.SYN) !== 0;
  return isKnown ? formatNumber(window[row]) : `${formatNumber(window[row])} × ?`;
}

/**
 * @param {readonly string[]} names the frame's list, in bit order
 * @returns {AnalysisBits}
 */
function analysisBits(names) {
  const bitOf = (/** @type {string} */ name) => (names.includes(name) ? 2 ** names.indexOf(name) : 0);
  return /** @type {AnalysisBits} */ (Object.fromEntries(ANALYSIS_FLAGS.map((name) => [name, bitOf(name)])));
}

/**
 * @param {import('../../../../lib/shared/columns/column-frame.js').ColumnFrame} frame
 * @returns {PacketColumns}
 */
export function packetColumns({ rows, columns, meta }) {
  const reordered = !isAscending(columns.time, rows);
  const given = /** @type {GivenColumns} */ (/** @type {unknown} */ (reordered ? inTimeOrder(columns, rows) : columns));
  const bits = analysisBits(meta.analysisFlags ?? []);
  const verdict =
    Array.isArray(meta.verdicts) && given.verdict
      ? translateVerdicts(given.verdict, meta.verdicts)
      : verdictsFromFlags(given.analysis, bits, rows);
  const none = new Uint8Array(rows);
  return {
    ecn: none,
    judgement: none,
    evidence: none,
    confidence: none,
    rtt: new Float64Array(rows).fill(-1),
    inFlight: new Float64Array(rows).fill(-1),
    ...given,
    verdict,
    rows,
    bits,
    reordered,
    sketch: meta.sketch ?? null,
    ...partOf(meta, given.time, rows),
    isn: meta.isn ?? [0, 0],
    windowKnown: meta.windowKnown ?? [true, true],
    kindNames: meta.retransmissionKinds ?? [],
    evidenceNames: meta.evidence ?? [],
  };
}

/**
 * SACK blocks keep their places: a row has the index of its own.
 * @param {Record<string, Column>} columns
 * @param {number} rows
 * @returns {Record<string, Column>}
 */
function inTimeOrder(columns, rows) {
  const { time } = columns;
  const order = Uint32Array.from({ length: rows }, (_, row) => row).sort((a, b) => time[a] - time[b] || a - b);
  const sorted = ROW_COLUMNS.filter((name) => columns[name]).map((name) => [
    name,
    columns[name].map((_, i) => columns[name][order[i]]),
  ]);
  return { ...columns, ...Object.fromEntries(sorted) };
}

/**
 * @param {{ sketch?: number, range?: [startNs: number, endNs: number], whole?: boolean }} meta of the frame
 * @param {ArrayLike<number>} time
 * @param {number} rows
 * @returns {Pick<PacketColumns, 'part'|'wholeRows'>}
 */
function partOf(meta, time, rows) {
  if (meta.sketch === undefined) return { part: null, wholeRows: { from: 0, to: rows } };
  const part = Array.isArray(meta.range) ? { startNs: meta.range[0], endNs: meta.range[1] } : null;
  const wholeRows =
    part && meta.whole === true
      ? { from: bisectLeft(time, part.startNs, 0, rows), to: bisectRight(time, part.endNs, 0, rows) }
      : { from: 0, to: 0 };
  return { part, wholeRows };
}

/**
 * Before a capture has been analysed completely, Wireshark's flags are used.
 * @param {PacketColumns} columns
 * @param {number} row
 */
const isJudged = ({ judgement, evidence }, row) => judgement[row] !== 0 || evidence[row] !== 0;

/**
 * @param {PacketColumns} columns
 * @param {number} row
 * @returns {boolean|null} whether a retransmission was needed; null where it is unclear
 */
export function wasNeeded(columns, row) {
  if (!isJudged(columns, row)) {
    return (columns.analysis[row] & columns.bits.spurious_retransmission) === 0 ? null : false;
  }
  const need = columns.judgement[row] >> SPURIOUS_SHIFT;
  return need === 0 ? null : need !== SPURIOUS;
}

/**
 * @param {PacketColumns} columns
 * @param {number} row
 * @returns {string} kind of a retransmission: `fast`, `rto`, `tlp`, `syn`, `probe`; empty where the packets do not show
 *   it
 */
export function retransmissionKind(columns, row) {
  if (isJudged(columns, row)) return columns.kindNames[columns.judgement[row] & KIND_MASK] ?? '';
  if ((columns.flags[row] & TCP.SYN) !== 0) return 'syn';
  return (columns.analysis[row] & columns.bits.fast_retransmission) === 0 ? '' : 'fast';
}

/**
 * @param {PacketColumns} columns
 * @param {number} row
 * @returns {boolean} whether a router marked the packet instead of dropping it
 */
export const isMarkedCongested = ({ ecn }, row) => ecn[row] === CE;

/** @param {PacketColumns} columns @param {number} row @returns {string[]} */
export const evidenceOf = ({ evidence, evidenceNames }, row) =>
  evidenceNames.filter((_, bit) => evidence[row] & (1 << bit));

/**
 * @param {PacketColumns} before
 * @param {PacketColumns} after the same packets, and perhaps more
 * @returns {boolean} whether the verdicts on the packets that were there before still stand
 */
export function sameVerdicts(before, after) {
  for (let row = 0; row < before.rows; row++) {
    if (before.verdict[row] !== after.verdict[row] || before.judgement[row] !== after.judgement[row]) return false;
  }
  return true;
}

/** @param {Uint8Array} column @param {(string|null)[]} names in the order of the column's codes */
function translateVerdicts(column, names) {
  const codes = names.map((name) =>
    Math.max(VERDICT.NONE, /** @type {readonly (string|null)[]} */ (VERDICTS).indexOf(name)),
  );
  return column.map((code) => codes[code] ?? VERDICT.NONE);
}

/** @param {ArrayLike<number>} analysis @param {AnalysisBits} bits @param {number} rows */
function verdictsFromFlags(analysis, bits, rows) {
  const repeats = bits.retransmission | bits.fast_retransmission | bits.spurious_retransmission;
  /** @type {[number, number][]} the first that fits holds */
  const rules = [
    [bits.keep_alive, VERDICT.KEEP_ALIVE],
    [bits.zero_window_probe, VERDICT.WINDOW_PROBE],
    [repeats, VERDICT.RETRANSMISSION],
    [bits.out_of_order, VERDICT.REORDERED],
  ];
  return Uint8Array.from(
    { length: rows },
    (_, row) => rules.find(([mask]) => (analysis[row] & mask) !== 0)?.[1] ?? VERDICT.NONE,
  );
}

/** @param {ArrayLike<number>} time @param {number} rows */
function isAscending(time, rows) {
  for (let row = 1; row < rows; row++) {
    if (time[row] < time[row - 1]) return false;
  }
  return true;
}

/** Sequence space that a segment takes: payload, SYN and FIN. @param {PacketColumns} columns @param {number} row */
export function sequenceLength(columns, row) {
  const flags = columns.flags[row];
  return columns.length[row] + ((flags & TCP.SYN) === 0 ? 0 : 1) + ((flags & TCP.FIN) === 0 ? 0 : 1);
}

/** @param {number} flags @returns {string} "ACK PSH", the order in which the packet table shows them */
export function flagWords(flags) {
  const names = TCP_NAMES.filter((_, bit) => flags & (1 << bit));
  return [
    ...names.filter((name) => name === 'SYN'),
    ...names.filter((name) => name === 'ACK'),
    ...names.filter((name) => name !== 'SYN' && name !== 'ACK'),
  ].join(' ');
}
