const NS_PER_SECOND = 1_000_000_000n;

/**
 * @param {bigint} ns since the epoch
 * @returns {string} decimal seconds with nine figures behind the point, as `startEpoch` has it
 */
export function formatEpoch(ns) {
  const sign = ns < 0n ? '-' : '';
  const absolute = ns < 0n ? -ns : ns;
  return `${sign}${absolute / NS_PER_SECOND}.${String(absolute % NS_PER_SECOND).padStart(9, '0')}`;
}
