/**
 * Puts the samples of a host's record on the capture's clock, by the packets alone: when the kernel had so many bytes
 * acknowledged, the acknowledgement of the last of them had come and that of the next had not. Each sample therefore
 * bounds the difference of the clocks; the bounds that most samples share are taken.
 */

/** Linux counts the SYN of the end that connects as a byte, that of the end that accepted not. */
const SYN_BYTES = [1, 0];
/** Fewer tell nothing. */
const MIN_BOUNDS = 3;

/**
 * @typedef {object} Alignment
 * @property {number} offsetNs to be added to a sample's time
 * @property {number} uncertaintyNs half the width of the bounds
 * @property {number} share of the samples with bounds that agree, 0 to 1
 */

/**
 * @param {{ timeNs: ArrayLike<number>, acked: ArrayLike<number>, count: number }} acks acknowledgements of the sender's
 *   data as they were captured, by time; `acked`: its bytes before them, the highest so far
 * @param {{ timeNs: ArrayLike<number>, bytesAcked: ArrayLike<number> }} samples by the kernel
 * @returns {Alignment | null} null: the record has too few samples while bytes were acknowledged
 */
export function alignedClock(acks, samples) {
  const [of, other] = SYN_BYTES.map((synBytes) => boundsOf(acks, samples, synBytes));
  const bounds = of.length >= other.length ? of : other;
  return bounds.length < MIN_BOUNDS ? null : shared(bounds);
}

/**
 * @param {Parameters<typeof alignedClock>[0]} acks @param {Parameters<typeof alignedClock>[1]} samples
 * @param {number} synBytes
 * @returns {{ low: number, high: number }[]}
 */
function boundsOf({ timeNs, acked, count }, samples, synBytes) {
  /** @type {{ low: number, high: number }[]} */
  const bounds = [];
  let at = 0;
  for (let i = 0; i < samples.timeNs.length; i++) {
    const bytes = samples.bytesAcked[i] - synBytes;
    if (bytes <= 0) continue;
    while (at < count && acked[at] < bytes) at++;
    if (at >= count) break;
    // Between the acknowledgement that reached it and the one after: unless it was never told in the capture.
    if (acked[at] !== bytes) continue;
    let next = at + 1;
    while (next < count && acked[next] === bytes) next++;
    if (next >= count) continue;
    bounds.push({ low: timeNs[at] - samples.timeNs[i], high: timeNs[next] - samples.timeNs[i] });
  }
  return bounds;
}

/**
 * What most bounds share; of several such, what is nearest to no difference.
 * @param {readonly { low: number, high: number }[]} bounds
 * @returns {Alignment}
 */
export function shared(bounds) {
  const edges = bounds.flatMap(({ low, high }) => [
    { at: low, step: 1 },
    { at: high, step: -1 },
  ]);
  edges.sort((a, b) => a.at - b.at || b.step - a.step);
  let [open, most, low, high] = [0, 0, 0, 0];
  for (let i = 0; i < edges.length; i++) {
    open += edges[i].step;
    if (edges[i].step < 0 || open < most) continue;
    const next = { low: edges[i].at, high: edges[i + 1].at };
    if (open === most && Math.abs(next.low + next.high) >= Math.abs(low + high)) continue;
    ({ low, high } = next);
    most = open;
  }
  return { offsetNs: (low + high) / 2, uncertaintyNs: (high - low) / 2, share: most / bounds.length };
}
