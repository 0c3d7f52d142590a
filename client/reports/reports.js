/**
 * What reports are made from, provided by the server or by the page itself.
 * @typedef {object} Reports
 * @property {(captureId: string, question: ReportAsked) => Promise<WrittenReport>} data
 * @property {(path: PathAsked, question: PathReportAsked) => Promise<{ reports: WrittenReport[] }>} pathData of all
 *   captures of a path
 * @property {() => Promise<string>} page the page of one file
 * @property {(captureId: string) => Promise<Blob>} capture
 *
 * @typedef {import('../../lib/shared/report/report-page.js').ReportHead} ReportHead
 * @typedef {{ flows: number[]|null } & Pick<ReportHead, 'notes'|'place'|'isRedacted'|'keepsPaths'>} ReportAsked
 * @typedef {{ head: ReportHead, data: string }} WrittenReport data: in base64
 * @typedef {import('../state/answer-types.js').PathAsked} PathAsked
 * @typedef {Pick<ReportHead, 'isRedacted'|'keepsPaths'>} PathReportAsked
 */

export {};
