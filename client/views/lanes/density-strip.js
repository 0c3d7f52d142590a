/**
 * A minimap of all lanes, beside those in view: time across, lanes down. A click or drag moves the view there.
 *
 *    │ ░░                │  pale: open and silent
 *    │  ▒▓█▓▒            │  the darker the more packets
 *    │ ┌────┐ ▒▒         │  the frame: what is in view
 *    │ └────┘    ▓▓      │
 */
import { MAX_DENSITY_BINS, MAX_DENSITY_ROWS } from '../../../lib/shared/captures/density-bounds.js';
import { el, setText } from '../../base/dom.js';
import { count, formatNumber } from '../../base/format.js';
import { beforePaint } from '../../base/frame.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { drag, scaleLinear, select } from '../../vendor/d3.js';
import { AXIS_HIGH } from '../timeline/axis.js';
import { spanWords } from '../timeline/times.js';
import { cellAt, densitySource } from './density.js';
import { drawDensity, drawInView } from './draw-density.js';

/** @typedef {import('./lane-source.js').LaneOrder} LaneOrder */
/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/**
 * @typedef {object} StripView
 * @property {LaneOrder} order
 * @property {string} text filter
 * @property {{ first: number, end: number }} lanes in view
 * @property {TimeRange} range in view
 * @property {import('../../base/theme.js').Colours} colours
 */

export class DensityStrip {
  #head = el('p', { class: 'lanes-strip-head' });
  #data = canvasLayer('lanes-strip-data');
  #frame = canvasLayer('lanes-strip-frame');
  #map = el('div', { class: 'lanes-strip-map' }, this.#data.canvas, this.#frame.canvas);
  /** The lanes have keys for all that it does. */
  element = el('div', { class: 'lanes-strip', 'aria-hidden': 'true' }, this.#head, this.#map);
  #source;
  /** @type {StripView|null} */
  #view = null;
  /** What was drawn last of the data: redrawn only when it changes. @type {unknown[]} */
  #drawn = [];
  #observer = new ResizeObserver(() => beforePaint(this.#draw));

  /**
   * @param {object} given
   * @param {import('../../state/api.js').Api} given.api
   * @param {string} given.captureId
   * @param {(lane: number, timeNs: number, gesture: 'start'|'move') => void} given.onMove to the middle of the view
   * @param {(byPx: number) => void} given.onScroll
   */
  constructor({ api, captureId, onMove, onScroll }) {
    this.#head.style.height = `${AXIS_HIGH}px`;
    this.#source = densitySource({ api, captureId, onChange: () => beforePaint(this.#draw) });
    const move =
      (/** @type {'start'|'move'} */ gesture) =>
      (/** @type {{ x: number, y: number }} */ { x, y }) => {
        const at = this.#at(x, y);
        if (at) onMove(at.lane, at.timeNs, gesture);
      };
    /** @type {import('d3').DragBehavior<HTMLElement, unknown, unknown>} */
    const behaviour = drag();
    behaviour
      .touchable(true)
      .container(() => this.#map)
      .on('start', move('start'))
      .on('drag', move('move'));
    select(/** @type {HTMLElement} */ (this.#map)).call(behaviour);
    this.#map.addEventListener('wheel', ({ deltaY }) => onScroll(deltaY), { passive: true });
    this.#map.addEventListener('pointermove', ({ offsetX, offsetY }) => this.#describe(offsetX, offsetY));
    this.#observer.observe(this.#map);
  }

  #scales() {
    const { clientWidth, clientHeight } = this.#map;
    const { flow, durationNs } = /** @type {StripView} */ (this.#view).order;
    return {
      x: scaleLinear([0, Math.max(1, durationNs)], [0, clientWidth]).clamp(true),
      y: scaleLinear([0, flow.length], [0, clientHeight]).clamp(true),
    };
  }

  /** @param {number} px @param {number} py */
  #at(px, py) {
    if (!this.#view) return null;
    const { x, y } = this.#scales();
    const last = this.#view.order.flow.length - 1;
    return { lane: Math.min(last, Math.floor(y.invert(py))), timeNs: x.invert(px) };
  }

  /** What is under the pointer, as the map's title. @param {number} px @param {number} py */
  #describe(px, py) {
    const at = this.#at(px, py);
    const share = (at?.lane ?? 0) / (this.#view?.order.flow.length ?? 1);
    const cell = at && cellAt(this.#source.answer, share, at.timeNs);
    if (!cell) return;
    const { open, packets, retransmissions, startNs, binNs } = cell;
    this.#map.title = [
      `${spanWords(startNs)} to ${spanWords(startNs + binNs)}`,
      `${count(open, 'connection')} open`,
      count(packets, 'packet'),
      ...(retransmissions > 0 ? [count(retransmissions, 'retransmission')] : []),
    ].join(', ');
  }

  /** @param {StripView} view as the lanes were drawn last */
  update(view) {
    this.#view = view;
    beforePaint(this.#draw);
  }

  /** The capture has grown. */
  grow() {
    this.#source.grow();
  }

  /** The same function each time, as `beforePaint` requires. */
  #draw = () => {
    const view = this.#view;
    const { clientWidth: width, clientHeight: height } = this.#map;
    if (!view || width === 0 || height === 0) return;
    const { order, text, lanes, range, colours } = view;
    this.#source.need({ text, rows: Math.min(MAX_DENSITY_ROWS, height), bins: Math.min(MAX_DENSITY_BINS, width) });
    setText(this.#head, `All ${formatNumber(order.flow.length)}`);
    const { x, y } = this.#scales();
    const drawn = [this.#source.answer, colours, width, height, order];
    if (drawn.some((part, i) => part !== this.#drawn[i])) {
      this.#drawn = drawn;
      this.#data.resize(width, height);
      this.#data.draw((renderer) =>
        drawDensity(renderer, { density: this.#source.answer, groups: order.group, y, width, height, colours }),
      );
    }
    this.#frame.resize(width, height);
    this.#frame.draw((renderer) =>
      drawInView(
        renderer,
        { left: x(range.startNs), right: x(range.endNs), top: y(lanes.first), bottom: y(lanes.end) },
        { width, height, colours },
      ),
    );
  };

  destroy() {
    this.#observer.disconnect();
    this.#source.destroy();
    this.element.remove();
  }
}
