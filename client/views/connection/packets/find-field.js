/**
 * The search field in the top bar: Enter goes to the next packet found, Shift and Enter to the one before.
 */
import { el, setText } from '../../../base/dom.js';
import { count, formatNumber } from '../../../base/format.js';
import { searchField } from '../../../components/search-field.js';
import { bisectLeft, bisectRight } from '../../../vendor/d3.js';
import { FINDABLE, findRows, MAX_FOUND } from './find.js';

/**
 * @param {object} given
 * @param {import('../data/model.js').Model} given.model
 * @param {() => number} given.row where the user is; −1 for nowhere
 * @param {(row: number) => void} given.onFound
 */
export function createFindField({ model, row, onFound }) {
  const status = el('span', { class: 'find-count', role: 'status' });
  /** What was looked for, in which packets. */
  let asked = '';
  /** @type {number[]} */
  let found = [];

  /** @param {string} text */
  function look(text) {
    const question = `${text} ${model.revision}`;
    if (question === asked) return;
    asked = question;
    found = findRows(model, text);
    const most = found.length === MAX_FOUND ? 'at least ' : '';
    setText(status, text.trim() === '' ? '' : `${most}${count(found.length, 'packet')}`);
  }

  /** @param {1|-1} step */
  function go(step) {
    look(input.value);
    if (found.length === 0) return;
    const at = step > 0 ? bisectRight(found, row()) : bisectLeft(found, row()) - 1;
    const index = (at + found.length) % found.length;
    setText(
      status,
      `${formatNumber(index + 1)} of ${found.length === MAX_FOUND ? 'many' : formatNumber(found.length)}`,
    );
    onFound(found[index]);
  }

  const field = searchField({
    label: 'Find packets',
    placeholder: 'Find frame, URL, flag, address',
    onInput: look,
    onEnter: () => go(1),
  });
  const input = /** @type {HTMLInputElement} */ (field.element.querySelector('input'));
  const list = el('datalist', { id: 'findable' }, ...FINDABLE.map((value) => el('option', { value })));
  input.setAttribute('list', list.id);
  input.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !event.shiftKey) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      go(-1);
    },
    { capture: true },
  );
  return { elements: [status, field.element, list], open: field.open };
}
