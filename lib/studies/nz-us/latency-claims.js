import { claimed, fixed, IN_WORDS, isBetween, PAPER, SYNTHETIC } from './claim.js';
import { mostOf, valueAt } from './curves.js';
import { LINK_MBPS } from './load-claims.js';
import { CONNECTIONS } from './parameters.js';

/** @typedef {import('../study.js').Claim} Claim */
/** @typedef {import('./claim.js').Evidence} Evidence */
/** @typedef {import('./parameters.js').Version} Version */
/** @typedef {import('./curves.js').Point} Point */

const GAIN = {
  fibre: { connections: 50, published: 'about 0.5 s, 17 %', seconds: [0.35, 0.65], percent: [12, 22] },
  satellite: {
    connections: 70,
    published: '25 % or 1 s lower latency with many connections',
    seconds: [0.7, 1.3],
    percent: [17, 33],
  },
};
/** Per cent of what connections carry together at which latency is to rise. */
const RISE_PERCENT = { fibre: 60, satellite: 75 };
const RISE_TOLERANCE = 10;
const BEST = { fibre: { more: 50, fewer: 20 }, satellite: { more: 70, fewer: 50 } };

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function gain({ curves }, version) {
  const {
    connections,
    published,
    seconds: [least, most],
    percent: [leastPercent, mostPercent],
  } = GAIN[version];
  const loads = [5, 10, 15, 20];
  const bare = mean(loads.map((mbps) => valueAt(curves.of(version, 0), mbps, 'latencySeconds')));
  const proxied = mean(loads.map((mbps) => valueAt(curves.of(version, connections), mbps, 'latencySeconds')));
  const seconds = bare - proxied;
  const percent = (100 * seconds) / bare;
  return claimed({
    id: `F5-e ${version}`,
    source: PAPER[version],
    published,
    claim: `gain of a proxy with ${connections} connections, 5–20 Mbit/s`,
    measured: `${seconds.toFixed(3)} s, ${percent.toFixed(1)} %`,
    tolerance: `${least}–${most} s, ${leastPercent}–${mostPercent} %`,
    because: `about a third: ${SYNTHETIC}`,
    passed: isBetween(seconds, least, most) && isBetween(percent, leastPercent, mostPercent),
    note: `${bare.toFixed(2)} s without, ${proxied.toFixed(2)} s with; the papers' seconds and percents together say ${version === 'fibre' ? '2.9 and 2.4' : '4.0 and 3.0'}`,
  });
}

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param {Evidence} evidence @returns {Claim} */
function lowLoad({ curves }) {
  const many = CONNECTIONS.filter((connections) => connections >= 35);
  const latency = (/** @type {number} */ connections, /** @type {number} */ level) =>
    Number(curves.of('satellite', connections).find((point) => point.level === level)?.latencySeconds);
  const gains = many.map((connections) => {
    const [low, more] = [1, 4].map((level) => latency(0, level) - latency(connections, level));
    return { connections, low, more };
  });
  return claimed({
    id: 'F5-f',
    source: PAPER.satellite,
    published: 'the saving is less at very low load',
    claim: 'gain of a proxy at 3 % of the link against 12 %, satellite, s',
    measured: gains
      .map(({ connections, low, more }) => `${connections}: ${low.toFixed(3)} → ${more.toFixed(3)}`)
      .join(', '),
    tolerance: 'less at 3 %, with each',
    because: IN_WORDS,
    passed: gains.every(({ low, more }) => low < more),
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function saturation({ curves }, version) {
  const { connections } = GAIN[version];
  const rises = [0, connections].map((count) => {
    const points = curves.of(version, count);
    return { count, before: valueAt(points, 27, 'latencySeconds'), full: mostOf(points, 'latencySeconds') };
  });
  return claimed({
    id: `F5-j ${version}`,
    source: PAPER[version],
    published: 'latency rises dramatically at saturation',
    claim: 'mean latency at 27 Mbit/s and at its most, s',
    measured: rises
      .map(
        ({ count, before, full }) =>
          `${count === 0 ? 'no proxy' : `${count} connections`}: ${before.toFixed(2)} → ${full.toFixed(2)}`,
      )
      .join('; '),
    tolerance: 'by half or more',
    because: IN_WORDS,
    passed: rises.every(({ before, full }) => full >= 1.5 * before),
  });
}

/**
 * @param {Point[]} points
 * @returns {number} presented Mbit/s at which latency is 5 % above its least before; NaN: nowhere
 */
function riseAt(points) {
  let least = Infinity;
  for (const [index, point] of points.entries()) {
    const latency = Number(point.latencySeconds);
    const limit = 1.05 * least;
    if (latency >= limit) {
      const before = points[index - 1];
      const from = Number(before.latencySeconds);
      return before.presentedMbps + ((limit - from) / (latency - from)) * (point.presentedMbps - before.presentedMbps);
    }
    least = Math.min(least, latency);
  }
  return NaN;
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function rise({ curves }, version) {
  const percent = RISE_PERCENT[version];
  const one = mostOf(curves.of(version, 1), 'toNzMbps');
  // With fewer, loads are too far apart to show where a curve begins to rise; with more, the link is what fills.
  const counts = CONNECTIONS.filter((count) => isBetween(count * one, LINK_MBPS / 2, 1.03 * LINK_MBPS));
  const shares = counts.map((count) => ({ count, percent: (100 * riseAt(curves.of(version, count))) / (count * one) }));
  const measured = mean(shares.map(({ percent: share }) => share));
  return claimed({
    id: `F5-g ${version}`,
    source: PAPER[version],
    published: `latency rises once connections carry about ${percent} % of what they can`,
    claim:
      'share at which it is up by 5 %, mean of all numbers of connections that carry half of the link to all of it',
    measured: `${measured.toFixed(0)} %`,
    tolerance: `${percent - RISE_TOLERANCE}–${percent + RISE_TOLERANCE} %`,
    because: 'where a curve begins to rise is read from a plot; 5 % is our reading',
    passed: Math.abs(measured - percent) <= RISE_TOLERANCE,
    note: `presented load over connections × ${fixed(one, 3)} Mbit/s; ${shares.map(({ count, percent: share }) => `${count}: ${share.toFixed(0)} %`).join(', ')}`,
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function best({ curves }, version) {
  const { more, fewer } = BEST[version];
  const at = (/** @type {number} */ connections) => valueAt(curves.of(version, connections), 33, 'latencySeconds');
  return claimed({
    id: `F5-h ${version}`,
    claim: `best latency needs more connections than saturation: ${more} against ${fewer} at 33 Mbit/s, s`,
    source: version === 'fibre' ? PAPER.fibre : 'satellite paper, conclusions',
    published: `about ${more} connections for the best latency`,
    measured: `${at(more).toFixed(2)} against ${at(fewer).toFixed(2)}`,
    tolerance: 'less',
    because: IN_WORDS,
    passed: at(more) < at(fewer),
    note: `33 Mbit/s are ${(3300 / LINK_MBPS).toFixed(0)} % of the link`,
  });
}

/** Figures 5b and 7b. @param {Evidence} evidence @returns {Claim[]} */
export function latencyClaims(evidence) {
  return [
    gain(evidence, 'fibre'),
    gain(evidence, 'satellite'),
    lowLoad(evidence),
    rise(evidence, 'fibre'),
    rise(evidence, 'satellite'),
    best(evidence, 'fibre'),
    best(evidence, 'satellite'),
    saturation(evidence, 'fibre'),
    saturation(evidence, 'satellite'),
  ];
}
