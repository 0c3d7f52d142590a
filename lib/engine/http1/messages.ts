// The messages that plain-http.ts reads: what begins and ends with each, and which answers which (lib/protocols/http1/connection.js, pairs.js).
import * as batch from "../base/batch";
import { head } from "./head-scanner";
import { Head, METHOD_CONNECT, METHOD_HEAD, REQUEST, RESPONSE } from "./head-layout";
import { HttpRecord, beginRecord, keepHead } from "./event-buffer";
import { beginChunks } from "./chunked-body";
import { Half, IN_CHUNKS, IN_LENGTH, MAX_WAITING_REQUESTS, METHOD_BITS, METHOD_MASK, Plain, START, TO_END, halfOf, plainOf } from "./connection-slots";
import { lose } from "./resync";
import { Payloads } from "./skim";

/** MAX_MESSAGES_PER_CONNECTION of lib/protocols/http1/limits.js. */
const MAX_MESSAGES: i32 = 1000000;
/** NOTE.HEAD_CUT of notes.js. */
const HEAD_CUT: i32 = 512;
/** CODING of fields.js, and what a Content-Length is that is not there. */
const CHUNKED: i32 = 1, LENGTH_ABSENT: f64 = -1;

/** @param isWhole whether all of the head is there */
export function isPlain(place: i32, endpoint: i32, read: Head, isWhole: bool, timeNs: f64): bool {
  const plain = plainOf(place), isRequest = endpoint == plain.client;
  if (read.kind != (isRequest ? REQUEST : RESPONSE) || halfOf(place, endpoint).messages >= MAX_MESSAGES || read.notes != 0) return false;
  if (read.coding != 0 && (read.coding != CHUNKED || read.contentLength != LENGTH_ABSENT)) return false;
  if (isRequest) return read.method != METHOD_CONNECT && plain.waiting < MAX_WAITING_REQUESTS && plain.answeredNs <= timeNs && plain.orphanNs < timeNs;
  return read.status >= 200 && (plain.waiting != 0 || !isWhole);
}

/** @param length of what is there of the head @returns the message's record */
export function beginMessage(place: i32, flow: i32, endpoint: i32, i: i32, at: usize, length: i32): usize {
  const plain = plainOf(place), half = halfOf(place, endpoint), isRequest = endpoint == plain.client, read = changetype<Head>(head), entry = beginRecord();
  entry.flow = flow;
  entry.half = (place << 1) | endpoint;
  entry.isRequest = <i32>isRequest;
  entry.answers = <i32>(!isRequest && plain.waiting != 0);
  entry.status = read.status;
  entry.minorVersion = read.minorVersion;
  entry.startOffset = half.position;
  entry.headBytes = length;
  entry.headAt = <i32>(at - Payloads.bytes);
  keepHead(entry, at, length);
  entry.startFrame = batch.i32At(batch.frame, i);
  entry.startNs = batch.f64At(batch.timeNs, i);
  half.position += <f64>length;
  half.messages++;
  half.gaps = 0;
  half.bodyBytes = 0;
  half.lastFrame = entry.startFrame;
  half.lastNs = entry.startNs;
  beginBody(half, read, isRequest, plain.methods & METHOD_MASK);
  if (isRequest) {
    plain.methods |= read.method << (METHOD_BITS * plain.waiting);
    entry.depth = ++plain.waiting;
    if (plain.waiting > 1) plain.isPipelined = 1;
    plain.orphanNs = -1;
  }
  return changetype<usize>(entry);
}

/** RFC 9112 section 6.3, as lib/protocols/http1/framing.js. @param method of the request that a response answers */
function beginBody(half: Half, read: Head, isRequest: bool, method: i32): void {
  const hasNone = !isRequest && (read.status == 204 || read.status == 304 || method == METHOD_HEAD);
  half.state = IN_LENGTH;
  half.remaining = hasNone ? 0 : read.contentLength;
  if (hasNone || half.remaining >= 0) return;
  if (read.coding == CHUNKED) {
    half.state = IN_CHUNKS;
    beginChunks(half);
  } else if (isRequest) half.remaining = 0;
  else half.state = TO_END;
}

/** A message ends with what is there of its head, as `Half.#breakHead`; that it was one is told when the rest turns out to be missing (`passGap`). */
export function endCutHead(place: i32, endpoint: i32, entry: HttpRecord): void {
  const plain = plainOf(place), half = halfOf(place, endpoint);
  entry.notes = HEAD_CUT;
  entry.ends = 1;
  tellProgress(entry, half);
  lose(half);
  if (endpoint == plain.client) return;
  if (entry.answers) answered(plain, half);
  else plain.orphanNs = max(plain.orphanNs, half.lastNs);
}

/** @param open the message's record, where it began in this segment; else 0 */
export function endMessage(place: i32, flow: i32, endpoint: i32, open: usize, isComplete: bool): void {
  const plain = plainOf(place), half = halfOf(place, endpoint), entry = open ? changetype<HttpRecord>(open) : beginRecord(), isRequest = endpoint == plain.client;
  entry.flow = flow;
  entry.half = (place << 1) | endpoint;
  entry.isRequest = <i32>isRequest;
  entry.answers = <i32>!isRequest;
  entry.ends = isComplete ? 2 : 1;
  tellProgress(entry, half);
  half.state = START;
  if (!isRequest) answered(plain, half);
}

function answered(plain: Plain, half: Half): void {
  if (plain.waiting > 0) plain.waiting--;
  plain.methods >>>= METHOD_BITS;
  plain.answeredNs = half.lastNs;
}

export function tellProgress(entry: HttpRecord, half: Half): void {
  entry.endOffset = half.position;
  entry.bodyBytes = half.bodyBytes;
  entry.endFrame = half.lastFrame;
  entry.endNs = half.lastNs;
}
