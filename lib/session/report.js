import { base64 } from '../export/har/base64.js';
import { commonStandIns, pointName, reportData } from '../report/report-data.js';
import { ReportError } from '../report/report-error.js';
import { isReport } from './path.js';
import { RequestError } from './request-error.js';

/** @typedef {import('../shared/report/report-page.js').ReportHead} ReportHead */

/**
 * @typedef {{ flows: number[]|null } & Pick<ReportHead,
 *   'name'|'sizeBytes'|'decodeAs'|'notes'|'place'|'isRedacted'|'keepsPaths'>} ReportQuestion flows: numbers of the
 *   connections to include; null: all
 */

/**
 * A report of each capture of a path; `decodeAs`: of the first.
 * @typedef {import('./path.js').PathQuestion & Pick<ReportQuestion, 'decodeAs'|'isRedacted'|'keepsPaths'>}
 *   PathReportQuestion
 */
/** @typedef {{ head: ReportHead, data: string }} WrittenReport data: in base64 */
/** @typedef {Parameters<typeof reportData>[0]} ReportGiven */

const NOT_ENDED = 'A report can be made once the capture has been read.';
const OF_REPORTS = 'A report cannot be made of reports: it needs the captures.';

/**
 * A report on a capture that was read.
 * @param {import('./session.js').SessionState} state
 * @param {ReportQuestion} question flows: indexes
 * @param {AbortSignal} signal
 */
export async function reportAnswer({ analysis, host, ended }, { flows, ...head }, signal) {
  if (!ended) throw new RequestError(409, 'not_ready', NOT_ENDED);
  return written(host, { ingest: analysis.ingest, read: (target) => host.read(target, { signal }), flows }, head);
}

/**
 * Of all captures of a path, which open together.
 * @param {import('./session.js').SessionState} state
 * @param {PathReportQuestion} question
 * @param {AbortSignal} signal
 * @returns {Promise<{ reports: WrittenReport[] }>}
 */
export async function pathReports(state, { decodeAs, isRedacted, keepsPaths, ...question }, signal) {
  const { host } = state;
  if (!state.ended) throw new RequestError(409, 'not_ready', NOT_ENDED);
  if (question.captures.some(({ source }) => isReport(source))) throw new RequestError(409, 'not_ready', OF_REPORTS);
  const standIns = isRedacted ? await commonStandIns(keepsPaths ?? false) : undefined;
  const analyses = await state.path.analyses(state, question);
  const reports = [];
  for (const [place, { name, sizeBytes, source }] of question.captures.entries()) {
    /** @type {ReportGiven['read']} */
    const read = (target) => host.readOther(source, target, { signal });
    const own = { name, sizeBytes, decodeAs: place === 0 ? decodeAs : [], notes: [], place: '' };
    const head = { ...own, isRedacted, keepsPaths };
    const report = await written(host, { ingest: analyses[place].ingest, read, flows: null, standIns }, head);
    reports.push(isRedacted ? { ...report, head: { ...report.head, name: pointName(place) } } : report);
  }
  return { reports };
}

/**
 * @param {import('./host.js').Host} host @param {Omit<ReportGiven, 'head'>} given
 * @param {Omit<ReportGiven['head'], 'program'|'createdEpoch'>} head
 * @returns {Promise<WrittenReport>}
 */
async function written(host, given, head) {
  try {
    const whole = { ...head, program: host.version, createdEpoch: Date.now() / 1000 };
    const report = await reportData({ ...given, head: whole });
    return { head: report.head, data: base64(report.data) };
  } catch (error) {
    throw error instanceof ReportError ? new RequestError(413, error.code, error.message) : error;
  }
}
