import { el, fill, setText } from '../base/dom.js';
import { sentence as asWritten } from '../base/format.js';
import { openSheet } from '../components/sheet.js';
import { isAbort, sentenceOf } from '../state/api-error.js';

/**
 * Why a first sentence leads: what it was chosen from, what yielded, what is not observable.
 * @param {string} title
 * @param {import('./why.js').Explain} explain
 */
export async function openWhySheet(title, explain) {
  const abort = new AbortController();
  const status = el('p', { class: 'second', role: 'status', text: 'Weighing what was found.' });
  const body = el('div', {}, status);
  openSheet({ title, body, class: 'why-sheet', onClose: () => abort.abort() });
  try {
    fill(body, ...explanationParts(await explain(abort.signal)));
  } catch (error) {
    if (!isAbort(error)) setText(status, sentenceOf(error));
  }
}

/** @param {import('./why.js').Explanation} explanation */
const explanationParts = ({ sentence, why, sections }) => [
  el('p', {}, el('strong', { text: asWritten(`${sentence}.`) })),
  el('p', { text: asWritten(`Why: ${why}.`) }),
  ...sections.map(({ title, lines }) =>
    el(
      'section',
      {},
      el('h3', { class: 'caption', text: title }),
      el('ul', {}, ...lines.map((line) => el('li', { text: asWritten(line) }))),
    ),
  ),
];
