import { Timer } from '../engine/event-queue.js';

const NS_PER_MS = 1e6;

/** @typedef {{ bytes: number, everyMs: number }} Reader an application that reads so much at once; it reads again when so much time has passed */

/** An application that does not read at once what has come. */
export class SlowReading {
  #events;
  #receiver;
  #reader;
  #timer;
  /** Offset up to which there is something to read. */
  #end = 0;

  /** @param {import('../engine/event-queue.js').EventQueue} events @param {import('./receiver.js').Receiver} receiver @param {Reader} reader */
  constructor(events, receiver, reader) {
    this.#events = events;
    this.#receiver = receiver;
    this.#reader = reader;
    this.#timer = new Timer(events, () => this.#readSome());
  }

  /** More has come. @param {number} end offset */
  extend(end) {
    this.#end = end;
    if (!this.#timer.isSet) this.#readLater();
  }

  stop() { this.#timer.cancel(); }

  #readLater() { this.#timer.set(this.#events.nowNs + this.#reader.everyMs * NS_PER_MS); }

  #readSome() {
    const receiver = this.#receiver;
    receiver.readTo(Math.min(this.#end, receiver.read + this.#reader.bytes));
    if (receiver.read < this.#end) this.#readLater();
  }
}
