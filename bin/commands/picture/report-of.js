import { stat } from 'node:fs/promises';

import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { reportData } from '../../../lib/report/report-data.js';
import { reportPage } from '../../../lib/shared/report/report-page.js';
import { oneFilePage } from '../../../server/one-file-page.js';
import { VERSION } from '../version.js';

/**
 * A report's page, which draws without a server.
 * @param {import('../../../lib/analysis/opened-analysis.js').OpenedAnalysis} analysis
 * @param {object} of
 * @param {string} of.source path of the capture's file
 * @param {string} of.name
 * @param {number | null} of.flow index of the only connection of the report; null: all
 * @param {boolean} [of.isRedacted]
 * @returns {Promise<string[]>} pieces of the page
 */
export async function reportPageOf({ ingest }, { source, name, flow, isRedacted = false }) {
  const { size: sizeBytes } = await stat(source);
  const { head, data } = await reportData({
    ingest,
    read: (target) => readCapture(source, target),
    flows: flow === null ? null : [flow],
    head: {
      ...{ program: VERSION, name, sizeBytes, createdEpoch: Date.now() / 1000, notes: [], place: '' },
      ...{ decodeAs: [], isRedacted, keepsPaths: false },
    },
  });
  return reportPage(await oneFilePage(), { head, data: Buffer.from(data).toString('base64'), capture: null });
}
