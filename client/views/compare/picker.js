/** The sheet in which captures are chosen to compare. */
import { el, fill } from '../../base/dom.js';
import { count, formatWhen } from '../../base/format.js';
import { button } from '../../components/button.js';
import { openSheet } from '../../components/sheet.js';

/**
 * @param {{ store: import('../../state/captures.js').CaptureStore, onAdd: (ids: string[]) => void }} options
 */
export function openPicker({ store, onAdd }) {
  const list = el('div', { class: 'compare-choices', role: 'group', 'aria-label': 'Captures' });
  const add = button('Add', { kind: 'primary', disabled: true, onClick: () => {
    const ids = [...list.querySelectorAll('input:checked')].map((box) => /** @type {HTMLInputElement} */ (box).value);
    sheet.close();
    onAdd(ids);
  } });
  list.addEventListener('change', () => {
    add.disabled = list.querySelector('input:checked') === null;
  });
  const captures = store.list().filter(({ state, connections }) => state === 'ready' && connections > 0);
  fill(list, ...captures.map((capture) => el('label', { class: 'compare-choice' },
    el('input', { type: 'checkbox', value: capture.id }),
    el('span', { class: 'compare-choice-name', text: capture.name }),
    el('span', { class: 'second', text: `${count(capture.connections, 'connection')} · ${formatWhen(capture.createdEpoch)}` }))));
  const nothing = captures.length === 0 && el('p', { text: 'There is no capture with TCP connections yet. Add some on the first page.' });
  const sheet = openSheet({ title: 'Add to the comparison', class: 'compare-sheet', body: el('div', {}, nothing, list, el('div', { class: 'sheet-actions' }, add)) });
}
