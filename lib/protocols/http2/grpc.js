/** Calls of gRPC over HTTP/2: how each came out (gRPC over HTTP2, "Responses"). */

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
  const valueOf = (/** @type {string} */ name) =>
    [...trailers, ...headers].find(([field]) => field.toLowerCase() === name)?.[1] ?? null;
  const status = valueOf('grpc-status');
  if (status === null) return null;
  const message = valueOf('grpc-message');
  return { status: STATUSES[statusNumber(status)] ?? status, message: message === null ? null : decoded(message) };
}

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
