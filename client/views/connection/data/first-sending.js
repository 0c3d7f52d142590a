/**
 * @param {import('./model.js').Model} model
 * @param {number} row of a segment
 * @returns {number|null} row of the packet that sent its first byte before; null where none is in the capture, which
 *   may hold only what went over the hole
 */
export function firstSendingOf({ columns, series }, row) {
  const seq = columns.seq[row];
  const first = series[columns.direction[row]].firstSending(seq);
  return first === null || first >= row || columns.seq[first] > seq ? null : first;
}
