/** Further fields of HTTP messages that carry gRPC, for any HTTP version. */
import { withGaps } from '../contents/stream-messages.js';
import { REQUEST } from '../http1/start-line.js';
import { grpcOutcome } from './outcome.js';

/**
 * The service and method of a gRPC request.
 * @param {string|null} target
 * @returns {{ service: string, method: string }|null}
 */
function grpcCall(target) {
  const parts = /^\/(?:.*\/)?([^/]+)\/([^/]+)$/.exec(target ?? '');
  return parts === null ? null : { service: parts[1], method: parts[2] };
}

/** @param {import('./outcome.js').GrpcOutcome} grpc */
const outcomeParts = (grpc) => ({
  grpc,
  outcome: grpc.status,
  ...(grpc.message === null ? {} : { outcomeText: grpc.message }),
  failed: grpc.status !== 'OK',
});

/**
 * A call's outcome, its method, and the messages in its content.
 * @param {import('../model/message-table.js').MessageTable} table
 * @param {number} row
 * @param {import('../protocol.js').HeadParts['headers']} headers
 * @param {import('../protocol.js').HeadParts['headers']|null} trailers
 * @param {string|null} path of a request
 * @returns {Partial<import('../describe-message.js').Message>}
 */
export function grpcParts(table, row, headers, trailers, path) {
  const isRequest = table.kind[row] === REQUEST;
  const outcome = isRequest ? null : grpcOutcome(headers, trailers ?? []);
  const sent = table.grpc.get(row);
  const call = isRequest && sent !== undefined ? grpcCall(path) : null;
  return {
    ...(outcome === null ? {} : outcomeParts(outcome)),
    ...(call === null ? {} : { grpcCall: call }),
    ...(sent === undefined
      ? {}
      : {
          grpcMessages: {
            count: sent.count,
            bytes: sent.bytes,
            complete: !sent.isLost,
            messages: withGaps(sent.listed),
          },
        }),
  };
}
