/** The report that this page is, if it is one. */
import { addressOf, here } from '../base/address.js';
import { messageBar } from '../components/message-bar.js';
import { capturePath } from '../state/router.js';
import { heldReport, NewerReport } from './held-report.js';
import { OWN_REPORT, reportBar } from './report-bars.js';

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
 * Opens the report that the page holds.
 * @param {import('./local-captures.js').LocalCaptures} captures
 * @returns {HTMLElement|null} what is to be at the top; null: this is not a report
 */
export function openReportHere(captures) {
  try {
    const report = heldReport(textOf);
    if (report === null) return null;
    const { head, file } = report;
    captures.openReport(OWN_REPORT, report);
    if (here().pathname === '/') history.replaceState(null, '', addressOf(capturePath(OWN_REPORT) + head.place));
    return reportBar(OWN_REPORT, head, file !== null);
  } catch (error) {
    console.info('The report cannot be read.', error);
    return refusal(
      error instanceof NewerReport
        ? 'It was made by a newer Selfclock than this page: ask for it to be made again.'
        : 'It is damaged or truncated: ask for another copy.',
    );
  }
}

/** @param {string} text */
const refusal = (text) => messageBar({ kind: 'failure', title: CANNOT, text });
