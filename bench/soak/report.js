/** What a soak came to. */
import { median } from '../measure.js';

/** Seconds of a start that are not looked at for growth: threads are begun and code is compiled. */
const WARM_SECONDS = 60;
/** Growth over what is looked at, of its mean, that still counts as flat. */
const FLAT_SHARE = 0.15;
const MAX_RESTART_SECONDS = 2;
/** A stack, on one line as the server logs it, or on lines of its own. */
const STACK = /(^|\| ?)\s*at .*[:(]\S+:\d+:\d+|Warning: /;

/**
 * @typedef {object} Run
 * @property {import('./server-process.js').ServerProcess} server
 * @property {import('./ledger.js').Ledger} ledger
 * @property {import('./tally.js').Tally} tally
 * @property {import('../soak.js').Sample[]} samples
 * @property {number} minutes
 * @property {number} peakMb
 *
 * @typedef {{ isMet: boolean, words: string }} Check
 */

/** @param {Run} run @returns {Check[]} */
export function checksOf({ server, ledger, tally, samples, peakMb }) {
  const slowest = Math.max(...server.startTimes.map(({ answerSeconds }) => answerSeconds));
  const stacks = server.complaints.filter((line) => STACK.test(line));
  return [
    {
      isMet: ledger.lost.length === 0 && ledger.acknowledged > 0,
      words: `${ledger.acknowledged} captures acknowledged, ${ledger.lost.length} lost${listed(ledger.lost)}`,
    },
    {
      isMet: slowest <= MAX_RESTART_SECONDS,
      words: `${server.starts} starts, slowest answered after ${slowest.toFixed(2)} s (≤ ${MAX_RESTART_SECONDS} s)`,
    },
    memoryCheck(samples, peakMb),
    {
      isMet: stacks.length === 0,
      words: `${stacks.length} stacks on standard error, ${server.complaints.length} lines in all${listed(server.complaints)}`,
    },
    {
      isMet: tally.failures.length === 0,
      words: `${tally.failures.length} answers that should not be${listed(tally.failures)}`,
    },
    {
      isMet: server.deaths.length === 0,
      words: `${server.deaths.length} ends of the server by itself${listed(server.deaths)}`,
    },
  ];
}

/** @param {Run['samples']} samples @param {number} peakMb @returns {Check} */
function memoryCheck(samples, peakMb) {
  const peak = Math.max(0, ...samples.map(({ rssMb }) => rssMb));
  const warm = warmSamples(samples);
  if (warm.length < WARM_SECONDS) {
    return {
      isMet: peak <= peakMb,
      words: `memory: peak ${peak.toFixed(0)} MB (≤ ${peakMb}); too short to tell its slope`,
    };
  }
  const mean = warm.reduce((sum, { rssMb }) => sum + rssMb, 0) / warm.length;
  const grownMb = slope(warm) * (warm[warm.length - 1].seconds - warm[0].seconds);
  return {
    isMet: peak <= peakMb && grownMb <= FLAT_SHARE * mean,
    words: `memory: peak ${peak.toFixed(0)} MB (≤ ${peakMb}), mean ${mean.toFixed(0)} MB, grown by ${grownMb.toFixed(0)} MB over the last two thirds (≤ ${FLAT_SHARE * 100} %)`,
  };
}

/** @param {Run['samples']} samples @returns {Run['samples']} of the last two thirds, those of a server that is warm */
function warmSamples(samples) {
  /** @type {Map<number, number>} */
  const begun = new Map();
  for (const { start, seconds } of samples) if (!begun.has(start)) begun.set(start, seconds);
  const from = (samples.at(-1)?.seconds ?? 0) / 3;
  return samples.filter(({ start, seconds }) => seconds >= from && seconds - (begun.get(start) ?? 0) >= WARM_SECONDS);
}

/** By least squares. @param {Run['samples']} samples @returns {number} MB a second */
function slope(samples) {
  const meanSeconds = samples.reduce((sum, { seconds }) => sum + seconds, 0) / samples.length;
  const meanMb = samples.reduce((sum, { rssMb }) => sum + rssMb, 0) / samples.length;
  let both = 0;
  let spread = 0;
  for (const { seconds, rssMb } of samples) {
    both += (seconds - meanSeconds) * (rssMb - meanMb);
    spread += (seconds - meanSeconds) ** 2;
  }
  return spread === 0 ? 0 : both / spread;
}

/** @param {string[]} lines */
const listed = (lines) =>
  lines
    .slice(0, 20)
    .map((line) => `\n         ${line.slice(0, 400)}`)
    .join('');

/** @param {Run} run @returns {string} */
export function table({ tally, minutes, samples }) {
  const heads = ['requests', 'done', 'refused', 'busy', 'broken off', 'cut off', 'failed', 'median s', 'slowest s'];
  const rows = [...tally.rows]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, row]) =>
      [
        kind,
        row.done,
        row.refused,
        row.busy,
        row.brokenOff,
        row.cutOff,
        row.failed,
        row.seconds.length === 0 ? '' : median(row.seconds).toFixed(3),
        row.seconds.length === 0 ? '' : Math.max(...row.seconds).toFixed(2),
      ].map(String),
    );
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i].length)));
  const lines = [heads, ...rows].map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '),
  );
  return `${minutes} minutes, ${samples.length} samples of memory\n${lines.join('\n')}`;
}
