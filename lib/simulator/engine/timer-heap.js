const FIRST_CAPACITY = 64;
/** Children of a place in the heap. */
const ARITY = 4;

/** @typedef {import('./event-queue.js').Timer} Timer */

/**
 * Timers, the first on top: by time, and those of one time by an order. Each place of the heap has four children, and
 * keeps its time and order in arrays of numbers, so that comparing touches no timer. A timer that runs keeps its place
 * until it is done: most set themselves again, which then costs one way down instead of one down and one up.
 */
export class TimerHeap {
  /** By place; the first is Infinity while there is no timer. */
  timesNs = new Float64Array(FIRST_CAPACITY);
  orders = new Float64Array(FIRST_CAPACITY);
  /** @type {Timer[]} */
  timers = [];
  #size = 0;
  /** The first while it runs. @type {Timer|null} */
  #running = null;
  #runningOrder = 0;

  constructor() {
    this.timesNs[0] = Infinity;
  }

  /** @param {Timer} timer that is not in it, or was to run later @param {number} timeNs @param {number} order */
  place(timer, timeNs, order) {
    timer.heapNs = timeNs;
    if (timer === this.#running) {
      timer.heapIndex = 0;
      this.#runningOrder = order;
      return;
    }
    if (timer.heapIndex < 0) {
      if (this.#size === this.timesNs.length) this.#enlarge();
      timer.heapIndex = this.#size++;
    }
    this.#rise(timer, timer.heapIndex, timeNs, order);
  }

  /** @param {Timer} timer in the heap */
  remove(timer) {
    const index = timer.heapIndex;
    timer.heapIndex = -1;
    if (timer === this.#running) return; // its place is taken away when it is done
    const size = --this.#size;
    const last = /** @type {Timer} */ (this.timers.pop());
    const timeNs = this.timesNs[size];
    const order = this.orders[size];
    if (size === 0) this.timesNs[0] = Infinity;
    if (index === size) return;
    const above = (index - 1) >> 2;
    if (index > 0 && (timeNs < this.timesNs[above] || (timeNs === this.timesNs[above] && order < this.orders[above]))) {
      this.#rise(last, index, timeNs, order);
    } else this.#sink(last, index, timeNs, order);
  }

  /** Runs the first. @param {Timer} timer */
  fire(timer) {
    timer.deadlineNs = Infinity;
    timer.heapIndex = -1;
    this.#running = timer;
    if (timer.arrivals !== null) timer.arrivals.arrive();
    else timer.run();
    this.#running = null;
    if (timer.heapIndex < 0) this.removeFirst(timer);
    else this.#sink(timer, 0, timer.heapNs, this.#runningOrder);
  }

  /** Puts off the first. @param {Timer} timer @param {number} timeNs @param {number} order */
  putOff(timer, timeNs, order) {
    timer.heapNs = timeNs;
    this.#sink(timer, 0, timeNs, order);
  }

  /** @param {Timer} first */
  removeFirst(first) {
    first.heapIndex = -1;
    const size = --this.#size;
    const last = /** @type {Timer} */ (this.timers.pop());
    const timeNs = this.timesNs[size];
    const order = this.orders[size];
    if (size > 0) this.#sink(last, 0, timeNs, order);
    else this.timesNs[0] = Infinity;
  }

  #rise(
    /** @type {Timer} */ timer,
    /** @type {number} */ from,
    /** @type {number} */ timeNs,
    /** @type {number} */ order,
  ) {
    const { timesNs, orders } = this;
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 2;
      if (timesNs[above] < timeNs || (timesNs[above] === timeNs && orders[above] < order)) break;
      this.#move(above, index);
      index = above;
    }
    this.#put(timer, index, timeNs, order);
  }

  /** Down. */
  #sink(
    /** @type {Timer} */ timer,
    /** @type {number} */ from,
    /** @type {number} */ timeNs,
    /** @type {number} */ order,
  ) {
    const { timesNs, orders } = this;
    const size = this.#size;
    let index = from;
    for (let first = ARITY * index + 1; first < size; first = ARITY * index + 1) {
      const end = Math.min(first + ARITY, size);
      let least = first;
      for (let child = first + 1; child < end; child++) {
        if (timesNs[child] < timesNs[least] || (timesNs[child] === timesNs[least] && orders[child] < orders[least])) {
          least = child;
        }
      }
      if (timeNs < timesNs[least] || (timeNs === timesNs[least] && order < orders[least])) break;
      this.#move(least, index);
      index = least;
    }
    this.#put(timer, index, timeNs, order);
  }

  #put(
    /** @type {Timer} */ timer,
    /** @type {number} */ index,
    /** @type {number} */ timeNs,
    /** @type {number} */ order,
  ) {
    this.timers[index] = timer;
    this.timesNs[index] = timeNs;
    this.orders[index] = order;
    timer.heapIndex = index;
  }

  /** @param {number} from @param {number} to places */
  #move(from, to) {
    const timer = this.timers[from];
    this.timers[to] = timer;
    this.timesNs[to] = this.timesNs[from];
    this.orders[to] = this.orders[from];
    timer.heapIndex = to;
  }

  #enlarge() {
    const timesNs = new Float64Array(2 * this.#size);
    const orders = new Float64Array(2 * this.#size);
    timesNs.set(this.timesNs);
    orders.set(this.orders);
    this.timesNs = timesNs;
    this.orders = orders;
  }
}
