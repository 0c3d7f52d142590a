import { reportIn } from './held-report.js';
import { reportBar } from './report-bars.js';

/**
 * Files that the user chose: each is a capture at once, read in place; a report shows what it holds. Those on
 * their way from elsewhere have rows until they are there.
 * @param {import('./local-captures.js').LocalCaptures} captures
 * @param {import('./handed/from-address.js').Fetches} fetches
 * @param {import('./report-bars.js').ReportBars} reportBars
 * @returns {(store: import('../state/captures.js').CaptureStore) => import('../state/uploads.js').Uploads}
 */
export const localUploads = (captures, fetches, reportBars) => (store) => ({
  async add(files) {
    const added = [];
    for (const file of files) {
      const report = await reportIn(file);
      const { capture } = report === null ? captures.open(file, file.name) : captures.takeReport(file.name, report);
      if (report !== null) reportBars.add(capture.id, reportBar(capture.id, report.head, report.file !== null));
      store.put({ ...capture });
      added.push({ ...capture });
    }
    return added;
  },
  cancel: fetches.cancel,
  list: fetches.list,
  subscribe: fetches.subscribe,
});
