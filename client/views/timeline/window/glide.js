/**
 * The animation from one time range to another: the view glides there, so that the user sees where it is. Any input in
 * the view, or another step, ends it.
 */
import { busy } from '../../../base/idle.js';
import { easeCubicOut, interpolateNumber, timer } from '../../../vendor/d3.js';

/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */

/** Long enough to be followed, short enough not to be waited for. */
const GLIDE_MS = 200;

/**
 * At each moment as much nearer as it is wide, so that a zoom by a million looks as even as one by two. D3's own way of
 * zooming loses its figures over such distances.
 * @param {TimeRange} from @param {TimeRange} to
 * @returns {(share: number) => TimeRange}
 */
export function rangeBetween(from, to) {
  const power = Math.log((to.endNs - to.startNs) / (from.endNs - from.startNs));
  const start = interpolateNumber(from.startNs, to.startNs);
  const end = interpolateNumber(from.endNs, to.endNs);
  return (share) => {
    const way = power === 0 ? share : Math.expm1(power * share) / Math.expm1(power);
    return { startNs: start(way), endNs: end(way) };
  };
}

export class Glide {
  /** @type {TimeRange|null} on the way; null: there */
  range = null;
  #onFrame;
  /** @type {() => void} */
  #end = () => undefined;

  /** @param {() => void} onFrame another range is to be drawn */
  constructor(onFrame) {
    this.#onFrame = onFrame;
  }

  /** @param {TimeRange} from @param {TimeRange} to */
  start(from, to) {
    this.stop();
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const between = rangeBetween(from, to);
    const done = busy();
    this.range = from;
    const frames = timer((elapsedMs) => {
      const share = elapsedMs / GLIDE_MS;
      if (share >= 1) this.stop();
      else this.range = between(easeCubicOut(share));
      this.#onFrame();
    });
    this.#end = () => {
      frames.stop();
      done();
    };
  }

  /** The view is where it was to go. */
  stop() {
    this.#end();
    this.#end = () => undefined;
    this.range = null;
  }
}
