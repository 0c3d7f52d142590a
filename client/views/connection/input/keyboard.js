/**
 * Keys of the connection view. `D` swaps the direction with Shift, since `d` alone pans beside `a`.
 */
import { isTextEntry } from '../../../base/dom.js';
import { addHotkeys } from '../../../base/hotkeys.js';
import { FIRST_PAN, FIRST_ZOOM, HELD_PAN, HELD_ZOOM } from '../../timeline/window/time-keys.js';

const GROUP = 'Connection';

/**
 * @typedef {object} KeyActions
 * @property {(factor: number, gesture: 'start'|'move') => void} zoom about the pointer
 * @property {(share: number, gesture: 'start'|'move') => void} pan by a share of what is in view
 * @property {() => void} fit
 * @property {() => void} end to the end, and follow it
 * @property {() => void} zoomToSpan
 * @property {() => void} back
 * @property {() => void} swap
 * @property {(step: 1|-1) => void} sameKind
 * @property {(step: 1|-1) => void} event
 * @property {(step: 1|-1) => void} level 1 up to the message, −1 down to the packet
 * @property {() => void} keepOpen
 * @property {() => void} close
 * @property {() => void} side
 * @property {() => void} ruler
 * @property {() => void} find
 * @property {() => void} note
 * @property {() => void} values
 * @property {() => void} bytes of the packet in focus
 * @property {() => void} legend all signs of the diagrams
 */

/**
 * @param {KeyActions} actions
 * @returns {{ isSpaceDown: () => boolean, destroy: () => void }}
 */
export function connectionKeys(actions) {
  const gesture = (/** @type {KeyboardEvent} */ event) => (event.repeat ? 'move' : 'start');
  const zoom = (/** @type {number} */ sign) => (/** @type {KeyboardEvent} */ event) =>
    actions.zoom((event.repeat ? HELD_ZOOM : FIRST_ZOOM) ** sign, gesture(event));
  const pan = (/** @type {number} */ sign) => (/** @type {KeyboardEvent} */ event) =>
    actions.pan(sign * (event.repeat ? HELD_PAN : FIRST_PAN), gesture(event));
  const arrow = (/** @type {1|-1} */ step) => (/** @type {KeyboardEvent} */ event) =>
    event.shiftKey ? pan(step)(event) : actions.sameKind(step);
  const remove = addHotkeys([
    { group: GROUP, keys: ['w', '+', '='], cap: 'W', words: 'Zoom in at the pointer', run: zoom(1) },
    { group: GROUP, keys: ['s', '-', '_'], cap: 'S', words: 'Zoom out', run: zoom(-1) },
    { group: GROUP, keys: ['a'], cap: 'A', words: 'Pan to earlier (also Shift and ←)', run: pan(-1) },
    { group: GROUP, keys: ['d'], cap: 'D', words: 'Pan to later (also Shift and →)', run: pan(1) },
    { group: GROUP, keys: ['z'], cap: 'Z', words: 'Zoom to the selection', run: () => actions.zoomToSpan() },
    { group: GROUP, keys: ['Backspace'], words: 'Undo one zoom', run: () => actions.back() },
    { group: GROUP, keys: ['f', '0'], cap: 'F', words: 'Whole connection', run: () => actions.fit() },
    { group: GROUP, keys: ['End'], words: 'To the end, and follow it while it grows', run: () => actions.end() },
    { group: GROUP, keys: ['D'], cap: 'Shift D', words: 'Swap direction', run: () => actions.swap() },
    { group: GROUP, keys: ['ArrowLeft'], cap: '←', words: 'Previous mark of the same kind', run: arrow(-1) },
    { group: GROUP, keys: ['ArrowRight'], cap: '→', words: 'Next mark of the same kind', run: arrow(1) },
    {
      group: GROUP,
      keys: [','],
      words: 'Previous event: loss, out of order, zero window, reset, SYN, FIN',
      run: () => actions.event(-1),
    },
    { group: GROUP, keys: ['.'], words: 'Next event', run: () => actions.event(1) },
    { group: GROUP, keys: ['ArrowUp'], cap: '↑', words: 'From the packet to its message', run: () => actions.level(1) },
    {
      group: GROUP,
      keys: ['ArrowDown'],
      cap: '↓',
      words: 'From the message to its first packet',
      run: () => actions.level(-1),
    },
    { group: GROUP, keys: ['Enter'], words: 'Keep the card open', run: () => actions.keepOpen() },
    {
      group: GROUP,
      keys: ['Escape'],
      cap: 'Esc',
      words: 'Close the card, clear the selection',
      run: () => actions.close(),
    },
    { group: GROUP, keys: ['i'], cap: 'I', words: 'Side column', run: () => actions.side() },
    {
      group: GROUP,
      keys: ['r'],
      cap: 'R',
      words: 'Ruler: drag, or move from packet to packet, to measure',
      run: () => actions.ruler(),
    },
    { group: GROUP, keys: ['n'], cap: 'N', words: 'Add a note at the packet or the cursor', run: () => actions.note() },
    { group: GROUP, keys: ['v'], cap: 'V', words: 'Values of the panes, as tables', run: () => actions.values() },
    { group: GROUP, keys: ['b'], cap: 'B', words: 'Bytes of the packet, with its fields', run: () => actions.bytes() },
    { group: GROUP, keys: ['L'], cap: 'Shift L', words: 'Legend of all marks', run: () => actions.legend() },
    {
      group: GROUP,
      keys: ['/'],
      words: 'Find packets; Enter and Shift Enter step through them',
      run: () => actions.find(),
    },
    {
      group: GROUP,
      keys: ['Alt+ArrowUp'],
      cap: 'Alt ↑ ↓',
      words: 'Move the pane whose title has the focus; Enter collapses it',
    },
    { group: GROUP, keys: [' '], cap: 'Space', words: 'Hold while dragging to pan' },
  ]);
  const space = watchSpace();
  return {
    isSpaceDown: space.isDown,
    destroy() {
      remove();
      space.stop();
    },
  };
}

function watchSpace() {
  let isDown = false;
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== ' ') return;
    isDown = event.type === 'keydown' && !isTextEntry(event.target);
    // The page would scroll; a button in focus keeps its Space.
    if (isDown && !(event.target instanceof HTMLButtonElement)) event.preventDefault();
  };
  const release = () => {
    isDown = false;
  };
  document.addEventListener('keydown', onKey);
  document.addEventListener('keyup', onKey);
  addEventListener('blur', release);
  return {
    isDown: () => isDown,
    stop() {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('keyup', onKey);
      removeEventListener('blur', release);
    },
  };
}
