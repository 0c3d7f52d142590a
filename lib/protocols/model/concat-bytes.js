/** @param {Uint8Array[]} parts @returns {Uint8Array} their concatenation, in its own memory */
export function concatBytes(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
