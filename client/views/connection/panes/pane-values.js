/**
 * What a pane draws, as rows: for its table, and for CSV. One row a value, with its time and what it is.
 */
import { visibleRange } from '../../../plot/level-of-detail.js';
import { sum } from '../../../vendor/d3.js';
import { OPTIONAL_PANES, optionalPane } from './optional/registry.js';
import { barValues, lineValues } from './optional/value-series.js';

/** @typedef {import('./layout.js').PaneId} PaneId */
/** @typedef {import('../data/model.js').Model} Model */
/**
 * @typedef {{ what: string, unit: string, times: ArrayLike<number>, values: ArrayLike<number>, ends?:
 *   ArrayLike<number>, count: number }}
 *   ValueSeries `ends`: of bars, whose `values` are their beginnings
 */
/** @typedef {{ timeNs: number, what: string, value: number, end: number|null, unit: string }} ValueRow */

/** Panes that have values, and the words of their tables. @type {readonly [PaneId, string][]} */
export const PANES_WITH_VALUES = [
  ['sequence', 'Time–sequence'],
  ...OPTIONAL_PANES.map(({ id, valuesWords }) => /** @type {[PaneId, string]} */ ([id, valuesWords])),
];

/** @param {Model} model @param {number} direction @returns {ValueSeries[]} */
function sequenceValues({ series }, direction) {
  const {
    segments,
    repairs,
    spurious,
    lateArrivals,
    captureDuplicates,
    handshakes,
    acks,
    edge,
    duplicates,
    zeroWindows,
    resets,
  } = series[direction];
  return [
    barValues('segment', segments),
    barValues('retransmitted', repairs),
    barValues('retransmitted, spurious', spurious),
    barValues('out of order', lateArrivals),
    barValues('captured twice', captureDuplicates),
    barValues('SYN, FIN or RST', handshakes),
    lineValues('acknowledged', 'sequence', acks),
    lineValues('window edge', 'sequence', edge),
    lineValues('duplicate ACK', 'sequence', duplicates),
    lineValues('zero window', 'sequence', zeroWindows),
    lineValues('reset by the other end', 'sequence', resets),
  ];
}

/**
 * @param {PaneId} id
 * @param {Model} model
 * @param {number} direction
 * @param {import('../../../plot/time-scale.js').TimeRange} range
 * @param {number} windowNs over which throughput is taken
 * @returns {{ total: number, rows: (from: number, to: number) => ValueRow[] }} values in the range, series after
 *   series, each by time
 */
export function paneValues(id, model, direction, range, windowNs) {
  const all =
    id === 'sequence'
      ? sequenceValues(model, direction)
      : (optionalPane(id)?.values(model, direction, range, windowNs) ?? []);
  const parts = all.map((series) => ({ series, ...visibleRange(series, range) })).filter(({ from, to }) => to > from);
  return {
    total: sum(parts, ({ from, to }) => to - from),
    rows(first, last) {
      /** @type {ValueRow[]} */
      const found = [];
      let passed = 0;
      for (const {
        series: { what, unit, times, values, ends },
        from,
        to,
      } of parts) {
        for (let i = from + Math.max(0, first - passed); i < Math.min(to, from + last - passed); i++) {
          found.push({ timeNs: times[i], what, value: values[i], end: ends ? ends[i] : null, unit });
        }
        passed += to - from;
      }
      return found;
    },
  };
}

/**
 * @param {ReturnType<typeof paneValues>} values
 * @param {number} originNs
 * @returns {string[]} pieces of a CSV file (RFC 4180); seconds since the connection's first packet
 */
export function valuesCsv({ total, rows }, originNs) {
  const pieces = ['time_s,what,value,end,unit\r\n'];
  for (let from = 0; from < total; from += PIECE_ROWS) {
    pieces.push(
      rows(from, from + PIECE_ROWS)
        .map(
          ({ timeNs, what, value, end, unit }) =>
            `${((timeNs - originNs) / 1e9).toFixed(9)},${what.includes(',') ? `"${what}"` : what},${value},${end ?? ''},${unit}\r\n`,
        )
        .join(''),
    );
  }
  return pieces;
}
const PIECE_ROWS = 10_000;
