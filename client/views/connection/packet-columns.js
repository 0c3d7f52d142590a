/**
 * The packets of one connection, as the server's column frame gives them, brought into time order.
 */

export const CLIENT_TO_SERVER = 0;
export const SERVER_TO_CLIENT = 1;

/** TCP header flags (RFC 9293, section 3.1; RFC 3168 for ECE and CWR). */
export const TCP = Object.freeze({ FIN: 1, SYN: 2, RST: 4, PSH: 8, ACK: 16, URG: 32, ECE: 64, CWR: 128 });
const TCP_NAMES = ['FIN', 'SYN', 'RST', 'PSH', 'ACK', 'URG', 'ECE', 'CWR'];

/**
 * @typedef {object} PacketColumns
 * @property {number} rows
 * @property {ArrayLike<number>} frame
 * @property {Float64Array} time ns since the capture's first packet, ascending
 * @property {ArrayLike<number>} direction
 * @property {ArrayLike<number>} seq
 * @property {ArrayLike<number>} ack −1 without
 * @property {ArrayLike<number>} length
 * @property {ArrayLike<number>} window
 * @property {ArrayLike<number>} flags
 * @property {ArrayLike<number>} analysis
 * @property {ArrayLike<number>} rtt ns, −1 none
 * @property {ArrayLike<number>} inFlight −1 unknown
 * @property {ArrayLike<number>} sackIndex
 * @property {ArrayLike<number>} sackCount
 * @property {ArrayLike<number>} sackLeft
 * @property {ArrayLike<number>} sackRight
 * @property {ArrayLike<number>} verdict what each segment is, as one of VERDICT
 * @property {AnalysisBits} bits
 * @property {boolean} reordered whether rows had to be brought into time order
 */

/** What a segment is: the server's own judgement where it gives one, else what Wireshark's flags say. */
export const VERDICT = Object.freeze({ none: 0, original: 1, retransmission: 2, reordered: 3, duplicate_in_capture: 4, keep_alive: 5, window_probe: 6 });

const ROW_COLUMNS = /** @type {const} */ ([
  'frame', 'time', 'direction', 'seq', 'ack', 'length', 'window', 'flags', 'analysis', 'rtt', 'inFlight', 'sackIndex', 'sackCount', 'verdict']);

const ANALYSIS_NAMES = /** @type {const} */ ([
  'retransmission', 'fast_retransmission', 'spurious_retransmission', 'out_of_order', 'lost_segment', 'duplicate_ack', 'keep_alive',
  'keep_alive_ack', 'window_full', 'window_update', 'zero_window', 'zero_window_probe', 'zero_window_probe_ack', 'reused_ports']);

/** @typedef {Record<typeof ANALYSIS_NAMES[number], number>} AnalysisBits bit of each flag; 0 for one that the server does not know */

/**
 * @param {readonly string[]} names the frame's list, in bit order
 * @returns {AnalysisBits}
 */
export function analysisBits(names) {
  const bitOf = (/** @type {string} */ name) => (names.includes(name) ? 2 ** names.indexOf(name) : 0);
  return /** @type {AnalysisBits} */ (Object.fromEntries(ANALYSIS_NAMES.map((name) => [name, bitOf(name)])));
}

/**
 * @param {import('../../../lib/columns/column-frame.js').ColumnFrame} frame
 * @returns {PacketColumns}
 */
export function packetColumns({ rows, columns, meta }) {
  const given = /** @type {any} */ (columns);
  const bits = analysisBits(meta.analysisFlags ?? []);
  const verdict = Array.isArray(meta.verdicts) && given.verdict ? translateVerdicts(given.verdict, meta.verdicts) : verdictsFromFlags(given.analysis, bits, rows);
  const known = { ...given, verdict, rows, bits, reordered: false };
  if (isAscending(given.time, rows)) return known;
  const order = Uint32Array.from({ length: rows }, (_, row) => row).sort((a, b) => given.time[a] - given.time[b] || a - b);
  const sorted = Object.fromEntries(ROW_COLUMNS.map((name) => [name, known[name].map((/** @type {number} */ _, /** @type {number} */ i) => known[name][order[i]])]));
  return { ...known, ...sorted, reordered: true };
}

/** @param {Uint8Array} column @param {(string|null)[]} names in the order of the column's codes */
function translateVerdicts(column, names) {
  const codes = names.map((name) => VERDICT[/** @type {keyof typeof VERDICT} */ (name)] ?? VERDICT.none);
  return column.map((code) => codes[code] ?? VERDICT.none);
}

/** @param {ArrayLike<number>} analysis @param {AnalysisBits} bits @param {number} rows */
function verdictsFromFlags(analysis, bits, rows) {
  const repeats = bits.retransmission | bits.fast_retransmission | bits.spurious_retransmission;
  /** @type {[number, number][]} the first that fits holds */
  const rules = [[bits.keep_alive, VERDICT.keep_alive], [bits.zero_window_probe, VERDICT.window_probe], [repeats, VERDICT.retransmission], [bits.out_of_order, VERDICT.reordered]];
  return Uint8Array.from({ length: rows }, (_, row) => rules.find(([mask]) => (analysis[row] & mask) !== 0)?.[1] ?? VERDICT.none);
}

/** @param {Float64Array} time @param {number} rows */
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
  return [...names.filter((name) => name === 'SYN'), ...names.filter((name) => name === 'ACK'),
    ...names.filter((name) => name !== 'SYN' && name !== 'ACK')].join(' ');
}
