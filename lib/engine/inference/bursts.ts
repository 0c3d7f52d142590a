// The bursts of one direction: the columns of `Bursts`, explained in lib/transport/bursts.js. JavaScript copies
// them in.
import { BURST_COLUMNS, BYTES_PER_BURST } from '../base/burst-columns';
import { SENDER_STATE } from '../base/enums';
import { reset } from '../base/arena';
import { f64At, i32At, takeColumn, takeRoom, u8At } from '../base/columns';

export class Bursts {
  static count: i32 = 0;
}

let startNs: usize = 0;
let endNs: usize = 0;
let trigger: usize = 0;
let state: usize = 0;
let pipeBefore: usize = 0;
let pipeAfter: usize = 0;
let waiting: usize = 0;
let sendNs: usize = 0;
let sent: usize = 0;
let sentNew: usize = 0;
let firstNew: usize = 0;
let short: usize = 0;
let pushed: usize = 0;
let sentEnd: usize = 0;
let edge: usize = 0;
let outstanding: usize = 0;
let closed: usize = 0;

/** Allocates a direction, discarding the previous one. @returns where to copy its columns */
export function layBursts(count: i32): usize {
  reset();
  Bursts.count = count;
  const room = takeRoom(count, BURST_COLUMNS, BYTES_PER_BURST);
  startNs = takeColumn(8);
  endNs = takeColumn(8);
  trigger = takeColumn(1);
  state = takeColumn(1);
  pipeBefore = takeColumn(8);
  pipeAfter = takeColumn(8);
  waiting = takeColumn(8);
  takeColumn(4);
  takeColumn(8);
  sendNs = takeColumn(8);
  sent = takeColumn(4);
  sentNew = takeColumn(4);
  takeColumn(8);
  firstNew = takeColumn(8);
  short = takeColumn(1);
  pushed = takeColumn(1);
  sentEnd = takeColumn(8);
  edge = takeColumn(8);
  takeColumn(8);
  outstanding = takeColumn(8);
  closed = takeColumn(1);
  return room;
}

// @ts-ignore: decorator
@inline
export function startNsOf(b: i32): f64 {
  return f64At(startNs, b);
}

// @ts-ignore: decorator
@inline
export function endNsOf(b: i32): f64 {
  return f64At(endNs, b);
}

// @ts-ignore: decorator
@inline
export function triggerOf(b: i32): i32 {
  return u8At(trigger, b);
}

// @ts-ignore: decorator
@inline
export function stateOf(b: i32): i32 {
  return u8At(state, b);
}

// @ts-ignore: decorator
@inline
export function isOpen(b: i32): bool {
  return u8At(state, b) == SENDER_STATE.OPEN;
}

// @ts-ignore: decorator
@inline
export function pipeBeforeOf(b: i32): f64 {
  return f64At(pipeBefore, b);
}

// @ts-ignore: decorator
@inline
export function pipeAfterOf(b: i32): f64 {
  return f64At(pipeAfter, b);
}

// @ts-ignore: decorator
@inline
export function waitingOf(b: i32): f64 {
  return f64At(waiting, b);
}

// @ts-ignore: decorator
@inline
export function sendNsOf(b: i32): f64 {
  return f64At(sendNs, b);
}

// @ts-ignore: decorator
@inline
export function sentOf(b: i32): i32 {
  return i32At(sent, b);
}

// @ts-ignore: decorator
@inline
export function sentNewOf(b: i32): i32 {
  return i32At(sentNew, b);
}

// @ts-ignore: decorator
@inline
export function firstNewOf(b: i32): f64 {
  return f64At(firstNew, b);
}

/**
 * The last new segment ended an application's write: short, and with PSH (RFC 9293 section 3.9.1). A window counted in
 * bytes ends in short segments without PSH.
 */
// @ts-ignore: decorator
@inline
export function endsWrite(b: i32): bool {
  return u8At(short, b) != 0 && u8At(pushed, b) != 0;
}

// @ts-ignore: decorator
@inline
export function isShort(b: i32): bool {
  return u8At(short, b) != 0;
}

// @ts-ignore: decorator
@inline
export function isPushed(b: i32): bool {
  return u8At(pushed, b) != 0;
}

// @ts-ignore: decorator
@inline
export function sentEndOf(b: i32): f64 {
  return f64At(sentEnd, b);
}

// @ts-ignore: decorator
@inline
export function edgeOf(b: i32): f64 {
  return f64At(edge, b);
}

// @ts-ignore: decorator
@inline
export function outstandingOf(b: i32): f64 {
  return f64At(outstanding, b);
}

// @ts-ignore: decorator
@inline
export function isClosed(b: i32): bool {
  return u8At(closed, b) != 0;
}
