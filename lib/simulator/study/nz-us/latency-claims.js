import { claimed, fixed, isBetween } from './claim.js';
import { mostOf, valueAt } from './curves.js';
import { CONNECTIONS, LINK_BPS } from './parameters.js';

/** @typedef {import('../study.js').Claim} Claim */
/** @typedef {import('./claim.js').Evidence} Evidence */
/** @typedef {import('./parameters.js').Version} Version */
/** @typedef {import('./curves.js').Point} Point */

const LINK_MBPS = LINK_BPS / 1e6;
const GAIN = {
  fibre: { connections: 50, expected: '0.5 s, 17 %', seconds: [0.25, 0.6], percent: [8, 20] },
  satellite: { connections: 70, expected: '1.0 s, 25 %', seconds: [0.85, 1.2], percent: [20, 31] },
};
/** With so many connections latency is to rise at that share of what they carry together. */
const RISE = {
  fibre: { connections: 20, expected: 'about 60 %' },
  satellite: { connections: 50, expected: 'about 75 %' },
};
const BEST = { fibre: { more: 50, fewer: 20 }, satellite: { more: 70, fewer: 50 } };

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function gain({ curves }, version) {
  const {
    connections,
    expected,
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
    claim: `gain of a proxy with ${connections} connections, 5–20 Mbit/s`,
    expected,
    measured: `${seconds.toFixed(3)} s, ${percent.toFixed(1)} %`,
    tolerance: `${least}–${most} s, ${leastPercent}–${mostPercent} %`,
    passed: isBetween(seconds, least, most) && isBetween(percent, leastPercent, mostPercent),
    note: `${bare.toFixed(2)} s without, ${proxied.toFixed(2)} s with; the papers' seconds and percents together say ${version === 'fibre' ? '2.9 and 2.4' : '4.0 and 3.0'}`,
  });
}

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param {Evidence} evidence @returns {Claim} */
function lowLoad({ curves }) {
  const many = CONNECTIONS.filter((connections) => connections >= 15);
  const falls = many.map((connections) => {
    const points = curves.of('satellite', connections);
    const [low, more] = [1, 4].map((level) => Number(points.find((point) => point.level === level)?.latencySeconds));
    return { connections, low, more };
  });
  return claimed({
    id: 'F5-f',
    claim: 'gain is smaller at very low load, satellite: latency at 3 % of the link against 12 %, s',
    expected: 'more',
    measured: falls
      .map(({ connections, low, more }) => `${connections}: ${low.toFixed(3)} → ${more.toFixed(3)}`)
      .join(', '),
    tolerance: 'more at 3 %, with 15 connections and more',
    passed: falls.every(({ low, more }) => low > more),
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
  const { connections, expected } = RISE[version];
  const one = mostOf(curves.of(version, 1), 'toNzMbps');
  const share = (/** @type {number} */ count) => (100 * riseAt(curves.of(version, count))) / (count * one);
  const others = CONNECTIONS.filter((count) => count > 1 && count < connections);
  const measured = share(connections);
  return claimed({
    id: `F5-g ${version}`,
    claim: `latency is up by 5 % at this share of what ${connections} connections carry`,
    expected,
    measured: `${measured.toFixed(0)} %`,
    tolerance: '55–85 %',
    passed: isBetween(measured, 55, 85),
    note: `presented load over connections × ${fixed(one, 3)} Mbit/s; with fewer: ${others.map((count) => `${count}: ${share(count).toFixed(0)} %`).join(', ')}`,
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function best({ curves }, version) {
  const { more, fewer } = BEST[version];
  const at = (/** @type {number} */ connections) => valueAt(curves.of(version, connections), 33, 'latencySeconds');
  return claimed({
    id: `F5-h ${version}`,
    claim: `best latency needs more connections than saturation: ${more} against ${fewer} at 33 Mbit/s, s`,
    expected: 'less',
    measured: `${at(more).toFixed(2)} against ${at(fewer).toFixed(2)}`,
    tolerance: 'less',
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
  ];
}
