/**
 * A class of marks in a legend: its sign, its words, and the switch that hides it.
 */
import { el } from '../../../base/dom.js';

/**
 * @param {{ id: import('../data/mark-classes.js').MarkClass, words: string, direction: number, onToggle: (id:
 *   import('../data/mark-classes.js').MarkClass) =>
 *   void }} given
 */
export function createMarkSwitch({ id, words, direction, onToggle }) {
  return el(
    'button',
    {
      type: 'button',
      class: 'mark-switch',
      'aria-label': words,
      data: { mark: id },
      on: { click: () => onToggle(id) },
    },
    el('span', { class: `sign sign-${id} of-direction-${direction}` }),
    el('span', { class: 'legend-words', text: words }),
  );
}

/**
 * @param {Element} parent of switches
 * @param {ReadonlySet<import('../data/mark-classes.js').MarkClass>} hidden
 */
export function pressSwitches(parent, hidden) {
  for (const button of parent.querySelectorAll('.mark-switch')) {
    const id = /** @type {import('../data/mark-classes.js').MarkClass} */ (
      /** @type {HTMLElement} */ (button).dataset.mark
    );
    button.setAttribute('aria-pressed', String(!hidden.has(id)));
  }
}
