/** The card of the panes of bytes in flight and round trips: what is inferred, and what the end logged. Pure. */
import { formatBytes, formatNumber, missing } from '../../base/format.js';
import { bisectRight } from '../../vendor/d3.js';
import { valueAt } from '../connection/data/direction-series.js';
import { spanWords } from '../timeline/times.js';
import { SHOWS } from './draw/value-panes.js';

/** @typedef {import('./data/sender.js').Sender} Sender */
/** @typedef {import('../timeline/hover-card.js').CardContent} CardContent */
/** @typedef {import('../timeline/hover-card.js').CardLine} CardLine */
/** @typedef {import('../../plot/series-columns.js').LineSeries} LineSeries */

/**
 * @param {Sender} sender @param {'window'|'rtt'} pane @param {number} timeNs
 * @returns {CardContent}
 */
export function valueCard(sender, pane, timeNs) {
  const { direction } = sender.meta;
  return {
    letter: direction === 0 ? 'C' : 'S',
    letterClass: direction === 0 ? 'is-c2s' : 'is-s2c',
    title: pane === 'window' ? 'Window' : 'Round trips',
    corner: `${formatNumber(timeNs / 1e9, 6)} s`,
    lines: pane === 'window' ? windowLines(sender, timeNs) : rttLines(sender, timeNs),
    canStay: false,
  };
}

/** @param {Sender} sender @param {number} timeNs @returns {CardLine[]} */
function windowLines({ flight, cwnd, confidence, qlog }, timeNs) {
  const at = bisectRight(confidence.times, timeNs, 0, confidence.count) - 1;
  const isGuess = at >= 0 && confidence.low[at] < SHOWS;
  return [
    ['In flight', bytesAt(flight, timeNs)],
    ['cwnd, inferred', `${bytesAt(cwnd, timeNs)}${isGuess ? ', a guess' : ''}`],
    ...(qlog === null
      ? []
      : /** @type {CardLine[]} */ ([
          ['In flight, qlog', bytesAt(qlog.inFlight, timeNs)],
          ['cwnd, qlog', bytesAt(qlog.cwnd, timeNs)],
          ['ssthresh, qlog', bytesAt(qlog.ssthresh, timeNs)],
        ])),
  ];
}

/** @param {Sender} sender @param {number} timeNs @returns {CardLine[]} */
function rttLines({ rtt, smoothed, spin, qlog }, timeNs) {
  return [
    ['Sample', spanAt(rtt, timeNs)],
    ['Smoothed', spanAt(smoothed, timeNs)],
    ...(spin.count === 0 ? [] : /** @type {CardLine[]} */ ([['Spin bit', spanAt(spin, timeNs)]])),
    ...(qlog === null
      ? []
      : /** @type {CardLine[]} */ ([
          ['Sample, qlog', spanAt(qlog.rtt, timeNs)],
          ['Smoothed, qlog', spanAt(qlog.srtt, timeNs)],
        ])),
  ];
}

/** @param {LineSeries} series @param {number} timeNs */
function bytesAt(series, timeNs) {
  const bytes = valueAt(series, timeNs);
  return bytes === null ? missing : formatBytes(bytes);
}

/** @param {LineSeries} series @param {number} timeNs */
function spanAt(series, timeNs) {
  const ns = valueAt(series, timeNs);
  return ns === null ? missing : spanWords(ns);
}
