/** The keys that zoom and pan a time axis, the same in every view. */

export const FIRST_ZOOM = 0.8;
export const HELD_ZOOM = 0.72;
export const FIRST_PAN = 0.1;
export const HELD_PAN = 0.16;

/**
 * @param {object} given
 * @param {string} given.group in the key sheet
 * @param {string} given.whole what F shows: "Whole capture"
 * @param {import('./time-window.js').TimeWindow} given.time
 * @param {() => number|null} given.pointerNs where the pointer is, in time
 * @returns {import('../../../base/hotkeys.js').Hotkey[]}
 */
export function timeKeys({ group, whole, time, pointerNs }) {
  const gesture = (/** @type {KeyboardEvent} */ event) => (event.repeat ? 'move' : 'start');
  const about = () => {
    const { startNs, endNs } = time.range;
    const at = pointerNs();
    return at !== null && at >= startNs && at <= endNs ? at : (startNs + endNs) / 2;
  };
  const zoom = (/** @type {number} */ sign) => (/** @type {KeyboardEvent} */ event) =>
    time.zoomBy((event.repeat ? HELD_ZOOM : FIRST_ZOOM) ** sign, about(), gesture(event));
  const pan = (/** @type {number} */ sign) => (/** @type {KeyboardEvent} */ event) =>
    time.panBy(sign * (event.repeat ? HELD_PAN : FIRST_PAN) * time.spanNs, gesture(event));
  return [
    { group, keys: ['w', '+', '='], cap: 'W', words: 'Zoom in at the pointer', run: zoom(1) },
    { group, keys: ['s', '-', '_'], cap: 'S', words: 'Zoom out', run: zoom(-1) },
    { group, keys: ['a'], cap: 'A', words: 'Pan to earlier', run: pan(-1) },
    { group, keys: ['d'], cap: 'D', words: 'Pan to later', run: pan(1) },
    { group, keys: ['z'], cap: 'Z', words: 'Zoom to the selection', run: () => time.zoomToSpan() },
    { group, keys: ['Backspace'], words: 'Undo one zoom', run: () => time.back() },
    { group, keys: ['f', '0'], cap: 'F', words: whole, run: () => time.zoomTo(null, 'jump') },
  ];
}
