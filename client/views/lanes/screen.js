/**
 * The lanes on screen. Only lanes in view are fetched and drawn.
 */
import { flowText } from '../../../lib/shared/quic-flow.js';
import { setText } from '../../base/dom.js';
import { debounce } from '../../base/frame.js';
import { sum } from '../../vendor/d3.js';
import { AXIS_HIGH, headsPx } from '../timeline/axis.js';
import { laneStage } from '../timeline/lane-stage.js';
import { TimeStage } from '../timeline/time-stage.js';
import { drawLanes, LANE_HEADS } from './draw-lanes.js';
import { LaneGeometry } from './lane-geometry.js';
import { hitAt } from './lane-hit.js';
import { laneHeight, lookOf } from './lane-look.js';
import { atWords, laneWords } from './lane-words.js';
import { drawLanesOverlay } from './lanes-overlay.js';

/** @typedef {import('./lane-columns.js').LaneMessage} LaneMessage */

const SETTLE_MS = 150;
const NO_ROOM = { lanes: 0, groups: 0, viewHeight: 0, isLive: false };

/**
 * @typedef {object} LanesScreenGiven
 * @property {import('./lane-source.js').LaneSource} source
 * @property {import('../timeline/window/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {import('../timeline/note-flags.js').NoteFlags|null} notes
 * @property {() => import('./view-state.js').LanesState} state
 * @property {() => import('./draw-arcs.js').PlacedArc[]} arcs
 * @property {(lane: number, message: LaneMessage|null) => void} onOpen
 * @property {(lane: number) => void} onActive
 * @property {() => void} onDrawn
 */

export class LanesScreen {
  #given;
  #stage = laneStage('Lanes of connections');
  #timeStage;
  #geometry = new LaneGeometry(laneHeight('tall', NO_ROOM));
  /** @type {import('./draw-lanes.js').LanesScene|null} */
  #scene = null;
  #active = -1;
  /** The message that the keyboard is at. @type {LaneMessage|null} */
  #focused = null;
  /** The first lane in view, and its connection. */
  #shownLane = 0;
  /** @type {number|null} */
  #shownFlow = null;
  #isSpaceDown = false;
  #settle = debounce(SETTLE_MS, () => {
    if (this.#geometry.compressed) this.#stage.scroller.scrollTop = this.#geometry.moveTo(this.#geometry.offset);
  });

  /** @param {LanesScreenGiven} given */
  constructor(given) {
    this.#given = given;
    const { time, theme, notes, onOpen, onDrawn } = given;
    this.#timeStage = new TimeStage({
      stage: this.#stage,
      time,
      theme,
      notes,
      onDrawn,
      layOut: (size) => this.#layOut(size),
      beforeDraw: (ground) => this.#arrange(ground),
      draw: (renderer, ground) => this.#scene && drawLanes(renderer, { ...this.#scene, ground }),
      drawOver: (renderer) => this.#drawOver(renderer),
      isPanning: () => this.#isSpaceDown,
      press: ({ x, y, reach }) => {
        const hit = this.#scene && hitAt(this.#scene, x, y, reach);
        if (hit) onOpen(hit.lane, hit.message);
      },
    });
    this.#stage.scroller.addEventListener('scroll', () => this.#scroll(), { passive: true });
    document.addEventListener('keydown', this.#onSpace);
    document.addEventListener('keyup', this.#onSpace);
  }

  get element() {
    return this.#stage.element;
  }
  get active() {
    return this.#active;
  }
  get focused() {
    return this.#focused;
  }

  get pointerNs() {
    return this.#timeStage.pointerNs;
  }

  /** Follows a new order, or another height of the lanes; the first lane in view stays where it was. */
  measure() {
    const order = this.#given.source.order;
    const before = this.#geometry;
    const { scroller, spacer } = this.#stage;
    if (!order) return;
    const viewHeight = scroller.clientHeight - AXIS_HIGH;
    const high = this.#laneHigh(order, viewHeight);
    const hadLanes = before.total > 0;
    const into = hadLanes ? before.offset - before.laneTop(this.#shownLane) : 0;
    const wasHigh = before.rowHeight;
    if (wasHigh !== high) {
      this.#geometry = Object.assign(new LaneGeometry(high), { offset: before.offset, scrollTop: before.scrollTop });
    }
    const geometry = this.#geometry;
    geometry.total = order.flow.length;
    geometry.groups = order.group;
    geometry.viewHeight = viewHeight;
    spacer.style.height = `${geometry.bodyHeight + AXIS_HIGH}px`;
    const lane = hadLanes && this.#shownFlow !== null ? order.flow.indexOf(this.#shownFlow) : -1;
    if (lane >= 0 && this.#shownLane > 0) {
      scroller.scrollTop = geometry.moveTo(geometry.laneTop(lane) + (into * high) / wasHigh);
    } else geometry.offset = geometry.clamp(geometry.offset);
  }

  draw() {
    this.#timeStage.draw();
  }

  /** Before the next paint. */
  redraw() {
    this.#timeStage.redraw();
  }

  /** @param {import('../timeline/time-stage.js').Size} size */
  #layOut({ width, height }) {
    const { order } = this.#given.source;
    if (!order) return null;
    if (this.#laneHigh(order, height - AXIS_HIGH) !== this.#geometry.rowHeight) this.measure();
    this.#geometry.viewHeight = height - AXIS_HIGH;
    return { limits: { startNs: 0, endNs: Math.max(1, order.durationNs) }, leftPx: headsPx(width, LANE_HEADS) };
  }

  /** What is in view, which is asked for. @param {import('../timeline/axis.js').Ground} ground */
  #arrange(ground) {
    const { source, state, arcs } = this.#given;
    const { show, acks } = state();
    const geometry = this.#geometry;
    this.#scene = {
      ground,
      geometry,
      laneAt: source.laneAt,
      look: lookOf(geometry.rowHeight, clientShare(geometry.lanes(), source.laneAt)),
      active: this.#active,
      arcs: arcs(),
      show: { packets: show !== 'messages', messages: show !== 'packets', acks },
    };
    if (source.order) this.#need(source.order, ground.x.widthPx);
  }

  /** @param {import('./lane-source.js').LaneOrder} order @param {number} viewHeight */
  #laneHigh({ flow, group }, viewHeight) {
    const { state, time } = this.#given;
    const room = { lanes: flow.length, groups: group.length, viewHeight, isLive: time.following.isLive };
    return laneHeight(state().rows, room);
  }

  /** What of the order is in view, and whether that is not all. */
  get inView() {
    return { ...this.#geometry.lanes(), isPart: this.#geometry.lastOffset > 0 };
  }

  /** Brings a lane to the middle of the view. @param {number} lane */
  showLane(lane) {
    const geometry = this.#geometry;
    const middle = geometry.laneTop(lane) + (geometry.rowHeight - geometry.viewHeight) / 2;
    this.#stage.scroller.scrollTop = geometry.moveTo(middle);
    this.redraw();
  }

  /** @param {number} byPx */
  scrollBy(byPx) {
    this.#stage.scroller.scrollTop += byPx;
  }

  /**
   * Asks for the lanes in view, and for those just outside.
   * @param {import('./lane-source.js').LaneOrder} order
   * @param {number} widthPx
   */
  #need({ flow }, widthPx) {
    const { source, time } = this.#given;
    const near = this.#geometry.lanes();
    const wide = this.#geometry.lanes(this.#geometry.viewHeight / 2);
    this.#shownLane = near.first;
    this.#shownFlow = flow[near.first] ?? null;
    const flows = [
      ...flow.subarray(near.first, near.end),
      ...flow.subarray(near.end, wide.end),
      ...flow.subarray(wide.first, near.first),
    ];
    source.need({ flows, range: time.range, widthPx, limits: time.limits });
  }

  /** @param {import('../../plot/renderer.js').Renderer} renderer */
  #drawOver(renderer) {
    if (!this.#scene) return null;
    const { card, cursor } = drawLanesOverlay(renderer, this.#scene, this.#timeStage.pointer, this.#focused);
    this.#stage.surface.style.cursor = cursor;
    return card;
  }

  #scroll() {
    const { scrollTop } = this.#stage.scroller;
    if (scrollTop === this.#geometry.scrollTop) return;
    this.#geometry.scrolled(scrollTop);
    this.#settle.call();
  }

  #onSpace = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== ' ') return;
    this.#isSpaceDown = event.type === 'keydown';
    if (event.target === this.#stage.scroller) event.preventDefault();
  };

  /** @param {number} lane */
  setActive(lane) {
    const geometry = this.#geometry;
    if (geometry.total === 0) return;
    this.#active = Math.min(geometry.total - 1, Math.max(0, lane));
    this.#focused = null;
    this.#stage.scroller.scrollTop = geometry.moveTo(geometry.clamp(geometry.offsetShowingLane(this.#active)));
    this.#given.onActive(this.#active);
    this.#announce();
    this.redraw();
  }

  #announce() {
    const { source } = this.#given;
    const { announcer } = this.#stage;
    const lane = source.laneAt(this.#active);
    if (!lane) return setText(announcer, `Connection ${flowText(source.order?.flow[this.#active] ?? 0)}`);
    const { client, brief } = laneWords(lane);
    setText(announcer, `Connection ${flowText(lane.flow)}, ${client}, ${brief}`);
  }

  /** @param {1|-1} direction */
  page(direction) {
    const { viewHeight, rowHeight } = this.#geometry;
    this.setActive(Math.max(0, this.#active) + direction * Math.max(1, Math.floor(viewHeight / rowHeight) - 1));
  }

  last() {
    this.setActive(this.#geometry.total - 1);
  }

  /** To the active lane's next or previous message. @param {1|-1} step */
  stepMessage(step) {
    const { source, time } = this.#given;
    const lane = source.laneAt(this.#active);
    const focused = this.#focused;
    if (!lane || lane.messages.length === 0) return;
    const at = focused ? lane.messages.findIndex(({ index }) => index === focused.index) : -1;
    const next =
      lane.messages[
        at < 0
          ? firstInView(lane.messages, time.range, step)
          : Math.min(lane.messages.length - 1, Math.max(0, at + step))
      ];
    this.#focused = next;
    this.#timeStage.point(null);
    const { startNs, endNs } = time.target;
    const half = (endNs - startNs) / 2;
    if (next.startNs < startNs || next.startNs > endNs) {
      time.zoomTo({ startNs: next.startNs - half, endNs: next.startNs + half }, 'replace');
    }
    setText(this.#stage.announcer, `${next.kind} ${next.name} ${next.outcome}, at ${atWords(next.startNs)}`);
    this.redraw();
  }

  /** The lanes in view, for a file. */
  picture() {
    const height = AXIS_HIGH + this.#geometry.bodyHeight;
    return this.#timeStage.picture(
      height,
      (renderer, ground) => this.#scene && drawLanes(renderer, { ...this.#scene, ground, active: -1 }),
    );
  }

  focus() {
    this.#timeStage.focus();
  }

  /** The card of a message. */
  close() {
    this.#focused = null;
    this.redraw();
  }

  destroy() {
    this.#timeStage.destroy();
    this.#settle.cancel();
    document.removeEventListener('keydown', this.#onSpace);
    document.removeEventListener('keyup', this.#onSpace);
  }
}

/**
 * @param {{ first: number, end: number }} inView
 * @param {(lane: number) => import('./lane-columns.js').Lane|null} laneAt
 * @returns {number} share of the payload of these that clients sent
 */
function clientShare({ first, end }, laneAt) {
  const bytes = Array.from({ length: end - first }, (_, i) => laneAt(first + i)?.row.bytes ?? [0, 0]);
  const all = sum(bytes, ([sent, received]) => sent + received);
  return all === 0 ? 0.5 : sum(bytes, ([sent]) => sent) / all;
}

/**
 * @param {LaneMessage[]} messages
 * @param {import('../../plot/time-scale.js').TimeRange} range
 * @param {1|-1} step
 * @returns {number} index
 */
function firstInView(messages, { startNs, endNs }, step) {
  const found =
    step > 0
      ? messages.findIndex((message) => message.startNs >= startNs)
      : messages.findLastIndex((message) => message.startNs <= endNs);
  return Math.max(0, found);
}
