/**
 * The drawing calls as SVG, for files. What was captured becomes text content, escaped, never markup.
 */
import { FAMILY } from './renderer.js';

/** @typedef {import('./renderer.js').Coordinates} Coordinates */
/** @typedef {import('./renderer.js').Box} Box */

const MONO = 'JetBrains Mono, ui-monospace, monospace';
/** Width of a letter as a share of its size, if it cannot be measured. */
const LETTER = 0.55;

/** @param {number} px @returns {string} to a hundredth of a pixel, which no eye tells apart */
const n = (px) => String(Math.round(px * 100) / 100);

/** @param {string} text @returns {string} fit for content and attributes of XML; what XML cannot hold is left out */
export function escapeXml(text) {
  const held = [...text].filter((letter) => letter >= ' ' && !/[\ud800-\udfff\ufffe\uffff]/u.test(letter)).join('');
  return held.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/**
 * @param {{ width: number, height: number, title: string, ground: string, measure?: (text: string, style:
 *   import('./renderer.js').TextStyle) => number }} given
 *   `measure` gives the width of a text in pixels; texts are then that long where the page's font is missing, too
 * @returns {import('./renderer.js').Renderer & { file: () => string }}
 */
export function svgRenderer({ width, height, title, ground, measure }) {
  /** @type {string[]} */
  const parts = [];
  /** @type {string[]} */
  const definitions = [];
  /** @type {Map<string, string>} */
  const patterns = new Map();
  const textWidth = measure ?? ((text, { size = 11 }) => text.length * size * LETTER);
  const path = (/** @type {string} */ d, /** @type {string} */ rest) => {
    if (d) parts.push(`<path d="${d}" ${rest}/>`);
  };

  return {
    polyline: (coordinates, style) => path(tracePath(coordinates, Infinity), stroke(style)),
    lines: (coordinates, style) => path(tracePath(coordinates, 4), stroke(style)),
    columns: ({ values, length }, style) => path(columnsPath(values, length, style.width ?? 1), fill(style)),
    polygon: (coordinates, style) => path(tracePath(coordinates, Infinity), fill(style)),
    dots: ({ values, length }, radius, style) => path(dotsPath(values, length, radius), fill(style)),
    rect: (box, style) => void parts.push(`<rect ${place(box)} ${fill(style)}/>`),
    frame: (box, style) => void parts.push(`<rect ${place(box)} ${stroke(style)}/>`),
    hatch(box, style) {
      const { colour, spacing, width: wide, ground: pale } = style;
      const key = `${colour} ${spacing} ${wide}`;
      const id = patterns.get(key) ?? `hatch${patterns.size}`;
      if (!patterns.has(key)) {
        patterns.set(key, id);
        definitions.push(
          `<pattern id="${id}" width="${n(spacing)}" height="${n(spacing)}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
            `<path d="M0 0V${n(spacing)}" stroke="${escapeXml(colour)}" stroke-width="${n(wide * 2)}"/></pattern>`,
        );
      }
      parts.push(`<rect ${place(box)} ${fill({ colour, alpha: pale })}/><rect ${place(box)} fill="url(#${id})"/>`);
    },
    ring: (x, y, radius, style) =>
      void parts.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${stroke(style)}/>`),
    text(text, x, y, style) {
      const { colour, size = 11, weight = 400, align = 'left', plate, mono = false } = style;
      const wide = textWidth(text, style);
      if (plate) {
        const left = { left: x, center: x - wide / 2, right: x - wide }[align];
        parts.push(
          `<rect ${place({ x: left - 3, y: y - 8, width: wide + 6, height: 16 })} ${fill({ colour: plate, alpha: 0.86 })}/>`,
        );
      }
      const anchor = { left: 'start', center: 'middle', right: 'end' }[align];
      parts.push(
        `<text x="${n(x)}" y="${n(y + size * 0.36)}" font-size="${n(size)}"${weight === 400 ? '' : ` font-weight="${weight}"`}` +
          `${mono ? ` font-family="${MONO}"` : ''}${anchor === 'start' ? '' : ` text-anchor="${anchor}"`} fill="${escapeXml(colour)}"${measure && wide > 0 ? ` textLength="${n(wide)}" lengthAdjust="spacingAndGlyphs"` : ''}>${escapeXml(text)}</text>`,
      );
    },
    textWidth,
    clipped(box, draw) {
      const id = `clip${definitions.length}`;
      definitions.push(`<clipPath id="${id}"><rect ${place(box)}/></clipPath>`);
      parts.push(`<g clip-path="url(#${id})">`);
      draw();
      parts.push('</g>');
    },
    file: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" font-family="${FAMILY}">` +
      `<title>${escapeXml(title)}</title><defs>${definitions.join('')}</defs><rect width="100%" height="100%" fill="${escapeXml(ground)}"/>${parts.join('\n')}</svg>\n`,
  };
}

/** @param {Box} box */
const place = ({ x, y, width, height }) =>
  `x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, width))}" height="${n(Math.max(0, height))}"`;

/** @param {import('./renderer.js').Fill} style */
const fill = ({ colour, alpha = 1 }) =>
  `fill="${escapeXml(colour)}"${alpha === 1 ? '' : ` fill-opacity="${n(alpha)}"`}`;

/** @param {import('./renderer.js').Stroke} style */
function stroke({ colour, width = 1, dash, alpha = 1 }) {
  return `fill="none" stroke="${escapeXml(colour)}" stroke-width="${n(width)}"${dash ? ` stroke-dasharray="${dash.map(n).join(' ')}"` : ''}${alpha === 1 ? '' : ` stroke-opacity="${n(alpha)}"`}`;
}

/** @param {Coordinates} coordinates @param {number} every coordinates that make one line */
function tracePath({ values, length }, every) {
  let d = '';
  for (let i = 0; i + 1 < length; i += 2) d += `${i % every === 0 ? 'M' : 'L'}${n(values[i])} ${n(values[i + 1])}`;
  return d;
}

/** @param {ArrayLike<number>} values @param {number} length @param {number} width */
function columnsPath(values, length, width) {
  let d = '';
  for (let i = 0; i + 3 < length; i += 4) {
    const wide = n(values[i + 2] - values[i]);
    d += `M${n(values[i])} ${n(values[i + 1] - width / 2)}h${wide}v${n(values[i + 3] - values[i + 1] + width)}h-${wide}z`;
  }
  return d;
}

/** @param {ArrayLike<number>} values @param {number} length @param {number} radius */
function dotsPath(values, length, radius) {
  const r = n(radius);
  const twice = n(radius * 2);
  let d = '';
  for (let i = 0; i + 1 < length; i += 2) {
    d += `M${n(values[i] - radius)} ${n(values[i + 1])}a${r} ${r} 0 1 0 ${twice} 0a${r} ${r} 0 1 0 -${twice} 0`;
  }
  return d;
}
