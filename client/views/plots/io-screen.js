/** The graph over time on screen. */
import { setText } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { AXIS_HIGH, drawPointer, groundOf } from '../timeline/axis.js';
import { laneStage } from '../timeline/lane-stage.js';
import { followTimePointer } from '../timeline/time-pointer.js';
import { spanWords } from '../timeline/times.js';
import { drawIo, MEASURES } from './draw-io.js';

const LEFT = { wide: 180, narrow: 48 };
const RIGHT_MARGIN = 14;
const LEAST_PLOT = 40;

/**
 * @typedef {object} IoScreenGiven
 * @property {import('./io-source.js').IoSource} source
 * @property {import('../timeline/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {() => { panes: import('./io-state.js').IoPane[], names: string[] }} shown
 * @property {(range: import('../../plot/time-scale.js').TimeRange, widthPx: number) => void} onNeed
 */

export class IoScreen {
  #given;
  #stage = laneStage('Graph over time', 'plots-stage');
  /** @type {import('./draw-io.js').IoScene|null} */
  #scene = null;
  /** @type {{ x: number, y: number }|null} */
  #pointer = null;
  /** The interval that the keyboard is at, by its beginning. @type {number|null} */
  #atNs = null;
  #observer = new ResizeObserver(() => beforePaint(this.draw));

  /** @param {IoScreenGiven} given */
  constructor(given) {
    this.#given = given;
    const { time } = given;
    this.#stage.spacer.hidden = true;
    followTimePointer(this.#stage.surface, {
      time,
      ground: () => this.#scene?.ground ?? null,
      point: (x, y) => this.#point({ x, y }),
      leave: () => this.#point(null),
      press: (x, y) => {
        this.focus();
        this.#point({ x, y });
        if (time.span) time.select(null);
      },
    });
    this.#observer.observe(this.#stage.scroller);
  }

  get element() {
    return this.#stage.element;
  }

  /** @returns {number|null} */
  get pointerNs() {
    const x = this.#scene?.ground.x;
    if (!x || !this.#pointer) return this.#atNs;
    return this.#pointer.x >= x.leftPx ? x.time(this.#pointer.x) : null;
  }

  /** The same function each time, as `beforePaint` requires. */
  draw = () => {
    const { source, time, theme, shown, onNeed } = this.#given;
    if (this.#stage.scroller.clientWidth === 0 || !this.element.isConnected) return;
    const { width, height } = this.#stage.resize();
    const leftPx = width < 600 ? LEFT.narrow : LEFT.wide;
    const widthPx = Math.max(LEAST_PLOT, width - leftPx - RIGHT_MARGIN);
    if (source.durationNs !== null) time.setLimits({ startNs: 0, endNs: Math.max(1, source.durationNs) }, widthPx);
    const ground = groundOf({ range: time.range, leftPx, width, height, colours: theme.colours() });
    const scene = { ground, frames: source.frames, panes: shown().panes };
    this.#scene = scene;
    onNeed(time.range, widthPx);
    if (source.durationNs === null) return;
    this.#stage.data.draw((renderer) => drawIo(renderer, scene));
    this.#drawOverlay();
  };

  #drawOverlay = () => {
    const scene = this.#scene;
    if (scene === null) return;
    const { time } = this.#given;
    const { ground } = scene;
    const pointerNs = this.pointerNs;
    this.#stage.overlay.draw((renderer) =>
      drawPointer(renderer, ground, { span: time.span, pointerNs, reading: ground.ticks.reading }),
    );
    const at = pointerNs === null ? -1 : this.#intervalAt(pointerNs);
    if (pointerNs === null || at < 0) return this.#stage.card.hide();
    const mark = this.#pointer ?? { x: ground.x.x(pointerNs), y: AXIS_HIGH + 10 };
    this.#stage.card.show(`${at} ${scene.frames[0].startNs}`, () => this.#cardOf(at), mark, this.#stage.room(), false);
  };

  /** @param {number} timeNs @returns {number} −1: none is known there */
  #intervalAt(timeNs) {
    const frame = this.#scene?.frames[0];
    if (frame === undefined) return -1;
    const at = Math.floor((timeNs - frame.startNs) / frame.intervalNs);
    return at >= 0 && at < frame.packets.length ? at : -1;
  }

  /** @param {number} at @returns {import('../timeline/hover-card.js').CardContent} */
  #cardOf(at) {
    const { frames, panes, ground } = /** @type {import('./draw-io.js').IoScene} */ (this.#scene);
    const { names } = this.#given.shown();
    const [{ startNs, intervalNs }] = frames;
    const valuesOf = (/** @type {import('./io-state.js').IoPane} */ pane) =>
      frames.map((frame, series) => {
        const { line, area, valueWords } = MEASURES[pane];
        const value = line(frame);
        const [low, high] = (area?.(frame) ?? []).map((bound) => bound?.[at] ?? NaN);
        const words = value === null ? 'unknown so far' : valueWords(value[at]);
        const between = low < high ? `, ${valueWords(low)} to ${valueWords(high)}` : '';
        return frames.length === 1 ? words + between : `${names[series]}: ${words}${between}`;
      });
    return {
      letter: '',
      letterClass: '',
      title: ground.ticks.reading(startNs + at * intervalNs),
      corner: spanWords(intervalNs),
      lines: panes.map((pane) => {
        const values = valuesOf(pane);
        return [MEASURES[pane].words, values.length === 1 ? values[0] : values];
      }),
      canStay: false,
    };
  }

  /** @param {{ x: number, y: number }|null} pointer */
  #point(pointer) {
    this.#pointer = pointer;
    this.#atNs = null;
    beforePaint(this.#drawOverlay);
  }

  /** To the next interval or the one before. @param {1|-1} step */
  step(step) {
    const frame = this.#scene?.frames[0];
    if (frame === undefined) return;
    const { time } = this.#given;
    const from = this.pointerNs ?? (step > 0 ? time.range.startNs - frame.intervalNs : time.range.endNs);
    const at = Math.min(
      frame.packets.length - 1,
      Math.max(0, Math.floor((from - frame.startNs) / frame.intervalNs) + step),
    );
    this.#pointer = null;
    this.#atNs = frame.startNs + (at + 0.5) * frame.intervalNs;
    const { title, lines } = this.#cardOf(at);
    setText(this.#stage.announcer, [title, ...lines.map(([label, value]) => `${label} ${value}`)].join('; '));
    beforePaint(this.#drawOverlay);
  }

  /** @returns {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null} */
  picture() {
    const scene = this.#scene;
    if (scene === null || scene.frames.length === 0) return null;
    const { width, height } = scene.ground;
    return {
      width,
      height,
      draw: (renderer, colours) => drawIo(renderer, { ...scene, ground: { ...scene.ground, colours } }),
    };
  }

  focus() {
    this.#stage.scroller.focus({ preventScroll: true });
  }

  close() {
    this.#point(null);
  }

  destroy() {
    this.#observer.disconnect();
  }
}
