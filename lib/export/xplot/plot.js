import { microsecondsText } from '../../shared/epoch.js';

/**
 * @typedef {object} PlotHead
 * @property {string} axes xplot's types of the x and the y axis: y is `double` where it is a sequence number, else
 *   `signed`
 * @property {string} title
 * @property {string} xLabel
 * @property {string} yLabel
 *
 * @typedef {(text: string, last: boolean) => void} Write takes the next piece of a file
 */

const FLUSH_AT = 1 << 16;
const GO = 'go\n';
/** Of xplot's type `signed`. */
const MIN_VALUE = -(2 ** 31);
const MAX_VALUE = 2 ** 31 - 1;

/**
 * A drawing in xplot's language, one primitive a line (or two, if it has text), written as it grows. The x axis is
 * time, in microseconds since 1970; y has 32 bits: a sequence number wraps, anything else ends at the largest such
 * number (where tcptrace 6.6.7 lets it overflow, and draws what is below 0 far above). A colour after a primitive
 * applies to it alone.
 */
export class Plot {
  #write;
  #pending;
  #number;

  /** @param {PlotHead} head @param {Write} write */
  constructor({ axes, title, xLabel, yLabel }, write) {
    this.#write = write;
    this.#number = axes.endsWith('double') ? wrapped : bounded;
    this.#pending = `${axes}\ntitle\n${title}\nxlabel\n${xLabel}\nylabel\n${yLabel}\n`;
  }

  /** Of all primitives from here on. @param {string} color */
  color(color) {
    this.#add(`${color}\n`);
  }

  /**
   * @param {string} mark `dot`, `diamond`, `box`, or an arrow or tick with its direction: `uarrow`, `htick`
   * @param {number} timeUs @param {number} y @param {string} [color]
   */
  mark(mark, timeUs, y, color) {
    this.#add(`${mark} ${this.point(timeUs, y)}${ending(color)}`);
  }

  /** @param {number} fromUs @param {number} fromY @param {number} toUs @param {number} toY @param {string} [color] */
  line(fromUs, fromY, toUs, toY, color) {
    this.#add(`line ${this.point(fromUs, fromY)} ${this.point(toUs, toY)}${ending(color)}`);
  }

  /**
   * @param {'a'|'b'|'l'|'r'} where above, below, left or right of the point
   * @param {number} timeUs
   * @param {number} y
   * @param {string} text
   * @param {string} [color]
   */
  text(where, timeUs, y, text, color) {
    this.#add(`${where}text ${this.point(timeUs, y)}${ending(color)}${text}\n`);
  }

  /** A point's two coordinates. @param {number} timeUs @param {number} y */
  point(timeUs, y) {
    return `${microsecondsText(timeUs)} ${this.#number(y)}`;
  }

  end() {
    this.#write(this.#pending + GO, true);
    this.#pending = '';
  }

  #add(/** @type {string} */ primitive) {
    this.#pending += primitive;
    if (this.#pending.length < FLUSH_AT) return;
    this.#write(this.#pending, false);
    this.#pending = '';
  }
}

/** @param {number} seq */
const wrapped = (seq) => seq >>> 0;

/** @param {number} value */
const bounded = (value) => Math.max(MIN_VALUE, Math.min(MAX_VALUE, value));

/** @param {string} [color] */
const ending = (color) => (color === undefined ? '\n' : ` ${color}\n`);
