/**
 * Mouse, pen and fingers on the diagram, translated to point, select, pan, zoom, tap.
 *
 *   mouse    move points · drag selects · Space and drag pans · Ctrl/⌘ and wheel zooms · sideways wheel pans
 *            · a double click zooms to the selection, or in where there is none
 *   fingers  one pans (up and down scrolls the page) · two zoom · a tap selects the nearest mark
 *
 * Where time goes down, the wheel pans, and so does a finger that goes up or down.
 *
 * Gestures are D3's. Its transform restarts with each, as that of the range then in view: a transform of the whole
 * would have no nanoseconds left in a capture of days.
 */
import { constrain, NARROWEST_NS, timeScale } from '../../plot/time-scale.js';
import { drag, select, zoom, zoomIdentity, ZoomTransform } from '../../vendor/d3.js';

const DRAG_PX = 4;
const TAP_PX = 8;
const MOUSE_REACH_PX = 12;
/** Fingers are less exact (design: within 22 px). */
const TOUCH_REACH_PX = 22;
/** Powers of two for each pixel of the wheel. */
const WHEEL_ZOOM = 0.004;
const MAX_WHEEL_PX = 120;
/** A gesture that goes on within this long is no new step of the history. */
const STEP_MS = 700;
/** Presses closer together than this are one double click. */
const DOUBLE_MS = 600;

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/** @typedef {'start'|'move'} Gesture */
/** @typedef {{ x: number, y: number }} Point */
/**
 * @typedef {object} PointerActions
 * @property {(x: number, y: number, reach: number) => void} point
 * @property {() => void} leave
 * @property {(x: number, y: number, reach: number) => void} press a click or tap
 * @property {boolean} [isDown] whether time goes down instead of to the right: px of times are then y
 * @property {(fromPx: number, toPx: number) => void} select
 * @property {() => { range: TimeRange, leftPx: number, widthPx: number, limits: TimeRange }} view what is in view, and
 *   what may be
 * @property {(range: TimeRange, gesture: Gesture) => void} show another range
 * @property {() => TimeRange|null} selection what is selected
 * @property {(selection: TimeRange|null, px: number) => void} zoomIn a double click or tap; `selection` as it was
 *   before the first click, which may have dropped it
 * @property {() => boolean} isPanning whether Space is held
 * @property {() => boolean} [isMeasuring] whether a drag measures, of a finger too
 * @property {(from: Point, to: Point) => void} [measure]
 */

/**
 * @param {HTMLElement} target
 * @param {PointerActions} actions
 */
export function followPointer(target, actions) {
  const place = (/** @type {MouseEvent} */ event) => {
    const box = target.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  followHover(target, actions, place);
  followDoubleClicks(target, actions, place);
  followDrags(target, actions);
  leaveScrolling(target, actions);
  followZoom(target, actions);
}

/** @param {PointerActions} actions @param {Point} point @returns {number} px along the time axis */
const along = ({ isDown }, { x, y }) => (isDown ? y : x);

/** @typedef {(event: MouseEvent) => Point} Place */

/** @param {HTMLElement} target @param {PointerActions} actions @param {Place} place */
function followHover(target, { point, leave }, place) {
  target.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch' || event.buttons !== 0) return;
    const { x, y } = place(event);
    point(x, y, MOUSE_REACH_PX);
  });
  target.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch' && event.buttons === 0) leave();
  });
}

/** @param {HTMLElement} target @param {PointerActions} actions @param {Place} place */
function followDoubleClicks(target, actions, place) {
  /** @type {TimeRange|null} */
  let selection = null;
  let lastMs = -Infinity;
  let at = { x: 0, y: 0 };
  target.addEventListener('pointerdown', (event) => {
    if (event.timeStamp - lastMs > DOUBLE_MS) selection = actions.selection();
    lastMs = event.timeStamp;
    at = place(event);
  });
  target.addEventListener('pointerup', (event) => {
    const { x, y } = place(event);
    // A drag is no click: what follows starts afresh.
    if (Math.hypot(x - at.x, y - at.y) >= DRAG_PX) lastMs = -Infinity;
  });
  target.addEventListener('dblclick', (event) => {
    event.preventDefault();
    lastMs = -Infinity;
    actions.zoomIn(selection, along(actions, place(event)));
  });
}

/**
 * What a drag selects or measures; a click.
 * @param {HTMLElement} target @param {PointerActions} actions
 */
function followDrags(target, actions) {
  let from = { x: 0, y: 0 };
  let hasMoved = false;
  /** @type {import('d3').DragBehavior<HTMLElement, unknown, unknown>} */
  const behaviour = drag();
  behaviour
    .touchable(true)
    .container(() => target)
    .subject((event) => ({ x: event.x, y: event.y }))
    .filter((event) => {
      const isMeasuring = actions.isMeasuring?.() ?? false;
      return isMouse(event) ? event.button === 0 && !actions.isPanning() : isMeasuring;
    })
    .on('start', ({ x, y }) => {
      from = { x, y };
      hasMoved = false;
    })
    .on('drag', ({ x, y }) => {
      const isMeasuring = actions.isMeasuring?.() ?? false;
      const [fromPx, toPx] = [along(actions, from), along(actions, { x, y })];
      hasMoved ||= (isMeasuring ? Math.hypot(x - from.x, y - from.y) : Math.abs(toPx - fromPx)) >= DRAG_PX;
      if (!hasMoved) return;
      if (isMeasuring) actions.measure?.(from, { x, y });
      else actions.select(fromPx, toPx);
    })
    .on('end', ({ x, y, sourceEvent }) => {
      if (!hasMoved) actions.press(x, y, isMouse(sourceEvent) ? MOUSE_REACH_PX : TOUCH_REACH_PX);
      else if (!target.matches(':hover')) actions.leave();
    });
  select(target).call(behaviour);
}

/** @param {Event} event */
const isMouse = ({ type }) => type.startsWith('mouse');

/**
 * One finger that goes across the time axis scrolls the page: D3 would keep the browser from it.
 * @param {HTMLElement} target @param {PointerActions} actions
 */
function leaveScrolling(target, { isDown = false }) {
  let from = { x: 0, y: 0 };
  /** Whether the finger goes along the axis; undefined: it has hardly moved. @type {boolean|undefined} */
  let isAlong;
  target.addEventListener('touchstart', ({ touches: [first] }) => {
    from = { x: first.clientX, y: first.clientY };
    isAlong = undefined;
  });
  target.addEventListener('touchmove', (event) => {
    const [first, second] = event.touches;
    const [dx, dy] = [Math.abs(first.clientX - from.x), Math.abs(first.clientY - from.y)];
    if (second || (isAlong === undefined && Math.max(dx, dy) >= TAP_PX)) {
      isAlong = Boolean(second) || (isDown ? dy >= dx : dx >= dy);
    }
    if (!isAlong) event.stopImmediatePropagation();
  });
}

/**
 * Wheel, fingers, and the mouse while Space is held.
 * @param {HTMLElement} target @param {PointerActions} actions
 */
function followZoom(target, actions) {
  const { isDown = false } = actions;
  let view = actions.view();
  let isUnderWay = false;
  let hasMoved = false;
  let lastMs = -Infinity;
  const gestureAt = (/** @type {number} */ ms) => {
    const gesture = ms - lastMs > STEP_MS ? 'start' : 'move';
    lastMs = ms;
    return gesture;
  };
  /** @type {import('d3').ZoomBehavior<HTMLElement, unknown>} */
  const behaviour = zoom();
  const begin = () => {
    if (isUnderWay) return;
    view = actions.view();
    const spanNs = view.range.endNs - view.range.startNs;
    const wholeNs = Math.max(view.limits.endNs - view.limits.startNs, NARROWEST_NS);
    behaviour.scaleExtent([spanNs / wholeNs, Math.max(1, spanNs / NARROWEST_NS)]);
    Object.assign(target, { __zoom: zoomIdentity });
  };
  behaviour
    .touchable(true)
    .filter((event) => {
      const isOurs = event.type === 'wheel' ? isZoomWheel(event) : movesView(event, actions);
      if (isOurs) begin();
      return isOurs;
    })
    .wheelDelta((event) => -clamped(wheelPx(event, event.deltaY)) * WHEEL_ZOOM)
    .constrain((transform) => transformTo(view, constrain(rangeOf(view, transform, isDown), view.limits), isDown))
    .on('start', ({ sourceEvent }) => {
      isUnderWay = true;
      hasMoved = sourceEvent.type === 'wheel';
      // A finger or a press begins a step; turns of a wheel follow each other.
      if (!hasMoved) lastMs = -Infinity;
    })
    .on('zoom', ({ transform, sourceEvent }) => {
      hasMoved ||= transform.k !== 1 || Math.abs(along(actions, transform)) >= DRAG_PX;
      if (hasMoved) actions.show(rangeOf(view, transform, isDown), gestureAt(sourceEvent.timeStamp));
    })
    .on('end', ({ sourceEvent }) => {
      isUnderWay = false;
      const at = sourceEvent.changedTouches?.[0] ?? sourceEvent;
      if (hasMoved || sourceEvent.type === 'touchcancel') return;
      const box = target.getBoundingClientRect();
      const reach = isMouse(sourceEvent) ? MOUSE_REACH_PX : TOUCH_REACH_PX;
      actions.press(at.clientX - box.left, at.clientY - box.top, reach);
    });
  target.addEventListener(
    'wheel',
    (event) => {
      const isTurned = event.shiftKey || isDown;
      const sideways = isTurned ? event.deltaY || event.deltaX : event.deltaX;
      const pans = !isZoomWheel(event) && Math.abs(sideways) > (isTurned ? 0 : Math.abs(event.deltaY));
      // At the closest zoom, too, the browser is not to zoom the page.
      if (pans || isZoomWheel(event)) event.preventDefault();
      if (!pans) return;
      const { range, widthPx, limits } = actions.view();
      const byNs = (wheelPx(event, sideways) * (range.endNs - range.startNs)) / widthPx;
      const moved = { startNs: range.startNs + byNs, endNs: range.endNs + byNs };
      actions.show(constrain(moved, limits), gestureAt(event.timeStamp));
    },
    { passive: false },
  );
  select(target).call(behaviour).on('dblclick.zoom', null);
}

/** @param {WheelEvent} event */
const isZoomWheel = ({ ctrlKey, metaKey }) => ctrlKey || metaKey;

/** @param {WheelEvent} event @param {number} delta */
const wheelPx = ({ deltaMode }, delta) => delta * (deltaMode === 1 ? 16 : 1);

/** @param {number} px */
const clamped = (px) => Math.max(-MAX_WHEEL_PX, Math.min(MAX_WHEEL_PX, px));

/** @param {MouseEvent} event or of touch @param {PointerActions} actions */
const movesView = (event, actions) =>
  isMouse(event) ? event.button === 0 && actions.isPanning() : !(actions.isMeasuring?.() ?? false);

/**
 * @param {ReturnType<PointerActions['view']>} view as the gesture began
 * @param {import('d3').ZoomTransform} transform of its pixels
 * @param {boolean} isDown
 * @returns {TimeRange}
 */
function rangeOf({ range, leftPx, widthPx }, transform, isDown) {
  const x = timeScale(range, leftPx, widthPx);
  const timeAt = (/** @type {number} */ px) => x.time(isDown ? transform.invertY(px) : transform.invertX(px));
  return { startNs: timeAt(leftPx), endNs: timeAt(leftPx + widthPx) };
}

/** @param {ReturnType<PointerActions['view']>} view @param {TimeRange} to @param {boolean} isDown */
function transformTo({ range, leftPx, widthPx }, to, isDown) {
  const k = (range.endNs - range.startNs) / (to.endNs - to.startNs);
  const by = leftPx - k * timeScale(range, leftPx, widthPx).x(to.startNs);
  return isDown ? new ZoomTransform(k, 0, by) : new ZoomTransform(k, by, 0);
}
