import { errorName, isNoError } from '../../protocols/http2/error-codes.js';

/** By code (RFC 9000 section 20.1). */
const TRANSPORT_ERRORS = [
  'NO_ERROR',
  'INTERNAL_ERROR',
  'CONNECTION_REFUSED',
  'FLOW_CONTROL_ERROR',
  'STREAM_LIMIT_ERROR',
  'STREAM_STATE_ERROR',
  'FINAL_SIZE_ERROR',
  'FRAME_ENCODING_ERROR',
  'TRANSPORT_PARAMETER_ERROR',
  'CONNECTION_ID_LIMIT_ERROR',
  'PROTOCOL_VIOLATION',
  'INVALID_TOKEN',
  'APPLICATION_ERROR',
  'CRYPTO_BUFFER_EXCEEDED',
  'KEY_UPDATE_ERROR',
  'AEAD_LIMIT_REACHED',
  'NO_VIABLE_PATH',
];
/** With a TLS alert in the low byte. */
const FIRST_CRYPTO_ERROR = 0x100;
const LAST_CRYPTO_ERROR = 0x1ff;

/** @typedef {Pick<import('../connections/connection.js').Closed, 'layer' | 'code'>} Close */

/** @param {string | null} alpn */
export const isHttp3 = (alpn) => alpn !== null && /^h3(?:-|$)/.test(alpn);

/**
 * Why an end closed the connection, as the RFC of its layer names it.
 * @param {Close} close @param {string | null} alpn
 * @returns {string | null} null: no name is known
 */
export function closeName({ layer, code }, alpn) {
  if (layer === null || code === null) return null;
  if (layer === 'application') return isHttp3(alpn) ? namedOnly(errorName(code)) : null;
  if (code >= FIRST_CRYPTO_ERROR && code <= LAST_CRYPTO_ERROR) {
    return `CRYPTO_ERROR, TLS alert ${code - FIRST_CRYPTO_ERROR}`;
  }
  return TRANSPORT_ERRORS[code] ?? null;
}

/** @param {string} name the number itself where there is none */
const namedOnly = (name) => (/^\d+$/.test(name) ? null : name);

/** Whether an end closed for an error. @param {Close} close @param {string | null} alpn */
export const isErrorClose = ({ layer, code }, alpn) =>
  layer !== null && (layer === 'application' && isHttp3(alpn) ? !isNoError(code ?? 0) : code !== 0);
