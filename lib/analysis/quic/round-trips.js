/** Round trips of a QUIC connection, of the direction that sees more of the path. */

/** @typedef {{ timeNs: ArrayLike<number>, rttNs: ArrayLike<number>, count: number }} RoundTrips */

/** @param {RoundTrips[]} ways @returns {RoundTrips} those of the direction whose shortest is longer */
export function longer([asked, answered]) {
  const least = ({ rttNs, count } = asked) => {
    let shortest = Infinity;
    for (let i = 0; i < count; i++) shortest = Math.min(shortest, rttNs[i]);
    return count === 0 ? -1 : shortest;
  };
  const { timeNs, rttNs, count } = least(asked) > least(answered) ? asked : answered;
  return { timeNs, rttNs, count };
}

/**
 * Smallest and largest sample of the direction that sees more of the path, else the spin bit's, else the handshake's.
 * @param {{ rtt?: { min: number, max: number }|null, spinRtt?: { min: number, max: number }|null }[]} ways
 * @param {number|null} handshakeRtt seconds
 */
export function rttRange(ways, handshakeRtt) {
  for (const samples of [ways.map(({ rtt }) => rtt), ways.map(({ spinRtt }) => spinRtt)]) {
    const known = samples.filter((one) => one !== null && one !== undefined);
    const [widest] = known.sort((a, b) => b.min - a.min);
    if (widest !== undefined) return { rttMin: widest.min, rttMax: widest.max };
  }
  return { rttMin: handshakeRtt, rttMax: handshakeRtt };
}
