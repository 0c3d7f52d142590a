/** Damages streams, and cuts them in pieces; always the same for the same generator. */

/** Bytes that mean something somewhere: lengths, types, flags. */
const SPICE = [0, 1, 2, 3, 4, 5, 9, 10, 22, 23, 0x7f, 0x80, 0xfe, 0xff];

/** @param {Uint8Array} first @param {Uint8Array} second */
export function joined(first, second) {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/**
 * @param {Uint8Array} bytes @param {() => number} next
 * @returns {Uint8Array} with up to four places overwritten, cut out or doubled
 */
export function mutatedBytes(bytes, next) {
  let result = bytes;
  for (let n = Math.floor(next() * 5); n > 0 && result.length > 0; n--) {
    const at = Math.floor(next() * result.length);
    const length = 1 + Math.floor(next() * 12);
    const kind = next();
    if (kind < 0.5) {
      result = result.slice();
      result[at] = next() < 0.5 ? SPICE[Math.floor(next() * SPICE.length)] : Math.floor(next() * 256);
    } else if (kind < 0.75) result = joined(result.subarray(0, at), result.subarray(at + length));
    else result = joined(result.subarray(0, at + length), result.subarray(at));
  }
  return result;
}

/**
 * @param {Uint8Array} bytes @param {() => number} next @param {number} longest
 * @returns {Uint8Array[]} pieces of 1 to `longest` bytes
 */
export function cutBytes(bytes, next, longest) {
  const pieces = [];
  for (let at = 0; at < bytes.length;) {
    const length = 1 + Math.floor(next() * longest);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}
