/**
 * The SACK option of an acknowledgement.
 */

/**
 * Whether the first block reports bytes received twice: below the acknowledgement, or inside the second block
 * (RFC 2883, section 4).
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {number} row
 */
export function isDuplicateSack(columns, row) {
  if (columns.sackCount[row] === 0) return false;
  const first = columns.sackIndex[row];
  const left = columns.sackLeft[first];
  const right = columns.sackRight[first];
  if (right <= columns.ack[row]) return true;
  return columns.sackCount[row] > 1 && left >= columns.sackLeft[first + 1] && right <= columns.sackRight[first + 1];
}
