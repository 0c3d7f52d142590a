/** What held a MUX sender back besides TCP: it had used up a session's credit, which to TCP looks like a sender without data. */
import { GrowingColumn } from '../../plot/growing-column.js';

/** @typedef {import('../connection/sender-data.js').SenderData['causes']} Causes */
/** @typedef {{ startNs: number, endNs: number }} Span */

/** The cause that gives way: TCP had nothing to send. */
const WITHOUT_DATA = 'application';

/**
 * Stalls of a direction's sessions, those that overlap as one.
 * @param {import('../../../lib/columns/column-frame.js').ColumnFrame|null} frame of the kind `lanes`
 * @param {number} direction
 * @returns {Span[]} by start; none where MUX is not what shares the connection
 */
export function creditStalls(frame, direction) {
  if (frame?.meta.protocol !== 'webmux') return [];
  const { stallStart, stallEnd, stallDirection } = frame.columns;
  const stalls = Array.from(stallStart, (startNs, i) => ({ startNs, endNs: stallEnd[i], direction: stallDirection[i] })).filter((stall) => stall.direction === direction).sort((a, b) => a.startNs - b.startNs);
  /** @type {Span[]} */
  const spans = [];
  for (const { startNs, endNs } of stalls) {
    const last = spans[spans.length - 1];
    if (last !== undefined && startNs <= last.endNs) last.endNs = Math.max(last.endNs, endNs);
    else spans.push({ startNs, endNs });
  }
  return spans;
}

/** @param {Causes} causes @param {Span[]} stalls by start, apart from one another @returns {Causes} in which TCP without data is credit while that was used up; linear in both */
export function withCredit({ start, end, name }, stalls) {
  /** @type {Causes} */
  const causes = { start: new GrowingColumn(64), end: new GrowingColumn(64), name: [] };
  const push = (/** @type {number} */ from, /** @type {number} */ to, /** @type {string} */ cause) => {
    if (to <= from) return;
    causes.start.push(from);
    causes.end.push(to);
    causes.name.push(cause);
  };
  let next = 0;
  name.forEach((cause, i) => {
    const endNs = end.values[i];
    let atNs = start.values[i];
    if (cause !== WITHOUT_DATA) return push(atNs, endNs, cause);
    while (next < stalls.length && stalls[next].endNs <= atNs) next++;
    for (let k = next; k < stalls.length && stalls[k].startNs < endNs; k++) {
      push(atNs, Math.min(stalls[k].startNs, endNs), cause);
      push(Math.max(atNs, stalls[k].startNs), Math.min(stalls[k].endNs, endNs), 'credit');
      atNs = Math.max(atNs, Math.min(stalls[k].endNs, endNs));
    }
    push(atNs, endNs, cause);
  });
  return causes;
}
