import { claimed, IN_WORDS, isBetween, PAPER, SYNTHETIC } from './claim.js';
import { valueAt } from './curves.js';

/** @typedef {import('../study.js').Claim} Claim */
/** @typedef {import('./claim.js').Evidence} Evidence */
/** @typedef {import('./parameters.js').Version} Version */

const ENOUGH = { fibre: 50, satellite: 70 };

/** @param {Evidence} evidence @returns {Claim} */
function flattens({ curves }) {
  const points = curves.of('satellite', 1);
  const { presentedMbps } = points[points.length - 1];
  return claimed({
    id: 'F7-c',
    claim: 'one connection carries requests for so much, satellite, Mbit/s presented',
    source: PAPER.satellite,
    published: 'with one connection it flattens at about 18 Mbit/s, as the way to the US cannot carry the requests',
    measured: Number(presentedMbps.toFixed(2)),
    tolerance: '16.5–19.5',
    because: `${SYNTHETIC}; responses over requests were set to 26 by this figure`,
    passed: isBetween(presentedMbps, 16.5, 19.5),
    note: `at the highest load offered; that of the link toward the US is then ${points[points.length - 1].toUsMbps.toFixed(3)} Mbit/s`,
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function ratio({ curves }, version) {
  const points = curves.of(version, ENOUGH[version]);
  const at = (/** @type {number} */ mbps) => valueAt(points, mbps, 'toNzMbps') / valueAt(points, mbps, 'toUsMbps');
  const low = at(10);
  const high = at(32);
  return claimed({
    id: `F7-d ${version}`,
    claim: `load to New Zealand over load to the US, ${ENOUGH[version]} connections, at 10 and 32 Mbit/s`,
    source: PAPER[version],
    published: 'in-bound to out-bound load about 19 : 1 with enough connections',
    measured: `${low.toFixed(1)} → ${high.toFixed(1)}`,
    tolerance: '17–21 at 32 Mbit/s',
    because: `a tenth: ${SYNTHETIC}`,
    passed: isBetween(high, 17, 21),
  });
}

/** @param {Evidence} evidence @param {Version} version @returns {Claim} */
function saving({ curves }, version) {
  const share = (/** @type {number} */ mbps, /** @type {'toUsMbps'|'toNzMbps'} */ way) => {
    const bare = valueAt(curves.of(version, 0), mbps, way);
    return (bare - valueAt(curves.of(version, ENOUGH[version]), mbps, way)) / bare;
  };
  const loads = [5, 15, 30];
  const isMore = loads.every((mbps) => share(mbps, 'toUsMbps') > share(mbps, 'toNzMbps'));
  const percent = (/** @type {number} */ value) => `${(100 * value).toFixed(1)} %`;
  return claimed({
    id: `F7-e ${version}`,
    claim: `a proxy with ${ENOUGH[version]} connections saves more toward the US than toward New Zealand, at 5, 15, 30 Mbit/s`,
    source: PAPER[version],
    published: 'a proxy saves more toward the US than toward New Zealand',
    measured: loads
      .map((mbps) => `${percent(share(mbps, 'toUsMbps'))} against ${percent(share(mbps, 'toNzMbps'))}`)
      .join(', '),
    tolerance: 'more',
    because: IN_WORDS,
    passed: isMore,
    note: 'a negative saving is a cost: 20 bytes for each piece',
  });
}

/** Figures 7c and 7d. @param {Evidence} evidence @returns {Claim[]} */
export function towardUsClaims(evidence) {
  return [
    flattens(evidence),
    ratio(evidence, 'fibre'),
    ratio(evidence, 'satellite'),
    saving(evidence, 'fibre'),
    saving(evidence, 'satellite'),
  ];
}
