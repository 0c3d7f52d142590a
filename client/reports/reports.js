/**
 * What reports are made of, as whoever answers the page gives it.
 * @typedef {object} Reports
 * @property {(captureId: string, question: ReportAsked) => Promise<{ head: ReportHead, data: string }>} data
 * @property {() => Promise<string>} page the page of one file
 * @property {(captureId: string) => Promise<Blob>} capture
 *
 * @typedef {import('../../lib/shared/report/report-page.js').ReportHead} ReportHead
 * @typedef {{ flows: number[]|null } & Pick<ReportHead, 'notes'|'place'|'isRedacted'|'keepsPaths'>} ReportAsked
 */

export {};
