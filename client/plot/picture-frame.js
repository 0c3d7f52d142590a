/**
 * A view as an image file: its title, its source, the drawing, and below it the legend.
 *
 *     dump.pcap: lanes
 *     3 connections to 1 server. · s since the first packet
 *     ┌──────────────────────────────┐
 *     └──────────────────────────────┘
 *     ▪ request  ▪ page  ▭ handshake …
 */
import { coordinatesOf } from './renderer.js';
import { shiftedRenderer } from './shifted-renderer.js';

/** @typedef {import('./renderer.js').Renderer} Renderer */
/** @typedef {import('../base/theme.js').Colours} Colours */

/**
 * A sign of the legend and its words; a sign is a token's name, with what is drawn of it where it is not a filled box.
 * @typedef {{ colour: keyof Colours, look?: 'box'|'outline'|'hatch'|'line'|'dots'|'dashes'|'triangle'|'pale'|'tick',
 *   words: string }} LegendEntry
 */

/**
 * @typedef {object} Picture
 * @property {string} title with the capture's name
 * @property {string} caption what is in view, and the unit of the axis
 * @property {LegendEntry[]} legend
 * @property {number} width of the drawing, px
 * @property {number} height
 * @property {(renderer: Renderer, colours: Colours, isLight: boolean) => void} draw from its own corner
 */

/** Dashed lines. */
const DASHES = { dots: [1, 2], dashes: [5, 3] };

export const HEAD = 52;
export const MARGIN = 20;
const LINE = 20;
const SIGN = 12;
const GAP = 18;

/** @param {Picture} picture @param {(text: string, style: import('./renderer.js').TextStyle) => number} textWidth */
export function frameSize({ width, height, legend }, textWidth) {
  return { width: width + MARGIN, height: HEAD + height + legendLines(legend, width, textWidth).length * LINE + 16 };
}

/** @param {Renderer} renderer @param {Picture} picture @param {Colours} colours @param {boolean} isLight */
export function drawFramed(renderer, picture, colours, isLight) {
  const { title, caption, width, height, legend } = picture;
  renderer.text(title, MARGIN, 18, { colour: colours.ink1, size: 15, weight: 600 });
  renderer.text(caption, MARGIN, 38, { colour: colours.ink2, size: 12 });
  renderer.clipped({ x: 0, y: HEAD, width: width + MARGIN, height }, () =>
    picture.draw(shiftedRenderer(renderer, 0, HEAD), colours, isLight),
  );
  legendLines(legend, width, renderer.textWidth).forEach((line, i) => {
    const y = HEAD + height + 8 + i * LINE + LINE / 2;
    for (const { entry, x } of line) {
      drawSign(renderer, entry, colours, x, y);
      renderer.text(entry.words, x + SIGN + 6, y, { colour: colours.ink2 });
    }
  });
}

/**
 * @param {LegendEntry[]} legend
 * @param {number} width
 * @param {(text: string, style: import('./renderer.js').TextStyle) => number} textWidth
 * @returns {{ entry: LegendEntry, x: number }[][]}
 */
function legendLines(legend, width, textWidth) {
  /** @type {{ entry: LegendEntry, x: number }[][]} */
  const lines = [];
  let x = Infinity;
  for (const entry of legend) {
    const wide = SIGN + 6 + textWidth(entry.words, { colour: '' }) + GAP;
    if (x + wide > width) {
      lines.push([]);
      x = MARGIN;
    }
    lines[lines.length - 1].push({ entry, x });
    x += wide;
  }
  return lines;
}

/**
 * @param {Renderer} renderer
 * @param {LegendEntry} entry
 * @param {Colours} colours
 * @param {number} x
 * @param {number} y middle
 */
function drawSign(renderer, { colour: name, look = 'box' }, colours, x, y) {
  const colour = colours[name];
  const box = { x, y: y - 4, width: SIGN, height: 8 };
  if (look === 'dots' || look === 'dashes') {
    renderer.lines(coordinatesOf(x, y, x + SIGN, y), { colour, dash: DASHES[look] });
  } else if (look === 'triangle') {
    renderer.polygon(coordinatesOf(x + SIGN / 2, y - 4, x + SIGN - 1, y + 4, x + 1, y + 4), { colour });
  } else if (look === 'tick') {
    renderer.lines(coordinatesOf(x + SIGN / 2, y - 4, x + SIGN / 2, y + 4), { colour });
    renderer.lines(coordinatesOf(x + SIGN / 2 - 1.5, y - 4, x + SIGN / 2 + 1.5, y - 4), { colour, width: 1.5 });
  } else if (look === 'line') renderer.rect({ x, y: y - 0.75, width: SIGN, height: 1.5 }, { colour });
  else if (look === 'outline') renderer.frame({ x: x + 0.5, y: y - 3.5, width: SIGN - 1, height: 7 }, { colour });
  else if (look === 'hatch') renderer.hatch(box, { colour, spacing: 4, width: 1.2, ground: 0.18 });
  else renderer.rect(box, { colour, alpha: look === 'pale' ? 0.5 : 1 });
}
