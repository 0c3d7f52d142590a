/** Streams on screen; the byte order stays at the bottom. */
import { setText } from '../../base/dom.js';
import { AXIS_HIGH, headsPx } from '../timeline/axis.js';
import { laneStage } from '../timeline/lane-stage.js';
import { TimeStage } from '../timeline/time-stage.js';
import { BYTES_HIGH, drawStreams, laneHigh, STREAM_HEADS } from './draw-streams.js';
import { hitAt, stallsOf } from './stream-hit.js';
import { isShown } from './stream-model.js';
import { frameCard, laneTitle, stallCard } from './stream-words.js';

/** @typedef {import('./stream-model.js').Streams} Streams */
/** @typedef {import('./stream-model.js').StreamLane} StreamLane */
/** @typedef {import('./stream-model.js').Stall} Stall */

/** This much of the lanes stays in view, however low the window is, px. */
const MIN_LANES = 60;
/** A stall within its lane, px. */
const STALL_TOP = 30;
const STALL_HIGH = 46;

/**
 * @typedef {object} StreamsScreenGiven
 * @property {import('../timeline/window/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {import('../timeline/note-flags.js').NoteFlags|null} notes
 * @property {() => { direction: number, credit: boolean }} look
 * @property {(frame: number) => void} onOpen a packet
 */

export class StreamsScreen {
  #given;
  #stage = laneStage('Streams of the connection; the table beside has the same rows', 'streams-stage');
  /** @type {Streams|null} */
  #streams = null;
  /** @type {StreamLane[]} */
  #lanes = [];
  /** @type {import('../../plot/time-scale.js').TimeRange} */
  #limits = { startNs: 0, endNs: 1 };
  #timeStage;
  /** The stall that the keyboard is at. @type {{ lane: StreamLane, stall: Stall }|null} */
  #focused = null;
  #active = -1;

  /** @param {StreamsScreenGiven} given */
  constructor(given) {
    this.#given = given;
    const { time, theme, notes, onOpen } = given;
    this.#timeStage = new TimeStage({
      stage: this.#stage,
      time,
      theme,
      notes,
      layOut: ({ width }) => this.#streams && { limits: this.#limits, leftPx: headsPx(width, STREAM_HEADS) },
      draw: (renderer, ground) => this.#drawScene(renderer, ground, this.#bottom),
      drawOver: (renderer, ground) => this.#drawOver(renderer, ground),
      bottom: () => this.#bottom,
      press: (pointer) => {
        const hit = this.#hitAt(pointer);
        if (hit && hit.row >= 0 && this.#streams) onOpen(this.#streams.columns.frame[hit.row]);
      },
    });
  }

  get element() {
    return this.#stage.element;
  }

  get #bottom() {
    return Math.max(AXIS_HIGH + MIN_LANES, this.#stage.scroller.clientHeight - BYTES_HIGH);
  }
  get #laneHigh() {
    return laneHigh(this.#given.look().credit);
  }

  /** Follows other lanes, or another height of them. */
  measure() {
    this.#lanes = this.#streams?.lanes.filter(isShown) ?? [];
    this.#stage.spacer.style.height = `${this.#lanes.length * this.#laneHigh + AXIS_HIGH + BYTES_HIGH}px`;
  }

  #redraw() {
    this.#timeStage.redraw();
  }

  draw() {
    this.#timeStage.draw();
  }

  /**
   * @param {import('../../plot/renderer.js').Renderer} renderer
   * @param {import('../timeline/axis.js').Ground} ground
   * @param {number} bottom of the lanes, px
   */
  #drawScene(renderer, ground, bottom) {
    const streams = this.#streams;
    if (!streams) return;
    const offset = this.#stage.scroller.scrollTop;
    drawStreams(renderer, { ground, streams, lanes: this.#lanes, offset, ...this.#given.look(), bottom });
  }

  /** @param {{ x: number, y: number }} point */
  #hitAt({ x, y }) {
    const { ground } = this.#timeStage;
    const streams = this.#streams;
    if (!ground || !streams || y < AXIS_HIGH || y > this.#bottom || x < ground.x.leftPx) return null;
    const offset = this.#stage.scroller.scrollTop;
    return hitAt({ streams, lanes: this.#lanes, ground, offset, ...this.#given.look() }, x, y);
  }

  /** @param {StreamLane} lane @returns {number} px on the stage */
  #topOf(lane) {
    return AXIS_HIGH + this.#lanes.indexOf(lane) * this.#laneHigh - this.#stage.scroller.scrollTop;
  }

  /**
   * @param {import('../../plot/renderer.js').Renderer} renderer @param {import('../timeline/axis.js').Ground} ground
   */
  #drawOver(renderer, ground) {
    const { pointer } = this.#timeStage;
    const streams = this.#streams;
    const hit = pointer ? this.#hitAt(pointer) : this.#focused && { ...this.#focused, row: -1 };
    if (!hit || !streams) return null;
    const { lane, row, stall } = hit;
    if (stall) {
      const left = ground.x.x(stall.startNs);
      const width = Math.max(2, ground.x.x(stall.endNs) - left);
      renderer.frame(
        { x: left, y: this.#topOf(lane) + STALL_TOP, width, height: STALL_HIGH },
        { colour: ground.colours.ink1, width: 1.5 },
      );
    }
    return {
      key: `${lane.lane} ${row} ${stall?.startNs}`,
      content: () => (stall ? stallCard(streams, lane, stall) : frameCard(streams, lane, row)),
      at: pointer ?? { x: ground.x.x(stall?.startNs ?? 0), y: this.#topOf(lane) + 2 * STALL_TOP },
    };
  }

  /** @param {number} place of a lane */
  #bringIntoView(place) {
    const { scroller } = this.#stage;
    const high = this.#laneHigh;
    const room = this.#bottom - AXIS_HIGH;
    const top = place * high;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + high > scroller.scrollTop + room) scroller.scrollTop = top + high - room;
  }

  get pointerNs() {
    return this.#timeStage.pointerNs;
  }

  /** @param {Streams} streams @param {import('../../plot/time-scale.js').TimeRange} limits */
  setStreams(streams, limits) {
    this.#streams = streams;
    this.#limits = limits;
    this.measure();
    this.#redraw();
  }

  /** To the next lane. @param {1|-1} step */
  step(step) {
    if (this.#lanes.length === 0 || !this.#streams) return;
    this.#active = Math.min(this.#lanes.length - 1, Math.max(0, this.#active + step));
    const lane = this.#lanes[this.#active];
    this.#bringIntoView(this.#active);
    setText(this.#stage.announcer, `${laneTitle(this.#streams, lane)} ${lane.name}`);
    this.#redraw();
  }

  /** To the next stall, of whichever lane. @param {1|-1} step */
  stepStall(step) {
    const all = stallsOf(this.#lanes, this.#given.look().direction);
    const { time } = this.#given;
    if (all.length === 0 || !this.#streams) return;
    const at = all.findIndex(({ stall }) => stall === this.#focused?.stall);
    const { lane, stall } = (this.#focused = all[Math.min(all.length - 1, Math.max(0, at < 0 ? 0 : at + step))]);
    this.#timeStage.point(null);
    this.#bringIntoView(this.#lanes.indexOf(lane));
    const { range } = time;
    const half = (range.endNs - range.startNs) / 2;
    if (stall.startNs < range.startNs || stall.startNs > range.endNs) {
      time.zoomTo({ startNs: stall.startNs - half, endNs: stall.startNs + half }, 'replace');
    }
    setText(
      this.#stage.announcer,
      `${laneTitle(this.#streams, lane)} stalled for ${((stall.endNs - stall.startNs) / 1e6).toFixed(1)} ms`,
    );
    this.#redraw();
  }

  /** Closes the card of the stall that the keyboard is at. */
  close() {
    this.#focused = null;
    this.#timeStage.redrawOverlay();
  }

  /** The lanes in view, and the bytes' order, for a file. */
  picture() {
    const offset = this.#stage.scroller.scrollTop;
    const bottom = Math.min(this.#bottom, AXIS_HIGH + this.#lanes.length * this.#laneHigh - offset);
    return this.#timeStage.picture(bottom + BYTES_HIGH, (renderer, ground) =>
      this.#drawScene(renderer, ground, bottom),
    );
  }

  destroy() {
    this.#timeStage.destroy();
  }
}
