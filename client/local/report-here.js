/** The report that this page is, if it is one. */
import { OWN_REPORT } from '../../lib/shared/report/report-page.js';
import { addressOf, here } from '../base/address.js';
import { messageBar } from '../components/message-bar.js';
import { capturePath, samePathPath } from '../state/router.js';
import { heldReports, NewerReport } from './held-report.js';
import { reportBar } from './report-bars.js';

const CANNOT = 'This report cannot be shown';

/**
 * Takes the text of an element out of the page, to avoid keeping it twice.
 * @param {string} id @returns {string|null} null: there is no such element
 */
function textOf(id) {
  const element = document.getElementById(id);
  element?.remove();
  return element?.textContent ?? null;
}

/**
 * Opens the report that the page holds, or those of captures of one path.
 * @param {import('./local-captures.js').LocalCaptures} captures
 * @returns {{ id: string, bar: HTMLElement }[]} by capture, what is to be at the top; none: this is not a report
 */
export function openReportHere(captures) {
  try {
    const reports = heldReports(textOf).map((report, place) => ({
      id: place === 0 ? OWN_REPORT : `${OWN_REPORT}-${place}`,
      ...report,
    }));
    if (reports.length === 0) return [];
    for (const { id, ...report } of reports) captures.openReport(id, report);
    const [{ head }] = reports;
    const first = reports.length > 1 ? samePathPath(reports.map(({ id }) => id)) : capturePath(OWN_REPORT) + head.place;
    if (here().pathname === '/') history.replaceState(null, '', addressOf(first));
    return reports.map(({ id, head: of, file }) => ({ id, bar: reportBar(id, of, file !== null) }));
  } catch (error) {
    console.info('The report cannot be read.', error);
    const text =
      error instanceof NewerReport
        ? 'It was made by a newer Selfclock than this page: ask for it to be made again.'
        : 'It is damaged or truncated: ask for another copy.';
    return [{ id: OWN_REPORT, bar: refusal(text) }];
  }
}

/** @param {string} text */
const refusal = (text) => messageBar({ kind: 'failure', title: CANNOT, text });
