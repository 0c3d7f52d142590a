// How a message's body is delimited: RFC 9112 section 6.3.
import { HTTP1_KIND, HTTP1_METHOD, NOTE } from '../base/enums';
import { CODING_CHUNKED, CODING_NONE, Head, LENGTH_ABSENT } from './head';

/** HttpDirection.framing. TUNNEL_FOLLOWS: no body, and another protocol after the head. */
export const NO_BODY: i32 = 0;
export const BY_LENGTH: i32 = 1;
export const CHUNKED: i32 = 2;
export const TO_CLOSE: i32 = 3;
export const TUNNEL_FOLLOWS: i32 = 4;

/** Oddities are added to `head.notes`. @param requestMethod of the request that a response answers */
export function framingOf(head: Head, requestMethod: i32): i32 {
  if (head.kind == HTTP1_KIND.RESPONSE) {
    if (head.status == 101) return TUNNEL_FOLLOWS;
    if (requestMethod == HTTP1_METHOD.CONNECT && head.status >= 200 && head.status < 300) return TUNNEL_FOLLOWS;
    if (head.status < 200 || head.status == 204 || head.status == 304 || requestMethod == HTTP1_METHOD.HEAD)
      return NO_BODY;
  }
  if (head.coding != CODING_NONE) {
    if (head.contentLength != LENGTH_ABSENT) head.notes |= NOTE.CONTENT_LENGTH_IGNORED;
    if (head.coding == CODING_CHUNKED) return CHUNKED;
    head.notes |= NOTE.UNKNOWN_TRANSFER_CODING;
    return TO_CLOSE;
  }
  if (head.contentLength >= 0) return head.contentLength == 0 ? NO_BODY : BY_LENGTH;
  return head.kind == HTTP1_KIND.RESPONSE ? TO_CLOSE : NO_BODY;
}
