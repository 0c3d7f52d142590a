/** Why an end resets a stream, or closes the connection: HTTP/2 (RFC 9113 section 7), HTTP/3 (RFC 9114 section 8.1). */
const ERRORS = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
];

const FIRST_HTTP3_ERROR = 0x100;
const HTTP3_ERRORS = [
  'H3_NO_ERROR',
  'H3_GENERAL_PROTOCOL_ERROR',
  'H3_INTERNAL_ERROR',
  'H3_STREAM_CREATION_ERROR',
  'H3_CLOSED_CRITICAL_STREAM',
  'H3_FRAME_UNEXPECTED',
  'H3_FRAME_ERROR',
  'H3_EXCESSIVE_LOAD',
  'H3_ID_ERROR',
  'H3_SETTINGS_ERROR',
  'H3_MISSING_SETTINGS',
  'H3_REQUEST_REJECTED',
  'H3_REQUEST_CANCELLED',
  'H3_REQUEST_INCOMPLETE',
  'H3_MESSAGE_ERROR',
  'H3_CONNECT_ERROR',
  'H3_VERSION_FALLBACK',
];

/** RFC 9297, RFC 9204 section 6. @type {ReadonlyMap<number, string>} */
const OTHERS = new Map([
  [0x33, 'H3_DATAGRAM_ERROR'],
  [0x200, 'QPACK_DECOMPRESSION_FAILED'],
  [0x201, 'QPACK_ENCODER_STREAM_ERROR'],
  [0x202, 'QPACK_DECODER_STREAM_ERROR'],
]);

/** No failure of the other end: the stream was no longer needed. */
export const NO_ERROR = 0;
const CANCEL = 8;
const H3_NO_ERROR = 0x100;
const H3_REQUEST_CANCELLED = 0x10c;

/** @param {number} code */
export const isNoError = (code) => code === NO_ERROR || code === H3_NO_ERROR;

/** Whether the sender no longer wants the exchange. @param {number} code */
export const isCancel = (code) => code === CANCEL || code === H3_REQUEST_CANCELLED;

/** @param {number} code @returns {string} the number itself where no name is known */
export const errorName = (code) =>
  ERRORS[code] ?? HTTP3_ERRORS[code - FIRST_HTTP3_ERROR] ?? OTHERS.get(code) ?? String(code);

/** The same of a name that `errorName` gave. @param {string} name */
export const isNoErrorName = (name) => name === errorName(NO_ERROR) || name === errorName(H3_NO_ERROR);
