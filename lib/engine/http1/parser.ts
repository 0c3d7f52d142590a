// The state machine of one direction of an HTTP/1.x connection: from bytes in order to messages (RFC 9112).
//
//   START ──▶ IN_HEAD ──▶ IN_BODY ──▶ START …      ENDED at the stream's end, OPAQUE where it is not HTTP
//     │          │           │
//     └──────────┴─▶ LOST ◀──┘   bytes are missing, or are no message: looks for the next start line
//
// It stops within the bytes that it was given in one case only: another protocol begins there, which JavaScript opens
// (TUNNEL_PENDING).
import { HTTP1_CONTENT, HTTP1_KIND, HTTP1_STATE, NOTE, WARNING } from '../base/enums';
import { BODY_ENDED, BODY_LOST, BODY_MORE, Outcome, beginBody, loseBody, passBody, readBody, resetBody } from './body';
import {
  AT_LINE_START,
  CONFIRMED,
  EXPECTS_CONTINUE,
  FOUND,
  HAS_ENDED,
  HttpConnection,
  HttpDirection,
  IS_REFUSED,
  MAY_SEARCH,
  MISSING_BYTES,
  READS_BODY,
  SAW_BYTES,
  TUNNELLED,
  TUNNEL_NEXT,
  TUNNEL_PENDING,
  WARNED,
  directionOf,
  isOver,
  learnKinds,
} from './connections';
import { At, onLose, onTunnel, onWarn, tellEnd, tellHead } from './events';
import { NO_BODY, TO_CLOSE, TUNNEL_FOLLOWS, framingOf } from './framing';
import { CR, DONE, Head, LF, MORE, TARGET, TOO_LONG, beginHead, isRecognised } from './head';
import { dropPartialHead, keepMore, keptBytes, keptFrom, keptHead } from './partial-heads';
import {
  answersSimple,
  isSimpleRequest,
  keepSimpleRequest,
  leaveSimple,
  readBehindSimple,
  reportSimpleResponse,
  reportSimpleRequest,
} from './simple';
import { VERSION_INITIAL, isCommonMethod, scanHead } from './start-line';
import { findStart, isHopeless, meetGap, noteLineStart, noteMistake } from './start-search';

/** What is being read. */
class Now {
  static connection: HttpConnection = changetype<HttpConnection>(0);
  static endpoint: i32 = 0;
  static direction: HttpDirection = changetype<HttpDirection>(0);
}

function read(connection: HttpConnection, endpoint: i32): HttpDirection {
  Now.connection = connection;
  Now.endpoint = endpoint;
  Now.direction = directionOf(connection, endpoint);
  return Now.direction;
}

/**
 * The bytes from `from` to `end` are the direction's from `offset` on. Those between its position and `offset` were
 * captured but not passed in.
 * @returns how many of them are not for another protocol's parser
 */
export function push(connection: HttpConnection, endpoint: i32, offset: f64, from: usize, end: usize): i32 {
  const direction = read(connection, endpoint);
  const length = <i32>(end - from);
  if (isOver(direction)) return length;
  if (offset > direction.position) passOver(direction, offset - direction.position);
  if (direction.position - offset >= <f64>length) return length;
  let i = from + <usize>(direction.position - offset);
  direction.bits |= SAW_BYTES;
  direction.lastFrame = At.deliveredFrame;
  direction.lastNs = At.deliveredNs;
  while (
    i < end &&
    !isOver(direction) &&
    direction.state != HTTP1_STATE.TUNNEL &&
    (connection.bits & TUNNEL_PENDING) == 0
  ) {
    const next = step(direction, i, end);
    direction.position += <f64>(next - i);
    i = next;
  }
  if (isOver(direction)) return length;
  if (direction.state == HTTP1_STATE.TUNNEL) direction.position += <f64>(end - i);
  return <i32>(i - from);
}

/** `length` bytes from `offset` on will never come. @returns how many of them are another protocol's */
export function pushGap(connection: HttpConnection, endpoint: i32, offset: f64, length: f64): f64 {
  const direction = read(connection, endpoint);
  if (isOver(direction)) return 0;
  if (offset > direction.position) passOver(direction, offset - direction.position);
  const missing = offset + length - direction.position;
  if (missing <= 0) return 0;
  const isTunnelled = direction.state == HTTP1_STATE.TUNNEL;
  if (!isTunnelled) meetGapOf(direction, missing);
  direction.position += missing;
  return isTunnelled ? missing : 0;
}

/** A body has advanced, though its bytes were not passed in. @param timeNs Infinity where only the frame is known */
export function catchUp(connection: HttpConnection, endpoint: i32, position: f64, frame: i32, timeNs: f64): void {
  const direction = read(connection, endpoint);
  if (position <= direction.position || direction.state != HTTP1_STATE.IN_BODY) return;
  passOver(direction, position - direction.position);
  direction.lastFrame = frame;
  direction.lastNs = timeNs;
}

/** The direction ends. @param isFin whether its sender said so */
export function end(connection: HttpConnection, endpoint: i32, isFin: bool): void {
  const direction = read(connection, endpoint);
  const other = otherDirection();
  if (direction.state == HTTP1_STATE.SIMPLE && isFin && !isOver(other)) {
    direction.bits |= HAS_ENDED;
    return;
  }
  if (other.state == HTTP1_STATE.SIMPLE && direction.state != HTTP1_STATE.IN_BODY) leaveSimple(other);
  if (direction.state == HTTP1_STATE.IN_HEAD) cutHead(direction);
  else if (direction.state == HTTP1_STATE.IN_BODY)
    finish(direction, direction.framing == TO_CLOSE && isFin, direction.position);
  if (direction.state != HTTP1_STATE.OPAQUE) direction.state = HTTP1_STATE.ENDED;
  dropPartialHead(direction);
}

function otherDirection(): HttpDirection {
  return directionOf(Now.connection, 1 - Now.endpoint);
}

/** From here on, or from the end of the current body on, the bytes are not HTTP. */
export function leaveHttp(connection: HttpConnection, endpoint: i32): void {
  const direction = read(connection, endpoint);
  if (direction.state == HTTP1_STATE.IN_BODY) direction.bits |= TUNNEL_NEXT;
  else if (direction.state != HTTP1_STATE.ENDED && direction.state != HTTP1_STATE.SIMPLE) {
    leave(direction);
    dropPartialHead(direction);
  }
}

function leave(direction: HttpDirection): void {
  direction.state = Now.connection.bits & TUNNELLED ? HTTP1_STATE.TUNNEL : HTTP1_STATE.OPAQUE;
}

/** @returns the byte after those that were used */
function step(direction: HttpDirection, from: usize, end: usize): usize {
  switch (direction.state) {
    case HTTP1_STATE.START:
      return readStart(direction, from, end);
    case HTTP1_STATE.IN_HEAD:
      return readHead(direction, from, end);
    case HTTP1_STATE.LOST:
      return search(direction, from, end);
    case HTTP1_STATE.SIMPLE:
      return readBehindSimple(direction, from, end);
    default:
      return readOn(direction, from, end);
  }
}

/** Empty lines before a start line are skipped (RFC 9112 section 2.2). */
function readStart(direction: HttpDirection, from: usize, end: usize): usize {
  if (answersSimple(direction, otherDirection()) && load<u8>(from) != VERSION_INITIAL) {
    enterHead(direction, direction.position);
    answerSimply(direction, from, 0);
    return from;
  }
  let first = from;
  while (first < end && (load<u8>(first) == CR || load<u8>(first) == LF)) first++;
  if (first == end) return end;
  direction.bits &= ~FOUND;
  enterHead(direction, direction.position + <f64>(first - from));
  return first;
}

function enterHead(direction: HttpDirection, offset: f64): void {
  direction.state = HTTP1_STATE.IN_HEAD;
  direction.bits &= ~(EXPECTS_CONTINUE | IS_REFUSED | READS_BODY);
  resetBody(direction);
  direction.startOffset = offset;
  direction.startFrame = At.frame;
  direction.startNs = At.timeNs;
}

function search(direction: HttpDirection, from: usize, end: usize): usize {
  const next = findStart(direction, from, end);
  if (direction.bits & FOUND) enterHead(direction, direction.position + <f64>(next - from));
  if (isHopeless(Now.connection, direction)) direction.state = HTTP1_STATE.OPAQUE;
  return next;
}

/** A head that was found within a line must have a common method. */
function readHead(direction: HttpDirection, from: usize, end: usize): usize {
  if (direction.partialHead != 0) return readPartialHead(direction, from, end);
  const isWithinLine = (direction.bits & (FOUND | AT_LINE_START)) == FOUND;
  const head = beginHead(direction.kind, isWithinLine);
  head.isLenient = <i32>((direction.bits & FOUND) == 0);
  const found = scanHead(head, from, end);
  if (found == MORE && keepMore(direction, head, from, end)) return end;
  const used = endScan(direction, head, from, found);
  return min(end, from + <usize>max(used, 1));
}

/** More of an incomplete head. */
function readPartialHead(direction: HttpDirection, from: usize, end: usize): usize {
  const before = keptBytes(direction);
  const isKept = keepMore(direction, keptHead(direction), from, end);
  const head = keptHead(direction);
  const base = keptFrom(direction);
  const found = isKept ? scanHead(head, base, base + <usize>keptBytes(direction)) : TOO_LONG;
  if (found == MORE) return end;
  const used = endScan(direction, head, base, found);
  return min(end, from + <usize>max(used - before, 0));
}

/** The head is read only as far as it is there. @returns its bytes, with those that came before */
function endScan(direction: HttpDirection, head: Head, base: usize, found: i32): i32 {
  const used = head.next;
  const isFitting = direction.kind == HTTP1_KIND.UNKNOWN || direction.kind == head.kind;
  if (found == DONE && isFitting) endHead(direction, head, base);
  else if ((found == TOO_LONG || found == MORE) && isRecognised(head)) {
    breakHead(direction, head, base, used, NOTE.HEAD_TOO_LONG);
  } else if (isSimpleRequest(direction, head, base) && keepSimpleRequest(direction, head, base)) {
    return used;
  } else if (answersSimple(direction, otherDirection())) {
    answerSimply(direction, base, max(used, 1));
  } else mistake(direction, head, used);
  dropPartialHead(direction);
  return used;
}

function endHead(direction: HttpDirection, head: Head, base: usize): void {
  const length = head.next;
  const framing = addMessage(direction, head, base, length);
  if (framing == NO_BODY || framing == TUNNEL_FOLLOWS) {
    finish(direction, true, direction.startOffset + <f64>length);
    if (framing == NO_BODY) return;
    Now.connection.bits |= TUNNEL_PENDING;
    onTunnel(Now.connection.number, base, length);
    return;
  }
  direction.state = HTTP1_STATE.IN_BODY;
  beginBody(direction, framing, head.contentLength);
  if (head.expectsContinue && head.kind == HTTP1_KIND.REQUEST) direction.bits |= EXPECTS_CONTINUE;
}

/** @param length of the answer's bytes that are there already, from `base` on */
function answerSimply(direction: HttpDirection, base: usize, length: i32): void {
  reportSimpleRequest(Now.connection, direction, otherDirection(), Now.endpoint);
  reportSimpleResponse(Now.connection, direction, otherDirection(), Now.endpoint);
  direction.state = HTTP1_STATE.IN_BODY;
  beginBody(direction, TO_CLOSE, 0);
  if (length > 0) readBody(Now.connection, Now.endpoint, direction, base, base + <usize>length);
}

/** A final response instead of 100: the client need not send the body. @param other direction of the request */
function refuse(other: HttpDirection): void {
  if (other.state == HTTP1_STATE.IN_BODY && other.bits & EXPECTS_CONTINUE) other.bits |= IS_REFUSED;
}

/** @param length bytes that are there of its head @returns how its body is framed */
function addMessage(direction: HttpDirection, head: Head, base: usize, length: i32): i32 {
  const connection = Now.connection;
  if (answersSimple(direction, otherDirection()))
    reportSimpleRequest(connection, direction, otherDirection(), Now.endpoint);
  if (direction.kind == HTTP1_KIND.UNKNOWN) learnKinds(direction, otherDirection(), head.kind);
  connection.bits |= CONFIRMED;
  direction.messages++;
  direction.gaps = 0;
  const framing = framingOf(head, tellHead(connection, direction, Now.endpoint, head, base, length));
  direction.notes = head.notes;
  if (head.content != HTTP1_CONTENT.OTHER) direction.bits |= READS_BODY;
  if (head.kind == HTTP1_KIND.RESPONSE && head.status >= 200) refuse(otherDirection());
  return framing;
}

/** The head is there in part: a message that ends here. */
function breakHead(direction: HttpDirection, head: Head, base: usize, length: i32, note: i32): void {
  head.notes |= note;
  addMessage(direction, head, base, length);
  finish(direction, false, direction.startOffset + <f64>length);
  searchOn(direction);
}

/** @returns whether what is there of the head is a message's */
function cutHead(direction: HttpDirection): bool {
  if (direction.partialHead == 0) return false;
  const head = keptHead(direction);
  const isKind = direction.kind == HTTP1_KIND.UNKNOWN || direction.kind == head.kind;
  const isFitting = isRecognised(head) && isKind;
  if (isFitting) breakHead(direction, head, keptFrom(direction), keptBytes(direction), NOTE.HEAD_CUT);
  dropPartialHead(direction);
  return isFitting;
}

/** What began like a message is not one. @param scanned its bytes up to the one that shows it */
function mistake(direction: HttpDirection, head: Head, scanned: i32): void {
  const isFirst = direction.messages == 0 && (direction.bits & MAY_SEARCH) == 0;
  // a server may reject a line that only begins like a request, and get another one
  if (isFirst && head.methodIsCommon && head.phase == TARGET) direction.bits |= MAY_SEARCH;
  else if (isFirst) {
    direction.state = HTTP1_STATE.OPAQUE;
    return;
  }
  if ((direction.bits & FOUND) == 0 && direction.messages > 0) warn(WARNING.FRAMING_LOST);
  searchOn(direction);
  noteMistake(direction, scanned);
}

function searchOn(direction: HttpDirection): void {
  noteLineStart(direction, true);
  if (direction.bits & TUNNEL_NEXT) leave(direction);
  else direction.state = HTTP1_STATE.LOST;
}

function readOn(direction: HttpDirection, from: usize, end: usize): usize {
  if (direction.bits & EXPECTS_CONTINUE) {
    const isOmitted = (direction.bits & IS_REFUSED) != 0 && isCommonMethod(from, end);
    direction.bits &= ~(EXPECTS_CONTINUE | IS_REFUSED);
    if (isOmitted) {
      finish(direction, false, direction.position);
      return from;
    }
  }
  const next = readBody(Now.connection, Now.endpoint, direction, from, end);
  const outcome = Outcome.body;
  if (outcome == BODY_MORE) return next;
  finish(direction, outcome == BODY_ENDED, direction.position + <f64>(next - from));
  if (outcome == BODY_ENDED) return next;
  warn(WARNING.FRAMING_LOST);
  searchOn(direction);
  return next;
}

/** Bytes that were captured but not passed in. */
function passOver(direction: HttpDirection, length: f64): void {
  const isPlain =
    direction.state == HTTP1_STATE.TUNNEL || (direction.state == HTTP1_STATE.IN_BODY && passBody(direction, length));
  if (!isPlain) lose(direction, length);
  direction.position += length;
}

/**
 * Gaps may follow each other, where the snap length cut every segment: while searching for a start line this runs for
 * each, so it does as little as possible. After very many without a message between them the search ends.
 */
function meetGapOf(direction: HttpDirection, missing: f64): void {
  if (Now.connection.bits & CONFIRMED) warn(WARNING.BYTES_MISSING);
  if (direction.state != HTTP1_STATE.LOST) {
    direction.bits |= SAW_BYTES | MAY_SEARCH;
    lose(direction, missing);
  }
  if (direction.state == HTTP1_STATE.LOST && meetGap(direction)) leave(direction);
}

/** The next `length` bytes will never come. */
function lose(direction: HttpDirection, length: f64): void {
  if (direction.state == HTTP1_STATE.START) loseStart(direction);
  else if (direction.state == HTTP1_STATE.IN_HEAD) {
    if (!cutHead(direction)) loseStart(direction);
  } else if (direction.state == HTTP1_STATE.IN_BODY) loseOn(direction, length);
  else {
    dropPartialHead(direction);
    searchOn(direction);
  }
}

/** A message's first bytes are lost: it is not known, but its place in the order of pairs is. */
function loseStart(direction: HttpDirection): void {
  const isCounted = (direction.bits & FOUND) == 0 || direction.state == HTTP1_STATE.START;
  if (isCounted && direction.messages > 0) onLose(Now.connection.number, Now.endpoint);
  searchOn(direction);
}

function loseOn(direction: HttpDirection, length: f64): void {
  const inside = loseBody(direction, length);
  const outcome = Outcome.body;
  if (outcome == BODY_MORE) return;
  finish(direction, false, direction.position + inside);
  if (outcome == BODY_LOST) searchOn(direction);
  else if (inside < length && direction.state == HTTP1_STATE.START) loseStart(direction);
}

function finish(direction: HttpDirection, isWhole: bool, endOffset: f64): void {
  if (direction.bits & MISSING_BYTES) direction.notes |= NOTE.BYTES_MISSING;
  tellEnd(Now.connection, direction, Now.endpoint, isWhole, endOffset);
  if (direction.bits & TUNNEL_NEXT) leave(direction);
  else direction.state = HTTP1_STATE.START;
}

/** The warning of missing bytes is given once. */
function warn(warning: i32): void {
  const connection = Now.connection;
  if (warning == WARNING.BYTES_MISSING) {
    if (connection.bits & WARNED) return;
    connection.bits |= WARNED;
  }
  onWarn(connection.number, warning);
}
