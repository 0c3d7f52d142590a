/**
 * The title of a pane as a button: a click collapses or expands the pane, a drag or Alt with an arrow moves it among
 * the others.
 */
import { el } from '../../../base/dom.js';
import { drag, select } from '../../../vendor/d3.js';
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
    title: 'Collapse or expand; drag, or Alt with ↑ and ↓, to move',
    'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
  });
  /** Where the last press began. */
  let fromY = 0;
  let hasMoved = false;

  /** The pane's new place, for a pointer that is so far down. @param {number} y of the panes */
  function placeAt(y) {
    const shown = layout();
    if (!shown) return -1;
    const ids = optionalShown(shown);
    const place = ids.findIndex((other) => {
      const pane = shown.panes.find((one) => one.id === other);
      return pane !== undefined && y < pane.top + pane.height;
    });
    return place < 0 ? ids.length - 1 : place;
  }

  /** @type {import('d3').DragBehavior<HTMLButtonElement, unknown, unknown>} */
  const behaviour = drag();
  behaviour
    .touchable(true)
    .clickDistance(DRAG_PX)
    .container(() => /** @type {HTMLElement} */ (grip.closest('.pane-heads')))
    .on('start', ({ y }) => {
      fromY = y;
      hasMoved = false;
    })
    .on('drag', ({ y }) => {
      hasMoved ||= Math.abs(y - fromY) >= DRAG_PX;
      if (!hasMoved) return;
      grip.classList.add('is-dragged');
      grip.style.transform = `translateY(${y - fromY}px)`;
    })
    .on('end', ({ y, sourceEvent }) => {
      grip.classList.remove('is-dragged');
      grip.style.transform = '';
      if (hasMoved && sourceEvent.type !== 'touchcancel') onMove(id, placeAt(y));
    });
  select(grip).call(behaviour);
  grip.addEventListener('click', () => onFold(id));
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
