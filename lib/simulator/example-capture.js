import { runScenario } from './scenario/run.js';

/** @param {import('./examples.js').Example} example @returns {Uint8Array} a capture */
export function captureOf({ scenario }) {
  const [{ bytes }] = runScenario({ seed: 1, ...scenario }, { withTruth: false }).captures;
  return bytes;
}
