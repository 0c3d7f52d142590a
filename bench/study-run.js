import { copiesFor, workloadOf } from '../lib/studies/nz-us/nz-us.js';
import { LEVELS, HIGHEST_PRESENTED_BPS } from '../lib/studies/nz-us/parameters.js';
import { FEATURES, linkOf, runSetting } from '../lib/studies/nz-us/run.js';
import { scaledRequests } from '../lib/studies/workload/scaled.js';

const PRESENTED_BPS = 33e6;
const SEED = 1;

/**
 * A run of the NZ/US study over fibre, its requests ready.
 * @param {number} connections between the proxies; 0: none @param {number} seconds simulated
 * @returns {() => { packets: number, fingerprint: string }} packets: of all links, each counted once, as none goes over
 *   two
 */
export function studyRun(connections, seconds) {
  const workload = workloadOf(SEED);
  const scaled = scaledRequests(workload, {
    copies: copiesFor(workload, (LEVELS * PRESENTED_BPS) / HIGHEST_PRESENTED_BPS),
    seconds,
    features: FEATURES,
  });
  return () => {
    const { measures } = runSetting(
      { link: linkOf('fibre'), connections, seconds, warmUpSeconds: seconds / 10, sampleCopies: 1, seed: SEED },
      scaled,
    );
    return { packets: measures.packets, fingerprint: String(measures.presentedBytes) };
  };
}
