/**
 * The marks of TCP in tcptrace's language, by the project's glyph sheet. Sizes are CSS pixels.
 *
 *      ◇  PSH            │ R     ┬ 3            ═
 *      ↕  segment        │       duplicate      ║ SACK block
 */
import { CoordinateBuffer } from './level-of-detail.js';

/** @typedef {import('./renderer.js').Renderer} Renderer */
/** @typedef {import('./renderer.js').Coordinates} Coordinates */

/** Height from which a bar has arrow heads, kind letters and a PSH diamond. */
export const TALL_BAR = 10;
const ARROW_HALF = 3;
const ARROW_HIGH = 3.5;
const LOWEST_BAR = 1.5;

const arrows = new CoordinateBuffer();
const bodies = new CoordinateBuffer();
const scratch = new CoordinateBuffer();

/**
 * Bars with arrow heads where they are tall enough.
 * @param {Renderer} renderer
 * @param {Coordinates} bars x, y of the low end, x, y of the high end, …
 * @param {string} colour
 * @param {number} [width]
 */
export function segmentBars(renderer, bars, colour, width) {
  arrows.clear();
  bodies.clear();
  let tall = false;
  for (let i = 0; i < bars.length; i += 4) {
    const x = bars.values[i];
    const low = bars.values[i + 1];
    const high = Math.min(bars.values[i + 3], low - LOWEST_BAR);
    bodies.line(x, low, x, high);
    if (low - high < TALL_BAR) continue;
    tall = true;
    arrow(x, high, ARROW_HIGH);
    arrow(x, low, -ARROW_HIGH);
  }
  renderer.lines(bodies, { colour, width: width ?? (tall ? 1.75 : 1.5) });
  if (arrows.length > 0) renderer.lines(arrows, { colour, width: 1.5 });
}

/** @param {number} x @param {number} tip @param {number} down */
function arrow(x, tip, down) {
  arrows.line(x - ARROW_HALF, tip + down, x, tip);
  arrows.line(x, tip, x + ARROW_HALF, tip + down);
}

/**
 * @param {Renderer} renderer
 * @param {number} x
 * @param {number} low pixel of the first byte
 * @param {number} high pixel of the last byte
 * @param {string} colour
 */
export function hollowBar(renderer, x, low, high, colour) {
  const top = Math.min(high, low - LOWEST_BAR);
  renderer.frame({ x: x - 2, y: top, width: 4, height: low - top }, { colour, width: 1.25 });
}

/**
 * A diamond: filled with the ground and outlined (SYN, FIN, PSH), or solid (ECN) when `ground` is missing.
 * @param {Renderer} renderer
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 * @param {string} [ground]
 */
export function diamond(renderer, x, y, radius, colour, ground) {
  scratch.clear();
  for (const [dx, dy] of [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]) {
    scratch.point(x + dx * radius, y + dy * radius);
  }
  renderer.polygon(scratch, { colour: ground ?? colour });
  if (ground) renderer.polyline(scratch, { colour, width: 1.25 });
}

/**
 * @param {Renderer} renderer
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
export function cross(renderer, x, y, colour) {
  scratch.clear().line(x - 5, y - 5, x + 5, y + 5);
  scratch.line(x - 5, y + 5, x + 5, y - 5);
  renderer.lines(scratch, { colour, width: 2 });
}

/**
 * Hover and focus.
 * @param {Renderer} renderer
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
export function ring(renderer, x, y, colour) {
  renderer.ring(x, y, 6.5, { colour, width: 1.5 });
}

/**
 * A dashed link that ends in a dot.
 * @param {Renderer} renderer
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {string} colour
 */
export function link(renderer, from, to, colour) {
  scratch.clear().line(...from, ...to);
  renderer.lines(scratch, { colour, width: 1.25, dash: [3, 3] });
  scratch.clear().point(...to);
  renderer.dots(scratch, 2.5, { colour });
}

/**
 * Keeps letters from overlapping: each takes a cell, and a letter whose cell is taken is left out. Its bar stays.
 */
export class LetterCells {
  #taken = new Set();

  /** @param {number} x @param {number} y @returns {boolean} whether the place was free; it is taken from now on */
  take(x, y) {
    const column = Math.round(x / 7);
    const row = Math.round(y / 9);
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        if (this.#taken.has((column + dx) * 65536 + row + dy)) return false;
      }
    }
    this.#taken.add(column * 65536 + row);
    return true;
  }

  /** @param {import('./renderer.js').Box} box @returns {boolean} whether it has no letter */
  isFree({ x, y, width, height }) {
    if (this.#taken.size === 0) return true;
    for (let column = Math.round(x / 7); column <= Math.round((x + width) / 7); column++) {
      for (let row = Math.round(y / 9); row <= Math.round((y + height) / 9); row++) {
        if (this.#taken.has(column * 65536 + row)) return false;
      }
    }
    return true;
  }
}
