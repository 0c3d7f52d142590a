/** The plot on screen: a canvas, a brush over it, the card of a point, a live region for screen readers. */
import { flowText } from '../../../lib/shared/quic-flow.js';
import { el, setText } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { brush, brushX, select } from '../../vendor/d3.js';
import { createHoverCard } from '../timeline/hover-card.js';
import { drawPlot } from './draw-plot.js';
import { figureWords, plotAxis } from './plot-axis.js';
import { isLog } from './plot-state.js';
import { extentOf, isShown } from './points.js';

/** @typedef {import('./points.js').Points} Points */
/** @typedef {import('./plot-state.js').PlotState} PlotState */
/** @typedef {{ x: [number, number]|null, y: [number, number]|null }} Selection in the figures' units */

const MARGIN = { left: 84, narrowLeft: 62, right: 20, top: 36, bottom: 42 };
/** A point this near, px, is meant. */
const REACH = 10;
/** A selection from point to point has both, whatever the filter rounds: it keeps four digits. */
const NEAR = 1e-3;

export class PlotScreen {
  #given;
  #data = canvasLayer('plot-data');
  #overlay = canvasLayer('plot-overlay');
  #svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  #card = createHoverCard();
  #announcer = el('p', { class: 'visually-hidden', role: 'status' });
  #stage = el('div', {
    class: 'plots-surface',
    tabindex: 0,
    role: 'application',
    'aria-roledescription': 'plot',
    'aria-label': 'Plot of connections',
  });
  element = el('div', { class: 'plots plots-stage' });
  /** @type {import('./draw-plot.js').PlotScene|null} */
  #scene = null;
  /** Index of the point that the pointer or the keyboard is at, −1 none. */
  #active = -1;
  /** Where the keyboard began a selection. */
  #corner = -1;
  /** What the brush was made for. */
  #brushed = '';
  /** @type {any} of d3-brush */
  #brush = null;
  #observer = new ResizeObserver(() => beforePaint(this.draw));

  /**
   * @param {object} given
   * @param {() => PlotState} given.state
   * @param {() => Points|null} given.points
   * @param {import('../../base/theme.js').Theme} given.theme
   * @param {(flow: number) => void} given.onOpen
   * @param {() => Selection|null} given.selection
   * @param {(selection: Selection|null) => void} given.onSelect
   * @param {HTMLElement} given.selected what can be done with it
   */
  constructor(given) {
    this.#given = given;
    for (const { canvas } of [this.#data, this.#overlay]) canvas.setAttribute('aria-hidden', 'true');
    this.#svg.setAttribute('class', 'plots-brush');
    this.#svg.setAttribute('aria-hidden', 'true');
    this.#stage.append(this.#svg);
    this.element.append(
      this.#data.canvas,
      this.#overlay.canvas,
      this.#stage,
      this.#card.element,
      this.#announcer,
      given.selected,
    );
    this.#svg.addEventListener('pointermove', (event) => this.#point(event.offsetX, event.offsetY));
    this.#svg.addEventListener('pointerleave', () => this.#setActive(-1));
    this.#observer.observe(this.element);
  }

  /** The same function each time, as `beforePaint` requires. */
  draw = () => {
    const points = this.#given.points();
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || !this.element.isConnected) return;
    for (const layer of [this.#data, this.#overlay]) layer.resize(width, height);
    this.#scene = points && this.#sceneOf(points, width, height);
    this.#data.draw((renderer) => this.#scene && drawPlot(renderer, this.#scene));
    this.#layBrush(width, height);
    this.#drawOverlay();
  };

  /** @param {Points} points @param {number} width @param {number} height */
  #sceneOf(points, width, height) {
    const state = this.#given.state();
    const left = width < 600 ? MARGIN.narrowLeft : MARGIN.left;
    const box = {
      x: left,
      y: MARGIN.top,
      width: Math.max(40, width - left - MARGIN.right),
      height: Math.max(40, height - MARGIN.top - MARGIN.bottom),
    };
    const [isXLog, isYLog] = [isLog(state, 0), state.plot === 'scatter' && isLog(state, 1)];
    const xExtent = extentOf(points.x, isXLog);
    const yExtent = state.plot === 'ecdf' ? /** @type {const} */ ([0, 100]) : extentOf(points.y, isYLog);
    if (xExtent === null || yExtent === null) return null;
    const yKind = state.plot === 'ecdf' ? 'percent' : state.y.kind;
    const words = (/** @type {typeof yKind} */ kind) => (/** @type {number} */ value) => figureWords(kind, value);
    return {
      points,
      plot: state.plot,
      box,
      x: plotAxis(xExtent, [box.x, box.x + box.width], { isLog: isXLog, words: words(state.x.kind) }),
      y: plotAxis(yExtent, [box.y + box.height, box.y], {
        isLog: isYLog,
        isWhole: state.plot === 'ecdf',
        words: words(yKind),
      }),
      xWords: state.x.words,
      yWords: state.plot === 'ecdf' ? 'Connections at or below' : state.y.words,
      colours: this.#given.theme.colours(),
    };
  }

  /**
   * Rebuilt for another size or another plot; what is selected is laid where it is now.
   * @param {number} width @param {number} height
   */
  #layBrush(width, height) {
    const plot = this.#scene?.plot ?? '';
    const made = `${plot} ${width} ${height}`;
    const root = select(/** @type {SVGElement} */ (this.#svg));
    if (this.#brushed !== made) {
      this.#brushed = made;
      root.attr('width', width).attr('height', height).selectAll('*').remove();
      if (this.#scene === null) return;
      const { box } = this.#scene;
      this.#brush = (plot === 'ecdf' ? brushX() : brush()).extent([
        [box.x, box.y],
        [box.x + box.width, box.y + box.height],
      ]);
      this.#brush.on('end', (/** @type {any} */ event) => this.#brushEnded(event));
      root.append('g').call(this.#brush);
    }
    if (this.#scene !== null) {
      root.select('g').call(/** @type {any} */ (this.#brush).move, this.#selectedPx(this.#scene));
    }
  }

  /** @param {any} event of d3-brush; without a source it was moved to what is selected already */
  #brushEnded({ selection, sourceEvent }) {
    if (!sourceEvent) return;
    if (selection !== null) return this.#select(selection);
    this.#given.onSelect(null);
    if (sourceEvent.type === 'mouseup' || sourceEvent.type === 'touchend') this.open();
  }

  /** @param {import('./draw-plot.js').PlotScene} scene @returns {any} as d3-brush has it */
  #selectedPx({ x, y, box, plot }) {
    const { x: across = null, y: up = null } = this.#given.selection() ?? {};
    if (across === null) return null;
    const within = (/** @type {number} */ px, /** @type {number} */ from, /** @type {number} */ length) =>
      Math.min(from + length, Math.max(from, px));
    const [left, right] = across.map((value) => within(x.px(value), box.x, box.width));
    if (plot === 'ecdf') return [left, right];
    const [bottom, top] =
      up === null ? [box.y + box.height, box.y] : up.map((value) => within(y.px(value), box.y, box.height));
    return [
      [left, top],
      [right, bottom],
    ];
  }

  /** @param {any} selection of d3-brush, px */
  #select(selection) {
    const scene = this.#scene;
    if (scene === null) return;
    const isFlat = typeof selection[0] === 'number';
    const [[left, top], [right, bottom]] = isFlat ? selection.map((/** @type {number} */ px) => [px, 0]) : selection;
    this.#given.onSelect({
      x: [scene.x.value(left), scene.x.value(right)],
      y: isFlat ? null : [scene.y.value(bottom), scene.y.value(top)],
    });
  }

  /** @param {number} px @param {number} py */
  #point(px, py) {
    const scene = this.#scene;
    if (scene === null || scene.plot === 'ecdf') return this.#setActive(-1);
    const { points, x, y } = scene;
    let nearest = -1;
    let least = REACH ** 2;
    for (let i = 0; i < points.flow.length; i++) {
      if (!isShown(points.x[i], x.isLog) || !isShown(points.y[i], y.isLog)) continue;
      const far = (x.px(points.x[i]) - px) ** 2 + (y.px(points.y[i]) - py) ** 2;
      if (far < least) [nearest, least] = [i, far];
    }
    this.#setActive(nearest);
  }

  /** @param {number} index */
  #setActive(index) {
    if (index === this.#active) return;
    this.#active = index;
    beforePaint(this.#drawOverlay);
  }

  #drawOverlay = () => {
    const scene = this.#scene;
    const i = this.#active;
    const isThere = scene !== null && i >= 0 && i < scene.points.flow.length;
    this.#overlay.draw((renderer) => {
      if (!isThere) return;
      const { points, x, y, colours } = scene;
      renderer.ring(x.px(points.x[i]), y.px(points.y[i]), 6, { colour: colours.ink1, width: 1.5 });
    });
    if (!isThere) return this.#card.hide();
    const mark = { x: scene.x.px(scene.points.x[i]), y: scene.y.px(scene.points.y[i]) };
    const room = { width: this.element.clientWidth, height: this.element.clientHeight, left: 0 };
    this.#card.show(String(scene.points.flow[i]), () => this.#cardOf(i), mark, room, false);
  };

  /** @param {number} i @returns {import('../timeline/hover-card.js').CardContent} */
  #cardOf(i) {
    const { points, ...state } = { ...this.#given.state(), points: /** @type {Points} */ (this.#given.points()) };
    const kind = kindWords(points.kinds[points.kind[i]], state.by);
    return {
      letter: '',
      letterClass: '',
      title: `Connection ${flowText(points.flow[i])}`,
      corner: '',
      lines: [
        [state.x.words, figureWords(state.x.kind, points.x[i])],
        [state.y.words, figureWords(state.y.kind, points.y[i])],
        ...(state.by === 'none' ? [] : [/** @type {[string, string]} */ (['Told by', kind])]),
      ],
      canStay: false,
    };
  }

  /** To the next point in the order of x (or of y). @param {1|-1} step @param {'x'|'y'} axis */
  step(step, axis) {
    const scene = this.#scene;
    if (scene === null || scene.plot === 'ecdf') return;
    const { points, x, y } = scene;
    const order = Array.from(points.flow.keys())
      .filter((i) => isShown(points.x[i], x.isLog) && isShown(points.y[i], y.isLog))
      .sort((a, b) => points[axis][a] - points[axis][b] || a - b);
    if (order.length === 0) return;
    const first = step > 0 ? -1 : order.length;
    const at = order.indexOf(this.#active);
    const next = Math.min(order.length - 1, Math.max(0, (at < 0 ? first : at) + step));
    this.#setActive(order[next]);
    const { title, lines } = this.#cardOf(order[next]);
    setText(this.#announcer, [title, ...lines.map(([label, value]) => `${label} ${value}`)].join(', '));
  }

  /** The keyboard's selection: from the point where it began to the one where it ends. */
  mark() {
    const scene = this.#scene;
    if (scene === null || this.#active < 0) return;
    if (this.#corner < 0) {
      this.#corner = this.#active;
      return setText(this.#announcer, 'Selection starts here; move to another point and press Space again.');
    }
    const range = (/** @type {'x'|'y'} */ axis) => {
      const [low, high] = [this.#corner, this.#active].map((i) => scene.points[axis][i]).sort((a, b) => a - b);
      return /** @type {[number, number]} */ ([low * (1 - NEAR), high * (1 + NEAR)]);
    };
    const selection = { x: range('x'), y: range('y') };
    this.#corner = -1;
    this.#given.onSelect(selection);
  }

  /** Opens the connection that the pointer or the keyboard is at. */
  open() {
    const flow = this.#scene?.points.flow[this.#active];
    if (flow !== undefined) this.#given.onOpen(flow);
  }

  /** @param {number} flow the user was at */
  setFlow(flow) {
    this.#setActive(this.#given.points()?.flow.indexOf(flow) ?? -1);
  }

  /** @returns {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null} */
  picture() {
    const scene = this.#scene;
    if (scene === null) return null;
    const { clientWidth: width, clientHeight: height } = this.element;
    return { width, height, draw: (renderer, colours) => drawPlot(renderer, { ...scene, colours }) };
  }

  focus() {
    this.#stage.focus({ preventScroll: true });
  }

  destroy() {
    this.#observer.disconnect();
  }
}

/**
 * @param {string|null|undefined} kind
 * @param {PlotState['by']} by
 * @returns {string}
 */
export function kindWords(kind, by) {
  if (kind === null) return 'others';
  if (kind === '' || kind === undefined) return 'no limit found';
  return by === 'limit' ? kind.replaceAll('_', ' ') : kind;
}
