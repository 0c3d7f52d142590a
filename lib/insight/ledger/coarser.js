/** @typedef {import('./strip.js').Interval} Interval */

/**
 * At most so many intervals, where there are more: neighbours together, one of each owner and rule among them. Sums
 * stay exact; where in its neighbourhood an owner had the time is then roughly told.
 * @param {readonly Interval[]} intervals side by side @param {number} most
 * @returns {readonly Interval[]}
 */
export function coarser(intervals, most) {
  let list = intervals;
  for (let each = FEWEST; list.length > most; each *= 2) {
    // each chunk leaves one at least
    if (intervals.length > each * most && each <= intervals.length) continue;
    list = chunks(intervals, each);
    if (each > intervals.length) return list;
  }
  return list;
}

/** Neighbours that are put together first. */
const FEWEST = 8;

/** @param {readonly Interval[]} intervals @param {number} each @returns {Interval[]} */
function chunks(intervals, each) {
  /** @type {Interval[]} */
  const list = [];
  for (let from = 0; from < intervals.length; from += each) {
    addTogether(list, intervals, from, Math.min(intervals.length, from + each));
  }
  return list;
}

/**
 * @param {Interval[]} list @param {readonly Interval[]} intervals side by side
 * @param {number} from @param {number} to
 */
function addTogether(list, intervals, from, to) {
  const first = list.length;
  for (let k = from; k < to; k++) {
    const one = intervals[k];
    let at = first;
    while (at < list.length && !isAlike(list[at], one)) at++;
    // until all are there, an interval of the list has its time as its end
    const ns = one.endNs - one.startNs;
    if (at === list.length) list.push({ ...one, endNs: ns });
    else {
      list[at].endNs += ns;
      list[at].confidence = Math.min(list[at].confidence, one.confidence);
    }
  }
  let atNs = intervals[from].startNs;
  for (let at = first; at < list.length; at++) {
    list[at].startNs = atNs;
    atNs += list[at].endNs;
    list[at].endNs = atNs;
  }
}

/** @param {Interval} one @param {Interval} other */
const isAlike = (one, other) =>
  one.owner === other.owner && one.rule === other.rule && one.would === other.would && one.isIdle === other.isIdle;
