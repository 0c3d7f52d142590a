/** Layers named; the others are counted together. */
const MAX_NAMED = 3;

/**
 * Packets not decoded down to TCP, such as "2407 packets in GRE protocol 0x8200 and 12 in IPsec ESP".
 *
 * @param {readonly { layer: string, packets: number }[]} layers most packets first, at least one
 * @param {(count: number) => string} [format] of numbers
 * @returns {string}
 */
export function notReadText(layers, format = String) {
  const named = layers.length <= MAX_NAMED + 1 ? layers : layers.slice(0, MAX_NAMED);
  const others = layers.slice(named.length);
  const parts = named.map(({ layer, packets }, index) => `${counted(packets, index, format)} in ${layer}`);
  const rest = others.reduce((sum, { packets }) => sum + packets, 0);
  if (rest > 0) parts.push(`${format(rest)} in ${format(others.length)} other layers`);
  const last = /** @type {string} */ (parts.pop());
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

/** @param {number} packets @param {number} index @param {(count: number) => string} format */
function counted(packets, index, format) {
  if (index > 0) return format(packets);
  return `${format(packets)} packet${packets === 1 ? '' : 's'}`;
}

/**
 * The same as a sentence.
 *
 * @param {readonly { layer: string, packets: number }[]} layers most packets first, at least one
 * @param {(count: number) => string} [format] of numbers
 */
export function notReadSentence(layers, format) {
  const isOne = layers.length === 1 && layers[0].packets === 1;
  return `${notReadText(layers, format)} ${isOne ? 'was' : 'were'} not read.`;
}
