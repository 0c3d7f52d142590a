/** The diagram of a QUIC connection as tables for other programs. */
import { download } from '../connection/head/exports.js';

/** @typedef {import('./screen.js').QuicShown} QuicShown */
/** @typedef {import('../../plot/series-columns.js').BarSeries} BarSeries */
/** @typedef {import('../../plot/series-columns.js').LineSeries} LineSeries */

/**
 * @param {() => Promise<QuicShown|null>} whole nothing of it left out
 * @param {string} name of the files
 * @returns {{ label: string, onSelect: () => void }[]}
 */
export function csvFiles(whole, name) {
  const save = async (/** @type {string} */ what, /** @type {(shown: QuicShown) => string} */ text) => {
    const shown = await whole();
    if (shown !== null) download(`${name}-${what}.csv`, new Blob([text(shown)], { type: 'text/csv' }));
  };
  return [
    { label: 'The diagram (CSV)', onSelect: () => void save('sequence', sequenceCsv) },
    { label: 'The panes (CSV)', onSelect: () => void save('panes', panesCsv) },
  ];
}

/** A line a bar, an acknowledgement, a loss. @param {QuicShown} shown @returns {string} */
export function sequenceCsv({ sequence, packets }) {
  const lines = ['seconds,frame,what,low,high'];
  if (sequence === null) return `${lines[0]}\n`;
  const { frame } = packets.columns;
  /** @type {[string, BarSeries|LineSeries][]} */
  const parts = [
    ['sent', sequence.fresh],
    ['retransmitted', sequence.again],
    ['without stream data', sequence.other],
    ['acknowledged below', sequence.acks],
    ['acknowledged', sequence.sacks],
    ['allowed', sequence.limit],
  ];
  for (const [what, { times, low, high, count, row }] of parts) {
    for (let i = 0; i < count; i++) lines.push([times[i] / 1e9, frame[row.values[i]], what, low[i], high[i]].join(','));
  }
  for (const { lostNs, row, low, high, isSpurious } of sequence.losses) {
    const what = isSpurious ? 'spuriously declared lost' : 'declared lost';
    lines.push([lostNs / 1e9, row < 0 ? '' : frame[row], what, low, high].join(','));
  }
  return `${lines.join('\n')}\n`;
}

/** @param {QuicShown} shown @returns {string} */
export function panesCsv({ sender }) {
  const lines = ['seconds,what,value'];
  if (sender === null) return `${lines[0]}\n`;
  const { flight, cwnd, rtt, spin, qlog } = sender;
  /** @type {[string, LineSeries, number][]} */
  const parts = [
    ['bytes in flight', flight, 1],
    ['congestion window (inferred), bytes', cwnd, 1],
    ['RTT, s', rtt, 1e9],
    ['RTT by spin bit, s', spin, 1e9],
  ];
  if (qlog !== null) {
    parts.push(
      ['bytes in flight (qlog)', qlog.inFlight, 1],
      ['congestion window (qlog), bytes', qlog.cwnd, 1],
      ['ssthresh (qlog), bytes', qlog.ssthresh, 1],
      ['RTT (qlog), s', qlog.rtt, 1e9],
      ['smoothed RTT (qlog), s', qlog.srtt, 1e9],
    );
  }
  for (const [what, { times, low, count }, per] of parts) {
    for (let i = 0; i < count; i++) lines.push([times[i] / 1e9, what, low[i] / per].join(','));
  }
  return `${lines.join('\n')}\n`;
}
