import { el, fill, setText } from '../../base/dom.js';

const maxShown = 12;

/** @typedef {import('../../../lib/shared/filter/complete.js').Option} Option */

/**
 * Completions below a field, and its error: a combobox with a list box (WAI-ARIA authoring
 * practices). Arrows select, Enter and Tab accept, Esc closes. Nothing is preselected, so that Enter
 * goes on meaning the field, but with `takesFirst`.
 * @param {HTMLInputElement} input
 * @param {{ id: string, label: string, onTake: (text: string) => void, onAsk?: () => void, takesFirst?:
 *   boolean }} options `onAsk`: the list is wanted, by the down arrow or Ctrl+Space
 */
export function suggestions(input, { id, label, onTake, onAsk, takesFirst = false }) {
  const list = el('ul', {
    class: 'suggestions',
    id: `${id}-suggestions`,
    role: 'listbox',
    'aria-label': label,
    hidden: true,
  });
  const error = el('p', { class: 'field-error', id: `${id}-error`, role: 'alert', hidden: true });
  /** @type {Option[]} */
  let shown = [];
  let chosen = -1;

  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
    ['aria-describedby', error.id],
    ['aria-expanded', 'false'],
  ]) {
    input.setAttribute(name, value);
  }

  /** @param {Option} option @param {number} index */
  const entry = ({ text, words }, index) =>
    el(
      'li',
      {
        class: 'suggestion',
        role: 'option',
        id: `${id}-suggestion-${index}`,
        'aria-selected': 'false',
        // Before the field loses the focus to it.
        on: {
          pointerdown: (event) => {
            event.preventDefault();
            onTake(text);
          },
        },
      },
      el('span', { class: 'suggestion-text', text }),
      el('span', { class: 'suggestion-words', text: words }),
    );

  /** @param {Option[]} options */
  function show(options) {
    shown = options.slice(0, maxShown);
    fill(list, ...shown.map(entry));
    list.hidden = shown.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    choose(takesFirst && shown.length > 0 ? 0 : -1);
  }

  /** @param {number} index */
  function choose(index) {
    chosen = index;
    [...list.children].forEach((child, i) => child.setAttribute('aria-selected', String(i === index)));
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${id}-suggestion-${index}`);
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it was for the list */
  function handle(event) {
    if (list.hidden) return isAsking(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      choose(chosen < 0 && step < 0 ? shown.length - 1 : (chosen + step + shown.length) % shown.length);
      return true;
    }
    if (event.key === 'Escape') show([]);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen >= 0) onTake(shown[chosen].text);
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  function isAsking({ key, ctrlKey }) {
    if (onAsk === undefined || (key !== 'ArrowDown' && !(key === ' ' && ctrlKey))) return false;
    onAsk();
    return true;
  }

  // In the capturing phase: Esc closes the list before it empties the field.
  input.addEventListener(
    'keydown',
    (event) => {
      if (!handle(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  input.addEventListener('blur', () => show([]));

  return {
    element: el('div', { class: 'below-field' }, error, list),
    show,
    hasChosen: () => chosen >= 0,
    /** @param {string | null} text */
    setError(text) {
      setText(error, text ?? '');
      error.hidden = text === null;
    },
  };
}
