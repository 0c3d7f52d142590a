import { reportsIn } from './held-report.js';
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
      const reports = await reportsIn(file);
      for (const report of reports) {
        const { capture } = captures.takeReport(file.name, report);
        reportBars.add(capture.id, reportBar(capture.id, report.head, report.file !== null));
        added.push({ ...capture });
      }
      if (reports.length === 0) added.push({ ...captures.open(file, file.name).capture });
    }
    for (const capture of added) store.put(capture);
    return added;
  },
  cancel: fetches.cancel,
  list: fetches.list,
  subscribe: fetches.subscribe,
});
