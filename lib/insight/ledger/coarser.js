/** @typedef {import('./strip.js').Interval} Interval */

/**
 * At most so many intervals, where there are more: neighbours together, one of each owner and rule among them. Sums
 * stay exact; where in its neighbourhood an owner had the time is then roughly told.
 * @param {readonly Interval[]} intervals side by side @param {number} most
 * @returns {readonly Interval[]}
 */
export function coarser(intervals, most) {
  let list = intervals;
  for (let each = 8; list.length > most; each *= 2) {
    list = chunks(intervals, each).flatMap(together);
    if (each > intervals.length) return list;
  }
  return list;
}

/** @param {readonly Interval[]} intervals @param {number} each */
const chunks = (intervals, each) =>
  Array.from({ length: Math.ceil(intervals.length / each) }, (_, k) => intervals.slice(k * each, (k + 1) * each));

/** @param {readonly Interval[]} some side by side @returns {Interval[]} */
function together(some) {
  /** @type {Map<string, Interval & { ns: number }>} */
  const kinds = new Map();
  for (const one of some) {
    const key = `${one.owner} ${one.rule} ${one.would ?? ''} ${one.isIdle ?? ''}`;
    const kind = kinds.get(key);
    const ns = one.endNs - one.startNs;
    if (kind === undefined) kinds.set(key, { ...one, ns });
    else {
      kind.ns += ns;
      kind.confidence = Math.min(kind.confidence, one.confidence);
    }
  }
  let atNs = some[0].startNs;
  return [...kinds.values()].map(({ ns, ...one }) => {
    const startNs = atNs;
    atNs += ns;
    return { ...one, startNs, endNs: atNs };
  });
}
