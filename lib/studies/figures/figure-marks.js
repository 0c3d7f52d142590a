/** @typedef {import('../study.js').Series} Series */

/** Approximate width of a character of 11 px. */
export const CHARACTER_PX = 6.1;
const COLORS = ['s2c', 'c2s', 'cwnd', 'ooo', 'sack', 'ack', 'retx', 'win', 'net'];
const DASHES = ['', '6 3', '2 3', '8 3 2 3'];

/** @param {string} text */
export const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** @param {number} value in px */
export const px = (value) => String(Math.round(value * 10) / 10);

/** @param {Series} series @param {number} index */
export function lookOf({ style = {} }, index) {
  const { color = COLORS[index % COLORS.length], kind = 'line', dashed } = style;
  const dash = DASHES[dashed === undefined ? Math.floor(index / COLORS.length) % DASHES.length : Number(dashed)];
  return { paint: `var(--${color.replace(/[^\w-]/g, '')})`, kind, dash };
}

/** @param {number} x @param {number} y @param {string} text @param {string} [more] attributes */
export const label = (x, y, text, more = '') =>
  `<text x="${px(x)}" y="${px(y)}" font-size="11" fill="var(--ink2)" ${more}>${escaped(text)}</text>`;
