import { ApiError } from '../state/api-error.js';

/** @typedef {import('./local-captures.js').LocalCaptures} LocalCaptures */
/** @typedef {import('../reports/reports.js').Reports} Reports */

/** The document as it came, before the page changed it. @type {Document|null} */
let pristine = null;

/** Called before anything is shown. */
export function keepPage() {
  pristine = /** @type {Document} */ (document.cloneNode(true));
}

/** @param {LocalCaptures} captures @returns {Reports} */
export const localReports = (captures) => ({
  async data(id, question) {
    const { capture } = captures.get(id);
    const { name, sizeBytes, decodeAs } = capture;
    const worker = await captures.workerOf(id, { isWhole: true });
    const answer = await worker.ask('report', { ...question, name, sizeBytes, decodeAs });
    return JSON.parse(new TextDecoder().decode(/** @type {Uint8Array} */ (answer)));
  },
  page: () => (isOneFile() ? ownPage() : fetched('selfclock.html')),
  capture: async (id) => captures.fileOf(id),
});

const isOneFile = () => !(document.getElementById('worker') instanceof HTMLLinkElement);

/** What is no report of it. */
async function ownPage() {
  const page = /** @type {Document} */ (/** @type {Document} */ (pristine).cloneNode(true));
  for (const element of page.querySelectorAll('[id^="report"]')) element.remove();
  page.documentElement.removeAttribute('data-theme');
  // eslint-disable-next-line no-restricted-properties -- read, of a document that no captured text has come into
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
}

/** @param {string} path @returns {Promise<string>} */
async function fetched(path) {
  const response = await fetch(path).catch(() => null);
  if (response?.ok) return response.text();
  throw new ApiError('Reports need the page of one file, which the site does not give: is there no network?', {
    status: 503,
    code: 'unreachable',
  });
}
