/** Delays within this share of the shortest round trip are alike … */
const ALIKE_SHARE = 1 / 200;
/** … but within this at least, and at the most: how exactly hosts time packets. */
const MIN_ALIKE_NS = 10e3;
export const MAX_ALIKE_NS = 100e3;
/** Of the packets at the commonest delay: so many must be alike, so that a packet timed wrongly does not count. */
const RECURRING_SHARE = 0.05;
/** Packets that must be alike where there are more than a few. */
const MIN_RECURRING = 3;

/** How far delays may be apart to be alike. @param {number} roundTripNs about how long the shortest takes */
export const alikeNs = (roundTripNs) =>
  Math.min(MAX_ALIKE_NS, Math.max(MIN_ALIKE_NS, Math.abs(roundTripNs) * ALIKE_SHARE));

/**
 * The least delay that recurs. A strict minimum would be that of the packet whose timestamp is most wrong: a capture
 * that was kept from running stamps packets late, which shortens their delay to the next point.
 * @param {Float64Array} sorted ascending @param {number} alike ns
 * @returns {{ leastNs: number, count: number }} how many packets are alike there; NaN without any
 */
export function recurringLeast(sorted, alike) {
  const most = mostAlike(sorted, alike);
  const needed = Math.max(Math.min(MIN_RECURRING, sorted.length), RECURRING_SHARE * most);
  for (let from = 0, to = 0; from < sorted.length; from++) {
    while (to < sorted.length && sorted[to] - sorted[from] <= alike) to++;
    if (to - from >= needed) return { leastNs: sorted[from], count: to - from };
  }
  return { leastNs: sorted.length > 0 ? sorted[0] : NaN, count: Math.min(1, sorted.length) };
}

/** @param {Float64Array} sorted @param {number} alike */
function mostAlike(sorted, alike) {
  let most = 0;
  for (let from = 0, to = 0; from < sorted.length; from++) {
    while (to < sorted.length && sorted[to] - sorted[from] <= alike) to++;
    most = Math.max(most, to - from);
  }
  return most;
}
