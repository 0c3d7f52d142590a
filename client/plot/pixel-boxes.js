/**
 * Many small boxes or dots on a 2D canvas, written as pixels into a block of memory that is put on the canvas in one
 * piece. A canvas rasterised by the CPU takes some 0.7 µs per box, and a dense diagram has fifteen thousand; written
 * here they cost a tenth. Edges between two pixels are covered in part, as by `fillRect`.
 *
 * Boxes wait until something else is drawn (`flush`), so that what is drawn later is on top. Only within a box set by
 * `within` are they taken.
 */
import { discStamps } from './disc-stamps.js';

/** Boxes or dots of one call from which on the block is worth its two copies. */
const WORTH = 96;
/** Pixels of a block; above that boxes are drawn one by one. */
const MAX_PIXELS = 1 << 24;
/** A share of a pixel that is invisible. */
const UNSEEN = 1 / 512;

/** @typedef {{ canvas: HTMLCanvasElement, context: CanvasRenderingContext2D }} Sheet */

export class PixelBoxes {
  #context;
  #ratio = 1;
  /** Where the block lies on the canvas, device pixels. */
  #left = 0;
  #top = 0;
  #width = 0;
  #height = 0;
  #image = new ImageData(1, 1);
  /** ABGR, as all browsers' machines order it. */
  #pixels = new Uint32Array(this.#image.data.buffer);
  #stride = 1;
  /** Rows and columns written since the last `flush`. */
  #dirty = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
  /**
   * One for each `flush` of a drawing: a canvas that has just been drawn on another would be copied before it is
   * written again.
   * @type {Sheet[]}
   */
  #sheets = [];
  #sheet = 0;
  /** @type {Map<string, number>} RGB of each colour; −1 where it is not opaque */
  #known = new Map();
  #rgb = 0;
  #alpha = 1;
  /** Of the radius asked for last. */
  #discs = discStamps(1);

  /** @param {CanvasRenderingContext2D} context */
  constructor(context) {
    this.#context = context;
  }

  /** A drawing begins. @param {number} ratio device pixels of a unit */
  begin(ratio) {
    this.#ratio = ratio;
    this.#sheet = 0;
    this.#width = 0;
  }

  /**
   * @param {{ x: number, y: number, width: number, height: number }|null} box where boxes are taken from now on; null:
   *   nowhere
   */
  within(box) {
    this.flush();
    this.#width = 0;
    if (box === null) return;
    const ratio = this.#ratio;
    this.#left = Math.max(0, Math.floor(box.x * ratio));
    this.#top = Math.max(0, Math.floor(box.y * ratio));
    const width = Math.ceil((box.x + box.width) * ratio) - this.#left;
    const height = Math.ceil((box.y + box.height) * ratio) - this.#top;
    if (width <= 0 || height <= 0 || width * height > MAX_PIXELS) return;
    this.#reserve(width, height);
    this.#width = width;
    this.#height = height;
  }

  /** @param {number} width @param {number} height */
  #reserve(width, height) {
    if (width <= this.#stride && height <= this.#image.height) return;
    this.#image = new ImageData(Math.max(width, this.#stride), Math.max(height, this.#image.height));
    this.#pixels = new Uint32Array(this.#image.data.buffer);
    this.#stride = this.#image.width;
  }

  /**
   * @param {number} boxes that are to come
   * @param {string} colour
   * @param {number} alpha
   * @returns {boolean} whether they are to be given to `box`; if not they must be drawn by other means, now
   */
  takes(boxes, colour, alpha) {
    if (this.#width === 0 || (boxes < WORTH && this.#dirty.bottom < 0)) {
      this.flush();
      return false;
    }
    const rgb = this.#known.get(colour) ?? this.#read(colour);
    if (rgb < 0) {
      this.flush();
      return false;
    }
    this.#rgb = rgb;
    this.#alpha = alpha;
    return true;
  }

  /** What the browser makes of a colour. @param {string} colour */
  #read(colour) {
    this.#context.fillStyle = colour;
    const match = /^#(..)(..)(..)$/.exec(String(this.#context.fillStyle));
    const rgb = match ? parseInt(match[3] + match[2] + match[1], 16) : -1;
    this.#known.set(colour, rgb);
    return rgb;
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom in units */
  box(left, top, right, bottom) {
    const ratio = this.#ratio;
    const x0 = Math.max(0, left * ratio - this.#left);
    const x1 = Math.min(this.#width, right * ratio - this.#left);
    const y0 = Math.max(0, top * ratio - this.#top);
    const y1 = Math.min(this.#height, bottom * ratio - this.#top);
    if (!(x1 - x0 > UNSEEN && y1 - y0 > UNSEEN)) return;
    const { floor, min } = Math;
    const firstColumn = floor(x0);
    const firstRow = floor(y0);
    const endColumn = Math.ceil(x1 - UNSEEN);
    const endRow = Math.ceil(y1 - UNSEEN);
    this.#mark(firstColumn, firstRow, endColumn, endRow);
    for (let column = firstColumn; column < endColumn; column++) {
      const cover = this.#alpha * (min(column + 1, x1) - (column === firstColumn ? x0 : column));
      if (endRow - firstRow === 1) {
        this.#run(column, firstRow, endRow, cover * (y1 - y0));
        continue;
      }
      const wholeFrom = y0 > firstRow ? firstRow + 1 : firstRow;
      const wholeTo = y1 < endRow ? endRow - 1 : endRow;
      if (wholeFrom > firstRow) this.#run(column, firstRow, wholeFrom, cover * (wholeFrom - y0));
      this.#run(column, wholeFrom, wholeTo, cover);
      if (wholeTo < endRow) this.#run(column, wholeTo, endRow, cover * (y1 - wholeTo));
    }
  }

  /**
   * Where dots of one colour lie over each other they are one shape: a pixel is as much of that colour as the dot that
   * covers most of it.
   * @param {number} x of its middle @param {number} y @param {number} radius in units
   */
  dot(x, y, radius) {
    const ratio = this.#ratio;
    if (this.#discs.radius !== radius * ratio) this.#discs = discStamps(radius * ratio);
    const { size, radius: reach } = this.#discs;
    const left = x * ratio - this.#left - reach;
    const top = y * ratio - this.#top - reach;
    const column = Math.floor(left);
    const row = Math.floor(top);
    const firstColumn = Math.max(0, column);
    const endColumn = Math.min(this.#width, column + size);
    const firstRow = Math.max(0, row);
    const endRow = Math.min(this.#height, row + size);
    if (!(firstColumn < endColumn && firstRow < endRow)) return;
    this.#mark(firstColumn, firstRow, endColumn, endRow);
    const cover = this.#discs.at(left - column, top - row);
    for (let at = firstRow; at < endRow; at++) {
      this.#dotRow(cover, (at - row) * size - column, at, firstColumn, endColumn);
    }
  }

  /**
   * @param {Uint8Array} cover
   * @param {number} shift what is added to a column to find its cover
   * @param {number} row
   * @param {number} from
   * @param {number} to exclusive
   */
  #dotRow(cover, shift, row, from, to) {
    const pixels = this.#pixels;
    const rgb = this.#rgb;
    const start = row * this.#stride;
    for (let column = from; column < to; column++) {
      const opacity = Math.round(cover[shift + column] * this.#alpha);
      const below = pixels[start + column];
      if (opacity === 0) continue;
      const isSame = (below & 0xffffff) === rgb;
      const whole = ((opacity << 24) | rgb) >>> 0;
      if (below === 0 || opacity === 255 || isSame) pixels[start + column] = isSame ? Math.max(below, whole) : whole;
      else pixels[start + column] = over(rgb, opacity, below);
    }
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom */
  #mark(left, top, right, bottom) {
    const dirty = this.#dirty;
    if (left < dirty.left) dirty.left = left;
    if (top < dirty.top) dirty.top = top;
    if (right > dirty.right) dirty.right = right;
    if (bottom > dirty.bottom) dirty.bottom = bottom;
  }

  /**
   * Pixels of one column.
   * @param {number} column
   * @param {number} from
   * @param {number} to exclusive
   * @param {number} alpha
   */
  #run(column, from, to, alpha) {
    const pixels = this.#pixels;
    const stride = this.#stride;
    const opacity = Math.round(alpha * 255);
    const rgb = this.#rgb;
    if (opacity === 0) return;
    const whole = ((opacity << 24) | rgb) >>> 0;
    for (let at = from * stride + column, end = to * stride; at < end; at += stride) {
      const below = pixels[at];
      pixels[at] = opacity === 255 || below === 0 ? whole : over(rgb, opacity, below);
    }
  }

  /** Draws what has been written on the canvas. */
  flush() {
    const { left, top, right, bottom } = this.#dirty;
    if (bottom < 0) return;
    const width = right - left;
    const height = bottom - top;
    const sheet = this.#nextSheet(width, height);
    const context = this.#context;
    sheet.context.putImageData(this.#image, -left, -top, left, top, width, height);
    for (let row = top; row < bottom; row++) {
      this.#pixels.fill(0, row * this.#stride + left, row * this.#stride + right);
    }
    this.#dirty = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
    const before = context.getTransform();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(sheet.canvas, 0, 0, width, height, this.#left + left, this.#top + top, width, height);
    context.setTransform(before);
  }

  /** @param {number} width @param {number} height @returns {Sheet} at least as large */
  #nextSheet(width, height) {
    const sheet = this.#sheets[this.#sheet] ?? newSheet();
    this.#sheets[this.#sheet++] = sheet;
    if (sheet.canvas.width < width) sheet.canvas.width = width;
    if (sheet.canvas.height < height) sheet.canvas.height = height;
    return sheet;
  }
}

/** @returns {Sheet} */
function newSheet() {
  const canvas = document.createElement('canvas');
  return { canvas, context: /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')) };
}

/**
 * One colour over another, neither premultiplied.
 * @param {number} rgb
 * @param {number} opacity 0 to 255
 * @param {number} below ABGR
 * @returns {number} ABGR
 */
function over(rgb, opacity, below) {
  const rest = ((below >>> 24) * (255 - opacity)) / 255;
  const sum = opacity + rest;
  const mixed = (/** @type {number} */ shift) =>
    Math.round((((rgb >>> shift) & 255) * opacity + ((below >>> shift) & 255) * rest) / sum) << shift;
  return ((Math.round(sum) << 24) | mixed(16) | mixed(8) | mixed(0)) >>> 0;
}
