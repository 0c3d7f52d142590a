/** @param {number} isn @param {number} offset @returns {number} on the wire */
export function wireNumber(isn, offset) {
  return (isn + offset + 2 ** 32) % 2 ** 32;
}
