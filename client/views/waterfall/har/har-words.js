/** A browser's HAR compared with the capture, in words and as a table. Pure. */
import { count, formatNumber, missing } from '../../../base/format.js';
import { spanWords } from '../../timeline/times.js';
import { tookNs } from '../waterfall-rows.js';

/** @typedef {import('../waterfall-rows.js').WaterfallRow} WaterfallRow */
/** @typedef {import('./har-match.js').Seen} Seen */
/** @typedef {import('./har-match.js').Laid} Laid */

/** @param {number} ns @returns {string} "+3.20 ms", "−84.0 µs" */
const signed = (ns) => `${ns < 0 ? '−' : '+'}${spanWords(Math.abs(ns))}`;

/** @param {number} ms @returns {string} "1.23 s ahead of" */
const aheadWords = (ms) => `${spanWords(Math.abs(ms) * 1e6)} ${ms < 0 ? 'behind' : 'ahead of'}`;

/** @param {number} ns @returns {string} "3.20 ms longer", "as long" */
const longerWords = (ns) => (ns === 0 ? 'as long' : `${spanWords(Math.abs(ns))} ${ns < 0 ? 'less' : 'longer'}`);

/** How much longer the browser saw it under way. @param {WaterfallRow} row @param {Seen} seen */
const differenceNs = (row, { atBrowserNs }) => atBrowserNs - tookNs(row);

/** @param {string} name of the file @param {Laid} laid @returns {string} */
export function laidSentence(name, { seen, missing: absent, cached, unseen, aheadMs }) {
  const asked = seen.size + absent.length;
  const differences = [...seen].map(([row, one]) => differenceNs(row, one)).sort((a, b) => a - b);
  const median = differences[Math.floor((differences.length - 1) / 2)];
  return [
    `${name}: ${formatNumber(seen.size)} of the browser's ${count(asked, 'request')} are in these rows`,
    cached > 0 ? `${formatNumber(cached)} more came from its cache` : '',
    unseen.length > 0 ? `${formatNumber(unseen.length)} of these rows are not in the HAR` : '',
    median === undefined
      ? ''
      : `from first byte sent to last received the browser took ${longerWords(median)} (median)`,
    aheadMs === null || Math.abs(aheadMs) < 1 ? '' : `its clock is ${aheadWords(aheadMs)} the capture's`,
  ]
    .filter(Boolean)
    .join('; ')
    .concat('. The lines above the bars are what the browser saw.');
}

/** @param {WaterfallRow} row @param {Seen} seen @returns {import('../../timeline/hover-card.js').CardLine[]} */
export function seenLines(row, seen) {
  const { timings, totalMs } = seen.entry;
  const parts = Object.entries(timings)
    .filter(([, ms]) => ms > 0)
    .map(([part, ms]) => `${part === 'dns' ? 'DNS' : part} ${spanWords(ms * 1e6)}`);
  return [
    ['Browser', [`${spanWords(totalMs * 1e6)} in all`, ...parts]],
    ['Browser − wire', signed(differenceNs(row, seen))],
  ];
}

/**
 * @param {Laid} laid
 * @returns {{ heads: string[], rows: string[][] }} what is in both, the largest difference first; then what is in one
 */
export function differenceTable({ seen, missing: absent, unseen }) {
  const both = [...seen]
    .map(([row, one]) => ({ row, one, by: differenceNs(row, one) }))
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  return {
    heads: ['Request', 'Browser, all', 'Browser, sent to received', 'Wire', 'Difference'],
    rows: [
      ...both.map(({ row, one, by }) => [
        one.entry.url,
        spanWords(one.entry.totalMs * 1e6),
        spanWords(one.atBrowserNs),
        spanWords(tookNs(row)),
        signed(by),
      ]),
      ...absent.map(({ url, totalMs }) => [url, spanWords(totalMs * 1e6), missing, 'not in these rows', missing]),
      ...unseen.map((row) => [`${row.host}${row.target}`, 'not in the HAR', missing, spanWords(tookNs(row)), missing]),
    ],
  };
}
