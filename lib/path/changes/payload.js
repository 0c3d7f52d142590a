/** @typedef {import('../payloads/payload-reader.js').Payload} Payload */

/** Changed bytes that are shown. */
const SHOWN_BYTES = 8;
/**
 * Of a change that checksums prove: behind it, one that is right; before it, one that the network card may still put
 * in. And of another.
 */
export const PROVEN = 0.95;
const UNCHECKED = 0.6;

/**
 * What the path did to payloads. Damage is no change: a segment whose checksum is wrong at either point is left out.
 * @param {readonly [Payload, Payload][]} pairs a packet's at both points, each
 * @returns {import('./changes.js').Changed[]}
 */
export function payloadChanges(pairs) {
  const sound = pairs.filter((pair) => pair.every(({ isDamaged }) => !isDamaged));
  const changed = sound.flatMap((pair) => {
    const at = firstDifference(pair);
    return at < 0 ? [] : [{ pair, at, isProven: !pair[0].isUnknown && pair[1].isRight }];
  });
  if (changed.length === 0) return [];
  const proven = changed.filter(({ isProven }) => isProven);
  const shown = proven.length > 0 ? proven : changed;
  const [{ pair, at }] = shown;
  const [from, to] = pair.map(({ bytes }) => hex(bytes.subarray(at, at + SHOWN_BYTES)));
  return [
    {
      what: 'payload',
      from,
      to,
      packets: shown.length,
      compared: sound.length,
      frames: [pair[0].frame, pair[1].frame],
      offset: at,
      confidence: proven.length > 0 ? PROVEN : UNCHECKED,
    },
  ];
}

/** In what both captures have. @param {readonly [Payload, Payload]} pair @returns {number} −1: none */
function firstDifference([{ bytes: one }, { bytes: other }]) {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return at;
  return -1;
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
