/**
 * Captures chosen in the list: a check box in each row, and actions: compare, tag, delete. The choice
 * is kept in the history entry, so that the browser's back button restores it.
 */
import { MAX_PATH_POINTS } from '../../../lib/shared/path/bounds.js';
import { el, setAttribute, setText } from '../../base/dom.js';
import { formatNumber } from '../../base/format.js';
import { button } from '../../components/button.js';
import { connectionsOf } from '../../components/capture-text.js';
import { comparePath, fromHistory, keepInHistory, samePathPath } from '../../state/router.js';
import { mostMembers } from '../compare/state.js';

/** @typedef {import('../../state/types.js').Capture} Capture */

const historyKey = 'chosen';

/** @param {Capture} capture @returns {boolean} whether there is something in it to lay beside another */
export const isComparable = (capture) => capture.state === 'ready' && connectionsOf(capture) > 0;

/** What a growing one has so far can be laid over another. @param {Capture} capture */
const isOfPath = ({ state, connections }) => state !== 'failed' && connections > 0;

/** @param {string[]} ids */
export const compareHref = (ids) => comparePath(ids.map((id) => ({ id, flow: null })));

/**
 * @param {object} given
 * @param {ReturnType<typeof import('../compare/pages/chosen-pages.js').chosenPages>} given.pagesPath
 * @param {() => void} given.onChange after each choice
 * @param {(ids: string[]) => void} given.onTags
 * @param {(ids: string[]) => void} given.onDelete
 */
export function chosenCaptures({ pagesPath, onChange, onTags, onDelete }) {
  const kept = fromHistory(historyKey);
  const chosen = new Set(Array.isArray(kept) ? kept.map(String) : []);
  /** Those of them that can be. @type {Capture[]} */
  let comparable = [];
  /** Those that can be laid over each other. @type {string[]} */
  let ofPath = [];
  const link = el('a', { class: 'button button-plain compare-link' });
  const pathLink = el('a', {
    class: 'button button-plain',
    title: 'Captures of the same traffic at several points: what happened to each packet between them',
    text: 'Same path',
  });
  const tag = button('Tags', { onClick: () => onTags([...chosen]) });
  const remove = button('Delete', { onClick: () => onDelete([...chosen]) });

  function showLink() {
    const href = compareHref(comparable.map(({ id }) => id));
    // An answer may be there already.
    if (link.dataset.of !== href) setAttribute(link, 'href', href);
    link.dataset.of = href;
    if (comparable.length === 2) {
      void pagesPath(comparable).then((path) => link.dataset.of === href && setAttribute(link, 'href', path ?? href));
    }
    setText(link, comparable.length > 1 ? `Compare ${formatNumber(comparable.length)}` : 'Compare');
    setAttribute(pathLink, 'href', samePathPath(ofPath));
    pathLink.hidden = ofPath.length < 2 || ofPath.length > MAX_PATH_POINTS;
    // The limit of a comparison.
    link.hidden = comparable.length > mostMembers;
    remove.hidden = tag.hidden = chosen.size === 0;
    setText(remove, chosen.size > 1 ? `Delete ${formatNumber(chosen.size)}` : 'Delete');
  }

  showLink();
  return {
    element: el('div', { class: 'chosen-tools' }, tag, remove, pathLink, link),
    /** @param {string} id */
    has: (id) => chosen.has(id),
    /** @param {string} id @param {boolean} isChosen */
    set(id, isChosen) {
      if (isChosen) chosen.add(id);
      else chosen.delete(id);
      keepInHistory(historyKey, [...chosen]);
      onChange();
    },
    /** Forgets those that are no longer there. @param {Capture[]} captures all of the library */
    keepOnly(captures) {
      const known = new Map(captures.map((capture) => [capture.id, capture]));
      for (const id of chosen) if (!known.has(id)) chosen.delete(id);
      const are = (/** @type {(capture: Capture) => boolean} */ is) =>
        [...chosen].map((id) => /** @type {Capture} */ (known.get(id))).filter(is);
      comparable = are(isComparable);
      ofPath = are(isOfPath).map(({ id }) => id);
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
      const label = `Choose ${capture.name}`;
      if (box.getAttribute('aria-label') !== label) box.setAttribute('aria-label', label);
      box.checked = chosen.has(id);
    },
    toggle: () => box.click(),
  };
}
