/** Sums of the graph over time, and its values as a file. */
import { count, formatBytes, formatShare } from '../../base/format.js';
import { sum } from '../../vendor/d3.js';
import { rateWords } from '../timeline/times.js';

/** @typedef {import('./io-source.js').IoFrame} IoFrame */

/**
 * @param {IoFrame} frame
 * @param {import('../../plot/time-scale.js').TimeRange} range
 * @returns {string} what was sent in the intervals that begin within it
 */
export function ioTotals({ startNs, intervalNs, packets, bytes, retransmissions }, range) {
  const from = Math.max(0, Math.ceil((range.startNs - startNs) / intervalNs));
  const to = Math.max(from + 1, Math.min(packets.length, Math.ceil((range.endNs - startNs) / intervalNs)));
  const within = (/** @type {Float64Array} */ column) => sum(column.subarray(from, to));
  const sent = within(bytes);
  const again = within(retransmissions);
  const rate = rateWords((sent * 8e9) / ((to - from) * intervalNs));
  const parts = [count(within(packets), 'packet'), formatBytes(sent), ...(rate === '0' ? [] : [rate])];
  return [...parts, `${count(again, 'retransmission')} (${formatShare(again, within(packets))} of the packets)`].join(
    ', ',
  );
}

/**
 * @param {IoFrame[]} frames by series
 * @param {string[]} names of the series
 * @returns {string} a CSV file (RFC 4180): a row an interval and series
 */
export function ioCsv(frames, names) {
  const cell = (/** @type {number|undefined} */ ns) => (ns === undefined || Number.isNaN(ns) ? '' : String(ns / 1e9));
  const lines = frames.flatMap((frame, series) =>
    Array.from(frame.packets, (packets, i) =>
      [
        `"${names[series].replaceAll('"', '""')}"`,
        String((frame.startNs + i * frame.intervalNs) / 1e9),
        String(frame.intervalNs / 1e9),
        String(packets),
        String(frame.bytes[i]),
        String(frame.retransmissions[i]),
        cell(frame.rttP5?.[i]),
        cell(frame.rttMedian?.[i]),
        cell(frame.rttP95?.[i]),
      ].join(','),
    ),
  );
  return ['series,start_s,interval_s,packets,bytes,retransmissions,rtt_p5_s,rtt_median_s,rtt_p95_s', ...lines, ''].join(
    '\r\n',
  );
}
