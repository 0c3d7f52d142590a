/** The graph over time on screen. */
import { setText } from '../../base/dom.js';
import { AXIS_HIGH, headsPx } from '../timeline/axis.js';
import { laneStage } from '../timeline/lane-stage.js';
import { TimeStage } from '../timeline/time-stage.js';
import { spanWords } from '../timeline/times.js';
import { drawIo, MEASURES } from './draw-io.js';

const LEFT = { wide: 180, narrow: 48 };

/**
 * @typedef {object} IoScreenGiven
 * @property {import('./io-source.js').IoSource} source
 * @property {import('../timeline/window/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {import('../timeline/note-flags.js').NoteFlags|null} notes
 * @property {() => { panes: import('./io-state.js').IoPane[], names: string[] }} shown
 * @property {(range: import('../../plot/time-scale.js').TimeRange, widthPx: number) => void} onNeed
 */

export class IoScreen {
  #given;
  #stage = laneStage('Graph over time', 'plots-stage');
  #timeStage;
  /** The interval that the keyboard is at, by its beginning. @type {number|null} */
  #atNs = null;

  /** @param {IoScreenGiven} given */
  constructor(given) {
    this.#given = given;
    const { source, time, theme, notes, onNeed } = given;
    this.#stage.spacer.hidden = true;
    this.#timeStage = new TimeStage({
      stage: this.#stage,
      time,
      theme,
      notes,
      layOut: ({ width }) => ({
        limits: source.durationNs === null ? null : { startNs: 0, endNs: Math.max(1, source.durationNs) },
        leftPx: headsPx(width, LEFT),
      }),
      beforeDraw: ({ x }) => onNeed(time.range, x.widthPx),
      draw: (renderer, ground) => this.#draw(renderer, ground),
      drawOver: (_renderer, ground) => this.#cardAt(ground),
      focusNs: () => this.#atNs,
      onPoint: () => {
        this.#atNs = null;
      },
      press: () => undefined,
    });
  }

  get element() {
    return this.#stage.element;
  }

  /** @returns {number|null} */
  get pointerNs() {
    return this.#timeStage.pointer ? this.#timeStage.pointerNs : this.#atNs;
  }

  draw() {
    this.#timeStage.draw();
  }

  /**
   * @param {import('../../plot/renderer.js').Renderer} renderer @param {import('../timeline/axis.js').Ground} ground
   */
  #draw(renderer, ground) {
    const { source, shown } = this.#given;
    if (source.durationNs !== null) drawIo(renderer, { ground, frames: source.frames, panes: shown().panes });
  }

  /** @param {import('../timeline/axis.js').Ground} ground @returns {import('../timeline/time-stage.js').Card|null} */
  #cardAt(ground) {
    const pointerNs = this.pointerNs;
    const at = pointerNs === null ? -1 : this.#intervalAt(pointerNs);
    if (pointerNs === null || at < 0) return null;
    return {
      key: `${at} ${this.#given.source.frames[0].startNs}`,
      content: () => this.#cardOf(at, ground),
      at: this.#timeStage.pointer ?? { x: ground.x.x(pointerNs), y: AXIS_HIGH + 10 },
    };
  }

  /** @param {number} timeNs @returns {number} −1: none is known there */
  #intervalAt(timeNs) {
    const [frame] = this.#given.source.frames;
    if (frame === undefined) return -1;
    const at = Math.floor((timeNs - frame.startNs) / frame.intervalNs);
    return at >= 0 && at < frame.packets.length ? at : -1;
  }

  /**
   * @param {number} at @param {import('../timeline/axis.js').Ground} ground
   * @returns {import('../timeline/hover-card.js').CardContent}
   */
  #cardOf(at, ground) {
    const { frames } = this.#given.source;
    const { names, panes } = this.#given.shown();
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

  /** To the next interval or the one before. @param {1|-1} step */
  step(step) {
    const [frame] = this.#given.source.frames;
    const { ground } = this.#timeStage;
    if (frame === undefined || ground === null) return;
    const { time } = this.#given;
    const from = this.pointerNs ?? (step > 0 ? time.range.startNs - frame.intervalNs : time.range.endNs);
    const at = Math.min(
      frame.packets.length - 1,
      Math.max(0, Math.floor((from - frame.startNs) / frame.intervalNs) + step),
    );
    this.#timeStage.point(null);
    this.#atNs = frame.startNs + (at + 0.5) * frame.intervalNs;
    const { title, lines } = this.#cardOf(at, ground);
    setText(this.#stage.announcer, [title, ...lines.map(([label, value]) => `${label} ${value}`)].join('; '));
  }

  picture() {
    return this.#given.source.frames.length === 0 ? null : this.#timeStage.picture();
  }

  focus() {
    this.#timeStage.focus();
  }

  close() {
    this.#timeStage.point(null);
  }

  destroy() {
    this.#timeStage.destroy();
  }
}
