/** @typedef {import('./packets.js').QuicPackets} QuicPackets */

/** Periods are taken to be round trips only up to so many times the shortest. */
const LONGEST_PERIOD = 5;
/** An edge closer than this share of the usual period to the one before comes of reordering … */
const SHORTEST_PERIOD = 1 / 2;
/** … and a period in which nothing was sent for this share of it measures the application. */
const PAUSE_SHARE = 1 / 2;
/** Fewer periods, or a smaller share of them confirmed by the other direction, show no spin bit. */
const MIN_PERIODS = 2;
const MIN_CONFIRMED = 0.5;

/**
 * A change of the bit; pauseNs: the longest pause of its direction since the one before.
 * @typedef {{ timeNs: number, pauseNs: number }} Edge
 */

/**
 * Round trips by the spin bit (RFC 9000 section 17.4), which needs no keys: the client flips it, the server echoes it,
 * so that it changes once a round trip in each direction. Random bits, which ends may send instead, are not confirmed
 * by the other direction.
 * @param {QuicPackets} packets @param {Uint8Array} spin of each packet; 2: it has none
 * @param {number} direction whose edges are taken
 * @returns {{ timeNs: number[], rttNs: number[] }}
 */
export function spinRoundTrips(packets, spin, direction) {
  const own = edgesOf(packets, spin, direction);
  const other = edgesOf(packets, spin, 1 - direction);
  const periods = own.slice(1).map(({ timeNs, pauseNs }, at) => ({ timeNs, pauseNs, ns: timeNs - own[at].timeNs }));
  const usualNs = periods.map(({ ns }) => ns).sort((a, b) => a - b)[periods.length >> 1] ?? 0;
  const plausible = periods.filter(({ ns }) => ns >= usualNs * SHORTEST_PERIOD);
  const confirmed = plausible.filter(isConfirmed(other));
  const samples = { timeNs: /** @type {number[]} */ ([]), rttNs: /** @type {number[]} */ ([]) };
  if (periods.length < MIN_PERIODS || confirmed.length < periods.length * MIN_CONFIRMED) return samples;
  const shortestNs = Math.min(...confirmed.map(({ ns }) => ns));
  for (const { timeNs, pauseNs, ns } of confirmed) {
    if (ns > shortestNs * LONGEST_PERIOD || pauseNs > ns * PAUSE_SHARE) continue;
    samples.timeNs.push(timeNs);
    samples.rttNs.push(ns);
  }
  return samples;
}

/**
 * Whether the other direction flipped once in a period.
 * @param {Edge[]} other by time
 * @returns {(period: { timeNs: number, ns: number }) => boolean} to be asked in the order of time
 */
function isConfirmed(other) {
  let at = 0;
  return ({ timeNs, ns }) => {
    while (at < other.length && other[at].timeNs <= timeNs - ns) at++;
    return at < other.length && other[at].timeNs <= timeNs && (other[at + 1]?.timeNs ?? Infinity) > timeNs;
  };
}

/**
 * When the bit flipped: by packets that came in order, as far as their numbers are known.
 * @param {QuicPackets} packets @param {Uint8Array} spin @param {number} direction
 */
function edgesOf({ count, direction: directions, timeNs, pn }, spin, direction) {
  /** @type {Edge[]} */
  const edges = [];
  let value = 2;
  let highest = -1;
  let lastNs = NaN;
  let pauseNs = 0;
  for (let row = 0; row < count; row++) {
    if (directions[row] !== direction || spin[row] > 1) continue;
    if (pn[row] >= 0 && pn[row] < highest) continue;
    highest = Math.max(highest, pn[row]);
    pauseNs = Math.max(pauseNs, timeNs[row] - (Number.isNaN(lastNs) ? timeNs[row] : lastNs));
    lastNs = timeNs[row];
    if (spin[row] === value) continue;
    if (value < 2) edges.push({ timeNs: timeNs[row], pauseNs });
    value = spin[row];
    pauseNs = 0;
  }
  return edges;
}
