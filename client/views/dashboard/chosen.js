/**
 * Captures chosen in the list to be compared: a check box in each row, and the link that compares them. The choice
 * stays with the history entry, so that the browser's back from a comparison finds it again.
 */
import { el, setAttribute, setText } from '../../base/dom.js';
import { formatNumber } from '../../base/format.js';
import { comparePath, fromHistory, keepInHistory } from '../../state/router.js';
import { mostMembers } from '../compare/state.js';

/** @typedef {import('../../state/types.js').Capture} Capture */

const historyKey = 'chosen';

/** @param {Capture} capture @returns {boolean} whether there is something in it to lay beside another */
export const isComparable = ({ state, connections }) => state === 'ready' && connections > 0;

/** @param {string[]} ids */
export const compareHref = (ids) => comparePath(ids.map((id) => ({ id, flow: null })));

/** @param {{ onChange: () => void }} options `onChange` after each choice */
export function chosenCaptures({ onChange }) {
  const kept = fromHistory(historyKey);
  const chosen = new Set(Array.isArray(kept) ? kept.map(String) : []);
  const link = el('a', { class: 'button button-plain compare-link' });

  function showLink() {
    setAttribute(link, 'href', compareHref([...chosen]));
    setText(link, chosen.size > 1 ? `Compare ${formatNumber(chosen.size)}` : 'Compare');
  }

  showLink();
  return {
    link,
    /** @param {string} id */
    has: (id) => chosen.has(id),
    /** No comparison takes more. */
    isFull: () => chosen.size >= mostMembers,
    /** @param {string} id @param {boolean} isChosen */
    set(id, isChosen) {
      if (isChosen) chosen.add(id);
      else chosen.delete(id);
      keepInHistory(historyKey, [...chosen]);
      showLink();
      onChange();
    },
    /** Forgets those that are no longer there. @param {Capture[]} captures all of the library */
    keepOnly(captures) {
      const comparable = new Set(captures.filter(isComparable).map(({ id }) => id));
      for (const id of chosen) if (!comparable.has(id)) chosen.delete(id);
      showLink();
    },
  };
}

/** @typedef {ReturnType<typeof chosenCaptures>} ChosenCaptures */

/** @param {ChosenCaptures} chosen */
export function chooseBox(chosen) {
  let id = '';
  const box = el('input', { type: 'checkbox', class: 'check', on: { change: () => chosen.set(id, box.checked) } });
  return {
    element: el('label', { class: 'capture-choose' }, box),
    /** @param {Capture} capture */
    update(capture) {
      id = capture.id;
      const label = `Compare ${capture.name}`;
      if (box.getAttribute('aria-label') !== label) box.setAttribute('aria-label', label);
      box.hidden = !isComparable(capture);
      box.checked = chosen.has(id);
      box.disabled = !box.checked && chosen.isFull();
    },
    toggle() {
      if (!box.hidden) box.click();
    },
  };
}
