import { analysisVersion } from './analysis/analysis-version.js';
import { RequestError } from './errors.js';

/** @typedef {import('../lib/shared/captures/capture-record.js').Capture} Capture */

/**
 * Renews the verdicts of captures on disk that another version of the analysis found: they may be wrong, so they
 * are discarded first. The newest captures are read one after the other, up to `renewedBytes` in all; the verdicts of
 * the others are found when they are opened.
 * @param {import('./captures.js').Captures} captures
 * @param {{ limits: Pick<import('./limits.js').Limits, 'renewedBytes'>, signal: AbortSignal }} how aborted when the
 *   server closes
 */
export async function renewVerdicts(captures, { limits, signal }) {
  const old = await forgetOld(captures);
  let leftBytes = limits.renewedBytes;
  for (const { id, sizeBytes } of old) {
    if (sizeBytes > leftBytes) continue;
    leftBytes -= sizeBytes;
    if (signal.aborted) return;
    // Reading ends with the verdict; a capture that was removed meanwhile needs none.
    if (captures.find(id) !== null) await captures.askWhole(id, 'pulse', {}).catch(passRefusal);
  }
}

/**
 * @param {import('./captures.js').Captures} captures
 * @returns {Promise<Capture[]>} whose verdicts are gone, newest first
 */
async function forgetOld(captures) {
  const judged = captures
    .list()
    .filter(({ state, connections, quicConnections }) => state === 'ready' && connections + quicConnections > 0);
  if (judged.length === 0) return [];
  const version = await analysisVersion();
  const old = judged.filter(({ state, verdictBy }) => state === 'ready' && verdictBy !== version);
  for (const { id } of old) captures.forgetVerdict(id);
  return old;
}

/** A file that can no longer be read says so in its row. @param {unknown} cause */
function passRefusal(cause) {
  if (!(cause instanceof RequestError)) throw cause;
}
