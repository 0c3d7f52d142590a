// Results for each burst: the columns of `Inferred` (lib/insight/sender/inferred.js), as JavaScript copies them out.
import { f64At, i32At, setF64, setI32, setU8, takeColumn, takeRoom, u8At } from '../base/columns';
import { Bursts } from './bursts';

const COLUMNS: i32 = 4;
const BYTES_PER_BURST: i32 = 14;

let cwnd: usize = 0;
let starved: usize = 0;
let limits: usize = 0;
let restarts: usize = 0;

export class Inferred {
  static restarts: i32 = 0;
}

/** Allocates them after the bursts. @returns the address */
export function layInferred(): usize {
  Inferred.restarts = 0;
  const room = takeRoom(Bursts.count, COLUMNS, BYTES_PER_BURST);
  cwnd = takeColumn(8);
  starved = takeColumn(1);
  limits = takeColumn(1);
  restarts = takeColumn(4);
  return room;
}

// @ts-ignore: decorator
@inline
export function cwndOf(b: i32): f64 {
  return f64At(cwnd, b);
}

// @ts-ignore: decorator
@inline
export function setCwnd(b: i32, segments: f64): void {
  setF64(cwnd, b, segments);
}

// @ts-ignore: decorator
@inline
export function isStarved(b: i32): bool {
  return u8At(starved, b) != 0;
}

// @ts-ignore: decorator
@inline
export function setStarved(b: i32, value: bool): void {
  setU8(starved, b, i32(value));
}

// @ts-ignore: decorator
@inline
export function limitOf(b: i32): i32 {
  return u8At(limits, b);
}

// @ts-ignore: decorator
@inline
export function setLimit(b: i32, limit: i32): void {
  setU8(limits, b, limit);
}

/** Data after an idle period begins with that burst. */
export function addRestart(b: i32): void {
  if (Inferred.restarts < Bursts.count) setI32(restarts, Inferred.restarts++, b);
}
