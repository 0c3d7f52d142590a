/** @typedef {import('./plot.js').Plot} Plot */

/**
 * A value over time: a dot for each, joined by lines, with a label half-way to the first value after the first that is
 * not 0.
 */
export class Curve {
  #plot;
  #color;
  #label;
  /** @type {number|null} */
  #lastUs = null;
  #last = 0;
  #labelled = false;

  /** @param {Plot} plot @param {string} color @param {string} label */
  constructor(plot, color, label) {
    this.#plot = plot;
    this.#color = color;
    this.#label = label;
  }

  /** @param {number} timeUs @param {number} value truncated to an integer */
  extend(timeUs, value) {
    const y = Math.trunc(value);
    if (!this.#labelled && y !== 0 && this.#lastUs !== null) this.#writeLabel(this.#lastUs, timeUs, y);
    this.#plot.color(this.#color);
    this.#plot.mark('dot', timeUs, y);
    if (this.#lastUs !== null) this.#plot.line(timeUs, y, this.#lastUs, this.#last);
    this.#lastUs = timeUs;
    this.#last = y;
  }

  #writeLabel(/** @type {number} */ fromUs, /** @type {number} */ toUs, /** @type {number} */ y) {
    this.#labelled = true;
    this.#plot.text(
      'l',
      fromUs + half(Math.max(0, toUs - fromUs)),
      Math.trunc((1 + this.#last + y) / 2),
      this.#label,
      this.#color,
    );
  }
}

/** As tcptrace halves: the seconds and the microseconds, each rounded down. @param {number} us */
const half = (us) => Math.floor(us / 2e6) * 1e6 + Math.floor((us % 1e6) / 2);
