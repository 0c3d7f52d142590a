/** Below the list of captures: what is kept in this browser, what is not, and the buttons that change it. */
import { el, fill } from '../../base/dom.js';
import { count, formatBytes, formatNumber } from '../../base/format.js';
import { button } from '../../components/button.js';
import { openSheet } from '../../components/sheet.js';
import { sentenceOf } from '../../state/api-error.js';
import { sum } from '../../vendor/d3.js';
import { freeBytes } from './folders.js';

/** @typedef {import('../../state/types.js').Capture} Capture */

/**
 * @param {import('../local-captures.js').LocalCaptures} captures
 * @param {import('./kept-captures.js').KeptCaptures} kept
 * @returns {import('../../state/view-context.js').Keeping}
 */
export function keeping(captures, kept) {
  const element = el('div', { class: 'kept-line' });
  const failure = el('span', { class: 'kept-failure', role: 'alert' });
  const words = el('span', {});
  const textButton = (/** @type {string} */ text, /** @type {() => void} */ onClick) =>
    el('button', { type: 'button', class: 'text-button', text, on: { click: onClick } });
  const keepButton = textButton('', () => void keep(notKept().map(({ capture }) => capture.id)));
  const emptyButton = textButton('Delete all kept…', confirmEmpty);
  element.append(words, keepButton, emptyButton, failure);
  /** Bytes written of what is being kept, by the capture's id. @type {Map<string, number>} */
  const writing = new Map();
  /** @type {number|null} */
  let free = null;

  const notKept = () =>
    captures
      .entries()
      .filter(({ keptAs, report, capture }) => keptAs === null && report === null && !writing.has(capture.id));

  /** @param {string[]} ids */
  async function keep(ids) {
    fill(failure);
    for (const id of ids) writing.set(id, 0);
    for (const id of ids) {
      try {
        await kept.keep(id, (bytes) => {
          writing.set(id, bytes);
          show();
        });
      } catch (error) {
        failure.append(` ${sentenceOf(error)}`);
      }
      writing.delete(id);
      await measure();
    }
  }

  async function empty() {
    for (const entry of kept.list()) {
      await kept.remove(entry);
      captures.remove(entry.capture.id);
    }
    await measure();
  }

  function confirmEmpty() {
    const leave = button('Keep them', { onClick: () => sheet.close() });
    const go = async () => {
      await empty();
      sheet.close();
    };
    const body = el(
      'div',
      { class: 'confirm' },
      el('p', { class: 'confirm-name', text: keptWords() }),
      el('p', {
        class: 'second',
        text: 'Their files and notes are deleted from the storage of this browser. This cannot be undone.',
      }),
      el('div', { class: 'sheet-actions' }, leave, button('Delete', { kind: 'primary', onClick: () => void go() })),
    );
    const sheet = openSheet({ title: 'Delete all kept captures?', body });
    leave.focus();
  }

  function keptWords() {
    const list = kept.list();
    const bytes = sum(list, ({ file }) => file.size);
    return `${count(list.length, 'capture')} of ${formatBytes(bytes)}`;
  }

  function wordsNow() {
    if (kept.problem !== null) return kept.problem;
    const total = sum(writing.keys(), (id) => captures.get(id).file.size);
    const done = sum(writing.values());
    if (writing.size > 0) return `Keeping · ${formatNumber((100 * done) / (total || 1))} % of ${formatBytes(total)}`;
    if (kept.list().length === 0) return 'Gone when this window closes.';
    return `Kept in this browser: ${keptWords()}${free === null ? '' : `, ${formatBytes(free)} free`}.`;
  }

  function show() {
    words.textContent = wordsNow();
    const { length } = notKept();
    keepButton.textContent = kept.list().length === 0 ? 'Keep in this browser' : `Keep ${count(length, 'other')}`;
    keepButton.hidden = kept.problem !== null || length === 0;
    emptyButton.hidden = kept.list().length === 0;
  }

  async function measure() {
    if (kept.problem === null) free = await freeBytes();
    show();
  }

  captures.listenTo(show);
  void measure();
  addEventListener('beforeunload', (event) => {
    if (writing.size > 0) event.preventDefault();
  });
  return {
    element,
    actions: ({ id }) =>
      kept.problem !== null || captures.get(id).keptAs !== null || writing.has(id)
        ? []
        : [{ label: 'Keep in this browser', onSelect: () => void keep([id]) }],
  };
}
