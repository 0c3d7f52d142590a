import { NS_PER_MS } from '../units.js';
import { TimerHeap } from './timer-heap.js';

/** A link whose next packet arrives. @typedef {{ arrive: () => void }} Arrivals */

/**
 * An event at a time. A timer keeps its place in the heap when it is postponed or cancelled, and is checked at its old
 * time: a retransmission timer postponed by each acknowledgement costs no heap operation.
 */
export class Timer {
  /** When it will run; Infinity: not set. */
  deadlineNs = Infinity;
  /** The time by which the heap knows it. */
  heapNs = Infinity;
  heapIndex = -1;

  /**
   * @param {EventQueue} events @param {() => void} run
   * @param {Arrivals|null} [arrivals] a link, instead of a function: most events are of this kind, and a known method
   *   is called faster
   */
  constructor(events, run, arrivals = null) {
    this.events = events;
    this.run = run;
    this.arrivals = arrivals;
    this.heap = arrivals === null ? events.timers : events.arrivals;
  }

  get isSet() {
    return this.deadlineNs !== Infinity;
  }

  /** @param {number} timeNs */
  set(timeNs) {
    this.deadlineNs = timeNs;
    if (this.heapIndex < 0 || timeNs < this.heapNs) this.heap.place(this, timeNs, this.events.nextOrder++);
  }

  cancel() {
    this.deadlineNs = Infinity;
  }

  /**
   * Cancels it and removes it from the heap, as if it was never set: its next setting is ordered among others of that
   * time by when it was set.
   */
  remove() {
    this.deadlineNs = Infinity;
    if (this.heapIndex >= 0) this.heap.remove(this);
  }
}

/**
 * The clock, in integer nanoseconds, and future events; timers of one time run in the order in which they were set.
 * Links have a heap of their own: they are few, and most events are theirs.
 */
export class EventQueue {
  /** NaN until the constructor is done, as elsewhere: V8 is to know that this will not stay a small integer. */
  nowNs = NaN;
  /** Whole milliseconds of it. */
  nowMs = 0;
  #nextMsNs = NaN;
  /** For Timer. */
  timers = new TimerHeap();
  arrivals = new TimerHeap();
  nextOrder = 0;

  constructor() {
    this.nowNs = 0;
    this.#nextMsNs = NS_PER_MS;
  }

  /**
   * Runs all timers up to a time, or until none is left.
   * @param {number} untilNs
   */
  run(untilNs) {
    const { arrivals, timers } = this;
    for (;;) {
      const arrivalNs = arrivals.timesNs[0];
      const timerNs = timers.timesNs[0];
      if (arrivalNs < timerNs || (arrivalNs === timerNs && arrivals.orders[0] < timers.orders[0])) {
        if (arrivalNs > untilNs || arrivalNs === Infinity) return;
        this.#setNow(arrivalNs);
        arrivals.fire(arrivals.timers[0]);
      } else {
        if (timerNs > untilNs || timerNs === Infinity) return;
        this.#runTimer(timers.timers[0], timerNs);
      }
    }
  }

  /** @param {Timer} timer the first @param {number} timeNs by which the heap knows it */
  #runTimer(timer, timeNs) {
    const { deadlineNs } = timer;
    if (deadlineNs === timeNs) {
      this.#setNow(timeNs);
      this.timers.fire(timer);
    } else if (deadlineNs === Infinity) this.timers.removeFirst(timer);
    else this.timers.putOff(timer, deadlineNs, this.nextOrder++);
  }

  #setNow(/** @type {number} */ timeNs) {
    this.nowNs = timeNs;
    if (timeNs < this.#nextMsNs) return;
    this.nowMs = Math.floor(timeNs / NS_PER_MS);
    // no remainder: that of doubles takes as long as a good part of an event
    this.#nextMsNs = (this.nowMs + 1) * NS_PER_MS;
  }
}
