/** The bar above a report, which says what it contains. */
import { OWN_REPORT } from '../../lib/shared/report/report-page.js';
import { here } from '../base/address.js';
import { el } from '../base/dom.js';
import { formatBytes, formatNumber, formatWhen } from '../base/format.js';
import { messageBar } from '../components/message-bar.js';
import { addresses } from '../state/addresses.js';
import { parsePlace } from '../state/router.js';

/** @typedef {import('../../lib/shared/report/report-page.js').ReportHead} ReportHead */

/** Shows the bar of the report that is shown; the page's own report has its bar wherever no other capture is. */
export class ReportBars {
  /** By capture. @type {Map<string, HTMLElement>} */
  #bars = new Map();
  #place = el('div', {});

  /** @param {string} id @param {HTMLElement} bar */
  add(id, bar) {
    this.#bars.set(id, bar);
    this.#show();
  }

  /** @param {Element} view above which they are shown */
  start(view) {
    view.before(this.#place);
    new MutationObserver(() => this.#show()).observe(view, { childList: true });
    this.#show();
  }

  #show() {
    const place = parsePlace(here().pathname);
    const bar = this.#bars.get('captureId' in place ? place.captureId : OWN_REPORT);
    if (bar !== this.#place.firstElementChild) this.#place.replaceChildren(...(bar === undefined ? [] : [bar]));
  }
}

/** @param {string} id @param {ReportHead} head @param {boolean} hasCapture */
export function reportBar(
  id,
  { name, createdEpoch, program, chosen, connections, isRedacted, keepsPaths, sizeBytes },
  hasCapture,
) {
  const of = chosen === null ? '' : `${formatNumber(chosen)} of ${formatNumber(connections)} connections of `;
  const by = program === '' ? '' : ` by Selfclock ${program}`;
  const bar = messageBar({
    kind: 'note',
    role: null,
    title: `A report on ${of}${isRedacted ? 'a capture' : name}`,
    text: `Made${by}: ${formatWhen(createdEpoch)}. ${whatItHolds({ isRedacted, keepsPaths, hasCapture })}`,
    actions: hasCapture
      ? [el('a', { class: 'text-button', href: addresses.fileUrl(id), text: `The capture, ${formatBytes(sizeBytes)}` })]
      : [],
  });
  bar.classList.add('report-bar');
  return bar;
}

/** @param {{ isRedacted: boolean, keepsPaths?: boolean, hasCapture: boolean }} how */
function whatItHolds({ isRedacted, keepsPaths, hasCapture }) {
  if (hasCapture) return 'It includes the capture.';
  if (!isRedacted) return 'It has packets as columns and message headers, not their content.';
  return (
    'Left out: the content of packets and messages, cookies, authorization, query values, and all but known values of ' +
    `header fields. Addresses and names are replaced, each always by the same stand-in${keepsPaths ? '. Paths and notes are unchanged.' : '; so are paths. Notes are left out.'}`
  );
}
