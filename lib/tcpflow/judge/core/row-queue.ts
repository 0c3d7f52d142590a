// Rows that wait for their answer, first in, first out.
import { take } from "./scratch";

const FIRST_CAPACITY: i32 = 64;

@unmanaged
export class RowQueue {
  rows: usize;
  capacity: i32;
  first: i32;
  end: i32;
}

export function newQueue(): RowQueue {
  const queue = changetype<RowQueue>(take(offsetof<RowQueue>()));
  queue.rows = take(FIRST_CAPACITY << 2);
  queue.capacity = FIRST_CAPACITY;
  queue.first = queue.end = 0;
  return queue;
}

// @ts-ignore: decorator
@inline
export function isEmpty(queue: RowQueue): bool { return queue.first == queue.end; }

// @ts-ignore: decorator
@inline
export function firstRow(queue: RowQueue): i32 { return load<i32>(queue.rows + (<usize>queue.first << 2)); }

export function push(queue: RowQueue, row: i32): void {
  if (queue.end == queue.capacity) makeRoom(queue);
  store<i32>(queue.rows + (<usize>queue.end << 2), row);
  queue.end++;
}

function makeRoom(queue: RowQueue): void {
  const from = queue.rows + (<usize>queue.first << 2), waiting = queue.end - queue.first;
  if (waiting > queue.capacity >> 1) {
    queue.capacity *= 2;
    queue.rows = take(<usize>queue.capacity << 2);
  }
  memory.copy(queue.rows, from, <usize>waiting << 2);
  queue.first = 0;
  queue.end = waiting;
}
