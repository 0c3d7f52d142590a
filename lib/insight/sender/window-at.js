/**
 * The window by time, to be asked for in the order of time.
 * @param {Pick<import('../../transport/bursts.js').Bursts, 'count' | 'startNs'>} bursts
 * @param {Float64Array} cwnd segments, behind each burst @param {number} segmentBytes
 * @returns {(timeNs: number) => number} bytes; Infinity without any burst
 */
export function windowAt({ count, startNs }, cwnd, segmentBytes) {
  let at = 0;
  return (timeNs) => {
    while (at + 1 < count && startNs[at + 1] <= timeNs) at++;
    return (cwnd[at] ?? Infinity) * segmentBytes;
  };
}
