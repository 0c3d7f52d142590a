/**
 * The title of a pane as a button: a press folds the pane or opens it, a drag or Alt with an arrow moves it among the
 * others.
 */
import { el } from '../../../base/dom.js';
import { optionalShown } from './layout.js';

/** @typedef {import('./layout.js').OptionalPane} OptionalPane */
/**
 * @typedef {{ onFold: (id: OptionalPane) => void, onMove: (id: OptionalPane, to: number) => void }} GripActions `to`:
 *   place among the optional panes shown
 */

const DRAG_PX = 6;

/**
 * @param {OptionalPane} id
 * @param {GripActions & { layout: () => import('./layout.js').Layout|null }} actions
 * @returns {HTMLButtonElement}
 */
export function paneGrip(id, { onFold, onMove, layout }) {
  const grip = el('button', {
    type: 'button',
    class: 'pane-grip',
    title: 'Fold or open; drag, or Alt with ↑ and ↓, to move',
    'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
  });
  /** Where the last press began, and whether it has become a drag. @type {{ y: number, moved: boolean }|null} */
  let press = null;
  let dragged = false;

  /** The pane's new place, for a pointer that is so far down. @param {number} y of the window */
  function placeAt(y) {
    const shown = layout();
    const box = grip.closest('.pane-heads')?.getBoundingClientRect();
    if (!shown || !box) return -1;
    const ids = optionalShown(shown);
    const place = ids.findIndex((other) => {
      const pane = shown.panes.find((one) => one.id === other);
      return pane !== undefined && y - box.top < pane.top + pane.height;
    });
    return place < 0 ? ids.length - 1 : place;
  }

  grip.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    press = { y: event.clientY, moved: false };
    dragged = false;
    grip.setPointerCapture(event.pointerId);
  });
  grip.addEventListener('pointermove', (event) => {
    if (!press || (!press.moved && Math.abs(event.clientY - press.y) < DRAG_PX)) return;
    press.moved = true;
    grip.classList.add('is-dragged');
    grip.style.transform = `translateY(${event.clientY - press.y}px)`;
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    if (!press) return;
    dragged = press.moved;
    press = null;
    grip.classList.remove('is-dragged');
    grip.style.transform = '';
    if (dragged && event.type === 'pointerup') onMove(id, placeAt(event.clientY));
  };
  grip.addEventListener('pointerup', lift);
  grip.addEventListener('pointercancel', lift);
  grip.addEventListener('click', () => {
    // A drag ends in a click as well.
    if (!dragged) onFold(id);
    dragged = false;
  });
  grip.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const shown = layout();
    if (!event.altKey || !step || !shown) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(id, optionalShown(shown).indexOf(id) + step);
  });
  return grip;
}
