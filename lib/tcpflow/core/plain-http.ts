// HTTP/1.x where it is plain: streams in order whose bytes are all there, one request at a time, each head in one piece, bodies of known length or up to the
// stream's end. That is nearly all of it in most captures, and is read here without a stop for JavaScript; what was found goes to the log (http-log.ts).
// At the first thing that is not plain the connection is handed over, for good, as it stands then, to the parser in lib/messages/http1, whose rules these are:
//
//                  request, answer …                 anything else
//   not begun ───▶ read here ──────────────────────▶ lib/messages/http1 reads it
//       │          (a place, while it is open)  ▲    (lib/messages/plain-http1.js takes it over)
//       └──────── its first bytes are no request┘
import * as batch from "../../packet/core/batch";
import { head, isCommonMethod, scanHead } from "./head";
import { DONE, Head, METHOD_CONNECT, METHOD_HEAD, REQUEST, RESPONSE } from "./head-layout";
import { numberOfHost } from "./hosts";
import { HttpRecord, beginRecord, isLogFull } from "./http-log";
import { FIN, RST, SYN } from "./layout";
import { Half, IN_LENGTH, OVER, START, TO_END, halfOf, isReadHere, letGo, placeIn, plainOf, takePlace } from "./plain-places";
import { keepRecent } from "./recent";
import { Payloads } from "./skim";
import { ENDED, GAPS_TOLD, HAS_HELD, HAS_RECENT, ROLE_GUESSED, Stream, otherOf } from "./stream-state";

/** MAX_MESSAGES_PER_CONNECTION of lib/messages/http1/limits.js. */
const MAX_MESSAGES: i32 = 1000000;
/** ENDLESS of lib/messages/http1/body.js. */
const ENDLESS: f64 = 562949953421312;
const SLASH: u8 = 0x2f;

/**
 * Reads the batch's segment i, if it goes on with a connection that is read here, or begins one.
 * @param own the stream that it is of @returns false: it is for the reassembler, and nothing was done but what `half.position` tells
 */
export function readPlain(i: i32, flow: i32, endpoint: i32, own: Stream): bool {
  const other = otherOf(own, endpoint), first = endpoint == 0 ? own : other, second = endpoint == 0 ? other : own;
  if (!isReadHere() || Payloads.bytes == 0 || (own.bits & (ENDED | HAS_HELD)) != 0 || (other.bits & HAS_HELD) != 0) return false;
  const flags = batch.u16At(batch.flags, i), length = batch.i32At(batch.payloadLength, i), start = batch.f64At(batch.dataOffset, i);
  if ((flags & (SYN | RST)) != 0 || batch.i32At(batch.payloadCaptured, i) < length || start != own.delivered || own.finOffset != Infinity) return false;
  let place = placeIn(second);
  if (place < 0) {
    if (length == 0 || own.wanted != 0 || other.wanted != 0 || (first.bits & ROLE_GUESSED) != 0 || !beginsPlainly(i, length) || isLogFull()) return false;
    place = takePlace(endpoint, second);
    if (place < 0) return false;
    if (!readData(place, flow, endpoint, i, length, own)) {
      if (halfOf(place, endpoint).messages == 0) letGo(place, second);
      return false;
    }
  } else if (isLogFull() || (length > 0 && !readData(place, flow, endpoint, i, length, own))) return false;
  if (flags & FIN) endHalf(place, flow, endpoint, i, own, second, start + <f64>length);
  return true;
}

/** With a method and a space, as `isHttp1Start` of lib/messages/sniff.js. */
function beginsPlainly(i: i32, length: i32): bool {
  const start = Payloads.bytes + <usize>batch.i32At(batch.payloadOffset, i);
  return isCommonMethod(start, start + <usize>length);
}

/** A segment's bytes, as `Half.push`, and what follows from it for its stream. @returns false: what begins at `half.position` is not plain */
function readData(place: i32, flow: i32, endpoint: i32, i: i32, length: i32, own: Stream): bool {
  const half = halfOf(place, endpoint), frame = batch.i32At(batch.frame, i), start = own.delivered, end = start + <f64>length;
  if (end > own.wanted) {
    const from = Payloads.bytes + <usize>batch.i32At(batch.payloadOffset, i);
    if (!readBytes(place, flow, endpoint, i, from, from + <usize>length, start - 1)) return false;
    keepRecent((flow << 1) | endpoint, start, from, length, frame);
    own.bits = half.state == START ? (own.bits & ~GAPS_TOLD) | HAS_RECENT : own.bits | GAPS_TOLD | HAS_RECENT;
    own.wanted = 1 + half.position + (half.state == IN_LENGTH ? half.remaining - 1 : half.state == TO_END ? ENDLESS : 0);
  }
  own.delivered = end;
  own.deliveredFrame = frame;
  return true;
}

/** @param offset of the first byte in the stream */
function readBytes(place: i32, flow: i32, endpoint: i32, i: i32, from: usize, end: usize, offset: f64): bool {
  const half = halfOf(place, endpoint), timeNs = batch.f64At(batch.timeNs, i), frame = batch.i32At(batch.frame, i);
  let at = from, open: usize = 0;
  if (half.position < offset) passBody(half, offset - half.position);
  at += <usize>(half.position - offset);
  while (at < end) {
    if (half.state == START) {
      open = readHead(place, flow, endpoint, i, at, end);
      if (open == 0) return false;
      at += <usize>changetype<HttpRecord>(open).headBytes;
    } else {
      const length = half.state == IN_LENGTH ? min(half.remaining, <f64>(end - at)) : <f64>(end - at);
      passBody(half, length);
      at += <usize>length;
    }
    half.lastFrame = frame;
    half.lastNs = timeNs;
    if (half.state == IN_LENGTH && half.remaining == 0) endMessage(place, flow, endpoint, open, true);
  }
  if (open && half.state != START) tellProgress(changetype<HttpRecord>(open), half);
  return true;
}

function passBody(half: Half, length: f64): void {
  half.position += length;
  half.remaining -= length;
  half.bodyBytes += length;
}

/** @returns the message's record; 0: this is for JavaScript */
function readHead(place: i32, flow: i32, endpoint: i32, i: i32, at: usize, end: usize): usize {
  const plain = plainOf(place), half = halfOf(place, endpoint), isRequest = endpoint == plain.client, timeNs = batch.f64At(batch.timeNs, i);
  if (isRequest == (plain.waiting != 0) || half.messages == MAX_MESSAGES || (isRequest && plain.answeredNs > timeNs)) return 0;
  const found = scanHead(at, end, isRequest ? REQUEST : RESPONSE, 0), read = changetype<Head>(head);
  if (found != DONE || read.notes != 0 || read.coding != 0 || (isRequest ? read.method == METHOD_CONNECT : read.status < 200)) return 0;
  const entry = beginRecord();
  entry.flow = flow;
  entry.half = (place << 1) | endpoint;
  entry.isRequest = <i32>isRequest;
  entry.status = read.status;
  entry.minorVersion = read.minorVersion;
  entry.startOffset = half.position;
  entry.headBytes = read.next;
  entry.headAt = <i32>(at - Payloads.bytes);
  entry.startFrame = batch.i32At(batch.frame, i);
  entry.startNs = timeNs;
  half.position += <f64>read.next;
  half.messages++;
  half.bodyBytes = 0;
  half.remaining = bodyLength(read, isRequest, plain.method);
  half.lastFrame = entry.startFrame;
  half.lastNs = timeNs;
  half.state = half.remaining < 0 ? TO_END : IN_LENGTH;
  if (isRequest) {
    plain.waiting = 1;
    plain.method = read.method;
    entry.host = hostOf(read, at);
  }
  return changetype<usize>(entry);
}

/** The server that a request calls for by a path and its Host field, as `serverAsked` of lib/messages/describe.js. */
function hostOf(read: Head, base: usize): i32 {
  if (read.hostStart <= 0 || load<u8>(base + read.methodBytes + 1) != SLASH) return 0;
  return numberOfHost(base + read.hostStart, base + read.hostEnd);
}

/** RFC 9112 section 6.3, as lib/messages/http1/framing.js. @param method of the request that a response answers @returns −1: up to the stream's end */
function bodyLength(read: Head, isRequest: bool, method: i32): f64 {
  if (!isRequest && (read.status == 204 || read.status == 304 || method == METHOD_HEAD)) return 0;
  return read.contentLength < 0 && isRequest ? 0 : read.contentLength;
}

/** @param open the message's record, where it began in this segment; else 0 */
function endMessage(place: i32, flow: i32, endpoint: i32, open: usize, isComplete: bool): void {
  const plain = plainOf(place), half = halfOf(place, endpoint), entry = open ? changetype<HttpRecord>(open) : beginRecord();
  entry.flow = flow;
  entry.half = (place << 1) | endpoint;
  entry.isRequest = <i32>(endpoint == plain.client);
  entry.ends = isComplete ? 2 : 1;
  tellProgress(entry, half);
  half.state = START;
  if (endpoint == plain.client) return;
  plain.waiting = 0;
  plain.answeredNs = half.lastNs;
}

function tellProgress(entry: HttpRecord, half: Half): void {
  entry.endOffset = half.position;
  entry.bodyBytes = half.bodyBytes;
  entry.endFrame = half.lastFrame;
  entry.endNs = half.lastNs;
}

/** The stream ends, as `Http1Connection.end` by a FIN. @param second endpoint 1's stream @param end of its bytes */
function endHalf(place: i32, flow: i32, endpoint: i32, i: i32, own: Stream, second: Stream, end: f64): void {
  const half = halfOf(place, endpoint);
  if (half.state != START) {
    const passed = own.delivered - 1 - half.position, isComplete = half.state == TO_END;
    if (passed > 0) {
      passBody(half, passed);
      half.lastFrame = own.deliveredFrame;
      half.lastNs = own.deliveredFrame == batch.i32At(batch.frame, i) ? batch.f64At(batch.timeNs, i) : Infinity;
    }
    endMessage(place, flow, endpoint, 0, isComplete);
  }
  half.state = OVER;
  own.finOffset = end;
  own.wanted = Infinity;
  own.bits |= ENDED;
  if (halfOf(place, 1 - endpoint).state == OVER) letGo(place, second);
}
