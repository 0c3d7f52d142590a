// HTTP/0.9 (RFC 1945 sections 4.1 and 5): a simple request is a line of GET and a target, without a version. It counts
// as one once the server has answered it; the response is everything up to the end, without a head.
import { HTTP1_KIND, HTTP1_STATE } from '../base/enums';
import { CONFIRMED, FOUND, HAS_ENDED, HttpConnection, HttpDirection, MAY_SEARCH, learnKinds } from './connections';
import { tellEnd, tellHead } from './events';
import { Head, LF, SPACE, TARGET, beginHead } from './head';
import { dropPartialHead, keepMore, keptFrom, keptHead } from './partial-heads';

/** Its version in events, where others have their minor version. */
const VERSION_0_9: i32 = 2;
/** A simple response has no status; this stands for success. */
const OK: i32 = 200;

/** `GET `, and `http:` as the low bytes of words. */
const GET: u32 = 0x20544547;
const HTTP: u32 = 0x70747468;
const GET_BYTES: i32 = 4;
const SLASH: u8 = 0x2f;

/** Whether a direction is at its start, and its first byte is known. */
function isAtStart(direction: HttpDirection): bool {
  return direction.messages == 0 && (direction.bits & (FOUND | MAY_SEARCH)) == 0;
}

/** Whether a head that ends at `head.next`, and so is none, is a simple request. */
export function isSimpleRequest(direction: HttpDirection, head: Head, base: usize): bool {
  const isLine = head.phase == TARGET && load<u8>(base + <usize>head.next) == LF;
  if (!isLine || !isAtStart(direction) || direction.kind == HTTP1_KIND.RESPONSE) return false;
  if (head.spaces != 0 || head.next <= GET_BYTES || load<u32>(base) != GET) return false;
  return load<u8>(base + GET_BYTES) == SLASH || (head.next > 8 && load<u32>(base + GET_BYTES) == HTTP);
}

/** Keeps it until it is answered. @returns false: there is no room */
export function keepSimpleRequest(direction: HttpDirection, head: Head, base: usize): bool {
  if (direction.partialHead == 0 && !keepMore(direction, head, base, base + <usize>head.next + 1)) return false;
  direction.state = HTTP1_STATE.SIMPLE;
  return true;
}

/** More bytes of its direction, which must be blank. @returns the byte after those that were used */
export function readBehindSimple(direction: HttpDirection, from: usize, end: usize): usize {
  let i = from;
  while (i < end && load<u8>(i) < SPACE) i++;
  if (i < end) leaveSimple(direction);
  return i;
}

/** It is none. */
export function leaveSimple(direction: HttpDirection): void {
  direction.state = HTTP1_STATE.OPAQUE;
  dropPartialHead(direction);
}

/** Whether the next bytes of a direction answer a simple request. */
export function answersSimple(direction: HttpDirection, other: HttpDirection): bool {
  return other.state == HTTP1_STATE.SIMPLE && isAtStart(direction);
}

/** It is answered: from here on its direction may have other requests, of a later version. */
export function reportSimpleRequest(
  connection: HttpConnection,
  direction: HttpDirection,
  other: HttpDirection,
  endpoint: i32,
): void {
  const request = keptHead(other);
  const length = request.next + 1;
  connection.bits |= CONFIRMED;
  learnKinds(other, direction, HTTP1_KIND.REQUEST);
  request.kind = HTTP1_KIND.REQUEST;
  request.minorVersion = VERSION_0_9;
  other.messages++;
  tellHead(connection, other, 1 - endpoint, request, keptFrom(other), length);
  tellEnd(connection, other, 1 - endpoint, true, other.startOffset + <f64>length);
  dropPartialHead(other);
  other.state = other.bits & HAS_ENDED ? HTTP1_STATE.ENDED : HTTP1_STATE.START;
}

/** Reports a head for the response, which has none: all of its bytes are its body, and it is the connection's last. */
export function reportSimpleResponse(
  connection: HttpConnection,
  direction: HttpDirection,
  other: HttpDirection,
  endpoint: i32,
): void {
  const head = beginHead(HTTP1_KIND.RESPONSE, false);
  head.kind = HTTP1_KIND.RESPONSE;
  head.status = OK;
  head.minorVersion = VERSION_0_9;
  direction.messages++;
  direction.notes = 0;
  tellHead(connection, direction, endpoint, head, 0, 0);
  other.state = HTTP1_STATE.OPAQUE;
}
