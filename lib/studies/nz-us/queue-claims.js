import { claimed, IN_WORDS, isBetween, PAPER, SYNTHETIC } from './claim.js';
import { mostOf, valueAt } from './curves.js';
import { FEW, LINK_MBPS } from './load-claims.js';
import { CONNECTIONS, DRAFT, LEVELS, REPEATED } from './parameters.js';

/** @typedef {import('../study.js').Claim} Claim */
/** @typedef {import('./claim.js').Evidence} Evidence */
/** @typedef {import('./parameters.js').Version} Version */

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(bytes < 1e5 ? 1 : 0)} kB`;

/** @param {Evidence} evidence @param {Version} version @param {number} connections @returns {Claim} */
function full({ curves }, version, connections) {
  const points = curves.of(version, connections);
  const low = valueAt(points, 27, 'queueToNzMean');
  const high = valueAt(points, 34.4, 'queueToNzMean');
  const what = connections === 0 ? 'no proxy' : `${connections} connections`;
  return claimed({
    id: `F6-a ${version} ${connections}`,
    claim: `the queue toward New Zealand becomes very large, ${version}, ${what}: mean at 27 and at 34.4 Mbit/s`,
    source: PAPER[version],
    published: 'the buffer becomes very large at saturation',
    measured: `${kB(low)} → ${kB(high)}`,
    tolerance: '> 10 times',
    because: IN_WORDS,
    passed: high > 10 * low,
    note: `peak ${kB(mostOf(points, 'queueToNzPeak'))}`,
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function fewConnections({ curves }, version) {
  const connections = FEW[version];
  const points = curves.of(version, connections);
  const one = mostOf(curves.of(version, 1), 'toNzMbps');
  const before = valueAt(points, 0.75 * connections * one, 'queueToNzMean');
  const over = points[points.length - 1].queueToNzMean;
  return claimed({
    id: `F6-b ${version}`,
    claim: `with too few connections (${connections}) the mean queue falls as load grows: at 75 % of what they carry, and overloaded`,
    source: PAPER[version],
    published: 'with too few connections the mean buffer falls as load grows',
    measured: `${kB(before)} → ${kB(over)}`,
    tolerance: 'falls',
    because: IN_WORDS,
    passed: over < before,
  });
}

/** @param {number[]} values @returns {number} standard deviation over mean */
function scatter(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) / mean;
}

/** @param {Evidence} evidence @returns {Claim} */
function erratic({ curves, draft }) {
  const { version, connections, times } = REPEATED;
  const levels = draft ? DRAFT.repeatedLevels : Array.from({ length: LEVELS }, (_, index) => index + 1);
  const workloads = Array.from({ length: 1 + (draft ? DRAFT.times : times) }, (_, workload) => workload);
  const of = (/** @type {'queueToNzMean'|'queueToNzPeak'} */ quantity) => {
    const all = levels.map((level) =>
      scatter(
        workloads.map((workload) =>
          Number(curves.of(version, connections, workload).find((point) => point.level === level)?.[quantity]),
        ),
      ),
    );
    return all.reduce((sum, value) => sum + value, 0) / all.length;
  };
  const mean = of('queueToNzMean');
  const peak = of('queueToNzPeak');
  return claimed({
    id: 'F6-c',
    claim: 'the peak is more erratic than the mean: standard deviation over mean',
    source: PAPER.fibre,
    published: 'the peak is more erratic than the mean',
    measured: `${peak.toFixed(2)} against ${mean.toFixed(2)}`,
    tolerance: 'more',
    because: IN_WORDS,
    passed: peak > mean,
    note: `${version}, ${connections} connections, ${workloads.length} workloads, mean over ${levels.length} loads`,
  });
}

/** @param {Evidence} evidence @returns {Claim} */
function toUs({ curves }) {
  const mean = mostOf(curves.all, 'queueToUsMean');
  const peak = mostOf(curves.all, 'queueToUsPeak');
  return claimed({
    id: 'F6-d',
    claim: 'the queue toward the US is never heavy: highest mean of any run, bytes',
    source: PAPER.fibre,
    published: 'the buffer toward the US is never heavily used',
    measured: Math.round(mean),
    tolerance: '< 100',
    because: `${IN_WORDS}: less than a packet`,
    passed: mean < 100,
    note: `peak ${kB(peak)}`,
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function openConnections({ curves }, version) {
  const bare = curves.of(version, 0);
  const many = curves.of(version, 70);
  const half = LINK_MBPS / 2;
  const ratio = valueAt(bare, half, 'open') / valueAt(many, half, 'open');
  const before = valueAt(bare, 33, 'open');
  const after = mostOf(bare, 'open');
  return claimed({
    id: `F7-a ${version}`,
    claim: 'without a proxy more connections are open: ratio to 70 at half load; growth from 33 Mbit/s to saturation',
    source: PAPER[version],
    published: 'without a proxy more connections, which grow steeply at saturation',
    measured: `${ratio.toFixed(2)}; ${before.toFixed(0)} → ${after.toFixed(0)}`,
    tolerance: '> 1.1; > 25 %',
    because: IN_WORDS,
    passed: ratio > 1.1 && after > 1.25 * before,
    note: `growth ${(100 * (after / before - 1)).toFixed(0)} %`,
  });
}

/** @param {Evidence} evidence @returns {Claim} */
function perConnection({ curves }) {
  const most = (/** @type {Version} */ version, /** @type {boolean} */ withOverload) =>
    Math.max(
      ...CONNECTIONS.filter((connections) => connections > 1).flatMap((connections) =>
        curves
          .of(version, connections)
          .filter(({ toNzMbps, presentedMbps }) => withOverload || toNzMbps >= 0.98 * presentedMbps)
          .map(({ open }) => open / connections),
      ),
    );
  const measured = most('satellite', false);
  return claimed({
    id: 'F7-b',
    source: PAPER.satellite,
    published: 'up to 30 concurrent requests for each connection between the proxies',
    claim:
      'connections to servers for each between the proxies, in the mean of a run, satellite: most of runs whose connections carry what is presented',
    measured: Number(measured.toFixed(1)),
    tolerance: '20–45',
    because: `half more or a third less: ${SYNTHETIC}`,
    passed: isBetween(measured, 20, 45),
    note: `with overloaded runs ${most('satellite', true).toFixed(0)}; fibre, of which nothing was published: ${most('fibre', false).toFixed(0)}`,
  });
}

/** Figures 6a to 7a. @param {Evidence} evidence @returns {Claim[]} */
export function queueClaims(evidence) {
  return [
    full(evidence, 'fibre', 0),
    full(evidence, 'satellite', 0),
    full(evidence, 'fibre', 50),
    fewConnections(evidence, 'fibre'),
    fewConnections(evidence, 'satellite'),
    erratic(evidence),
    toUs(evidence),
    openConnections(evidence, 'fibre'),
    openConnections(evidence, 'satellite'),
    perConnection(evidence),
  ];
}
