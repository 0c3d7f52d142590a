/** Why an end resets a stream, or closes the connection (RFC 9113 section 7). */
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

/** No failure of the other end: the stream was no longer needed. */
export const NO_ERROR = 0;
export const CANCEL = 8;

/** @param {number} code 32 bits @returns {string} the number itself where no name is known */
export const errorName = (code) => ERRORS[code] ?? String(code >>> 0);
