// A sender's own round trip samples: see lib/tcpflow/sender/sender-samples.js.
import { ranked } from '../verdicts/ranked';
import { take } from '../base/arena';
import { News, acknowledge, makeScoreboard, send } from './scoreboard';
import { clockTickNs, readClock, valueAt } from './sender-clock';
import { f64At, i32At, setF64, setI32, takeColumn, takeRoom } from '../base/columns';
import {
  Order,
  Packets,
  ackOffsetOf,
  beginWalk,
  directionOf,
  hasTimestamps,
  sendsSomething,
  tsEchoOf,
} from './packets';
import { cutBytes } from './pieces';

const COLUMNS: i32 = 2;
const BYTES_PER_SAMPLE: i32 = 16;

const MEDIAN: f64 = 0.5;
const HIGH: f64 = 0.95;

let samples: i32 = 0;
let least: f64 = 0;
let median: f64 = 0;
let high: f64 = 0;

export function senderSampleCount(): i32 {
  return samples;
}

/** Of the latest round trips found; 0 where there are none. */
export function leastSampleNs(): f64 {
  return least;
}

export function medianSampleNs(): f64 {
  return median;
}

export function highSampleNs(): f64 {
  return high;
}

/** @param direction of the data, whose order was filled before @returns where the samples' columns lie */
export function senderSamples(direction: i32): usize {
  beginWalk();
  cutBytes(direction);
  makeScoreboard();
  const n = Packets.count;
  const passedNs = take((<usize>n) << 3);
  const rttNs = take((<usize>n) << 3);
  const place = take((<usize>n) << 2);
  const hasClock = readClock(direction);
  samples = 0;
  for (let k = 0; k < n; k++) {
    const i = i32At(Order.packet, k);
    const timeNs = f64At(Order.timeNs, k);
    setF64(passedNs, i, timeNs);
    if (directionOf(i) == direction) {
      if (sendsSomething(i)) send(i, timeNs);
      continue;
    }
    if (ackOffsetOf(i) < 0) continue;
    acknowledge(i);
    const asked = askedBy();
    const tookNs = asked >= 0 ? timeNs - f64At(passedNs, asked) : hasClock ? echoedNs(i, timeNs) : -1;
    if (tookNs < 0) continue;
    setF64(rttNs, samples, tookNs);
    setI32(place, samples++, k);
  }
  const room = asColumns(rttNs, place);
  least = ranked(rttNs, samples, 0);
  median = ranked(rttNs, samples, MEDIAN);
  high = ranked(rttNs, samples, HIGH);
  return room;
}

/** @returns a packet, −1 none */
function askedBy(): i32 {
  return News.onceAcked >= 0 && !News.repeated ? News.onceAcked : News.onceSacked;
}

/** The sample of a timestamp echoed, by the direction's clock. @returns −1 none */
function echoedNs(i: i32, timeNs: f64): f64 {
  if (News.end == News.first || !hasTimestamps(i)) return -1;
  const ticks = valueAt(timeNs) - tsEchoOf(i);
  return ticks < 0 ? -1 : <f64>max(1, ticks) * clockTickNs();
}

function asColumns(rttNs: usize, place: usize): usize {
  const room = takeRoom(samples, COLUMNS, BYTES_PER_SAMPLE);
  const timeColumn = takeColumn(8);
  const rttColumn = takeColumn(8);
  for (let k = 0; k < samples; k++) {
    setF64(timeColumn, k, f64At(Order.timeNs, i32At(place, k)));
    setF64(rttColumn, k, f64At(rttNs, k));
  }
  return room;
}
