/** A report as a page: the single-file page, with its data as non-script elements. */

/** Incremented when older programs could not show what newer ones write. */
export const REPORT_FORMAT = 3;
/** Id of a page's first report: always the same, so that an address within it leads to the same view elsewhere. */
export const OWN_REPORT = 'report';
export const REPORT_IDS = Object.freeze({ head: 'report', data: 'report-data', capture: 'report-capture' });
/** A longer capture would make a page that browsers cannot open: its bytes are text in it, whose length is limited. */
export const MAX_REPORT_CAPTURE_BYTES = 256 * 1024 * 1024;

/**
 * Data of a report known before it is opened.
 * @typedef {object} ReportHead
 * @property {string} program its version; '' where that is not known
 * @property {string} name of the capture
 * @property {number} sizeBytes of the capture
 * @property {number} createdEpoch of the report
 * @property {readonly string[]} decodeAs
 * @property {Note[]} notes users' notes on what is shown
 * @property {string} place shown first: the path below the capture's, and its query
 * @property {boolean} isRedacted
 * @property {boolean} [keepsPaths] of one that is redacted: paths of requests and notes are as they were
 * @property {number} connections of the capture
 * @property {number|null} chosen how many of them are in the report; null: all
 *
 * @typedef {{ id: number, flow: number|null, time: number, frame: number|null, text: string, createdEpoch: number }}
 *   Note
 */

const END = '</body>';

/** Text in an element must not look like its end tag. @param {unknown} value */
const inElement = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Ids of a page's further reports, of captures of one path. @param {number} place from 0 */
export const reportIds = (place) =>
  place === 0
    ? REPORT_IDS
    : Object.fromEntries(Object.entries(REPORT_IDS).map(([name, id]) => [name, `${id}-${place}`]));

/** Bytes as base64. @typedef {{ head: ReportHead, data: string, capture: string|null }} ReportText */

/**
 * @param {string} template the page of one file
 * @param {ReportText} report
 * @param {readonly ReportText[]} [others] of captures of the same path
 * @returns {string[]} pieces of the page, in order
 */
export function reportPage(template, report, others = []) {
  const end = template.lastIndexOf(END);
  return [template.slice(0, end), ...[report, ...others].flatMap(elementsOf), template.slice(end)];
}

/** @param {ReportText} report @param {number} place */
function elementsOf({ head, data, capture }, place) {
  const ids = reportIds(place);
  const element = (/** @type {string} */ id, /** @type {string} */ type, /** @type {string} */ text) => [
    `<script type="${type}" id="${id}">`,
    text,
    '</script>\n',
  ];
  return [
    ...element(ids.head, 'application/json', inElement({ format: REPORT_FORMAT, ...head })),
    ...element(ids.data, 'application/gzip', data),
    ...(capture === null ? [] : element(ids.capture, 'application/octet-stream', capture)),
  ];
}
