import { Timer } from '../engine/event-queue.js';
import { Pauses } from '../engine/pauses.js';
import { NS_PER_MS } from '../units.js';

/**
 * An application that reads so much at once (all there is), and reads again when so much time has passed (at once); in
 * its pauses it does not read.
 * @typedef {{ bytes?: number, everyMs?: number, pauses?: { atMs: number, forMs: number }[] }} Reader
 */

/** An application that does not always read at once what has come. */
export class SlowReading {
  #events;
  #receiver;
  #bytes;
  #everyNs;
  #pauses;
  #timer;
  /** Offset up to which there is something to read. */
  #end = 0;

  /**
   * @param {import('../engine/event-queue.js').EventQueue} events
   * @param {import('./receiver.js').Receiver} receiver
   * @param {Reader} reader
   */
  constructor(events, receiver, { bytes = Infinity, everyMs = 0, pauses = [] }) {
    this.#events = events;
    this.#receiver = receiver;
    this.#bytes = bytes;
    this.#everyNs = everyMs * NS_PER_MS;
    this.#pauses = new Pauses(pauses.map(({ atMs, forMs }) => ({ atNs: atMs * NS_PER_MS, forNs: forMs * NS_PER_MS })));
    this.#timer = new Timer(events, () => this.#readSome());
  }

  /** More has come. @param {number} end offset */
  extend(end) {
    this.#end = end;
    if (!this.#timer.isSet) this.#readNext();
  }

  stop() {
    this.#timer.cancel();
  }

  #readNext() {
    const { nowNs } = this.#events;
    const readsNs = this.#pauses.endNs(nowNs + this.#everyNs);
    if (readsNs > nowNs) this.#timer.set(readsNs);
    else this.#readSome();
  }

  #readSome() {
    const receiver = this.#receiver;
    receiver.readTo(Math.min(this.#end, receiver.read + this.#bytes));
    if (receiver.read < this.#end) this.#readNext();
  }
}
