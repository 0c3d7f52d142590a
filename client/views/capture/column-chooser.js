/** The panel in which the user chooses the columns of the connections table. */
import { el } from '../../base/dom.js';
import { createPopover } from '../../components/popover.js';
import { COLUMNS } from './columns/registry.js';

/**
 * @param {object} given
 * @param {() => readonly string[]} given.shown ids of the columns that are in view now
 * @param {(ids: readonly string[]|null, changed: string|null) => void} given.onChoose null: as many of the usual ones
 *   as there is room for; `changed`: which one was
 */
export function columnChooser({ shown, onChoose }) {
  const choices = COLUMNS.filter(({ isFixed }) => !isFixed).map(({ id, words }) => {
    const input = el('input', { type: 'checkbox', on: { change: () => choose(id) } });
    return { id, input, element: el('label', { class: 'popover-choice', 'data-figure': words }, input, words) };
  });
  const automatic = el('button', {
    type: 'button',
    class: 'popover-action',
    text: 'As many as fit',
    on: { click: () => onChoose(null, null) },
  });
  const { button, panel } = createPopover(
    { words: 'Columns', label: 'Columns of the table', class: 'button button-quiet columns-button' },
    el('div', { class: 'column-choices' }, ...choices.map(({ element }) => element)),
    automatic,
  );
  panel.classList.add('column-panel');
  panel.addEventListener('beforetoggle', update);

  /** @param {string} changed */
  function choose(changed) {
    onChoose(
      choices.filter(({ input }) => input.checked).map(({ id }) => id),
      changed,
    );
  }

  function update() {
    const now = shown();
    for (const { id, input } of choices) input.checked = now.includes(id);
  }

  return {
    button,
    panel,
    /** Opens it. @param {string|null} at the choice that gets the focus */
    open(at) {
      panel.showPopover();
      (choices.find(({ id }) => id === at)?.input ?? automatic).focus();
    },
  };
}
