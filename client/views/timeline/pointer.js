/**
 * Mouse, pen and fingers on the diagram, turned into what the reader means: point, select, pan, zoom, tap.
 *
 *   mouse    move points · drag selects · Space and drag pans · Ctrl/⌘ and wheel zooms · sideways wheel pans
 *            · a double click zooms to the selection, or in where there is none
 *   fingers  one pans (up and down scrolls the page) · two zoom · a tap selects the nearest mark
 */

const DRAG_PX = 4;
const TAP_PX = 8;
const MOUSE_REACH_PX = 12;
/** Fingers are less exact (design: within 22 px). */
const TOUCH_REACH_PX = 22;
const WHEEL_ZOOM = 0.0028;
/** Presses closer together than this are one double click. */
const DOUBLE_MS = 600;

/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */
/**
 * @typedef {object} PointerActions
 * @property {(x: number, y: number, reach: number) => void} point
 * @property {() => void} leave
 * @property {(x: number, y: number, reach: number) => void} press a click or tap
 * @property {(fromX: number, toX: number) => void} select
 * @property {(byPx: number, gesture: 'start'|'move') => void} pan positive moves to later times
 * @property {(factor: number, aboutX: number, gesture: 'start'|'move') => void} zoom
 * @property {() => TimeRange|null} selection what is selected
 * @property {(selection: TimeRange|null, x: number) => void} zoomIn a double click or tap; `selection` as it was before
 *   the first click, which may have dropped it
 * @property {() => boolean} isPanning whether Space is held
 * @property {() => boolean} [isMeasuring] whether a drag measures, of a finger too
 * @property {(from: { x: number, y: number }, to: { x: number, y: number }) => void} [measure]
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
  followWheel(target, actions, place);
  followDoubleClicks(target, actions, place);
  followMouse(target, actions, place);
  followFingers(target, actions, place);
}

/** @typedef {(event: MouseEvent) => { x: number, y: number }} Place */

/** @param {HTMLElement} target @param {PointerActions} actions @param {Place} place */
function followWheel(target, actions, place) {
  let last = -Infinity;
  target.addEventListener(
    'wheel',
    (event) => {
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      const zooms = event.ctrlKey || event.metaKey;
      if (!zooms && Math.abs(sideways) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return;
      event.preventDefault();
      const gesture = event.timeStamp - last > 700 ? 'start' : 'move';
      last = event.timeStamp;
      const lines = event.deltaMode === 1 ? 16 : 1;
      if (zooms) {
        actions.zoom(
          Math.exp(Math.max(-120, Math.min(120, event.deltaY * lines)) * WHEEL_ZOOM),
          place(event).x,
          gesture,
        );
      } else actions.pan(sideways * lines, gesture);
    },
    { passive: false },
  );
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
    // A drag is no click: what comes behind it begins anew.
    if (Math.hypot(x - at.x, y - at.y) >= DRAG_PX) lastMs = -Infinity;
  });
  target.addEventListener('dblclick', (event) => {
    event.preventDefault();
    lastMs = -Infinity;
    actions.zoomIn(selection, place(event).x);
  });
}

/** @param {HTMLElement} target @param {PointerActions} actions @param {Place} place */
function followMouse(target, actions, place) {
  /** @type {{ x: number, y: number, lastX: number, moved: boolean, pans: boolean }|null} */
  let down = null;
  target.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    event.preventDefault();
    const at = place(event);
    down = { ...at, lastX: at.x, moved: false, pans: actions.isPanning() };
    target.setPointerCapture(event.pointerId);
  });
  target.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch') return;
    const at = place(event);
    if (!down) return actions.point(at.x, at.y, MOUSE_REACH_PX);
    const began = !down.moved && Math.hypot(at.x - down.x, actions.isMeasuring?.() ? at.y - down.y : 0) >= DRAG_PX;
    if (began) down.moved = true;
    if (!down.moved) return;
    if (down.pans) actions.pan(down.lastX - at.x, began ? 'start' : 'move');
    else if (actions.isMeasuring?.()) actions.measure?.(down, at);
    else actions.select(down.x, at.x);
    down.lastX = at.x;
  });
  target.addEventListener('pointerup', (event) => {
    if (event.pointerType === 'touch' || !down) return;
    const { moved } = down;
    down = null;
    const at = place(event);
    if (!moved) actions.press(at.x, at.y, MOUSE_REACH_PX);
  });
  target.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch' && !down) actions.leave();
  });
}

/** @param {HTMLElement} target @param {PointerActions} actions @param {Place} place */
function followFingers(target, actions, place) {
  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  /** @type {{ x: number, y: number }|null} where a tap began; null once it is something else */
  let tap = null;
  let gesture = /** @type {'start'|'move'} */ ('start');
  /** Where the first finger came down. */
  let began = { x: 0, y: 0 };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { distance: Math.max(20, Math.abs(a.x - b.x)), middle: (a.x + b.x) / 2 };
  };
  target.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') return;
    const at = place(event);
    fingers.set(event.pointerId, at);
    tap = fingers.size === 1 ? at : null;
    began = at;
    gesture = 'start';
  });
  target.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const at = place(event);
    if (tap && Math.hypot(at.x - tap.x, at.y - tap.y) < TAP_PX) return;
    tap = null;
    const earlier = fingers.size === 2 ? spread() : null;
    fingers.set(event.pointerId, at);
    if (earlier) {
      const now = spread();
      actions.zoom(earlier.distance / now.distance, now.middle, gesture);
      actions.pan(earlier.middle - now.middle, 'move');
    } else if (fingers.size === 1 && actions.isMeasuring?.()) {
      actions.measure?.(began, at);
    } else if (fingers.size === 1) {
      actions.pan(before.x - at.x, gesture);
    }
    gesture = 'move';
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (event.type === 'pointerup' && tap) actions.press(tap.x, tap.y, TOUCH_REACH_PX);
    tap = null;
  };
  target.addEventListener('pointerup', lift);
  target.addEventListener('pointercancel', lift);
}
