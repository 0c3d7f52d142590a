// What a connection's requests and answers come to together, as JSON: what JSON.stringify makes of lib/protocols/model/pipelining.js' object, of one stream of HTTP/1.
// JavaScript lays the messages here, as they are in its memory (lib/protocols/message-room.js).
//
//   room   [ requests, in order | ends of answers, in order | messages ... ]
import { directionOf, flowAt, spaceOf, timesAt } from "../../engine/base/flow-blocks";
import { clientOf } from "../../engine/json/flow";
import { areNumbersOdd, beginNumbers, decimal, integer } from "../../engine/json/numbers";
import { at, move, text } from "../../engine/json/text";

/** Messages of one connection at the most: more are JavaScript's. */
export const MAX_LAID_MESSAGES: i32 = 128;

/** MESSAGE of message-room.js. */
@unmanaged
class Message {
  startNs: f64;
  endNs: f64;
  row: i32;
  /** Row of the other half; −1: there is none. */
  pair: i32;
  firstFrame: i32;
  lastFrame: i32;
  isRequest: i32;
  unused: i32;
}

export const MESSAGE_BYTES: usize = offsetof<Message>();
/** Of the room: addresses of the requests, ns at which answers end, and the messages. */
const ENDS: usize = 4 * MAX_LAID_MESSAGES;
export const LAID_MESSAGES: usize = ENDS + 8 * MAX_LAID_MESSAGES;
export const MESSAGE_ROOM_BYTES: usize = LAID_MESSAGES + MESSAGE_BYTES * MAX_LAID_MESSAGES;

/** Sums over the exchanges; times in ns. */
class Sums {
  static requests: i32 = 0;
  static answered: i32 = 0;
  static send: f64 = 0;
  static think: f64 = 0;
  static receive: f64 = 0;
  static headOfLine: f64 = 0;
  static headOfLineShown: i32 = 0;
  static idle: f64 = 0;
}

/**
 * Writes them behind other keys, from byte `start` of the memory on, where there must be room for 8 KiB.
 * @param room for what is put into order here @param messages where the connection's are laid @param count of them
 * @returns the byte behind it; 0: it holds a number that is not written here
 */
export function writePipelining(start: usize, room: usize, messages: usize, count: i32, flow: i32): usize {
  sortRequests(room, messages, count);
  sum(room, messages, count, pathNsOf(flow));
  move(start);
  beginNumbers();
  text(',"pipelining":{"answered":');
  integer(<f64>Sums.answered);
  text(',"maxDepth":');
  integer(<f64>walkDepth(room, SILENTLY));
  text(',"depth":{"time":[');
  walkDepth(room, TIMES);
  text('],"requests":[');
  walkDepth(room, REQUESTS);
  text(']},"sendSeconds":');
  decimal(Sums.send, 1e9, 9);
  text(',"thinkSeconds":');
  decimal(Sums.think, 1e9, 9);
  text(',"receiveSeconds":');
  decimal(Sums.receive, 1e9, 9);
  text(',"headOfLineSeconds":');
  decimal(Sums.headOfLine, 1e9, 9);
  text(',"headOfLineShown":');
  integer(<f64>Sums.headOfLineShown);
  text(',"idleSeconds":');
  decimal(Sums.idle, 1e9, 9);
  text("}");
  return areNumbersOdd() ? 0 : at;
}

/** The shortest round trip between the capture point and the server, as `roundTripsOf` of plain-flow-writer.js; NaN not known. */
function pathNsOf(index: i32): f64 {
  const flow = flowAt(index), client = clientOf(flow, index);
  return directionOf(flow, client).rttSamples > 0 ? spaceOf(timesAt(index), client).rttMin : NaN;
}

// @ts-ignore: decorator
@inline
function requestAt(room: usize, i: i32): Message { return changetype<Message>(<usize>load<u32>(room + (<usize>i << 2))); }

/** By insertion: they are few, and nearly in order. */
function sortRequests(room: usize, messages: usize, count: i32): void {
  let sorted = 0;
  for (let i = 0; i < count; i++) {
    const one = changetype<Message>(messages + <usize>i * MESSAGE_BYTES);
    if (!one.isRequest) continue;
    let place = sorted++;
    for (; place > 0 && isBehind(requestAt(room, place - 1), one); place--) store<u32>(room + (<usize>place << 2), load<u32>(room + (<usize>(place - 1) << 2)));
    store<u32>(room + (<usize>place << 2), <u32>changetype<usize>(one));
  }
  Sums.requests = sorted;
}

function isBehind(one: Message, other: Message): bool { return one.startNs > other.startNs || (one.startNs == other.startNs && one.row > other.row); }

/** `timingsOf` of lib/protocols/model/exchanges.js, summed; and the ends of the answers put into order. */
function sum(room: usize, messages: usize, count: i32, pathNs: f64): void {
  let untilNs: f64 = 0, lastFrame = 0;
  Sums.answered = Sums.headOfLineShown = 0;
  Sums.send = Sums.think = Sums.receive = Sums.headOfLine = Sums.idle = 0;
  for (let i = 0; i < Sums.requests; i++) {
    const request = requestAt(room, i), response = find(messages, count, request.pair);
    Sums.send += max(0, request.endNs - request.startNs);
    if (i > 0) Sums.idle += max(0, request.startNs - untilNs);
    const blockedNs = i > 0 ? max(0, untilNs - request.endNs) : 0;
    untilNs = max(untilNs, request.endNs);
    if (changetype<usize>(response) == 0) continue;
    sumAnswer(request, response, blockedNs, lastFrame, pathNs);
    insertEnd(room, response.endNs);
    untilNs = max(untilNs, response.endNs);
    lastFrame = response.lastFrame;
  }
}

/** @param blockedNs how long earlier answers took up the stream behind the request */
function sumAnswer(request: Message, response: Message, blockedNs: f64, lastFrame: i32, pathNs: f64): void {
  const waitNs = max(0, response.startNs - request.endNs), headOfLineNs = min(waitNs, blockedNs);
  Sums.receive += max(0, response.endNs - response.startNs);
  Sums.headOfLine += headOfLineNs;
  if (headOfLineNs > 0 && response.firstFrame == lastFrame) Sums.headOfLineShown++;
  if (!isNaN(pathNs)) Sums.think += max(0, waitNs - headOfLineNs - (headOfLineNs > 0 ? 0 : pathNs));
}

/** @returns 0: there is none */
function find(messages: usize, count: i32, row: i32): Message {
  if (row >= 0) for (let i = 0; i < count; i++) {
    const one = changetype<Message>(messages + <usize>i * MESSAGE_BYTES);
    if (one.row == row) return one;
  }
  return changetype<Message>(0);
}

function insertEnd(room: usize, endNs: f64): void {
  let place = room + ENDS + (<usize>Sums.answered << 3);
  for (; place > room + ENDS && load<f64>(place - 8) > endNs; place -= 8) store<f64>(place, load<f64>(place - 8));
  store<f64>(place, endNs);
  Sums.answered++;
}

/** What is written of the depth's changes. */
const SILENTLY: i32 = 0, TIMES: i32 = 1, REQUESTS: i32 = 2;

/** `depthOf` of pipelining.js: an answer that ends when a request begins makes room for it. @returns the most requests under way at once */
function walkDepth(room: usize, what: i32): i32 {
  const requests = Sums.requests, answered = Sums.answered;
  let now = 0, most = 0;
  for (let begun = 0, ended = 0; begun < requests || ended < answered;) {
    const startNs = begun < requests ? requestAt(room, begun).startNs : Infinity, endNs = ended < answered ? endAt(room, ended) : Infinity, timeNs = min(startNs, endNs);
    if (what != SILENTLY && begun + ended > 0) text(",");
    for (; ended < answered && endAt(room, ended) == timeNs; ended++) now--;
    for (; begun < requests && requestAt(room, begun).startNs == timeNs; begun++) most = max(most, ++now);
    if (what == TIMES) decimal(timeNs, 1e9, 9);
    else if (what == REQUESTS) integer(<f64>max(0, now));
  }
  return most;
}

// @ts-ignore: decorator
@inline
function endAt(room: usize, i: i32): f64 { return load<f64>(room + ENDS + (<usize>i << 3)); }
