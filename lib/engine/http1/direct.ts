// HTTP/1.x in TCP directly: segments in order are read in place, without a call of JavaScript for each. Others (out of
// order, retransmitted, a reset, bytes whose protocol is not known yet) go through the reassembler, which passes them
// to the same parser.
import { HTTP1_CONNECTION, HTTP1_KIND, HTTP1_STATE, HTTP1_WISH, STREAM_BIT, TCP } from '../base/enums';
import * as batch from '../base/batch';
import { reserve } from '../base/memory';
import { keepRecent } from '../base/overlap-window';
import { Payloads } from './skim';
import { STREAM_BYTES, Stream, otherOf, streamsAt } from '../base/stream-state';
import {
  CONFIRMED,
  HttpConnection,
  OPEN,
  OPENED_HERE,
  SAW_BYTES,
  TUNNEL_PENDING,
  connectionAt,
  directionOf,
  freeConnection,
  isOver,
  numberIn,
  openConnection,
  setNumber,
} from './connections';
import { At, onClose, onOpen } from './events';
import { catchUp, end as endDirection, push, pushGap } from './parser';
import { dropPartialHead } from './partial-heads';
import { VERSION_PREFIX_BYTES, isCommonMethod, statusLineFrom } from './start-line';
import { nextNeededOf, wishesOf } from './wishes';

const isOn: usize = reserve(4);

/** From now on segments are read here, with events for the listener. */
export function http1ReadStreams(): void {
  store<i32>(isOn, 1);
}

/**
 * Reads the batch's segment i, whose bytes are wanted, if it continues a connection of HTTP/1, or begins one.
 * @param own the stream that it is of @returns false: the reassembler has to see it
 */
export function readSegment(i: i32, flow: i32, endpoint: i32, own: Stream): bool {
  const other = otherOf(own, endpoint);
  const second = endpoint == 0 ? other : own;
  const flags = batch.u16At(batch.flags, i);
  const length = batch.i32At(batch.payloadLength, i);
  if (load<i32>(isOn) == 0 || Payloads.bytes == 0 || (flags & (TCP.SYN | TCP.RST)) != 0) return false;
  if (!isInOrder(own, other, batch.f64At(batch.dataOffset, i))) return false;
  if (numberIn(second) < 0 && !opensConnection(i, flow, endpoint, length, own, other)) return false;
  const connection = connectionAt(numberIn(second));
  const direction = directionOf(connection, endpoint);
  if ((direction.bits & OPEN) == 0 && !opensDirection(connection, i, endpoint, length, own)) return false;
  if (direction.state == HTTP1_STATE.TUNNEL) return false;
  if (flags & TCP.FIN && (directionOf(connection, 1 - endpoint).bits & OPEN) == 0) return false;
  if (length > 0 && !readData(connection, i, endpoint, length, own, other)) return false;
  if (flags & TCP.FIN) readFin(connection, endpoint, own, numberIn(second) >= 0);
  return true;
}

/** Whether a segment is the stream's next, and nothing of the connection is held back. */
function isInOrder(own: Stream, other: Stream, start: f64): bool {
  const isHeld = ((own.bits | other.bits) & STREAM_BIT.HAS_HELD) != 0;
  return !isHeld && (own.bits & STREAM_BIT.ENDED) == 0 && start == own.delivered && own.finOffset == Infinity;
}

/**
 * The first bytes of a connection whose client is known: with a common method and a space, as `isHttp1Start` of
 * lib/protocols/detect/detect.js.
 */
function opensConnection(i: i32, flow: i32, endpoint: i32, length: i32, own: Stream, other: Stream): bool {
  const isGuessed = (changetype<Stream>(streamsAt(flow)).bits & STREAM_BIT.ROLE_GUESSED) != 0;
  if (length == 0 || own.nextNeeded != 0 || other.nextNeeded != 0 || isGuessed) return false;
  const from = Payloads.bytes + <usize>batch.i32At(batch.payloadOffset, i);
  if (!isCommonMethod(from, from + <usize>batch.i32At(batch.payloadCaptured, i))) return false;
  const number = openConnection(flow, HTTP1_CONNECTION.PASSES_BODIES | HTTP1_CONNECTION.IN_STREAMS | OPENED_HERE);
  if (number < 0) return false;
  setNumber(endpoint == 0 ? other : own, number);
  directionOf(connectionAt(number), endpoint).bits |= OPEN;
  onOpen(number, flow, endpoint);
  return true;
}

/**
 * The first bytes of the other direction: after a message all are HTTP/1's, before that those that begin with a
 * version.
 */
function opensDirection(connection: HttpConnection, i: i32, endpoint: i32, length: i32, own: Stream): bool {
  if ((connection.bits & OPENED_HERE) == 0 || own.nextNeeded != 0 || length == 0) return false;
  const from = Payloads.bytes + <usize>batch.i32At(batch.payloadOffset, i);
  const captured = <usize>batch.i32At(batch.payloadCaptured, i);
  const hasVersion = captured >= VERSION_PREFIX_BYTES && statusLineFrom(from, from + VERSION_PREFIX_BYTES) == from;
  if ((connection.bits & CONFIRMED) == 0 && !hasVersion) return false;
  directionOf(connection, endpoint).bits |= OPEN;
  return true;
}

/**
 * A segment's bytes, and those that the snap length cut off, as `Reassembler.#handOn`.
 * @returns false: another protocol begins among them
 */
function readData(connection: HttpConnection, i: i32, endpoint: i32, length: i32, own: Stream, other: Stream): bool {
  const captured = min(batch.i32At(batch.payloadCaptured, i), length);
  const frame = batch.i32At(batch.frame, i);
  const start = own.delivered;
  const end = start + <f64>length;
  const there = start + <f64>captured;
  At.frame = At.deliveredFrame = frame;
  At.timeNs = At.deliveredNs = batch.f64At(batch.timeNs, i);
  if (captured > 0 && there > own.nextNeeded && !readBytes(connection, i, endpoint, captured, own, other)) return false;
  own.delivered = end;
  if (captured > 0) own.deliveredFrame = frame;
  const isGapReported =
    own.nextNeeded != Infinity && (end > own.nextNeeded || (own.bits & STREAM_BIT.GAPS_REPORTED) != 0);
  if (captured == length || !isGapReported) return true;
  if (there - 1 > directionOf(connection, endpoint).position) catchUpWith(connection, endpoint, own, there - 1);
  pushGap(connection, endpoint, there - 1, <f64>(length - captured));
  ask(connection, endpoint, own, other);
  return true;
}

function readBytes(connection: HttpConnection, i: i32, endpoint: i32, captured: i32, own: Stream, other: Stream): bool {
  const from = Payloads.bytes + <usize>batch.i32At(batch.payloadOffset, i);
  push(connection, endpoint, own.delivered - 1, from, from + <usize>captured);
  if (connection.bits & TUNNEL_PENDING) return false;
  keepRecent((connection.flow << 1) | endpoint, own.delivered, from, captured, At.frame);
  own.bits |= STREAM_BIT.HAS_RECENT;
  ask(connection, endpoint, own, other);
  return true;
}

/**
 * A body has advanced to its stream's end, though not all of its bytes were read.
 * @param before stream offset up to which bytes are there
 */
function catchUpWith(connection: HttpConnection, endpoint: i32, own: Stream, before: f64): void {
  const frame = own.deliveredFrame;
  const timeNs = frame == At.frame ? At.timeNs : Infinity;
  catchUp(connection, endpoint, min(own.delivered - 1, before), frame, timeNs);
}

/** The stream ends. @param isOpen whether its last bytes have left the connection open */
function readFin(connection: HttpConnection, endpoint: i32, own: Stream, isOpen: bool): void {
  own.finOffset = own.delivered;
  own.nextNeeded = Infinity;
  own.bits |= STREAM_BIT.ENDED;
  if (!isOpen) return;
  catchUpWith(connection, endpoint, own, Infinity);
  endDirection(connection, endpoint, true);
  if (isOver(directionOf(connection, 1 - endpoint))) close(connection);
}

/** Tells both streams which bytes are wanted. */
function ask(connection: HttpConnection, endpoint: i32, own: Stream, other: Stream): void {
  const wishes = wishesOf(connection, endpoint);
  own.nextNeeded = 1 + nextNeededOf(connection, endpoint);
  own.bits =
    (own.bits & ~(STREAM_BIT.GAPS_REPORTED | STREAM_BIT.SKIMMED)) |
    (wishes & HTTP1_WISH.TELL_GAPS ? STREAM_BIT.GAPS_REPORTED : 0);
  if (wishes & HTTP1_WISH.SKIM) own.bits |= STREAM_BIT.SKIMMED;
  other.bits = (other.bits & ~STREAM_BIT.SKIMMED) | (wishes & HTTP1_WISH.SKIM_OTHER ? STREAM_BIT.SKIMMED : 0);
  if (wishes & HTTP1_WISH.WAKE_OTHER) other.nextNeeded = other.delivered;
  if (wishes & HTTP1_WISH.CLOSE) close(connection);
}

/** A connection is over: its number is free again. */
export function close(connection: HttpConnection): void {
  const first = directionOf(connection, 0);
  const second = directionOf(connection, 1);
  if (connection.bits & HTTP1_CONNECTION.IN_STREAMS)
    setNumber(changetype<Stream>(streamsAt(connection.flow) + STREAM_BYTES), -1);
  dropPartialHead(first);
  dropPartialHead(second);
  freeConnection(connection);
  const isUnanswered = isOneSided(first.kind, second.bits) || isOneSided(second.kind, first.bits);
  onClose(connection.number, (<i32>isOver(first)) | ((<i32>isOver(second)) << 1), <i32>isUnanswered);
}

/** Whether a direction has requests, and of the other there was nothing. */
function isOneSided(kind: i32, otherBits: i32): bool {
  return kind == HTTP1_KIND.REQUEST && (otherBits & SAW_BYTES) == 0;
}
