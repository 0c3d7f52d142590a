/** Streams on screen; the byte order stays at the bottom. */
import { setText } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { AXIS_HIGH, drawPointer, groundOf } from '../timeline/axis.js';
import { laneStage } from '../timeline/lane-stage.js';
import { followTimePointer } from '../timeline/time-pointer.js';
import { BYTES_HIGH, drawStreams, laneHigh, STREAM_HEADS } from './draw-streams.js';
import { hitAt, stallsOf } from './stream-hit.js';
import { isShown } from './stream-model.js';
import { frameCard, laneTitle, stallCard } from './stream-words.js';

/** @typedef {import('./stream-model.js').Streams} Streams */
/** @typedef {import('./stream-model.js').StreamLane} StreamLane */
/** @typedef {import('./stream-model.js').Stall} Stall */

/** Right of the plots, and their least width, px. */
const RIGHT_MARGIN = 14;
const LEAST_PLOT = 40;
/** This much of the lanes stays in view, however low the window is, px. */
const LEAST_LANES = 60;
/** A stall within its lane, px. */
const STALL_TOP = 30;
const STALL_HIGH = 46;

/**
 * @typedef {object} StreamsScreenGiven
 * @property {import('../timeline/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {() => ReturnType<typeof import('../timeline/note-flags.js').noteFlags>} notes
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
  /** As drawn last. @type {import('../timeline/axis.js').Ground|null} */
  #ground = null;
  /** @type {{ x: number, y: number }|null} */
  #pointer = null;
  /** The stall that the keyboard is at. @type {{ lane: StreamLane, stall: Stall }|null} */
  #focused = null;
  #active = -1;
  #observer = new ResizeObserver(() => this.#redraw());

  /** @param {StreamsScreenGiven} given */
  constructor(given) {
    this.#given = given;
    const { scroller } = this.#stage;
    scroller.addEventListener('scroll', () => this.#redraw(), { passive: true });
    this.#followPointer();
    this.#observer.observe(scroller);
  }

  get element() {
    return this.#stage.element;
  }

  get #bottom() {
    return Math.max(AXIS_HIGH + LEAST_LANES, this.#stage.scroller.clientHeight - BYTES_HIGH);
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
    beforePaint(this.draw);
  }

  /** The same function each time, as `beforePaint` requires. */
  draw = () => {
    const { time, theme, look } = this.#given;
    const { scroller } = this.#stage;
    const streams = this.#streams;
    if (!streams || scroller.clientWidth === 0 || !this.element.isConnected) return;
    const { width, height } = this.#stage.resize();
    const leftPx = width < 600 ? STREAM_HEADS.narrow : STREAM_HEADS.wide;
    time.setLimits(this.#limits, Math.max(LEAST_PLOT, width - leftPx - RIGHT_MARGIN));
    const ground = groundOf({ range: time.range, leftPx, width, height, colours: theme.colours() });
    this.#ground = ground;
    const scene = { ground, streams, lanes: this.#lanes, offset: scroller.scrollTop, ...look(), bottom: this.#bottom };
    this.#stage.data.draw((renderer) => drawStreams(renderer, scene));
    this.#drawOverlay();
  };

  /** @param {number} x @param {number} y */
  #hitAt(x, y) {
    const ground = this.#ground;
    const streams = this.#streams;
    if (!ground || !streams || y < AXIS_HIGH || y > this.#bottom || x < ground.x.leftPx) return null;
    return hitAt(
      { streams, lanes: this.#lanes, ground, offset: this.#stage.scroller.scrollTop, ...this.#given.look() },
      x,
      y,
    );
  }

  /** @param {StreamLane} lane @returns {number} px on the stage */
  #topOf(lane) {
    return AXIS_HIGH + this.#lanes.indexOf(lane) * this.#laneHigh - this.#stage.scroller.scrollTop;
  }

  #drawOverlay = () => {
    const ground = this.#ground;
    const streams = this.#streams;
    const pointer = this.#pointer;
    if (!ground || !streams) return;
    const height = this.#bottom;
    const at = pointer && pointer.x >= ground.x.leftPx && pointer.y < height ? ground.x.time(pointer.x) : null;
    const hit = pointer ? this.#hitAt(pointer.x, pointer.y) : this.#focused && { ...this.#focused, row: -1 };
    this.#stage.overlay.draw((renderer) => {
      this.#given.notes().draw(renderer, { ...ground, height }, at);
      const { span } = this.#given.time;
      drawPointer(renderer, { ...ground, height }, { span, pointerNs: at, reading: ground.ticks.reading });
      if (!hit?.stall) return;
      const left = ground.x.x(hit.stall.startNs);
      const width = Math.max(2, ground.x.x(hit.stall.endNs) - left);
      renderer.frame(
        { x: left, y: this.#topOf(hit.lane) + STALL_TOP, width, height: STALL_HIGH },
        { colour: ground.colours.ink1, width: 1.5 },
      );
    });
    if (!hit) return this.#stage.card.hide();
    const { lane, row, stall } = hit;
    const where = pointer ?? { x: ground.x.x(stall?.startNs ?? 0), y: this.#topOf(lane) + 2 * STALL_TOP };
    const content = () => (stall ? stallCard(streams, lane, stall) : frameCard(streams, lane, row));
    this.#stage.card.show(`${lane.lane} ${row} ${stall?.startNs}`, content, where, this.#stage.room(), false);
  };

  #followPointer() {
    followTimePointer(this.#stage.surface, {
      time: this.#given.time,
      ground: () => this.#ground,
      point: (x, y) => this.#pointAt({ x, y }),
      leave: () => this.#pointAt(null),
      press: (x, y) => this.#press(x, y),
    });
  }

  /** @param {{ x: number, y: number }|null} pointer */
  #pointAt(pointer) {
    this.#pointer = pointer;
    beforePaint(this.#drawOverlay);
  }

  /** @param {number} x @param {number} y */
  #press(x, y) {
    const { time, onOpen } = this.#given;
    this.#stage.scroller.focus({ preventScroll: true });
    if (time.span) time.select(null);
    const hit = this.#hitAt(x, y);
    if (hit && hit.row >= 0 && this.#streams) onOpen(this.#streams.columns.frame[hit.row]);
    this.#pointAt({ x, y });
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

  /** @returns {number|null} where the pointer is, if it is on the time axis */
  get pointerNs() {
    const x = this.#ground?.x;
    return this.#pointer && x && this.#pointer.x >= x.leftPx ? x.time(this.#pointer.x) : null;
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
    this.#pointer = null;
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
    beforePaint(this.#drawOverlay);
  }

  /**
   * The lanes in view, and the bytes' order, for a file.
   * @returns {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null}
   */
  picture() {
    const ground = this.#ground;
    const streams = this.#streams;
    const lanes = this.#lanes;
    const offset = this.#stage.scroller.scrollTop;
    if (!ground || !streams) return null;
    const bottom = Math.min(this.#bottom, AXIS_HIGH + lanes.length * this.#laneHigh - offset);
    const height = bottom + BYTES_HIGH;
    const scene = { streams, lanes, offset, ...this.#given.look(), bottom };
    return {
      width: ground.width,
      height,
      draw: (renderer, colours) => drawStreams(renderer, { ...scene, ground: { ...ground, colours, height } }),
    };
  }

  destroy() {
    this.#observer.disconnect();
  }
}
