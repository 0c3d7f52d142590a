/** A report as a page: the page of one file, and what it is to show as elements that are no script. */

/** Grows when older programs could not show what newer ones write. */
export const REPORT_FORMAT = 1;
export const REPORT_IDS = Object.freeze({ head: 'report', data: 'report-data', capture: 'report-capture' });
/** A longer capture makes a page that browsers do not open: in it its bytes are text, of which none may be too long. */
export const MAX_REPORT_CAPTURE_BYTES = 256 * 1024 * 1024;

/**
 * What is said of a report before it is opened.
 * @typedef {object} ReportHead
 * @property {string} program its version; '' where that is not known
 * @property {string} name of the capture
 * @property {number} sizeBytes of the capture
 * @property {number} createdEpoch of the report
 * @property {readonly string[]} decodeAs
 * @property {Note[]} notes readers' that go with what is shown
 * @property {string} place that is shown first: the path below the capture's, and its query
 * @property {boolean} isRedacted
 * @property {boolean} [keepsPaths] of one that is redacted: paths of requests and notes are as they were
 * @property {number} connections of the capture
 * @property {number|null} chosen how many of them the report has; null: all
 *
 * @typedef {{ id: number, flow: number|null, time: number, frame: number|null, text: string, createdEpoch: number }}
 *   Note
 */

const END = '</body>';

/** Within an element nothing may look like its end. @param {unknown} value */
const inElement = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * @param {string} template the page of one file
 * @param {{ head: ReportHead, data: string, capture: string|null }} report bytes as base64
 * @returns {string[]} pieces of the page, in order
 */
export function reportPage(template, { head, data, capture }) {
  const end = template.lastIndexOf(END);
  const element = (/** @type {string} */ id, /** @type {string} */ type, /** @type {string} */ text) => [
    `<script type="${type}" id="${id}">`,
    text,
    '</script>\n',
  ];
  return [
    template.slice(0, end),
    ...element(REPORT_IDS.head, 'application/json', inElement({ format: REPORT_FORMAT, ...head })),
    ...element(REPORT_IDS.data, 'application/gzip', data),
    ...(capture === null ? [] : element(REPORT_IDS.capture, 'application/octet-stream', capture)),
    template.slice(end),
  ];
}
