import { el } from '../base/dom.js';
import { icon } from '../base/icons.js';

/**
 * A search field with its key cap. Esc empties it, then leaves it.
 * @param {{ label: string, placeholder: string, value?: string, onInput: (text: string) => void, onEnter?: () => void
 *   }} options
 */
export function searchField({ label, placeholder, value = '', onInput, onEnter }) {
  const input = el('input', {
    type: 'search',
    class: 'search-input',
    'aria-label': label,
    placeholder,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-keyshortcuts': '/',
    on: {
      input: () => onInput(input.value),
      keydown: (event) => {
        if (event.key === 'Enter' && onEnter) return onEnter();
        if (event.key !== 'Escape') return;
        if (input.value === '') return input.blur();
        event.preventDefault();
        input.value = '';
        onInput('');
      },
    },
  });
  input.value = value;
  const element = el(
    'div',
    { class: 'search', role: 'search' },
    icon('search', 14),
    input,
    el('kbd', { class: 'key-cap search-key', text: '/', 'aria-hidden': 'true' }),
  );
  return {
    element,
    input,
    /** Shows the field where the page is too narrow to show it always, and goes there. */
    open() {
      element.classList.add('is-open');
      input.focus();
      input.select();
    },
    /** @param {string} text from outside; not reported back */
    set(text) {
      if (input.value !== text) input.value = text;
    },
  };
}
