import { ApiError } from '../state/api-error.js';
import { parsed, pathQuestion } from './worker-questions.js';

/** @typedef {import('./local-captures.js').LocalCaptures} LocalCaptures */
/** @typedef {import('../reports/reports.js').Reports} Reports */

/** The single-file page as loaded, before it showed anything; '' if it has several files. */
let ownPage = '';

/** Called before anything is shown, after a report in the page has been taken out. */
export function keepPage() {
  if (document.getElementById('worker') instanceof HTMLLinkElement) return;
  // eslint-disable-next-line no-restricted-properties -- read, and before any captured text has come
  ownPage = `<!doctype html>\n${document.documentElement.outerHTML}`.replace(/<html[^>]*>/, '<html lang="en">');
}

/** @param {LocalCaptures} captures @returns {Reports} */
export const localReports = (captures) => ({
  async data(id, question) {
    const { capture } = captures.get(id);
    const { name, sizeBytes, decodeAs } = capture;
    const worker = await captures.workerOf(id, { isWhole: true });
    return parsed(await worker.ask('report', { ...question, name, sizeBytes, decodeAs }));
  },
  async pathData(path, question) {
    const [id] = path.of;
    const { decodeAs } = captures.get(id).capture;
    const worker = await captures.workerOf(id, { isWhole: true });
    return parsed(await worker.ask('pathReports', { ...pathQuestion(captures, path), ...question, decodeAs }));
  },
  page: async () => ownPage || fetched('selfclock.html'),
  capture: async (id) => captures.fileOf(id),
});

/** @param {string} path @returns {Promise<string>} */
async function fetched(path) {
  const response = await fetch(path).catch(() => null);
  if (response?.ok) return response.text();
  throw new ApiError('Reports need the single-file page, which could not be loaded: is there no network?', {
    status: 503,
    code: 'unreachable',
  });
}
