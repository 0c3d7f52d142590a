/**
 * The lanes on screen. Only lanes in view are fetched and drawn.
 */
import { setText } from '../../base/dom.js';
import { beforePaint, debounce } from '../../base/frame.js';
import { sum } from '../../vendor/d3.js';
import { AXIS_HIGH, groundOf } from '../timeline/axis.js';
import { laneStage } from '../timeline/lane-stage.js';
import { followTimePointer } from '../timeline/time-pointer.js';
import { drawLanes, LANE_HEADS } from './draw-lanes.js';
import { LaneGeometry } from './lane-geometry.js';
import { hitAt } from './lane-hit.js';
import { laneHeight, lookOf } from './lane-look.js';
import { atWords, laneWords } from './lane-words.js';
import { drawLanesOverlay } from './lanes-overlay.js';

/** @typedef {import('./lane-columns.js').LaneMessage} LaneMessage */

const SETTLE_MS = 150;
/** Right of the plots, and their least width, px. */
const RIGHT_MARGIN = 14;
const LEAST_PLOT = 40;
const NO_ROOM = { lanes: 0, groups: 0, viewHeight: 0, isLive: false };

/**
 * @typedef {object} LanesScreenGiven
 * @property {import('./lane-source.js').LaneSource} source
 * @property {import('../timeline/time-window.js').TimeWindow} time
 * @property {import('../../base/theme.js').Theme} theme
 * @property {() => ReturnType<typeof import('../timeline/note-flags.js').noteFlags>} notes
 * @property {() => import('./view-state.js').LanesState} state
 * @property {() => import('./draw-arcs.js').PlacedArc[]} arcs
 * @property {(lane: number, message: LaneMessage|null) => void} onOpen
 * @property {(lane: number) => void} onActive
 * @property {() => void} onDrawn
 */

export class LanesScreen {
  #given;
  #stage = laneStage('Lanes of connections');
  #geometry = new LaneGeometry(laneHeight('tall', NO_ROOM));
  /** @type {import('./draw-lanes.js').LanesScene|null} */
  #scene = null;
  #active = -1;
  /** The message that the keyboard is at. @type {LaneMessage|null} */
  #focused = null;
  /** @type {import('./lanes-overlay.js').LanesPointer|null} */
  #pointer = null;
  /** The first lane in view, and its connection. */
  #shownLane = 0;
  /** @type {number|null} */
  #shownFlow = null;
  #isSpaceDown = false;
  #settle = debounce(SETTLE_MS, () => {
    if (this.#geometry.compressed) this.#stage.scroller.scrollTop = this.#geometry.moveTo(this.#geometry.offset);
  });
  #observer = new ResizeObserver(() => beforePaint(this.draw));

  /** @param {LanesScreenGiven} given */
  constructor(given) {
    this.#given = given;
    const { scroller } = this.#stage;
    scroller.addEventListener('scroll', () => this.#scroll(), { passive: true });
    document.addEventListener('keydown', this.#onSpace);
    document.addEventListener('keyup', this.#onSpace);
    this.#followPointer();
    this.#observer.observe(scroller);
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

  /** @returns {number|null} where the pointer is, if it is on the time axis */
  get pointerNs() {
    const x = this.#scene?.ground.x;
    return this.#pointer && x && this.#pointer.x >= x.leftPx ? x.time(this.#pointer.x) : null;
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

  /** The same function each time, as `beforePaint` requires. */
  draw = () => {
    const { source, time, theme, state, arcs } = this.#given;
    const order = source.order;
    if (!order || this.#stage.scroller.clientWidth === 0 || !this.element.isConnected) return;
    const { width, height } = this.#stage.resize();
    const { show, acks } = state();
    const leftPx = width < 600 ? LANE_HEADS.narrow : LANE_HEADS.wide;
    if (this.#laneHigh(order, height - AXIS_HIGH) !== this.#geometry.rowHeight) this.measure();
    const geometry = this.#geometry;
    geometry.viewHeight = height - AXIS_HIGH;
    time.setLimits(
      { startNs: 0, endNs: Math.max(1, order.durationNs) },
      Math.max(LEAST_PLOT, width - leftPx - RIGHT_MARGIN),
    );
    const ground = groundOf({ range: time.range, leftPx, width, height, colours: theme.colours() });
    const scene = {
      ground,
      geometry,
      laneAt: source.laneAt,
      look: lookOf(geometry.rowHeight, clientShare(geometry.lanes(), source.laneAt)),
      active: this.#active,
      arcs: arcs(),
      show: { packets: show !== 'messages', messages: show !== 'packets', acks },
    };
    this.#scene = scene;
    this.#need(order, ground.x.widthPx);
    this.#stage.data.draw((renderer) => drawLanes(renderer, scene));
    this.#drawOverlay();
    this.#given.onDrawn();
  };

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
    beforePaint(this.draw);
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

  #drawOverlay = () => {
    if (!this.#scene) return;
    const { time, notes } = this.#given;
    drawLanesOverlay(this.#stage, this.#scene, {
      span: time.span,
      notes: notes(),
      pointer: this.#pointer,
      pointerNs: this.pointerNs,
      focused: this.#focused,
    });
  };

  #scroll() {
    const { scrollTop } = this.#stage.scroller;
    if (scrollTop === this.#geometry.scrollTop) return;
    this.#geometry.scrolled(scrollTop);
    this.#settle.call();
    beforePaint(this.draw);
  }

  #onSpace = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== ' ') return;
    this.#isSpaceDown = event.type === 'keydown';
    if (event.target === this.#stage.scroller) event.preventDefault();
  };

  #followPointer() {
    const { time, onOpen } = this.#given;
    followTimePointer(this.#stage.surface, {
      time,
      ground: () => this.#scene?.ground ?? null,
      isPanning: () => this.#isSpaceDown,
      point: (x, y, reach) => this.#pointAt({ x, y, reach }),
      leave: () => this.#pointAt(null),
      press: (x, y, reach) => {
        this.focus();
        this.#pointer = { x, y, reach };
        const hit = this.#scene && hitAt(this.#scene, x, y, reach);
        if (time.span) time.select(null);
        if (hit) onOpen(hit.lane, hit.message);
      },
    });
  }

  /** @param {import('./lanes-overlay.js').LanesPointer|null} pointer */
  #pointAt(pointer) {
    this.#pointer = pointer;
    beforePaint(this.#drawOverlay);
  }

  /** @param {number} lane */
  setActive(lane) {
    const geometry = this.#geometry;
    if (geometry.total === 0) return;
    this.#active = Math.min(geometry.total - 1, Math.max(0, lane));
    this.#focused = null;
    this.#stage.scroller.scrollTop = geometry.moveTo(geometry.clamp(geometry.offsetShowingLane(this.#active)));
    this.#given.onActive(this.#active);
    this.#announce();
    beforePaint(this.draw);
  }

  #announce() {
    const { source } = this.#given;
    const { announcer } = this.#stage;
    const lane = source.laneAt(this.#active);
    if (!lane) return setText(announcer, `Connection ${source.order?.flow[this.#active] ?? ''}`);
    const { client, brief } = laneWords(lane);
    setText(announcer, `Connection ${lane.flow}, ${client}, ${brief}`);
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
    this.#pointer = null;
    const { startNs, endNs } = time.wanted;
    const half = (endNs - startNs) / 2;
    if (next.startNs < startNs || next.startNs > endNs) {
      time.zoomTo({ startNs: next.startNs - half, endNs: next.startNs + half }, 'replace');
    }
    setText(this.#stage.announcer, `${next.kind} ${next.name} ${next.outcome}, at ${atWords(next.startNs)}`);
    beforePaint(this.draw);
  }

  /**
   * The lanes in view, for a file.
   * @returns {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null}
   */
  picture() {
    const scene = this.#scene;
    if (!scene) return null;
    const { width, height } = scene.ground;
    const high = Math.min(height, AXIS_HIGH + this.#geometry.bodyHeight);
    return {
      width,
      height: high,
      draw: (renderer, colours) =>
        drawLanes(renderer, { ...scene, ground: { ...scene.ground, colours, height: high }, active: -1 }),
    };
  }

  focus() {
    this.#stage.scroller.focus({ preventScroll: true });
  }

  /** The card of a message. */
  close() {
    this.#focused = null;
    beforePaint(this.draw);
  }

  destroy() {
    this.#observer.disconnect();
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
