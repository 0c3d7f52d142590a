/** Most ranges of a usable display filter; Wireshark reads one of some ten thousand characters instantly. */
export const MAX_WIRESHARK_RANGES = 1000;

/**
 * The connections as a display filter of Wireshark, whose `tcp.stream` counts connections as our `flow` does.
 * @param {Iterable<number>} flows ascending
 * @returns {string|null} null: none, or more than `MAX_WIRESHARK_RANGES` stretches
 */
export function wiresharkFilter(flows) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const flow of flows) {
    const last = ranges.at(-1);
    if (last && flow === last[1] + 1) last[1] = flow;
    else ranges.push([flow, flow]);
    if (ranges.length > MAX_WIRESHARK_RANGES) return null;
  }
  if (ranges.length === 0) return null;
  const [first, end] = ranges[0];
  if (ranges.length === 1 && first === end) return `tcp.stream == ${first}`;
  return `tcp.stream in {${ranges.map(([from, to]) => (from === to ? `${from}` : `${from}..${to}`)).join(', ')}}`;
}
