import { claimed, fixed, isBetween } from './claim.js';
import { mostOf, valueAt } from './curves.js';
import { CONNECTIONS, LINK_BPS } from './parameters.js';

/** @typedef {import('../study.js').Claim} Claim */
/** @typedef {import('./claim.js').Evidence} Evidence */
/** @typedef {import('./parameters.js').Version} Version */
/** @typedef {import('./curves.js').Point} Point */

const LINK_MBPS = LINK_BPS / 1e6;
/** Those that are too few to fill the link. */
const FEW = { fibre: 15, satellite: 35 };
const MANY = { fibre: [35, 50, 70], satellite: [50, 70] };

/** @param {Point[]} points @returns {number} least squares, of load over presented load */
function slope(points) {
  const meanX = points.reduce((sum, { presentedMbps }) => sum + presentedMbps, 0) / points.length;
  const meanY = points.reduce((sum, { toNzMbps }) => sum + toNzMbps, 0) / points.length;
  const over = points.reduce(
    (sum, { presentedMbps, toNzMbps }) => sum + (presentedMbps - meanX) * (toNzMbps - meanY),
    0,
  );
  return over / points.reduce((sum, { presentedMbps }) => sum + (presentedMbps - meanX) ** 2, 0);
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function oneConnection({ curves }, version) {
  const measured = mostOf(curves.of(version, 1), 'toNzMbps');
  const [low, high] = version === 'fibre' ? [2.14, 2.25] : [0.675, 0.71];
  return claimed({
    id: version === 'fibre' ? 'F4-a' : 'F4-b',
    claim: `one connection levels off, ${version}, Mbit/s`,
    expected: version === 'fibre' ? '2.2' : '0.69–0.70',
    measured: fixed(measured, 3),
    tolerance: `${low}–${high}`,
    passed: isBetween(measured, low, high),
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function slopeWithoutProxy({ curves }, version) {
  const points = curves
    .of(version, 0)
    .filter(({ presentedMbps }) => isBetween(presentedMbps, 0.1 * LINK_MBPS, 0.9 * LINK_MBPS));
  const measured = slope(points);
  const withLessHeader =
    points.reduce(
      (sum, { toNzMbps, presentedMbps, presentedBytes, presentedPackets }) =>
        sum +
        ((toNzMbps / presentedMbps) * (presentedBytes + 40 * presentedPackets)) /
          (presentedBytes + 20 * presentedPackets),
      0,
    ) / points.length;
  return claimed({
    id: `F5-a ${version}`,
    claim: 'slope of load over presented load, no proxy, 10–90 %',
    expected: version === 'fibre' ? 1.03 : 1.04,
    measured: fixed(measured, 4),
    tolerance: '1.00–1.06',
    passed: isBetween(measured, 1, 1.06),
    note: `presented load counts 40 bytes of headers a packet; with 20, ${withLessHeader.toFixed(3)}`,
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function noTailOff({ curves }, version) {
  const points = curves.of(version, 0);
  const below = points.filter(({ presentedMbps }) => presentedMbps <= 33);
  const least = Math.min(...below.map(({ toNzMbps, presentedMbps }) => toNzMbps / presentedMbps));
  const most = mostOf(points, 'toNzMbps');
  return claimed({
    id: `F5-b ${version}`,
    claim: 'no tail-off before saturation, no proxy: least load over presented load up to 33 Mbit/s; most load, Mbit/s',
    expected: 'yes',
    measured: `${least.toFixed(4)}; ${most.toFixed(3)}`,
    tolerance: `≥ 1; ≥ 99.5 % of ${LINK_MBPS}`,
    passed: least >= 1 && most >= 0.995 * LINK_MBPS,
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function manyConnections({ curves }, version) {
  const ratios = MANY[version].map((connections) => {
    const points = curves.of(version, connections);
    const at = (/** @type {number} */ mbps) => valueAt(points, mbps, 'toNzMbps') / mbps;
    return { connections, low: at(4), high: at(30) };
  });
  const bare = valueAt(curves.of(version, 0), 30, 'toNzMbps') / 30;
  return claimed({
    id: `F5-c ${version}`,
    claim: 'many connections: load over presented load falls as load rises',
    expected: 'a little less than without a proxy',
    measured: ratios
      .map(({ connections, low, high }) => `${connections}: ${low.toFixed(3)} → ${high.toFixed(3)}`)
      .join(', '),
    tolerance: 'falls from 4 to 30 Mbit/s',
    passed: ratios.every(({ low, high }) => high < low),
    note: `without a proxy ${bare.toFixed(3)} at 30 Mbit/s: with one it is ${ratios.every(({ high }) => high < bare) ? 'less' : 'more, as the 20 bytes of each piece outweigh what fuller segments save'}`,
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function fewConnections({ curves }, version) {
  const one = mostOf(curves.of(version, 1), 'toNzMbps');
  const few = CONNECTIONS.filter((connections) => connections > 1 && connections <= FEW[version]);
  const shares = few.map((connections) => ({
    connections,
    most: mostOf(curves.of(version, connections), 'toNzMbps'),
    share: mostOf(curves.of(version, connections), 'toNzMbps') / (connections * one),
  }));
  return claimed({
    id: `F5-d ${version}`,
    claim: `${FEW[version]} connections or fewer do not fill the link: most load, Mbit/s`,
    expected: `${FEW[version]} do not`,
    measured: shares.map(({ connections, most }) => `${connections}: ${most.toFixed(2)}`).join(', '),
    tolerance: 'connections × that of one, within 2 %',
    passed: shares.every(({ share, most }) => isBetween(share, 0.98, 1.02) && most < 0.995 * LINK_MBPS),
    note: `of that: ${shares.map(({ share }) => `${(100 * share).toFixed(1)} %`).join(', ')}`,
  });
}

/** Figures 4 and 5a. @param {Evidence} evidence @returns {Claim[]} */
export function loadClaims(evidence) {
  const both = (/** @type {(evidence: Evidence, version: Version) => Claim} */ rule) => [
    rule(evidence, 'fibre'),
    rule(evidence, 'satellite'),
  ];
  return [oneConnection, slopeWithoutProxy, noTailOff, manyConnections, fewConnections].flatMap(both);
}
