/** Order of the captures: newest first, or by a column. */
import { el, setText } from '../../base/dom.js';
import { connectionsOf } from '../../components/capture-text.js';
import { ascending, descending } from '../../vendor/d3.js';

/** @typedef {import('../../state/types.js').Capture} Capture */
/** @typedef {{ key: string, isDown: boolean } | null} Sorting null: newest first */

const SEVERITIES = ['note', 'warning', 'error'];

/** @param {Capture} capture worst last; within a severity the dearer @returns {number} */
const badness = ({ verdict }) =>
  verdict === null ? -1 : SEVERITIES.indexOf(verdict.severity) + 1 - 1 / (2 + (verdict.costSeconds ?? 0));

/** @type {{ key: string, head: string, words: string, isText?: boolean, of: (capture: Capture) => number|string }[]} */
const HEADS = [
  { key: 'name', head: 'Capture', words: 'name', isText: true, of: ({ name }) => name.toLowerCase() },
  { key: 'size', head: 'Bytes over time', words: 'size', of: ({ sizeBytes }) => sizeBytes },
  { key: 'severity', head: 'What it shows', words: 'severity', of: badness },
  { key: 'packets', head: 'Packets', words: 'packets', of: ({ packets }) => packets },
  { key: 'connections', head: 'Connections', words: 'connections', of: connectionsOf },
  { key: 'duration', head: 'Duration', words: 'duration', of: ({ duration }) => duration ?? -1 },
];

/** On a phone the list has no heads. */
export const HEAD_NAMES = HEADS.map(({ head }) => head);

/** @param {string|undefined} text of the address: `packets`, `-name` @returns {Sorting} */
export function sortingFrom(text = '') {
  const key = text.replace(/^-/, '');
  const head = HEADS.find((one) => one.key === key);
  return head ? { key, isDown: text.startsWith('-') } : null;
}

/** @param {Sorting} sorting @returns {string} as in the URL */
export const sortingText = (sorting) => (sorting === null ? '' : `${sorting.isDown ? '-' : ''}${sorting.key}`);

/** @param {Capture[]} captures newest first @param {Sorting} sorting @returns {Capture[]} */
export function sorted(captures, sorting) {
  const head = HEADS.find(({ key }) => key === sorting?.key);
  if (!head || !sorting) return captures;
  const compare = sorting.isDown ? descending : ascending;
  return [...captures].sort((a, b) => compare(head.of(a), head.of(b)));
}

/**
 * Largest first, at names the first; then the other way; then newest first again.
 * @param {string} key @param {Sorting} now @returns {Sorting}
 */
export function nextSorting(key, now) {
  const isDownFirst = !HEADS.find((one) => one.key === key)?.isText;
  if (now?.key !== key) return { key, isDown: isDownFirst };
  return now.isDown === isDownFirst ? { key, isDown: !isDownFirst } : null;
}

/** @param {(key: string) => void} onSort */
export function listHeads(onSort) {
  const buttons = new Map(
    HEADS.map(({ key, head }) => [
      key,
      el('button', {
        type: 'button',
        class: 'capture-sort',
        'data-figure': head,
        text: head,
        on: { click: () => onSort(key) },
      }),
    ]),
  );
  const cells = [...buttons.values()].map((button) => el('span', {}, button));
  const status = el('span', { class: 'visually-hidden', role: 'status' });
  const element = el(
    'div',
    { class: 'capture-heads', role: 'group', 'aria-label': 'Sort the captures' },
    el('span', {}),
    ...cells,
    status,
  );
  return {
    element,
    /** @param {Sorting} sorting */
    update(sorting) {
      for (const { key, head, words } of HEADS) {
        const button = /** @type {HTMLElement} */ (buttons.get(key));
        const isOn = sorting?.key === key;
        const order = sorting?.isDown ? 'descending' : 'ascending';
        button.setAttribute('aria-pressed', String(isOn));
        button.setAttribute('aria-label', `${head}: sort by ${words}`);
        button.dataset.order = isOn ? order : '';
        if (isOn) setText(status, `Sorted by ${words}, ${order}`);
      }
      if (sorting === null) setText(status, 'Newest first');
    },
  };
}
