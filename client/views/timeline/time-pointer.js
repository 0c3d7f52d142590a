/**
 * Mouse and fingers on a view with a time axis: they select a span, pan and zoom; the view says what is under
 * them.
 */
import { followPointer } from './pointer.js';

/**
 * @param {HTMLElement} surface
 * @param {object} given
 * @param {import('./window/time-window.js').TimeWindow} given.time
 * @param {() => Pick<import('./axis.js').Ground, 'x'>|null} given.ground as drawn last
 * @param {(x: number, y: number, reach: number) => void} given.point
 * @param {() => void} given.leave
 * @param {(x: number, y: number, reach: number) => void} given.press a click or tap
 * @param {() => boolean} [given.canSelect]
 * @param {() => boolean} [given.isPanning] whether Space is held
 * @param {boolean} [given.isDown] whether time goes down
 * @param {boolean} [given.fingersSelect] what a finger does along the axis: it selects, where there is nothing to pan
 */
export function followTimePointer(
  surface,
  { time, ground, point, leave, press, canSelect = () => true, isPanning = () => false, isDown, fingersSelect = false },
) {
  const timeAt = (/** @type {number} */ px) => {
    const { startNs, endNs } = time.range;
    return Math.min(endNs, Math.max(startNs, ground()?.x.time(px) ?? startNs));
  };
  const select = (/** @type {number} */ fromPx, /** @type {number} */ toPx) => {
    const [startNs, endNs] = [timeAt(fromPx), timeAt(toPx)].sort((a, b) => a - b).map(Math.round);
    if (endNs > startNs && canSelect()) time.select({ startNs, endNs });
  };
  followPointer(surface, {
    point,
    leave,
    press,
    isPanning,
    isDown,
    selection: () => time.span,
    zoomIn: (selection, aboutPx) => time.zoomIn(selection, timeAt(aboutPx)),
    select,
    isMeasuring: () => fingersSelect,
    measure: (from, to) => select(isDown ? from.y : from.x, isDown ? to.y : to.x),
    view: () => ({
      range: time.range,
      leftPx: ground()?.x.leftPx ?? 0,
      widthPx: ground()?.x.widthPx ?? 1,
      limits: time.limits,
    }),
    show: (range, gesture) => time.zoomTo(range, gesture),
  });
}
