/** The content of a report: this page, or a file that was dropped on it. */
import { MAX_PATH_POINTS } from '../../lib/shared/path/bounds.js';
import { REPORT_FORMAT, reportIds } from '../../lib/shared/report/report-page.js';

/** @typedef {import('../../lib/shared/report/report-page.js').ReportHead} ReportHead */
/** @typedef {{ head: ReportHead, data: Uint8Array<ArrayBuffer>, file: Blob|null }} HeldReport file: the capture */

/** Larger files are not reports: one with the largest capture has some 360 MB. */
const MAX_REPORT_FILE_BYTES = 400 * 1024 * 1024;
const DOCTYPE = '<!doctype html>';
const ELEMENT_END = '</script>';

/** It is of a newer program. */
export class NewerReport extends Error {}

/**
 * @param {(id: string) => string|null} textOf an element
 * @returns {HeldReport[]} none, one, or those of captures of one path
 * @throws {Error} one is damaged, or newer
 */
export function heldReports(textOf) {
  const reports = [];
  while (reports.length < MAX_PATH_POINTS) {
    const report = heldReport(textOf, reports.length);
    if (report === null) break;
    reports.push(report);
  }
  return reports;
}

/** @param {(id: string) => string|null} textOf @param {number} place @returns {HeldReport|null} */
function heldReport(textOf, place) {
  const ids = reportIds(place);
  const text = textOf(ids.head);
  if (text === null) return null;
  const { format, ...head } = /** @type {ReportHead & { format: number }} */ (JSON.parse(text));
  if (format > REPORT_FORMAT) throw new NewerReport();
  if (!isHead(head)) throw new Error('the head is not as a report has it');
  const capture = textOf(ids.capture);
  const file = capture === null ? null : new Blob([bytesOf(capture)]);
  return { head, data: bytesOf(String(textOf(ids.data))), file };
}

/**
 * @param {File} file that was dropped or chosen
 * @returns {Promise<HeldReport[]>} none: it is no report that can be read; read as a capture it is told what it is
 */
export async function reportsIn(file) {
  if (file.size > MAX_REPORT_FILE_BYTES) return [];
  try {
    const head = await file.slice(0, DOCTYPE.length).text();
    if (head.toLowerCase() !== DOCTYPE) return [];
    const page = await file.text();
    return heldReports((id) => elementText(page, id));
  } catch (error) {
    console.info('The file is not a readable report.', error);
    return [];
  }
}

/** @param {any} note */
const isNote = (note) =>
  typeof note?.text === 'string' &&
  [note.id, note.time, note.createdEpoch].every(Number.isFinite) &&
  [note.flow, note.frame].every((number) => number === null || Number.isSafeInteger(number));

/** @param {any} head @returns {boolean} */
const isHead = (head) =>
  [head.program, head.name, head.place].every((text) => typeof text === 'string') &&
  [head.sizeBytes, head.createdEpoch, head.connections].every(Number.isFinite) &&
  (head.chosen === null || Number.isFinite(head.chosen)) &&
  typeof head.isRedacted === 'boolean' &&
  [head.decodeAs, head.notes].every(Array.isArray) &&
  head.decodeAs.every((/** @type {unknown} */ rule) => typeof rule === 'string') &&
  head.notes.every(isNote);

/** A report's elements are the page's last. @param {string} page @param {string} id @returns {string|null} */
function elementText(page, id) {
  const start = `id="${id}">`;
  const at = page.lastIndexOf(start);
  return at < 0 ? null : page.slice(at + start.length, page.indexOf(ELEMENT_END, at));
}

/** @param {string} text base64 @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
