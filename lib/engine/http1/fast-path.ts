// HTTP/1.x where it is plain: streams in order whose bytes are all there, or of whose messages the snap length left the start lines; a few requests at a time,
// each head in one piece, bodies of known length, in chunks or up to the stream's end. That is nearly all of it in most captures, read here without a stop for JavaScript;
// what was found goes to the log (http-log.ts).
// At the first thing that is not plain the connection is handed over, for good, as it stands then, to the parser in lib/protocols/http1, whose rules these are:
//
//                  request, answer …                 anything else
//   not begun ───▶ read here ──────────────────────▶ lib/protocols/http1 reads it
//       │          (a place, while it is open)  ▲    (lib/protocols/http1/fast-path.js takes it over)
//       └──────── its first bytes are no request┘
import * as batch from "../base/batch";
import { head, isCommonMethod, isRecognised, scanHead, statusLineFrom } from "./head-scanner";
import { DONE, Head, MORE, NOT_HTTP, REQUEST, RESPONSE, UNKNOWN } from "./head-layout";
import { HttpRecord, isLogFull } from "./event-buffer";
import { FIN, RST, SYN } from "../base/layout";
import { areChunksOver, endChunk, isInChunk, readFraming } from "./chunked-body";
import { beginMessage, endCutHead, endMessage, isPlain, tellProgress } from "./messages";
import { AT_LINE_START, Half, IN_CHUNKS, IN_LENGTH, LOST, OVER, START, TO_END, halfOf, isReadHere, letGo, placeIn, plainOf, takePlace } from "./connection-slots";
import { ask, findStart, isInBody, isNearlyHopeless, lose, mistook, passGap } from "./resync";
import { keepRecent } from "../base/overlap-window";
import { Payloads } from "./skim";
import { ENDED, HAS_HELD, HAS_RECENT, ROLE_GUESSED, Stream, otherOf } from "../base/stream-state";

/** Bytes of `HTTP/1.`. */
const VERSION_PREFIX_BYTES: i32 = 7;

/** What is read of the segment under way. */
class Reading {
  /** Record of the message that began in it last; 0: none did. */
  static open: usize = 0;
  /** Whether the snap length cut it. */
  static isCut: bool = false;
}

/**
 * Reads the batch's segment i, if it goes on with a connection that is read here, or begins one.
 * @param own the stream that it is of @returns false: it is for the reassembler, and nothing was done but what `half.position` tells
 */
export function readPlain(i: i32, flow: i32, endpoint: i32, own: Stream): bool {
  const other = otherOf(own, endpoint), first = endpoint == 0 ? own : other, second = endpoint == 0 ? other : own;
  if (!isReadHere() || Payloads.bytes == 0 || (own.bits & (ENDED | HAS_HELD)) != 0 || (other.bits & HAS_HELD) != 0) return false;
  const flags = batch.u16At(batch.flags, i), length = batch.i32At(batch.payloadLength, i), start = batch.f64At(batch.dataOffset, i);
  if ((flags & (SYN | RST)) != 0 || start != own.delivered || own.finOffset != Infinity) return false;
  let place = placeIn(second);
  if (flags & FIN && place >= 0 && isNeverAnswered(place)) return false;
  if (place < 0) {
    if (length == 0 || own.wanted != 0 || other.wanted != 0 || (first.bits & ROLE_GUESSED) != 0 || !beginsPlainly(i) || isLogFull()) return false;
    place = takePlace(endpoint, second);
    if (place < 0) return false;
    if (!readData(place, flow, endpoint, i, length, own)) {
      if (halfOf(place, endpoint).messages == 0) letGo(place, second);
      return false;
    }
  } else if (isLogFull() || (plainOf(place).isConfirmed == 0 && (first.bits & ROLE_GUESSED) != 0)) return false;
  else if (length > 0 && !readData(place, flow, endpoint, i, length, own)) return false;
  if (flags & FIN) endHalf(place, flow, endpoint, i, own, second, start + <f64>length);
  return true;
}

/** Whether JavaScript is to end the connection, as nobody can tell any more what was sent before what was answered (`Http1Connection.close`). */
function isNeverAnswered(place: i32): bool {
  const plain = plainOf(place), server = halfOf(place, 1 - plain.client);
  return plain.isPipelined != 0 && server.messages == 0;
}

/** With a method and a space, as `isHttp1Start` of lib/protocols/detect/detect.js. */
function beginsPlainly(i: i32): bool {
  const start = Payloads.bytes + <usize>batch.i32At(batch.payloadOffset, i);
  return isCommonMethod(start, start + <usize>batch.i32At(batch.payloadCaptured, i));
}

/** A segment's bytes, as `Half.push` and `Half.gap`, and what follows from it for its stream. @returns false: what begins at `half.position` is not plain */
function readData(place: i32, flow: i32, endpoint: i32, i: i32, length: i32, own: Stream): bool {
  const half = halfOf(place, endpoint), frame = batch.i32At(batch.frame, i), start = own.delivered, end = start + <f64>length;
  const captured = min(batch.i32At(batch.payloadCaptured, i), length);
  Reading.isCut = captured < length;
  if (Reading.isCut && isInBody(half)) return false;
  if (end > own.wanted) {
    const from = Payloads.bytes + <usize>batch.i32At(batch.payloadOffset, i);
    if (!isReadable(place, endpoint, from, captured)) return false;
    catchUp(half, start - 1);
    Reading.open = 0;
    if (captured > 0 && !readBytes(place, flow, endpoint, i, from, from + <usize>captured, start - 1)) return false;
    if (Reading.isCut && half.state != LOST) return false;
    if (Reading.isCut) passGap(plainOf(place), half, flow, Reading.open, length - captured);
    if (captured > 0) {
      keepRecent((flow << 1) | endpoint, start, from, captured, frame);
      own.bits |= HAS_RECENT;
    }
    ask(place, endpoint, own, otherOf(own, endpoint));
  }
  own.delivered = end;
  if (captured > 0) own.deliveredFrame = frame;
  return true;
}

/** Whether there is hope for a message, and what the server says first, as long as nothing was seen of HTTP, is a response (`isHttp1Start` of sniff.js). */
function isReadable(place: i32, endpoint: i32, from: usize, captured: i32): bool {
  const plain = plainOf(place), half = halfOf(place, endpoint);
  if (isNearlyHopeless(plain, half, captured)) return false;
  if (plain.isConfirmed != 0 || half.state != START || endpoint == plain.client) return true;
  return captured >= VERSION_PREFIX_BYTES && statusLineFrom(from, from + VERSION_PREFIX_BYTES) == from;
}

/** Bytes that were there but not looked at, as `Half.#passOver`. */
function catchUp(half: Half, offset: f64): void {
  if (half.position >= offset) return;
  if (isInBody(half)) passBody(half, offset - half.position);
  else {
    half.bits |= AT_LINE_START;
    half.position = offset;
  }
}

/** @param offset of the first byte in the stream */
function readBytes(place: i32, flow: i32, endpoint: i32, i: i32, from: usize, end: usize, offset: f64): bool {
  const half = halfOf(place, endpoint), timeNs = batch.f64At(batch.timeNs, i), frame = batch.i32At(batch.frame, i);
  let at = from + <usize>(half.position - offset);
  while (at < end) {
    if (half.state == LOST) at = findStart(half, kindOf(place, endpoint), at, end);
    if (at == end) break;
    const used = isInBody(half) ? readBody(half, at, end) : readHead(place, flow, endpoint, i, at, end);
    if (used < 0) return false;
    at += <usize>used;
    half.lastFrame = frame;
    half.lastNs = timeNs;
    if (isBodyOver(half)) endMessage(place, flow, endpoint, Reading.open, true);
  }
  if (Reading.open && isInBody(half)) tellProgress(changetype<HttpRecord>(Reading.open), half);
  return true;
}

/** @returns bytes of the body that were read; −1: they are not plain */
function readBody(half: Half, at: usize, end: usize): i32 {
  if (half.state == IN_CHUNKS && !isInChunk(half)) return readFraming(half, at, end);
  const length = half.state == TO_END ? <f64>(end - at) : min(half.remaining, <f64>(end - at));
  passBody(half, length);
  if (half.state == IN_CHUNKS && half.remaining == 0) endChunk(half);
  return <i32>length;
}

// @ts-ignore: decorator
@inline
function isBodyOver(half: Half): bool { return half.state == IN_LENGTH ? half.remaining == 0 : half.state == IN_CHUNKS && areChunksOver(half); }

/** The kind of messages that an endpoint sends, once one was seen. */
function kindOf(place: i32, endpoint: i32): i32 {
  const plain = plainOf(place);
  return plain.isConfirmed == 0 ? UNKNOWN : endpoint == plain.client ? REQUEST : RESPONSE;
}

function passBody(half: Half, length: f64): void {
  half.position += length;
  half.remaining -= length;
  half.bodyBytes += length;
}

/** Where a message begins, or may begin as one is looked for. @returns bytes of it, or of what is none; −1: this is for JavaScript */
function readHead(place: i32, flow: i32, endpoint: i32, i: i32, at: usize, end: usize): i32 {
  const half = halfOf(place, endpoint), isLost = half.state == LOST, commonMethodOnly = isLost && (half.bits & AT_LINE_START) == 0;
  const found = scanHead(at, end, kindOf(place, endpoint), <i32>commonMethodOnly), read = changetype<Head>(head), there = <i32>(end - at);
  if (found == NOT_HTTP && isLost) return mistook(half, read.next);
  if (found == MORE && Reading.isCut && !isRecognised(read)) return passBeginning(half, isLost, there);
  const isWhole = found == DONE;
  if (isLogFull()) return -1;
  if ((!isWhole && (found != MORE || !Reading.isCut)) || !isPlain(place, endpoint, read, isWhole, batch.f64At(batch.timeNs, i))) return -1;
  Reading.open = beginMessage(place, flow, endpoint, i, at, isWhole ? read.next : there);
  if (isWhole) {
    plainOf(place).isConfirmed = 1;
    return read.next;
  }
  endCutHead(place, endpoint, changetype<HttpRecord>(Reading.open));
  return there;
}

/** What is there of a start line does not tell that it is one: the message is lost, and before it none may have been, as that would be the one to answer. */
function passBeginning(half: Half, isLost: bool, there: i32): i32 {
  if (!isLost && half.messages > 0) return -1;
  half.position += <f64>there;
  lose(half);
  return there;
}

/** The stream ends, as `Http1Connection.end` by a FIN. @param second endpoint 1's stream @param end of its bytes */
function endHalf(place: i32, flow: i32, endpoint: i32, i: i32, own: Stream, second: Stream, end: f64): void {
  const half = halfOf(place, endpoint);
  if (isInBody(half)) {
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
