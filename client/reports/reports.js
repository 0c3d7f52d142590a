/**
 * What reports are made from, provided by the server or by the page itself.
 * @typedef {object} Reports
 * @property {(captureId: string, question: ReportAsked) => Promise<{ head: ReportHead, data: string }>} data
 * @property {() => Promise<string>} page the page of one file
 * @property {(captureId: string) => Promise<Blob>} capture
 *
 * @typedef {import('../../lib/shared/report/report-page.js').ReportHead} ReportHead
 * @typedef {{ flows: number[]|null } & Pick<ReportHead, 'notes'|'place'|'isRedacted'|'keepsPaths'>} ReportAsked
 */

export {};
