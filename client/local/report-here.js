/** The report that this page is, where it is one: what is said at its top, and the capture that it shows. */
import { addressOf, here } from '../base/address.js';
import { el } from '../base/dom.js';
import { formatBytes, formatNumber, formatWhen } from '../base/format.js';
import { messageBar } from '../components/message-bar.js';
import { capturePath } from '../state/router.js';
import { heldReport, NewerReport } from './held-report.js';

/** @typedef {import('../../lib/shared/report/report-page.js').ReportHead} ReportHead */

/** Always the same, so that an address within a report leads to the same view wherever it is opened. */
const ID = 'report';
const CANNOT = 'This report cannot be shown';

/**
 * Takes the text of an element out of the page, which need not hold it twice.
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
 * @returns {HTMLElement|null} what is to stand at the top; null: this is no report
 */
export function openReportHere(captures) {
  try {
    const report = heldReport(textOf);
    if (report === null) return null;
    const { head, file } = report;
    captures.openReport(ID, report);
    if (here().pathname === '/') history.replaceState(null, '', addressOf(capturePath(ID) + head.place));
    return headBar(head, file !== null);
  } catch (error) {
    console.info('The report cannot be read.', error);
    return refusal(
      error instanceof NewerReport
        ? 'It is of a newer Selfclock than the page around it: have it made once more.'
        : 'It is damaged, or cut: have it sent once more.',
    );
  }
}

/** @param {string} text */
const refusal = (text) => messageBar({ kind: 'failure', title: CANNOT, text });

/** @param {ReportHead} head @param {boolean} hasCapture */
function headBar({ name, createdEpoch, program, chosen, connections, isRedacted, keepsPaths, sizeBytes }, hasCapture) {
  const of = chosen === null ? '' : `${formatNumber(chosen)} of ${formatNumber(connections)} connections of `;
  const by = program === '' ? '' : ` by Selfclock ${program}`;
  const bar = messageBar({
    kind: 'note',
    role: null,
    title: `A report on ${of}${isRedacted ? 'a capture' : name}`,
    text: `Made${by}: ${formatWhen(createdEpoch)}. ${whatItHolds({ isRedacted, keepsPaths, hasCapture })}`,
    actions: hasCapture
      ? [
          el('a', {
            class: 'text-button',
            href: `/api/captures/${ID}/file`,
            text: `The capture, ${formatBytes(sizeBytes)}`,
          }),
        ]
      : [],
  });
  bar.classList.add('report-bar');
  return bar;
}

/** @param {{ isRedacted: boolean, keepsPaths?: boolean, hasCapture: boolean }} how */
function whatItHolds({ isRedacted, keepsPaths, hasCapture }) {
  if (hasCapture) return 'It holds the capture.';
  if (!isRedacted) return 'It holds packets as columns and the heads of messages, not their content.';
  return (
    'Left out: the content of packets and messages, cookies, authorization, query values, and all but the usual of header ' +
    `fields. Addresses and names are stand-ins, the same for the same${keepsPaths ? '. Paths and notes are as they were.' : '; so are paths. Notes are left out.'}`
  );
}
