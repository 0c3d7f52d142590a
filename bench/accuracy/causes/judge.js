/** What is said of a scenario at each tap, beside the truth. */
import { trueOwners } from './owners.js';
import { analysed, simulated } from './run.js';
import { trueCodes } from './truth.js';

/**
 * @typedef {object} Judged
 * @property {number} seed
 * @property {string} family
 * @property {import('./families/common.js').Tap} at
 * @property {string} code of the first sentence
 * @property {string} sentence
 * @property {boolean} isTrue
 * @property {string[]} codes those that are true
 * @property {boolean} isAtSender the tap is at who sent most data
 * @property {import('./owners.js').OwnerScore} owners
 */

/** @param {import('./draw.js').Drawn} drawn @returns {Judged[]} */
export function judged(drawn) {
  const truth = simulated(drawn);
  const { seed, family, plan } = drawn;
  return truth.captures.map(({ at, bytes, seen }) => {
    const analysis = analysed(bytes);
    const verdict = analysis.findings.ofCapture().verdict;
    const codes = trueCodes(drawn, truth, { at, seen });
    const code = verdict?.code ?? 'none';
    return {
      seed,
      family,
      at,
      code,
      sentence: verdict?.sentence ?? '–',
      isTrue: codes.has(code) || (plan.says?.test(verdict?.sentence ?? '') ?? false),
      codes: [...codes],
      isAtSender: at === senderOf(truth),
      owners: trueOwners(analysis, truth, { plan, at, seen }),
    };
  });
}

/** @param {import('./run.js').Simulated} truth @returns {'client'|'server'} */
function senderOf({ log }) {
  let client = 0;
  let server = 0;
  for (const { isClient, length } of log.sendings.values()) {
    if (isClient) client += length;
    else server += length;
  }
  return client > server ? 'client' : 'server';
}
