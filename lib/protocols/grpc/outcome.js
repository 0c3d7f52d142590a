/** Calls of gRPC, and of gRPC-Web: how each came out (gRPC over HTTP2, "Responses"). */
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
 * @property {string} status by its name, or as it was sent
 * @property {string|null} message what the server says of it
 */

/**
 * The outcome is in the trailers, or in the head where nothing else came.
 * @param {[name: string, value: string][]} headers @param {[name: string, value: string][]} trailers
 * @returns {GrpcOutcome|null} null: it is no call's answer, or the outcome is not there
 */
export function grpcOutcome(headers, trailers) {
  const fields = [...trailers, ...headers];
  const status = fieldOf(fields, 'grpc-status');
  if (status === null) return null;
  const message = fieldOf(fields, 'grpc-message');
  return { status: STATUSES[statusNumber(status)] ?? status, message: message === null ? null : decoded(message) };
}

/**
 * Whether a head, or trailer fields, say that a call failed.
 * @param {[name: string, value: string][]} fields
 */
export const saysFailure = (fields) => !['0', '?', null].includes(fieldOf(fields, 'grpc-status'));

/** @param {string} status */
const statusNumber = (status) => (/^\d{1,2}$/.test(status) ? Number(status) : -1);

/** Percent-encoded UTF-8; what is not stays as it is. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
