// A direction's packets by their sender's IP identifications: see lib/insight/upstream/numbering.js.
import { TCP, UNNUMBERED, VERDICT } from '../base/enums';
import { take } from '../base/arena';
import { f64At, i32At, setF64, setI32, takeColumn, takeRoom } from '../base/columns';
import { Packets, beginWalk, directionOf, flagsOf, ipIdOf, lengthOf, verdictOf } from './packets';

const COLUMNS: i32 = 2;
const BYTES_PER_PACKET: i32 = 12;

/** Steps by which hosts number packets; the same in the other byte order. */
const MAX_STRIDE: i32 = 16;
/** Share of steps between successive packets that must be the usual one: random identifications never are. */
const MIN_STEPS: i32 = 8;
const USUAL_SHARE: f64 = 0.6;
/** Share of packets with a lower number than the previous one: some are reordered, but not all. */
const MAX_BACKWARDS: f64 = 0.2;

class Numbers {
  static count: i32 = 0;
  static reason: i32 = UNNUMBERED.NONE;
  static isWhole: bool = false;
  /** Largest payload of a packet that takes one number. */
  static mss: f64 = 0;
}

/** Of each step, how many packets took it. */
const strides = new StaticArray<i32>(MAX_STRIDE + 1);
/** The commonest of them, and how often it is. */
let stride: i32 = 0;
let times: i32 = 0;

/** The packets that are numbered, in the order of the capture; their identifications in the byte order found. */
let list: usize = 0;
let ids: usize = 0;

export function numberedCount(): i32 {
  return Numbers.count;
}

/** Why there are no numbers; NONE: there are. */
export function unnumbered(): i32 {
  return Numbers.reason;
}

/** Whether no number is missing. */
export function isNumberingWhole(): bool {
  return Numbers.isWhole;
}

/**
 * @param mss the network card uses one number for each such segment of an offloaded packet
 * @returns where the columns lie
 */
export function numbering(direction: i32, mss: f64): usize {
  beginWalk();
  Numbers.mss = mss;
  Numbers.count = 0;
  Numbers.isWhole = false;
  const n = listNumbered(direction);
  Numbers.reason = reasonAgainst(n);
  const number = take((<usize>n) << 3);
  if (Numbers.reason == UNNUMBERED.NONE && <f64>countBackwards(n, number) > n * MAX_BACKWARDS)
    Numbers.reason = UNNUMBERED.RANDOM;
  if (Numbers.reason == UNNUMBERED.NONE) Numbers.count = n;
  return asColumns(inOrder(Numbers.count, number), number);
}

/** @returns how many there are */
function listNumbered(direction: i32): i32 {
  list = take((<usize>Packets.count) << 2);
  ids = take((<usize>Packets.count) << 2);
  let n = 0;
  for (let i = 0; i < Packets.count; i++) {
    if (
      directionOf(i) != direction ||
      (flagsOf(i) & (TCP.SYN | TCP.RST)) != 0 ||
      verdictOf(i) == VERDICT.DUPLICATE_IN_CAPTURE
    )
      continue;
    setI32(ids, n, ipIdOf(i));
    setI32(list, n++, i);
  }
  return n;
}

function reasonAgainst(n: i32): i32 {
  if (n <= MIN_STEPS) return UNNUMBERED.FEW;
  if (areZero(n)) return UNNUMBERED.ZERO;
  chooseByteOrder(n);
  return times < MIN_STEPS || times < (n - 1) * USUAL_SHARE ? UNNUMBERED.RANDOM : UNNUMBERED.NONE;
}

function areZero(n: i32): bool {
  for (let k = 0; k < n; k++) if (i32At(ids, k) != 0) return false;
  return true;
}

/** The byte order in which identifications go up by one step more often. */
function chooseByteOrder(n: i32): void {
  findStep(n);
  if (times == n - 1) return;
  const plainStride = stride;
  const plainTimes = times;
  swapBytes(n);
  findStep(n);
  if (times > plainTimes) return;
  swapBytes(n);
  stride = plainStride;
  times = plainTimes;
}

function swapBytes(n: i32): void {
  for (let k = 0; k < n; k++) setI32(ids, k, ((i32At(ids, k) & 255) << 8) | (i32At(ids, k) >> 8));
}

/**
 * Identifications that a packet takes: one for each segment that the network card makes of it (TSO), or merged into it
 * (GRO).
 */
function taken(k: i32): f64 {
  return Math.max(1, Math.ceil(<f64>lengthOf(i32At(list, k)) / Numbers.mss));
}

/** The most frequent small step per packet. */
function findStep(n: i32): void {
  for (let one = 0; one <= MAX_STRIDE; one++) unchecked((strides[one] = 0));
  for (let k = 1; k < n; k++) {
    const step = <f64>((i32At(ids, k) - i32At(ids, k - 1)) & 0xffff) / taken(k - 1);
    const whole = <i32>step;
    if (whole >= 1 && whole <= MAX_STRIDE && <f64>whole == step) unchecked(strides[whole]++);
  }
  stride = 1;
  for (let one = 2; one <= MAX_STRIDE; one++) if (unchecked(strides[one]) > unchecked(strides[stride])) stride = one;
  times = unchecked(strides[stride]);
}

/** Unwrapped numbers, by index in the list. @returns how many packets have a lower one than the packet before */
function countBackwards(n: i32, number: usize): i32 {
  let backwards = 0;
  setF64(number, 0, 0);
  for (let k = 1; k < n; k++) {
    const step = <i32>(<i16>(i32At(ids, k) - i32At(ids, k - 1)));
    if (step < 0) backwards++;
    setF64(number, k, f64At(number, k - 1) + <f64>step / <f64>stride);
  }
  return backwards;
}

/** Indexes of the list sorted by number (stable): a bottom-up merge sort. */
function inOrder(n: i32, number: usize): usize {
  let from = take((<usize>n) << 2);
  let to = take((<usize>n) << 2);
  let isRising = true;
  for (let k = 0; k < n; k++) {
    setI32(from, k, k);
    if (k > 0 && f64At(number, k) < f64At(number, k - 1)) isRising = false;
  }
  for (let size = 1; size < n && !isRising; size *= 2) {
    for (let first = 0; first < n; first += 2 * size)
      merge(from, to, first, min(first + size, n), min(first + 2 * size, n), number);
    const merged = to;
    to = from;
    from = merged;
  }
  return from;
}

function merge(from: usize, to: usize, first: i32, middle: i32, end: i32, number: usize): void {
  let left = first;
  let right = middle;
  for (let k = first; k < end; k++) {
    const isLeft =
      left < middle && (right >= end || f64At(number, i32At(from, left)) <= f64At(number, i32At(from, right)));
    setI32(to, k, i32At(from, isLeft ? left++ : right++));
  }
}

function asColumns(order: usize, number: usize): usize {
  const n = Numbers.count;
  const room = takeRoom(n, COLUMNS, BYTES_PER_PACKET);
  const packets = takeColumn(4);
  const numbers = takeColumn(8);
  Numbers.isWhole = n > 0;
  for (let k = 0; k < n; k++) {
    const at = i32At(order, k);
    setI32(packets, k, i32At(list, at));
    setF64(numbers, k, f64At(number, at));
    if (k > 0 && f64At(numbers, k) - f64At(numbers, k - 1) > taken(i32At(order, k - 1))) Numbers.isWhole = false;
  }
  return room;
}
