/** Times in seconds. @typedef {{ min: number, median: number, p95: number, max: number }} Spread */

/** @param {Float64Array} ns at least one @returns {Spread} */
export function spreadOf(ns) {
  const sorted = ns.slice().sort();
  const at = (/** @type {number} */ share) =>
    inSeconds(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
  return { min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
}

/** To the microsecond. @param {number} ns */
const inSeconds = (ns) => Math.round(ns / 1e3) / 1e6;
