/**
 * What is to be done at one time. A timer stays where it is in the heap when it is put off or cancelled, and finds out when its old
 * time comes: a retransmission timer that each acknowledgement puts off costs the heap nothing.
 */
export class Timer {
  /** When it will run; Infinity: not set. */
  deadlineNs = Infinity;
  heapNs = Infinity;
  order = 0;
  heapIndex = -1;

  /** @param {EventQueue} events @param {() => void} run */
  constructor(events, run) {
    this.events = events;
    this.run = run;
  }

  get isSet() { return this.deadlineNs !== Infinity; }

  /** @param {number} timeNs */
  set(timeNs) {
    this.deadlineNs = timeNs;
    if (this.heapIndex < 0 || timeNs < this.heapNs) this.events.place(this, timeNs);
  }

  cancel() { this.deadlineNs = Infinity; }
}

/** @param {Timer} a @param {Timer} b @returns {boolean} */
function isBefore(a, b) {
  return a.heapNs < b.heapNs || (a.heapNs === b.heapNs && a.order < b.order);
}

/** The clock, in integer nanoseconds, and a heap of timers; those of one time run in the order in which they were put there. */
export class EventQueue {
  nowNs = 0;
  /** @type {Timer[]} */
  #heap = [];
  #orders = 0;

  /** For Timer. @param {Timer} timer @param {number} timeNs */
  place(timer, timeNs) {
    timer.heapNs = timeNs;
    timer.order = this.#orders++;
    if (timer.heapIndex < 0) {
      timer.heapIndex = this.#heap.length;
      this.#heap.push(timer);
    }
    this.#rise(timer);
  }

  /**
   * Runs all timers up to a time, or until none is left.
   * @param {number} untilNs
   */
  run(untilNs) {
    while (this.#heap.length > 0 && this.#heap[0].heapNs <= untilNs) {
      const timer = this.#heap[0];
      if (timer.deadlineNs === timer.heapNs) this.#fire(timer);
      else if (timer.deadlineNs === Infinity) this.#removeFirst();
      else this.#putOff(timer);
    }
  }

  #fire(/** @type {Timer} */ timer) {
    this.#removeFirst();
    this.nowNs = timer.heapNs;
    timer.deadlineNs = Infinity;
    timer.run();
  }

  #putOff(/** @type {Timer} */ timer) {
    timer.heapNs = timer.deadlineNs;
    timer.order = this.#orders++;
    this.#sink(timer);
  }

  #removeFirst() {
    const first = this.#heap[0], last = /** @type {Timer} */ (this.#heap.pop());
    first.heapIndex = -1;
    if (first === last) return;
    last.heapIndex = 0;
    this.#heap[0] = last;
    this.#sink(last);
  }

  #rise(/** @type {Timer} */ timer) {
    const heap = this.#heap;
    let index = timer.heapIndex;
    while (index > 0) {
      const parent = heap[(index - 1) >> 1];
      if (!isBefore(timer, parent)) break;
      heap[index] = parent;
      parent.heapIndex = index;
      index = (index - 1) >> 1;
    }
    heap[index] = timer;
    timer.heapIndex = index;
  }

  #sink(/** @type {Timer} */ timer) {
    const heap = this.#heap;
    let index = timer.heapIndex;
    for (let child = 2 * index + 1; child < heap.length; child = 2 * index + 1) {
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
      if (!isBefore(heap[child], timer)) break;
      heap[index] = heap[child];
      heap[index].heapIndex = index;
      index = child;
    }
    heap[index] = timer;
    timer.heapIndex = index;
  }
}
