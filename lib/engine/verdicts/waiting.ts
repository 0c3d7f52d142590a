// A FIFO of what waits for an answer: a number that identifies the answer, and the time sent.
import { take } from '../base/arena';

const FIRST_CAPACITY: i32 = 64;


@unmanaged
class Entry {
  value: f64;
  timeNs: f64;
}


@unmanaged
export class Waiting {
  entries: usize;
  capacity: i32;
  first: i32;
  end: i32;
}

export function newWaiting(): Waiting {
  const waiting = changetype<Waiting>(take(offsetof<Waiting>()));
  waiting.entries = take(FIRST_CAPACITY * offsetof<Entry>());
  waiting.capacity = FIRST_CAPACITY;
  waiting.first = waiting.end = 0;
  return waiting;
}

// @ts-ignore: decorator
@inline
export function isEmpty(waiting: Waiting): bool {
  return waiting.first == waiting.end;
}

// @ts-ignore: decorator
@inline
export function firstValue(waiting: Waiting): f64 {
  return entryAt(waiting, waiting.first).value;
}

// @ts-ignore: decorator
@inline
export function firstTimeNs(waiting: Waiting): f64 {
  return entryAt(waiting, waiting.first).timeNs;
}

export function push(waiting: Waiting, value: f64, timeNs: f64): void {
  if (waiting.end == waiting.capacity) makeRoom(waiting);
  const entry = entryAt(waiting, waiting.end);
  entry.value = value;
  entry.timeNs = timeNs;
  waiting.end++;
}

// @ts-ignore: decorator
@inline
function entryAt(waiting: Waiting, i: i32): Entry {
  return changetype<Entry>(waiting.entries + <usize>i * offsetof<Entry>());
}

function makeRoom(waiting: Waiting): void {
  const from = changetype<usize>(entryAt(waiting, waiting.first));
  const count = waiting.end - waiting.first;
  if (count > waiting.capacity >> 1) {
    waiting.capacity *= 2;
    waiting.entries = take(<usize>waiting.capacity * offsetof<Entry>());
  }
  memory.copy(waiting.entries, from, <usize>count * offsetof<Entry>());
  waiting.first = 0;
  waiting.end = count;
}
