const FIRST_CAPACITY = 64;
/** Children of a place in the heap. */
const ARITY = 4;
const NS_PER_MS = 1e6;

/** @typedef {{ arrive: () => void }} Arrivals */

/**
 * What is to be done at one time. A timer stays where it is in the heap when it is put off or cancelled, and finds out when its old
 * time comes: a retransmission timer that each acknowledgement puts off costs the heap nothing.
 */
export class Timer {
  /** When it will run; Infinity: not set. */
  deadlineNs = Infinity;
  /** The time by which the heap knows it. */
  heapNs = Infinity;
  heapIndex = -1;
  /** A link whose next packet arrives, in place of what is to be run: most events are of this kind, and a method that is known is called sooner than any function. @type {Arrivals|null} */
  arrivals = null;

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

  /** Cancels it and takes it out of the heap: it is as one that was never set, so what it is set to next has its turn among those of that time by when it was set. */
  remove() {
    this.deadlineNs = Infinity;
    if (this.heapIndex >= 0) this.events.remove(this);
  }
}

/**
 * The clock, in integer nanoseconds, and a heap of timers; those of one time run in the order in which they were put there. Each place of the heap has four
 * children, and keeps its time and order in arrays of numbers, so that comparing touches no timer. A timer that runs keeps its place until it is done: most set
 * themselves again, which then costs one way down in place of one down and one up.
 */
export class EventQueue {
  /** NaN until the constructor is done, as elsewhere: V8 is to know that this will not stay a small integer. */
  nowNs = NaN;
  /** Whole milliseconds of it. */
  nowMs = 0;
  #nextMsNs = NaN;
  /** @type {Timer[]} */
  #timers = [];
  #timesNs = new Float64Array(FIRST_CAPACITY);
  #orders = new Float64Array(FIRST_CAPACITY);
  #size = 0;
  #nextOrder = 0;
  /** The first of the heap while it runs. @type {Timer|null} */
  #running = null;
  #runningOrder = 0;

  constructor() {
    this.nowNs = 0;
    this.#nextMsNs = NS_PER_MS;
  }

  /** For Timer. @param {Timer} timer @param {number} timeNs */
  place(timer, timeNs) {
    const order = this.#nextOrder++;
    timer.heapNs = timeNs;
    if (timer === this.#running) {
      timer.heapIndex = 0;
      this.#runningOrder = order;
      return;
    }
    if (timer.heapIndex < 0) {
      if (this.#size === this.#timesNs.length) this.#enlarge();
      timer.heapIndex = this.#size++;
    }
    this.#rise(timer, timer.heapIndex, timeNs, order);
  }

  /** For Timer. @param {Timer} timer in the heap */
  remove(timer) {
    const index = timer.heapIndex;
    timer.heapIndex = -1;
    if (timer === this.#running) return; // its place is taken away when it is done
    const size = --this.#size, last = /** @type {Timer} */ (this.#timers.pop()), timeNs = this.#timesNs[size], order = this.#orders[size];
    if (index === size) return;
    const above = (index - 1) >> 2;
    if (index > 0 && (timeNs < this.#timesNs[above] || (timeNs === this.#timesNs[above] && order < this.#orders[above]))) this.#rise(last, index, timeNs, order);
    else this.#sink(last, index, timeNs, order);
  }

  /**
   * Runs all timers up to a time, or until none is left.
   * @param {number} untilNs
   */
  run(untilNs) {
    while (this.#size > 0 && this.#timesNs[0] <= untilNs) {
      const timer = this.#timers[0], timeNs = this.#timesNs[0], { deadlineNs } = timer;
      if (deadlineNs === timeNs) this.#fire(timer, timeNs);
      else if (deadlineNs === Infinity) this.#removeFirst(timer);
      else {
        timer.heapNs = deadlineNs;
        this.#sink(timer, 0, deadlineNs, this.#nextOrder++);
      }
    }
  }

  #fire(/** @type {Timer} */ timer, /** @type {number} */ timeNs) {
    this.nowNs = timeNs;
    if (timeNs >= this.#nextMsNs) this.#startMs(timeNs);
    timer.deadlineNs = Infinity;
    timer.heapIndex = -1;
    this.#running = timer;
    if (timer.arrivals !== null) timer.arrivals.arrive();
    else timer.run();
    this.#running = null;
    if (timer.heapIndex < 0) this.#removeFirst(timer);
    else this.#sink(timer, 0, timer.heapNs, this.#runningOrder);
  }

  #startMs(/** @type {number} */ timeNs) {
    this.nowMs = Math.floor(timeNs / NS_PER_MS);
    this.#nextMsNs = timeNs - timeNs % NS_PER_MS + NS_PER_MS;
  }

  #removeFirst(/** @type {Timer} */ first) {
    first.heapIndex = -1;
    const size = --this.#size, last = /** @type {Timer} */ (this.#timers.pop());
    if (size > 0) this.#sink(last, 0, this.#timesNs[size], this.#orders[size]);
  }

  #rise(/** @type {Timer} */ timer, /** @type {number} */ from, /** @type {number} */ timeNs, /** @type {number} */ order) {
    const timers = this.#timers, timesNs = this.#timesNs, orders = this.#orders;
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 2;
      if (timesNs[above] < timeNs || (timesNs[above] === timeNs && orders[above] < order)) break;
      this.#move(above, index);
      index = above;
    }
    timers[index] = timer;
    timesNs[index] = timeNs;
    orders[index] = order;
    timer.heapIndex = index;
  }

  /** Down. */
  #sink(/** @type {Timer} */ timer, /** @type {number} */ from, /** @type {number} */ timeNs, /** @type {number} */ order) {
    const timers = this.#timers, timesNs = this.#timesNs, orders = this.#orders, size = this.#size;
    let index = from;
    for (let first = ARITY * index + 1; first < size; first = ARITY * index + 1) {
      const end = Math.min(first + ARITY, size);
      let least = first;
      for (let child = first + 1; child < end; child++) {
        if (timesNs[child] < timesNs[least] || (timesNs[child] === timesNs[least] && orders[child] < orders[least])) least = child;
      }
      if (timeNs < timesNs[least] || (timeNs === timesNs[least] && order < orders[least])) break;
      this.#move(least, index);
      index = least;
    }
    timers[index] = timer;
    timesNs[index] = timeNs;
    orders[index] = order;
    timer.heapIndex = index;
  }

  /** @param {number} from @param {number} to places */
  #move(from, to) {
    const timer = this.#timers[from];
    this.#timers[to] = timer;
    this.#timesNs[to] = this.#timesNs[from];
    this.#orders[to] = this.#orders[from];
    timer.heapIndex = to;
  }

  #enlarge() {
    const timesNs = new Float64Array(2 * this.#size), orders = new Float64Array(2 * this.#size);
    timesNs.set(this.#timesNs);
    orders.set(this.#orders);
    this.#timesNs = timesNs;
    this.#orders = orders;
  }
}
