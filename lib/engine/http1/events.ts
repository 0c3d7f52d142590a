// Events of the parser for JavaScript (lib/protocols/http1/parser.js), which pairs requests with responses and keeps
// their rows. Calls have a connection's number; anything longer than a few numbers is in the event.
import { Http1Event } from '../base/flow-layout';
import { reserve } from '../base/memory';
import { HttpConnection, HttpDirection, directionOf, isOpaque } from './connections';
import { Head } from './head';

/** Origin of the current bytes in the capture: `Place` of lib/transport/streams.js. */
export class At {
  static frame: i32 = 0;
  static timeNs: f64 = 0;
  static deliveredFrame: i32 = 0;
  static deliveredNs: f64 = 0;
}

/** Buffer for consecutive heads of messages, so that JavaScript takes many at once, in bytes. */
const HEAD_ROOM: i32 = 262144;

/** The parser has opened a connection by itself, with that direction. */
@external("http1", "onOpen")
export declare function onOpen(connection: i32, flow: i32, endpoint: i32): void;
/**
 * A head is complete; or the part of one that ends early.
 * @returns the method of the request that a response answers
 */
@external("http1", "onHead")
export declare function onHead(connection: i32, endpoint: i32): i32;
/** Bytes of the current message's body, with their time in the event; only where they are wanted. */
@external("http1", "onBody")
export declare function onBody(connection: i32, endpoint: i32, from: usize, length: i32): void;
/** Bytes of the current message's trailer section, its line ends with them. */
@external("http1", "onTrailer")
export declare function onTrailer(connection: i32, endpoint: i32, from: usize, length: i32): void;
/** The current message has ended. */
@external("http1", "onEnd")
export declare function onEnd(connection: i32, endpoint: i32): void;
/** A message is lost with its start line. */
@external("http1", "onLose")
export declare function onLose(connection: i32, endpoint: i32): void;
/** Another protocol follows the message that ended last, whose head is there. */
@external("http1", "onTunnel")
export declare function onTunnel(connection: i32, from: usize, length: i32): void;
/** @param warning of WARNING (lib/engine/layout.js) */
@external("http1", "onWarn")
export declare function onWarn(connection: i32, warning: i32): void;
/**
 * A connection is over.
 * @param over bit 0, 1: the endpoint's direction is
 * @param isOneSided whether requests came, and nothing from the other endpoint
 */
@external("http1", "onClose")
export declare function onClose(connection: i32, over: i32, isOneSided: i32): void;
/** There is no room for the next head: JavaScript must take those in the buffer. */
@external("http1", "onHeadsFull")
export declare function onHeadsFull(): void;
/** Whether every request has its final response. */
@external("http1", "areAllAnswered")
export declare function areAllAnswered(connection: i32): i32;

const event: Http1Event = changetype<Http1Event>(reserve(offsetof<Http1Event>()));
export const http1Event: usize = changetype<usize>(event);

export const http1Heads: usize = reserve(HEAD_ROOM);
/** Bytes of the heads in the buffer. JavaScript sets it to 0 when it has taken them. */
export const http1HeadBytes: usize = reserve(4);

/**
 * @param at where the head lies
 * @param length bytes that are there of it
 * @returns the method of the request that a response answers
 */
export function tellHead(
  connection: HttpConnection,
  direction: HttpDirection,
  endpoint: i32,
  head: Head,
  at: usize,
  length: i32,
): i32 {
  event.kind = head.kind;
  event.status = head.status;
  event.minorVersion = head.minorVersion;
  event.method = head.method;
  event.headBytes = length;
  event.headAt = keepHead(at, length);
  event.messages = direction.messages;
  event.content = head.content;
  event.isOtherOpaque = <i32>isOpaque(directionOf(connection, 1 - endpoint));
  tellBeginning(direction);
  event.endOffset = direction.startOffset + <f64>length;
  return onHead(connection.number, endpoint);
}

/** Where the current message began, and the frame that brought its last bytes. */
export function tellBeginning(direction: HttpDirection): void {
  event.startOffset = direction.startOffset;
  event.startNs = direction.startNs;
  event.startFrame = direction.startFrame;
  event.endFrame = direction.lastFrame;
  event.endNs = direction.lastNs;
}

/** How far the current message has come. */
export function tellProgress(direction: HttpDirection): void {
  event.endOffset = direction.position;
  event.bodyBytes = direction.bodyBytes;
  event.endFrame = direction.lastFrame;
  event.endNs = direction.lastNs;
}

/** Bytes of an incomplete head. */
export function tellPartialHead(length: i32): void {
  event.headBytes = length;
}

/** The next bytes of the body, and its length with them. */
export function tellBody(
  connection: HttpConnection,
  direction: HttpDirection,
  endpoint: i32,
  from: usize,
  length: i32,
): void {
  tellProgress(direction);
  event.startNs = At.timeNs;
  onBody(connection.number, endpoint, from, length);
}

export function tellEnd(
  connection: HttpConnection,
  direction: HttpDirection,
  endpoint: i32,
  isWhole: bool,
  endOffset: f64,
): void {
  tellProgress(direction);
  event.endOffset = endOffset;
  event.notes = direction.notes;
  event.isWhole = <i32>isWhole;
  onEnd(connection.number, endpoint);
}

function keepHead(at: usize, length: i32): i32 {
  if (length > HEAD_ROOM - load<i32>(http1HeadBytes)) onHeadsFull();
  const start = load<i32>(http1HeadBytes);
  if (length > HEAD_ROOM - start) return -1;
  memory.copy(http1Heads + <usize>start, at, <usize>length);
  store<i32>(http1HeadBytes, start + length);
  return start;
}
