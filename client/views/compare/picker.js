/** The sheet in which captures are chosen to compare. */
import { el, fill, setText } from '../../base/dom.js';
import { count, formatNumber, formatWhen } from '../../base/format.js';
import { button } from '../../components/button.js';
import { openSheet } from '../../components/sheet.js';

/**
 * @param {{ store: import('../../state/captures.js').CaptureStore, onAdd: (ids: string[]) => void }} options
 */
export function openPicker({ store, onAdd }) {
  const list = el('div', { class: 'compare-choices', role: 'group', 'aria-label': 'Captures' });
  const add = button('Add', {
    kind: 'primary',
    disabled: true,
    onClick: () => {
      const ids = [...list.querySelectorAll('input:checked')].map((box) => /** @type {HTMLInputElement} */ (box).value);
      sheet.close();
      onAdd(ids);
    },
  });
  list.addEventListener('change', () => {
    const chosen = list.querySelectorAll('input:checked').length;
    add.disabled = chosen === 0;
    setText(add, chosen === 0 ? 'Add' : `Add ${formatNumber(chosen)}`);
  });
  const noMatch = el('p', { class: 'second', role: 'status' });
  const search = el('input', {
    type: 'search',
    class: 'field',
    'aria-label': 'Search captures',
    placeholder: 'Name or finding',
    autocomplete: 'off',
    spellcheck: 'false',
    on: { input: () => narrow(search.value) },
  });

  /** What is chosen stays in view, whatever is searched for. @param {string} text */
  function narrow(text) {
    const wanted = text.trim().toLowerCase();
    const choices = /** @type {HTMLElement[]} */ ([...list.children]);
    for (const choice of choices) {
      choice.hidden =
        !choice.textContent?.toLowerCase().includes(wanted) && choice.querySelector('input:checked') === null;
    }
    const none = choices.every((choice) => !choice.textContent?.toLowerCase().includes(wanted));
    setText(noMatch, none ? `No capture has “${text.trim()}” in its name or worst finding.` : '');
  }

  const captures = store.list().filter(({ state, connections }) => state === 'ready' && connections > 0);
  fill(
    list,
    ...captures.map((capture) =>
      el(
        'label',
        { class: 'compare-choice' },
        el('input', { type: 'checkbox', class: 'check', value: capture.id }),
        el(
          'span',
          { class: 'compare-choice-name' },
          capture.name,
          capture.verdict && el('span', { class: 'compare-choice-verdict', text: ` ${capture.verdict.title}` }),
        ),
        el('span', {
          class: 'second',
          text: `${count(capture.connections, 'connection')} · ${formatWhen(capture.createdEpoch)}`,
        }),
      ),
    ),
  );
  const nothing =
    captures.length === 0 &&
    el('p', { text: 'There is no capture with TCP connections yet. Add some on the first page.' });
  const sheet = openSheet({
    title: 'Add to the comparison',
    class: 'compare-sheet',
    body: el(
      'div',
      { class: 'compare-picker' },
      nothing || search,
      list,
      noMatch,
      el('div', { class: 'sheet-actions' }, add),
    ),
  });
}
