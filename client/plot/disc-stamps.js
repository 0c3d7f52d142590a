/**
 * How much of each pixel a small disc covers, computed once for each eighth of a pixel of its left and upper edge.
 */

/** Places within a pixel, each way. */
const PHASES = 8;
/** Points looked at in a pixel, each way. */
const SAMPLES = 16;

/** @type {Map<number, DiscStamps>} */
const known = new Map();

/** @param {number} radius device pixels; the diagrams have a few of them @returns {DiscStamps} */
export function discStamps(radius) {
  const stamps = known.get(radius) ?? new DiscStamps(radius);
  known.set(radius, stamps);
  return stamps;
}

/** Discs of one radius. */
class DiscStamps {
  /** @type {(Uint8Array|undefined)[]} */
  #covers = [];

  /** @param {number} radius device pixels */
  constructor(radius) {
    this.radius = radius;
    /** Pixels of a stamp each way. */
    this.size = Math.ceil(2 * radius) + 1;
  }

  /**
   * @param {number} left
   * @param {number} top of the disc, by how much they lie right of and below a pixel's edge: at least 0, below 1
   * @returns {Uint8Array} rows of `size` pixels from that edge: 0 not covered, 255 covered
   */
  at(left, top) {
    const column = Math.floor(left * PHASES);
    const row = Math.floor(top * PHASES);
    const key = row * PHASES + column;
    return (this.#covers[key] ??= cover(this.radius, this.size, (column + 0.5) / PHASES, (row + 0.5) / PHASES));
  }
}

/** @param {number} radius @param {number} size @param {number} left @param {number} top @returns {Uint8Array} */
function cover(radius, size, left, top) {
  const covered = new Uint8Array(size * size);
  const middleX = (left + radius) * SAMPLES;
  const middleY = (top + radius) * SAMPLES;
  const reach = (radius * SAMPLES) ** 2;
  const hits = new Uint16Array(size * size);
  const points = size * SAMPLES;
  for (let y = 0; y < points; y++) {
    for (let x = 0; x < points; x++) {
      if ((x + 0.5 - middleX) ** 2 + (y + 0.5 - middleY) ** 2 <= reach) {
        hits[Math.floor(y / SAMPLES) * size + Math.floor(x / SAMPLES)]++;
      }
    }
  }
  for (let i = 0; i < covered.length; i++) covered[i] = Math.round((hits[i] * 255) / SAMPLES ** 2);
  return covered;
}
