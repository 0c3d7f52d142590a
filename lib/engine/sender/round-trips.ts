// RTT samples of one direction at the capture point: see lib/tcpflow/sender/round-trips.js.
import { ROUND_TRIP_METHOD } from '../base/enums';
import { take } from '../base/arena';
import { News, acknowledge, makeScoreboard, send, sentByOf } from './scoreboard';
import { i32At, setF64, setI32, setU8, takeColumn, takeRoom } from '../base/columns';
import {
  Packets,
  ackOffsetOf,
  beginWalk,
  directionOf,
  endOffsetOf,
  hasTimestamps,
  isSyn,
  lengthOf,
  sendsSomething,
  seqOffsetOf,
  timeNsOf,
  tsEchoOf,
  tsValueOf,
} from './packets';
import { cutBytes } from './pieces';

const COLUMNS: i32 = 5;
const BYTES_PER_SAMPLE: i32 = 25;

/** A sample; all of them are consecutive in memory. */
@unmanaged
class Sample {
  answer: i32;
  asked: i32;
  method: i32;
}

/** The size that `take` allocates for one. */
const SAMPLE_BYTES: usize = 16;

/**
 * An answer counts as a round trip within this factor of the shortest, plus this, or in a stream: hosts take 0.02 to 6
 * ms and tick each 1 to 10 ms, where a delayed acknowledgement takes 40 (Linux) to 500 ms (RFC 1122).
 */
const PROMPT_TRIPS: f64 = 1.25;
const PROMPT_NS: f64 = 10e6;
/** A stream: the answering end sent its packet before within this share of the sample. */
const STREAMING_SHARE: f64 = 0.25;

/** Shortest sample so far, and when the answering end sent its latest packet. */
let leastNs: f64 = Infinity;
let answeredNs: f64 = -Infinity;
let first: usize = 0;
let samples: i32 = 0;
/** Packets whose timestamps are not echoed yet: those from … to − 1. */
let waiting: usize = 0;
let waitingFrom: i32 = 0;
let waitingTo: i32 = 0;

export function sampleCount(): i32 {
  return samples;
}

/** @param direction that is answered @returns where the samples' columns lie, in order of the answers */
export function roundTrips(direction: i32): usize {
  beginWalk();
  cutBytes(direction);
  makeScoreboard();
  waiting = take((<usize>Packets.count) << 2);
  waitingFrom = waitingTo = samples = 0;
  first = take(0);
  let top: f64 = -Infinity; // of the other direction
  let ownTop: f64 = -Infinity;
  leastNs = Infinity;
  answeredNs = -Infinity;
  for (let i = 0; i < Packets.count; i++) {
    const isSent = directionOf(i) == direction;
    const hasAck = ackOffsetOf(i) >= 0;
    if (isSent) {
      if (hasTimestamps(i) && (isSyn(i) || !isKeepAlive(i, ownTop))) awaitEcho(i);
      if (sendsSomething(i)) send(i, timeNsOf(i));
      ownTop = max(ownTop, endOffsetOf(i));
    } else if (hasAck) {
      const echoed = hasTimestamps(i) ? askedByEcho(tsEchoOf(i)) : -1;
      const isTimed = isKeepAlive(i, top);
      top = max(top, endOffsetOf(i));
      acknowledge(i);
      addAcknowledged(i, echoed);
      if (echoed >= 0 && !isTimed && (News.end > News.first || followsAtOnce(i, echoed)))
        add(ROUND_TRIP_METHOD.TIMESTAMP, echoed, i);
      answeredNs = timeNsOf(i);
    }
  }
  return asColumns();
}

/** Whether it is a keep-alive (RFC 9293 section 3.8.4): the last byte sent, or nothing in its place. */
function isKeepAlive(i: i32, top: f64): bool {
  return seqOffsetOf(i) == top - 1 && lengthOf(i) <= 1;
}

/**
 * Whether a packet that acknowledges nothing new was still triggered by the one that it echoes (RFC 7323 section 4.1
 * takes no sample then), such as data that an acknowledgement releases. Data sent on the application's own schedule,
 * such as a push every second, comes later than a round trip, after silence.
 */
function followsAtOnce(i: i32, echoed: i32): bool {
  const sampleNs = timeNsOf(i) - timeNsOf(echoed);
  return sampleNs <= leastNs * PROMPT_TRIPS + PROMPT_NS || timeNsOf(i) - answeredNs <= sampleNs * STREAMING_SHARE;
}

function awaitEcho(i: i32): void {
  if (waitingTo == 0 || tsValueOf(i) - tsValueOf(i32At(waiting, waitingTo - 1)) > 0) setI32(waiting, waitingTo++, i);
}

/**
 * The packet whose value is echoed for the first time, or −1. Values only increase, so those below an echo are never
 * echoed later: linear.
 */
function askedByEcho(echo: i32): i32 {
  if (waitingTo == 0 || tsValueOf(i32At(waiting, waitingTo - 1)) - echo < 0) return -1; // never sent
  while (waitingFrom < waitingTo) {
    const i = i32At(waiting, waitingFrom);
    const ahead = tsValueOf(i) - echo;
    if (ahead > 0) return -1;
    waitingFrom++;
    if (ahead == 0) return i;
  }
  return -1;
}

function addAcknowledged(i: i32, echoed: i32): void {
  const answered = News.end > News.first ? sentByOf(News.end - 1) : -1;
  if (answered >= 0 && isSyn(answered)) {
    if (!News.copied) add(ROUND_TRIP_METHOD.HANDSHAKE, answered, i);
    else if (echoed >= 0 && isSyn(echoed)) add(ROUND_TRIP_METHOD.HANDSHAKE, echoed, i);
  } else if (answered >= 0 && News.exact && !News.copied && News.latest == answered)
    add(ROUND_TRIP_METHOD.SEQUENCE_ACK, answered, i);
  if (News.latestSacked >= 0) add(ROUND_TRIP_METHOD.SACK, News.latestSacked, i);
}

function add(method: u8, asked: i32, answer: i32): void {
  if (timeNsOf(answer) < timeNsOf(asked)) return; // a clock that was set back
  const sample = changetype<Sample>(take(SAMPLE_BYTES));
  leastNs = min(leastNs, timeNsOf(answer) - timeNsOf(asked));
  sample.answer = answer;
  sample.asked = asked;
  sample.method = method;
  samples++;
}

function asColumns(): usize {
  const room = takeRoom(samples, COLUMNS, BYTES_PER_SAMPLE);
  const timeNs = takeColumn(8);
  const rttNs = takeColumn(8);
  const answer = takeColumn(4);
  const asked = takeColumn(4);
  const method = takeColumn(1);
  for (let k = 0; k < samples; k++) {
    const sample = changetype<Sample>(first + <usize>k * SAMPLE_BYTES);
    setF64(timeNs, k, timeNsOf(sample.answer));
    setF64(rttNs, k, timeNsOf(sample.answer) - timeNsOf(sample.asked));
    setI32(answer, k, sample.answer);
    setI32(asked, k, sample.asked);
    setU8(method, k, sample.method);
  }
  return room;
}
