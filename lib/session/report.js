import { base64 } from '../export/har/base64.js';
import { reportData } from '../report/report-data.js';
import { ReportError } from '../report/report-error.js';
import { RequestError } from './request-error.js';

/** @typedef {import('../shared/report/report-page.js').ReportHead} ReportHead */

/**
 * @typedef {{ flows: number[]|null } & Pick<ReportHead,
 *   'name'|'sizeBytes'|'decodeAs'|'notes'|'place'|'isRedacted'|'keepsPaths'>} ReportQuestion flows: numbers of the
 *   connections to include; null: all
 */

/**
 * A report on a capture that was read.
 * @param {import('./session.js').SessionState} state
 * @param {ReportQuestion} question flows: indexes
 * @param {AbortSignal} signal
 * @returns {Promise<{ head: ReportHead, data: string }>} data: in base64
 */
export async function reportAnswer({ analysis, host, ended }, { flows, ...head }, signal) {
  if (!ended) throw new RequestError(409, 'not_ready', 'A report can be made once the capture has been read.');
  try {
    const { head: written, data } = await reportData({
      ingest: analysis.ingest,
      read: (target) => host.read(target, { signal }),
      flows,
      head: { ...head, program: host.version, createdEpoch: Date.now() / 1000 },
    });
    return { head: written, data: base64(data) };
  } catch (error) {
    throw error instanceof ReportError ? new RequestError(413, error.code, error.message) : error;
  }
}
