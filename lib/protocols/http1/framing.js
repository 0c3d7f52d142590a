/** How a message's body is delimited: RFC 9112 section 6.3. */
import { NOTE } from '../model/notes.js';
import { CODING } from './fields.js';
import { METHOD, REQUEST } from './start-line.js';

export const FRAMING = Object.freeze({ NONE: 0, LENGTH: 1, CHUNKED: 2, CLOSE: 3, TUNNEL: 4 });

/** 1xx but 101: more responses to the same request follow. @param {number} status */
export const isInterim = (status) => status < 200 && status !== 101;

/**
 * @param {import('./head.js').Head} head
 * @param {number} requestMethod of `METHOD`: of the request that a response answers
 * @returns {number} of `FRAMING`; oddities are added to `head.notes`
 */
export function framingOf(head, requestMethod) {
  if (head.kind !== REQUEST) {
    if (head.status === 101) return FRAMING.TUNNEL;
    if (requestMethod === METHOD.CONNECT && head.status >= 200 && head.status < 300) return FRAMING.TUNNEL;
    if (head.status < 200 || head.status === 204 || head.status === 304 || requestMethod === METHOD.HEAD) return FRAMING.NONE;
  }
  if (head.coding !== CODING.NONE) {
    if (head.contentLength !== -1) head.notes |= NOTE.CONTENT_LENGTH_IGNORED;
    if (head.coding === CODING.CHUNKED) return FRAMING.CHUNKED;
    head.notes |= NOTE.UNKNOWN_TRANSFER_CODING;
    return FRAMING.CLOSE;
  }
  if (head.contentLength >= 0) return head.contentLength === 0 ? FRAMING.NONE : FRAMING.LENGTH;
  return head.kind === REQUEST ? FRAMING.NONE : FRAMING.CLOSE;
}
