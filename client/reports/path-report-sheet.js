/** Makes a report of captures of one path: one HTML file that lays them over each other again. */
import { reportPage } from '../../lib/shared/report/report-page.js';
import { base64Of } from './capture-bytes.js';
import { openReportForm } from './report-form.js';

/** @param {{ api: import('../state/api.js').Api, path: import('../state/answer-types.js').PathAsked }} of */
export function openPathReportSheet({ api, path }) {
  openReportForm({ captures: 'Include the captures', make: (how) => reportOf(api, path, how) });
}

/**
 * @param {import('../state/api.js').Api} api @param {import('../state/answer-types.js').PathAsked} path
 * @param {import('./report-form.js').ReportHow} how
 */
async function reportOf(api, path, { isRedacted, keepsPaths, withCapture }) {
  const { reports } = await api.reports();
  const [{ reports: made }, page] = await Promise.all([
    reports.pathData(path, { isRedacted, keepsPaths }),
    reports.page(),
  ]);
  const texts = [];
  for (const [place, { head, data }] of made.entries()) {
    const capture = withCapture ? await base64Of(await reports.capture(path.of[place])) : null;
    texts.push({ head, data, capture });
  }
  const [first, ...others] = texts;
  return { blob: new Blob(reportPage(page, first, others), { type: 'text/html' }), name: 'path-report.html' };
}
