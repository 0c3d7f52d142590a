/** Makes a report: one HTML file that shows a capture, or some of its connections. */
import { decodeColumnFrame } from '../../lib/shared/columns/column-frame.js';
import { reportPage } from '../../lib/shared/report/report-page.js';
import { here } from '../base/address.js';
import { el } from '../base/dom.js';
import { capturePath } from '../state/router.js';
import { base64Of } from './capture-bytes.js';
import { openReportForm } from './report-form.js';

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
  openReportForm({
    first: [el('label', {}, el('span', { class: 'second', text: 'Connections ' }), which)],
    make: async (how) => reportOf(api, captureId, { flows: await choices[Number(which.value)].flows(), ...how }),
  });
}

/** @param {import('../state/api.js').Api} api @param {string} captureId @param {string} text */
const listed = async (api, captureId, text) =>
  Array.from(decodeColumnFrame(await api.laneOrder(captureId, text)).columns.flow);

/**
 * @param {import('../state/api.js').Api} api @param {string} captureId
 * @param {{ flows: number[]|null } & import('./report-form.js').ReportHow} how
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
