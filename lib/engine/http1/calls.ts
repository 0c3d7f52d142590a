// The parser's functions for JavaScript (lib/protocols/http1/parser.js), for bytes that do not reach it here: those
// inside TLS, MUX and tunnels, and of TCP those that the reassembler delivers. Connections are identified by their
// numbers.
import { HTTP1_CONNECTION, HTTP1_STATE } from '../base/enums';
import { reserve } from '../base/memory';
import { STREAM_BYTES, Stream, streamsAt } from '../base/stream-state';
import {
  CONFIRMED,
  HttpDirection,
  MAY_SEARCH,
  OPEN,
  READS_BODY,
  TUNNELLED,
  TUNNEL_PENDING,
  connectionAt,
  directionOf,
  openConnection,
  setNumber,
} from './connections';
import { close } from './direct';
import { At, tellBeginning, tellPartialHead, tellProgress } from './events';
import { catchUp, end, leaveHttp, push, pushGap } from './parser';
import { keptBytes, keptFrom } from './partial-heads';
import { nextNeededOf, wishesOf } from './wishes';

function directionAt(number: i32, endpoint: i32): HttpDirection {
  return directionOf(connectionAt(number), endpoint);
}

/** Bytes copied in at a time, where they are not in this memory. */
const SCRATCH_BYTES: i32 = 65536;
export const http1Scratch: usize = reserve(SCRATCH_BYTES);

/** @param bits of HttpConnection.bits @returns its number; −1: no more are read */
export function http1Open(flow: i32, bits: i32): i32 {
  const number = openConnection(flow, bits);
  if (number >= 0 && bits & HTTP1_CONNECTION.IN_STREAMS)
    setNumber(changetype<Stream>(streamsAt(flow) + STREAM_BYTES), number);
  return number;
}

/**
 * The protocol of a direction of TCP directly is known.
 * @param maySearch whether its first message need not be at its first byte
 */
export function http1OpenDirection(number: i32, endpoint: i32, maySearch: i32): void {
  directionAt(number, endpoint).bits |= maySearch ? OPEN | MAY_SEARCH : OPEN;
}

export function http1IsOpen(number: i32, endpoint: i32): i32 {
  return directionAt(number, endpoint).bits & OPEN;
}

/** As `push` of parser.ts, of bytes at a place as streams.js has it. */
export function http1Push(
  number: i32,
  endpoint: i32,
  offset: f64,
  from: usize,
  length: i32,
  frame: i32,
  timeNs: f64,
  deliveredFrame: i32,
  deliveredNs: f64,
): i32 {
  At.frame = frame;
  At.timeNs = timeNs;
  At.deliveredFrame = deliveredFrame;
  At.deliveredNs = deliveredNs;
  return push(connectionAt(number), endpoint, offset, from, from + <usize>length);
}

export function http1Gap(number: i32, endpoint: i32, offset: f64, length: f64): f64 {
  return pushGap(connectionAt(number), endpoint, offset, length);
}

export function http1CatchUp(number: i32, endpoint: i32, position: f64, frame: i32, timeNs: f64): void {
  catchUp(connectionAt(number), endpoint, position, frame, timeNs);
}

export function http1End(number: i32, endpoint: i32, isFin: i32): void {
  end(connectionAt(number), endpoint, isFin != 0);
}

export function http1Close(number: i32): void {
  close(connectionAt(number));
}

/** The announced other protocol begins. @param isRead whether it has a parser */
export function http1BeginTunnel(number: i32, isRead: i32): void {
  const connection = connectionAt(number);
  connection.bits = (connection.bits & ~TUNNEL_PENDING) | (isRead ? TUNNELLED : 0);
}

export function http1Leave(number: i32, endpoint: i32): void {
  leaveHttp(connectionAt(number), endpoint);
}

/** The direction's bytes are no longer wanted. */
export function http1GiveUp(number: i32, endpoint: i32): void {
  directionAt(number, endpoint).state = HTTP1_STATE.OPAQUE;
}

/** The rest of the current message's body says nothing more. */
export function http1SkipBody(number: i32, endpoint: i32): void {
  directionAt(number, endpoint).bits &= ~READS_BODY;
}

/** The bytes of an incomplete head; the event has their origin. @returns 0: there are none */
export function http1PartialHead(number: i32, endpoint: i32): usize {
  const direction = directionAt(number, endpoint);
  if (direction.state != HTTP1_STATE.IN_HEAD || direction.partialHead == 0) return 0;
  tellBeginning(direction);
  tellPartialHead(keptBytes(direction));
  return keptFrom(direction);
}

/** How far the current message has come, in the event. */
export function http1Progress(number: i32, endpoint: i32): void {
  tellProgress(directionAt(number, endpoint));
}

export function http1State(number: i32, endpoint: i32): i32 {
  return directionAt(number, endpoint).state;
}

export function http1Position(number: i32, endpoint: i32): f64 {
  return directionAt(number, endpoint).position;
}

export function http1IsConfirmed(number: i32): i32 {
  return <i32>((connectionAt(number).bits & CONFIRMED) != 0);
}

export function http1NextNeeded(number: i32, endpoint: i32): f64 {
  return nextNeededOf(connectionAt(number), endpoint);
}

export function http1Wishes(number: i32, endpoint: i32): i32 {
  return wishesOf(connectionAt(number), endpoint);
}
