/** The form of a report: what it leaves out, and the button that makes it. */
import { el } from '../base/dom.js';
import { openSheet } from '../components/sheet.js';
import { sentenceOf } from '../state/api-error.js';
import { download } from '../views/connection/head/exports.js';

/** @typedef {{ isRedacted: boolean, keepsPaths: boolean, withCapture: boolean }} ReportHow */

/**
 * @param {object} given
 * @param {(how: ReportHow) => Promise<{ blob: Blob, name: string }>} given.make
 * @param {HTMLElement[]} [given.first] what is to be chosen besides
 * @param {string} [given.captures] of the box that includes them
 */
export function openReportForm({ make, first = [], captures = 'Include the capture' }) {
  const redacts = checkBox(
    'Leave out private data',
    'Without cookies, authorization, query values, stream bytes and notes; addresses, names and paths are replaced.',
    true,
  );
  const keepsPaths = checkBox(
    'Keep paths and notes',
    'Paths may name people: check the report before you send it.',
    false,
  );
  const withCapture = checkBox(captures, 'Anyone who has the report has all of its bytes.', false);
  const problem = el('p', { class: 'field-error', role: 'alert', hidden: true });
  const submit = /** @type {HTMLButtonElement} */ (
    el('button', { type: 'submit', class: 'button', text: 'Create report' })
  );
  const form = el(
    'form',
    { class: 'report-form', on: { submit: (event) => void save(event) } },
    ...first,
    redacts.element,
    keepsPaths.element,
    withCapture.element,
    problem,
    submit,
  );
  const sheet = openSheet({ title: 'Report', body: form, class: 'report-sheet' });
  const settle = () => {
    keepsPaths.box.disabled = !redacts.box.checked;
    withCapture.box.disabled = redacts.box.checked;
    if (redacts.box.checked) withCapture.box.checked = false;
    else keepsPaths.box.checked = false;
  };
  redacts.box.addEventListener('change', settle);
  settle();

  /** @param {Event} event */
  async function save(event) {
    event.preventDefault();
    problem.hidden = true;
    submit.disabled = true;
    try {
      const [isRedacted, keeps, withBytes] = [redacts, keepsPaths, withCapture].map(({ box }) => box.checked);
      const { blob, name } = await make({ isRedacted, keepsPaths: keeps, withCapture: withBytes });
      download(name, blob);
      sheet.close();
    } catch (error) {
      problem.hidden = false;
      problem.textContent = sentenceOf(error);
    } finally {
      submit.disabled = false;
    }
  }
}

/** @param {string} words @param {string} more @param {boolean} checked */
function checkBox(words, more, checked) {
  const box = /** @type {HTMLInputElement} */ (el('input', { type: 'checkbox', checked }));
  const text = el('span', {}, words, el('span', { class: 'second report-more', text: more }));
  return { box, element: el('label', { class: 'report-choice' }, box, text) };
}
