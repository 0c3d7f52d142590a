/**
 * What a pane draws, as rows: for its table twin, and for CSV. One row a value, with its time and what it is.
 */
import { visibleRange } from '../../../plot/level-of-detail.js';
import { METHODS } from '../data/path-data.js';
import { requestsUnderWay } from './requests.js';
import { roundTripsShown } from './rtt.js';
import { ratesAt } from './throughput.js';
import { flightOf } from './window.js';

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
  ['window', 'Window and bytes in flight'],
  ['rtt', 'Round trip'],
  ['throughput', 'Throughput'],
  ['acked', 'Bytes acknowledged'],
  ['delay', 'Time to the ACK'],
  ['flight', 'Bytes in flight'],
  ['sizes', 'Segment sizes'],
  ['requests', 'Requests under way'],
];

/**
 * @param {string} what
 * @param {string} unit
 * @param {{ times: Float64Array, low: Float64Array, count: number }} series
 * @returns {ValueSeries}
 */
const line = (what, unit, { times, low, count }) => ({ what, unit, times, values: low, count });
/** @param {string} what @param {import('../../../plot/series-columns.js').BarSeries} series @returns {ValueSeries} */
const bars = (what, { times, low, high, count }) => ({ what, unit: 'sequence', times, values: low, ends: high, count });

/**
 * Throughput is sampled, since it has a value at any moment.
 * @param {Model} model
 * @param {number} direction
 * @param {import('../../../plot/time-scale.js').TimeRange} range
 * @param {number} windowNs
 * @returns {ValueSeries[]}
 */
function rates({ series, originNs }, direction, { startNs, endNs }, windowNs) {
  const from = Math.max(startNs, originNs);
  const count = Math.max(0, Math.min(RATE_ROWS, Math.floor((endNs - from) / windowNs)));
  const times = Float64Array.from({ length: count }, (_, i) => from + (i + 1) * windowNs);
  const both = Array.from(times, (timeNs) => ratesAt(series[direction], timeNs, windowNs));
  return ['sent', 'acknowledged'].map((what, which) => ({
    what,
    unit: 'bit/s',
    times,
    values: both.map((pair) => pair[which]),
    count,
  }));
}
const RATE_ROWS = 100_000;

/**
 * @type {Partial<Record<PaneId, (model: Model, direction: number, range:
 *   import('../../../plot/time-scale.js').TimeRange, windowNs: number) =>
 *   ValueSeries[]>>}
 */
const SERIES = {
  sequence: ({ series }, direction) => {
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
      bars('segment', segments),
      bars('retransmitted', repairs),
      bars('retransmitted, spurious', spurious),
      bars('out of order', lateArrivals),
      bars('captured twice', captureDuplicates),
      bars('SYN, FIN or RST', handshakes),
      line('acknowledged', 'sequence', acks),
      line('window edge', 'sequence', edge),
      line('duplicate ACK', 'sequence', duplicates),
      line('zero window', 'sequence', zeroWindows),
      line('reset by the other end', 'sequence', resets),
    ];
  },
  window: (model, direction) => [
    line('in flight', 'bytes', flightOf(model, direction)),
    line('receive window', 'bytes', model.series[direction].window),
  ],
  rtt: (model, direction) => {
    const { byMethod, smoothed } = roundTripsShown(model, direction);
    return [
      ...METHODS.map((method) => line(method.replace('_', ' and '), 'ns', byMethod[method])),
      line('smoothed', 'ns', smoothed),
    ];
  },
  throughput: rates,
  acked: ({ series }, direction) => [line('acknowledged', 'bytes', series[direction].acks)],
  delay: (model, direction) => [line('packet to its ACK', 'ns', roundTripsShown(model, direction).all)],
  flight: (model, direction) => [line('in flight', 'bytes', flightOf(model, direction))],
  sizes: ({ series }, direction) => [line('payload', 'bytes', series[direction].sizes)],
  requests: (model) => [line('under way', 'requests', requestsUnderWay(model))],
};

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
  const parts = (SERIES[id]?.(model, direction, range, windowNs) ?? [])
    .map((series) => ({ series, ...visibleRange(series, range) }))
    .filter(({ from, to }) => to > from);
  return {
    total: parts.reduce((sum, { from, to }) => sum + to - from, 0),
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
