/** Makes a report: one HTML file that shows a capture, or some of its connections. */
import { decodeColumnFrame } from '../../lib/shared/columns/column-frame.js';
import { MAX_REPORT_CAPTURE_BYTES, reportPage } from '../../lib/shared/report/report-page.js';
import { here } from '../base/address.js';
import { el } from '../base/dom.js';
import { openSheet } from '../components/sheet.js';
import { ApiError, sentenceOf } from '../state/api-error.js';
import { capturePath } from '../state/router.js';
import { download } from '../views/connection/head/exports.js';

/** Bytes encoded as base64 at a time: a multiple of three. */
const PIECE_BYTES = 3 * (1 << 20);

/** @typedef {{ words: string, flows: () => Promise<number[]|null> }} Choice flows: null for all */

/**
 * @param {object} of
 * @param {import('../state/api.js').Api} of.api
 * @param {string} of.captureId
 * @param {number} [of.flow] the connection that is open
 * @param {string} [of.text] what the connections that are listed are found by
 */
export function openReportSheet({ api, captureId, flow, text = '' }) {
  /** @type {Choice[]} */
  const choices = [{ words: 'All', flows: async () => null }];
  if (flow !== undefined) choices.unshift({ words: 'This one', flows: async () => [flow] });
  if (text !== '') choices.unshift({ words: 'Those listed', flows: () => listed(api, captureId, text) });
  const which = /** @type {HTMLSelectElement} */ (
    el('select', { class: 'field' }, ...choices.map(({ words }, value) => el('option', { value, text: words })))
  );
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
  const withCapture = checkBox('Include the capture', 'Anyone who has the report has all of its bytes.', false);
  const problem = el('p', { class: 'field-error', role: 'alert', hidden: true });
  const make = /** @type {HTMLButtonElement} */ (
    el('button', { type: 'submit', class: 'button', text: 'Create report' })
  );
  const form = el(
    'form',
    { class: 'report-form', on: { submit: (event) => void save(event) } },
    el('label', {}, el('span', { class: 'second', text: 'Connections ' }), which),
    redacts.element,
    keepsPaths.element,
    withCapture.element,
    problem,
    make,
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
    make.disabled = true;
    try {
      const flows = await choices[Number(which.value)].flows();
      const [isRedacted, keeps, withBytes] = [redacts, keepsPaths, withCapture].map(({ box }) => box.checked);
      const report = { flows, isRedacted, keepsPaths: keeps, withCapture: withBytes };
      const { blob, name } = await reportOf(api, captureId, report);
      download(name, blob);
      sheet.close();
    } catch (error) {
      problem.hidden = false;
      problem.textContent = sentenceOf(error);
    } finally {
      make.disabled = false;
    }
  }
}

/** @param {import('../state/api.js').Api} api @param {string} captureId @param {string} text */
const listed = async (api, captureId, text) =>
  Array.from(decodeColumnFrame(await api.laneOrder(captureId, text)).columns.flow);

/**
 * @param {import('../state/api.js').Api} api @param {string} captureId
 * @param {{ flows: number[]|null, isRedacted: boolean, keepsPaths: boolean, withCapture: boolean }} how
 */
async function reportOf(api, captureId, { flows, isRedacted, keepsPaths, withCapture }) {
  const { reports } = await api.reports();
  const { pathname, search } = here();
  const place = pathname.startsWith(capturePath(captureId))
    ? pathname.slice(capturePath(captureId).length) + search
    : '';
  const { notes } = await api.notes(captureId);
  const kept = notes.filter(({ flow }) => flows === null || flow === null || flows.includes(flow));
  const [{ head, data }, page, capture] = await Promise.all([
    reports.data(captureId, { flows, isRedacted, keepsPaths, place, notes: kept }),
    reports.page(),
    withCapture ? reports.capture(captureId).then(base64Of) : null,
  ]);
  const blob = new Blob(reportPage(page, { head, data, capture }), { type: 'text/html' });
  return { blob, name: `${head.name.replace(/[/\\]/g, '_').replace(/\.(pcapng|pcap|cap)(\.gz)?$/, '')}-report.html` };
}

/** @param {Blob} blob */
async function base64Of(blob) {
  if (blob.size > MAX_REPORT_CAPTURE_BYTES) {
    const most = MAX_REPORT_CAPTURE_BYTES / 2 ** 20;
    throw new ApiError(`A report can include a capture of up to ${most} MiB: create it without this one.`, {
      status: 413,
      code: 'too_large',
    });
  }
  const pieces = [];
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    const address = await readAs(blob.slice(at, at + PIECE_BYTES));
    pieces.push(address.slice(address.indexOf(',') + 1));
  }
  return pieces.join('');
}

/** @param {Blob} piece @returns {Promise<string>} as a `data:` address */
const readAs = (piece) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(piece);
  });

/** @param {string} words @param {string} more @param {boolean} checked */
function checkBox(words, more, checked) {
  const box = /** @type {HTMLInputElement} */ (el('input', { type: 'checkbox', checked }));
  const text = el('span', {}, words, el('span', { class: 'second report-more', text: more }));
  return { box, element: el('label', { class: 'report-choice' }, box, text) };
}
