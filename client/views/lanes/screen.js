/**
 * The lanes on screen: two canvases behind a scroller of the lanes' whole height. Only lanes in view are fetched and drawn.
 */
import { el, setText } from '../../base/dom.js';
import { beforePaint, debounce } from '../../base/frame.js';
import { canvasLayer } from '../../plot/canvas-layer.js';
import { createHoverCard } from '../connection/hover-card.js';
import { followPointer } from '../connection/pointer.js';
import { AXIS_HIGH, drawPointer, groundOf } from '../timeline/axis.js';
import { LOOKS, messageBox } from './draw-lane.js';
import { LANE_HEADS, drawLanes, laneTop } from './draw-lanes.js';
import { hitAt } from './lane-hit.js';
import { LaneGeometry } from './lane-geometry.js';
import { atWords, laneWords } from './lane-words.js';

/** @typedef {import('./lane-columns.js').LaneMessage} LaneMessage */

const SETTLE_MS = 150;

/**
 * @param {object} given
 * @param {import('./lane-source.js').LaneSource} given.source
 * @param {import('../timeline/time-window.js').TimeWindow} given.time
 * @param {import('../../base/theme.js').Theme} given.theme
 * @param {() => ReturnType<typeof import('../timeline/note-flags.js').noteFlags>} given.notes
 * @param {() => import('./view-state.js').LanesState & { rows: 'tall'|'low' }} given.state
 * @param {() => import('./draw-arcs.js').PlacedArc[]} given.arcs
 * @param {(lane: number, message: LaneMessage|null) => void} given.onOpen
 * @param {(lane: number) => void} given.onActive
 */
export function lanesScreen({ source, time, theme, state, arcs, notes, onOpen, onActive }) {
  const data = canvasLayer('plot-data'), overlay = canvasLayer('plot-overlay');
  data.canvas.setAttribute('aria-hidden', 'true');
  overlay.canvas.setAttribute('aria-hidden', 'true');
  const spacer = el('div', { class: 'lanes-spacer' });
  // What the pointer acts on: all that is in view but the scroll bar.
  const surface = el('div', { class: 'lanes-surface' });
  const scroller = el(
    'div',
    { class: 'lanes-scroller', tabindex: 0, role: 'application', 'aria-roledescription': 'lanes', 'aria-label': 'Lanes of connections' },
    spacer, surface,
  );
  const card = createHoverCard();
  const announcer = el('p', { class: 'visually-hidden', role: 'status' });
  const element = el('div', { class: 'lanes-stage plots' }, data.canvas, overlay.canvas, scroller, card.element, announcer);
  let geometry = new LaneGeometry(LOOKS.tall.high);
  /** @type {import('./draw-lanes.js').LanesScene|null} */
  let scene = null;
  let active = -1;
  /** @type {LaneMessage|null} the message that the keyboard is at */
  let focused = null;
  /** @type {{ x: number, y: number, reach: number }|null} */
  let pointer = null;

  const look = () => LOOKS[state().rows];
  const pointerNs = () => (pointer && scene && pointer.x >= scene.ground.x.leftPx ? scene.ground.x.time(pointer.x) : null);

  /** Follows a new order, or another height of the lanes; the first lane in view stays where it was. */
  function measure() {
    const order = source.order();
    if (!order) return;
    const keptFlow = geometry.total > 0 ? shownFlow : null, into = geometry.total > 0 ? geometry.offset - geometry.laneTop(shownLane) : 0;
    const wasAt = geometry.rowHeight;
    if (geometry.rowHeight !== look().high) {
      geometry = Object.assign(new LaneGeometry(look().high), { offset: geometry.offset, scrollTop: geometry.scrollTop });
    }
    geometry.total = order.flow.length;
    geometry.groups = order.group;
    geometry.viewHeight = scroller.clientHeight - AXIS_HIGH;
    spacer.style.height = `${geometry.bodyHeight + AXIS_HIGH}px`;
    const lane = keptFlow === null ? -1 : order.flow.indexOf(keptFlow);
    if (lane >= 0 && shownLane > 0) scroller.scrollTop = geometry.moveTo(geometry.laneTop(lane) + (into * look().high) / wasAt);
    else geometry.offset = geometry.clamp(geometry.offset);
  }
  let shownFlow = /** @type {number|null} */ (null);
  let shownLane = 0;

  function draw() {
    const order = source.order(), { clientWidth: width, clientHeight: height } = scroller;
    if (!order || width === 0 || !element.isConnected) return;
    surface.style.height = `${height}px`;
    data.resize(width, height);
    overlay.resize(width, height);
    geometry.viewHeight = height - AXIS_HIGH;
    const { show, acks } = state(), leftPx = width < 600 ? LANE_HEADS.narrow : LANE_HEADS.wide;
    time.setLimits({ startNs: 0, endNs: Math.max(1, order.durationNs) }, Math.max(40, width - leftPx - 14));
    const ground = groundOf({ range: time.range, leftPx, width, height, colours: theme.colours() });
    const current = {
      ground, geometry, laneAt: source.laneAt, look: look(), active, arcs: arcs(),
      show: { packets: show !== 'messages', messages: show !== 'packets', acks },
    };
    scene = current;
    const near = geometry.lanes(), wide = geometry.lanes(geometry.viewHeight / 2);
    shownLane = near.first;
    shownFlow = order.flow[near.first] ?? null;
    const flows = [...order.flow.subarray(near.first, near.end), ...order.flow.subarray(near.end, wide.end), ...order.flow.subarray(wide.first, near.first)];
    source.need({ flows, range: time.range, widthPx: ground.x.widthPx, limits: time.limits });
    data.draw((renderer) => drawLanes(renderer, current));
    drawOverlay();
  }

  function drawOverlay() {
    if (!scene) return;
    const { ground } = scene, at = pointerNs();
    const hit = pointer ? hitAt(scene, pointer.x, pointer.y, pointer.reach) : null;
    overlay.draw((renderer) => {
      notes().draw(renderer, ground, at);
      drawPointer(renderer, ground, { span: time.span, pointerNs: at, label: at === null ? '' : atWords(at) });
      const message = hit?.message ?? focused;
      const box = message && scene ? boxOf(hit?.message ? hit.lane : active, message) : null;
      if (box) {
        renderer.frame(
          { x: box.left - 1.5, y: box.y - 1.5, width: Math.max(3, box.right - box.left) + 3, height: box.high + 3 },
          { colour: ground.colours.ink1, width: 1.5 },
        );
      }
    });
    surface.style.cursor = hit && (hit.card || ground.x.leftPx > (pointer?.x ?? 0)) ? 'pointer' : 'crosshair';
    if (hit?.card && pointer) card.show(hit.key, hit.card, pointer, { width: scroller.clientWidth, height: scroller.clientHeight, left: 0 }, false);
    else showFocused();
  }

  /** @param {number} lane @param {LaneMessage} message */
  function boxOf(lane, message) {
    const found = scene?.laneAt(lane);
    return scene && found ? messageBox(scene.ground, found, message, laneTop(scene, lane) + scene.look.high / 2, scene.look) : null;
  }

  function showFocused() {
    const lane = scene?.laneAt(active), box = focused && lane ? boxOf(active, focused) : null;
    if (!focused || !lane || !box || !scene || pointer) return card.hide();
    const hit = hitAt(scene, box.left + 1, box.y + 1, 3);
    if (hit?.card) card.show(hit.key, hit.card, { x: box.left, y: box.y + 8 }, { width: scroller.clientWidth, height: scroller.clientHeight, left: 0 }, false);
  }

  const redraw = () => beforePaint(draw);
  const reoverlay = () => beforePaint(drawOverlay);
  const settle = debounce(SETTLE_MS, () => {
    if (geometry.compressed) scroller.scrollTop = geometry.moveTo(geometry.offset);
  });
  scroller.addEventListener('scroll', () => {
    if (scroller.scrollTop === geometry.scrollTop) return;
    geometry.scrolled(scroller.scrollTop);
    settle.call();
    redraw();
  }, { passive: true });

  /** @param {number} lane */
  function setActive(lane) {
    if (geometry.total === 0) return;
    active = Math.min(geometry.total - 1, Math.max(0, lane));
    focused = null;
    scroller.scrollTop = geometry.moveTo(geometry.clamp(geometry.offsetShowingLane(active)));
    onActive(active);
    announce();
    redraw();
  }

  function announce() {
    const lane = source.laneAt(active);
    if (!lane) return setText(announcer, `Connection ${source.order()?.flow[active] ?? ''}`);
    const { client, brief } = laneWords(lane);
    setText(announcer, `Connection ${lane.flow}, ${client}, ${brief}`);
  }

  /** @param {1|-1} step */
  function stepMessage(step) {
    const lane = source.laneAt(active);
    if (!lane || lane.messages.length === 0) return;
    const at = focused ? lane.messages.findIndex(({ index }) => index === focused?.index) : -1;
    const next = at < 0 ? firstInView(lane.messages, step) : Math.min(lane.messages.length - 1, Math.max(0, at + step));
    focused = lane.messages[next];
    pointer = null;
    const { startNs, endNs } = time.range, half = (endNs - startNs) / 2;
    if (focused.startNs < startNs || focused.startNs > endNs) time.zoomTo({ startNs: focused.startNs - half, endNs: focused.startNs + half }, 'replace');
    setText(announcer, `${focused.kind} ${focused.name} ${focused.status || ''}, at ${atWords(focused.startNs)}`);
    redraw();
  }

  /** @param {LaneMessage[]} messages @param {1|-1} step */
  function firstInView(messages, step) {
    const { startNs, endNs } = time.range;
    const found = step > 0 ? messages.findIndex((message) => message.startNs >= startNs) : messages.findLastIndex((message) => message.startNs <= endNs);
    return Math.max(0, found);
  }

  const timeAt = (/** @type {number} */ px) => {
    const { startNs, endNs } = time.range;
    return Math.min(endNs, Math.max(startNs, scene?.ground.x.time(px) ?? startNs));
  };
  let isSpaceDown = false;
  const onSpace = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== ' ') return;
    isSpaceDown = event.type === 'keydown';
    if (event.target === scroller) event.preventDefault();
  };
  document.addEventListener('keydown', onSpace);
  document.addEventListener('keyup', onSpace);
  followPointer(surface, {
    point(x, y, reach) {
      pointer = { x, y, reach };
      reoverlay();
    },
    leave() {
      pointer = null;
      reoverlay();
    },
    press(x, y, reach) {
      scroller.focus({ preventScroll: true });
      pointer = { x, y, reach };
      const hit = scene && hitAt(scene, x, y, reach);
      if (time.span) time.select(null);
      if (hit) onOpen(hit.lane, hit.message);
    },
    select(fromX, toX) {
      const [startNs, endNs] = [timeAt(fromX), timeAt(toX)].sort((a, b) => a - b).map(Math.round);
      if (endNs > startNs) time.select({ startNs, endNs });
    },
    pan: (byPx, gesture) => time.panBy(byPx * (time.spanNs / (scene?.ground.x.widthPx ?? 1)), gesture),
    zoom: (factor, aboutX, gesture) => time.zoomBy(factor, timeAt(aboutX), gesture),
    isPanning: () => isSpaceDown,
  });
  const observer = new ResizeObserver(redraw);
  observer.observe(scroller);

  return {
    element, draw, pointerNs, setActive, stepMessage,
    /** The lanes in view, for a file. @returns {Pick<import('../../plot/picture-frame.js').Picture, 'width'|'height'|'draw'>|null} */
    picture() {
      if (!scene) return null;
      const shown = scene, { width, height } = shown.ground, high = Math.min(height, AXIS_HIGH + geometry.bodyHeight);
      return {
        width, height: high,
        draw: (renderer, colours) => drawLanes(renderer, { ...shown, ground: { ...shown.ground, colours, height: high }, active: -1 }),
      };
    },
    focus: () => scroller.focus({ preventScroll: true }),
    /** After the order of lanes, or their height, has changed. */
    measure,
    active: () => active,
    focused: () => focused,
    /** @param {1|-1} direction */
    page: (direction) => setActive(Math.max(0, active) + direction * Math.max(1, Math.floor(geometry.viewHeight / look().high) - 1)),
    last: () => setActive(geometry.total - 1),
    close() {
      focused = null;
      redraw();
    },
    destroy() {
      observer.disconnect();
      settle.cancel();
      document.removeEventListener('keydown', onSpace);
      document.removeEventListener('keyup', onSpace);
    },
  };
}
