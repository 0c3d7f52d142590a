import { withRecord } from '../kernel/record-beside.js';
import { ranked } from './rank/ranked.js';
import { DETECTORS } from './registry.js';
import { hasShown } from './shows.js';

/** @typedef {import('./finding.js').Finding} Finding */
/** @typedef {import('./context.js').Context} Context */

/**
 * Findings of connections. That nothing is wrong is a finding too.
 * @param {readonly Context[]} contexts of each
 * @returns {import('./rank/ranked.js').Ranked[]}
 */
export function findingsOf(contexts) {
  const found = contexts.map(() => /** @type {Finding[]} */ ([]));
  for (let d = 0; d < DETECTORS.length; d++) {
    for (let k = 0; k < contexts.length; k++) {
      if (!DETECTORS[d].isOfDirection && !hasShown(contexts[k], DETECTORS[d].needs)) continue;
      const some = DETECTORS[d](contexts[k]);
      for (let n = 0; n < some.length; n++) found[k].push(withRecord(byCapture(some[n], contexts[k]), contexts[k]));
    }
  }
  return found.map((all, k) => ranked(contexts[k], all));
}

/**
 * A finding by the capture's clock. Where that was set back during the connection: the times of what the page draws,
 * and no cost above the connection's duration by this clock.
 * @param {Finding} found @param {Context} context
 */
function byCapture(found, { clock, captureDurationNs }) {
  if (clock === null) return found;
  const [start, end] = [found.start, found.end].map((s) => Math.round(clock.captureNs(Math.round(s * 1e9))) / 1e9);
  return {
    ...found,
    start,
    end: Math.max(start, end),
    costSeconds: (found.costSeconds ?? 0) * 1e9 > captureDurationNs ? null : found.costSeconds,
  };
}
