// How a message's body is delimited: RFC 9112 section 6.3.
import { CODING_CHUNKED, CODING_NONE, Head, LENGTH_ABSENT, METHOD_CONNECT, METHOD_HEAD, RESPONSE } from './head';
import { CONTENT_LENGTH_IGNORED, UNKNOWN_TRANSFER_CODING } from './notes';

/** HttpDirection.framing. TUNNEL_FOLLOWS: no body, and another protocol behind the head. */
export const NO_BODY: i32 = 0;
export const BY_LENGTH: i32 = 1;
export const CHUNKED: i32 = 2;
export const TO_CLOSE: i32 = 3;
export const TUNNEL_FOLLOWS: i32 = 4;

/** Oddities are added to `head.notes`. @param requestMethod of the request that a response answers */
export function framingOf(head: Head, requestMethod: i32): i32 {
  if (head.kind == RESPONSE) {
    if (head.status == 101) return TUNNEL_FOLLOWS;
    if (requestMethod == METHOD_CONNECT && head.status >= 200 && head.status < 300) return TUNNEL_FOLLOWS;
    if (head.status < 200 || head.status == 204 || head.status == 304 || requestMethod == METHOD_HEAD) return NO_BODY;
  }
  if (head.coding != CODING_NONE) {
    if (head.contentLength != LENGTH_ABSENT) head.notes |= CONTENT_LENGTH_IGNORED;
    if (head.coding == CODING_CHUNKED) return CHUNKED;
    head.notes |= UNKNOWN_TRANSFER_CODING;
    return TO_CLOSE;
  }
  if (head.contentLength >= 0) return head.contentLength == 0 ? NO_BODY : BY_LENGTH;
  return head.kind == RESPONSE ? TO_CLOSE : NO_BODY;
}
