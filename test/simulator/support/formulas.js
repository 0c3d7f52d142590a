/**
 * Models of TCP under independent losses, from the papers that made them. Rates in segments per second, times in
 * seconds.
 */

/** Mean length of a row of time-outs, in first time-outs. @param {number} p */
const backOff = (p) => 1 + p + 2 * p ** 2 + 4 * p ** 3 + 8 * p ** 4 + 16 * p ** 5 + 32 * p ** 6;

/**
 * Probability that a loss in a window of so many segments ends in a time-out.
 * @param {number} p
 * @param {number} window
 */
function timeoutShare(p, window) {
  const q = 1 - p;
  return Math.min(1, ((1 - q ** 3) * (1 + q ** 3 * (1 - q ** (window - 3)))) / (1 - q ** window));
}

/**
 * Padhye, Firoiu, Towsley, Kurose: Modeling TCP Reno Performance (2000), the full model without a window limit.
 * @param {number} p @param {{ rtt: number, timeout: number, b: number }} path b: segments for each acknowledgement
 */
export function padhyeRate(p, { rtt, timeout, b }) {
  const q = 1 - p;
  const k = (2 + b) / (3 * b);
  const window = k + Math.sqrt((8 * q) / (3 * b * p) + k * k);
  const share = timeoutShare(p, window);
  return (q / p + window + share / q) / (rtt * ((b / 2) * window + 1) + (share * timeout * backOff(p)) / q);
}

/**
 * Cardwell, Savage, Anderson: Modeling TCP Latency (2000): mean time from the first data to the last acknowledgement,
 * without handshake.
 * @param {number} segments
 * @param {number} p
 * @param {{ rtt: number, timeout: number, b: number, initialWindow: number }} path
 */
export function cardwellSeconds(segments, p, { rtt, timeout, b, initialWindow }) {
  const growth = 1 + 1 / b;
  const q = 1 - p;
  const inSlowStart = p === 0 ? segments : Math.min(segments, ((1 - q ** segments) * q) / p + 1);
  const slowStart = (rtt * Math.log((inSlowStart * (growth - 1)) / initialWindow + 1)) / Math.log(growth);
  if (p === 0) return slowStart;
  const window = (inSlowStart * (growth - 1)) / growth + initialWindow / growth;
  const share = timeoutShare(p, window);
  return (
    slowStart +
    (1 - q ** segments) * ((share * backOff(p) * timeout) / q + (1 - share) * rtt) +
    (segments - inSlowStart) / padhyeRate(p, { rtt, timeout, b })
  );
}

/** Share of a link that one Reno connection's sawtooth fills. @param {number} buffer of the bandwidth-delay product */
export function sawtoothShare(buffer) {
  const below = Math.max(0, (1 - buffer) / 2);
  const full = ((1 + buffer) ** 2 - Math.max(1, (1 + buffer) / 2) ** 2) / 2;
  return ((below * (1 + (1 + buffer) / 2)) / 2 + full) / (below + full);
}
