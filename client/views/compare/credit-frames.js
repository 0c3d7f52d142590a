/** Packets of a MUX connection that carry credit and nothing else (what the W3C's experiment counted). */

/** Messages that grant the other end more. */
const CREDIT = new Set(['SendCredit', 'AddCredit']);

/**
 * @param {import('../../../lib/shared/columns/column-frame.js').ColumnFrame} frame of the kind `lanes`
 * @param {number} direction of the packets
 * @returns {ReadonlySet<number>} their frame numbers; none where MUX is not what shares the connection
 */
export function creditOnlyFrames({ rows, columns: { frame, lastFrame, direction: of, type }, meta }, direction) {
  /** @type {Set<number>} */
  const credit = new Set();
  const other = new Set();
  if (meta.protocol !== 'webmux') return credit;
  for (let row = 0; row < rows; row++) {
    if (of[row] !== direction) continue;
    const into = CREDIT.has(meta.types[type[row]]) ? credit : other;
    into.add(frame[row]);
    into.add(lastFrame[row]);
  }
  for (const number of other) credit.delete(number);
  return credit;
}
