/** Outcomes of gRPC and gRPC-Web calls (gRPC over HTTP2, "Responses"). */
import { fieldOf } from '../model/header-fields.js';

/** Status codes, by number (google.rpc.Code). */
const STATUSES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];

/**
 * @typedef {object} GrpcOutcome
 * @property {string} status its name, or as it was sent
 * @property {string|null} message the server's message
 */

/**
 * The outcome is in the trailers, or in the head of a trailers-only response.
 * @param {[name: string, value: string][]} headers @param {[name: string, value: string][]} trailers
 * @returns {GrpcOutcome|null} null: not a gRPC response, or the outcome is missing
 */
export function grpcOutcome(headers, trailers) {
  const fields = [...trailers, ...headers];
  const status = fieldOf(fields, 'grpc-status');
  if (status === null) return null;
  const message = fieldOf(fields, 'grpc-message');
  return { status: STATUSES[statusNumber(status)] ?? status, message: message === null ? null : decoded(message) };
}

/**
 * Whether a head, or trailer fields, show that a call failed.
 * @param {[name: string, value: string][]} fields
 */
export const isFailedCall = (fields) => !['0', '?', null].includes(fieldOf(fields, 'grpc-status'));

/** @param {string} status */
const statusNumber = (status) => (/^\d{1,2}$/.test(status) ? Number(status) : -1);

/** Decodes percent-encoded UTF-8; anything else is unchanged. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
