/** Requests of a NATS client that may still be answered, by the subject at which it waits for the response. */
import { MAX_NATS_REQUESTS, MAX_NATS_SUBSCRIPTIONS } from '../limits.js';

export class Requests {
  #next = 0;
  /** Numbers by reply subject, oldest first. @type {Map<string, number>} */
  #numbers = new Map();
  /** Subjects of subscriptions. @type {Map<string, string>} */
  #subjects = new Map();

  /** @param {string} reply @returns {number} of the request */
  add(reply) {
    this.#numbers.delete(reply);
    if (this.#numbers.size >= MAX_NATS_REQUESTS) this.#numbers.delete(this.#numbers.keys().next().value ?? '');
    this.#numbers.set(reply, ++this.#next);
    return this.#next;
  }

  /** @param {string} sid @param {string} subject */
  subscribe(sid, subject) {
    if (this.#subjects.size >= MAX_NATS_SUBSCRIPTIONS) this.#subjects.clear();
    this.#subjects.set(sid, subject);
  }

  /**
   * The request that a message answers: sent to its reply subject, or, with another subject, to a subscription of it.
   * @param {string} subject @param {string} sid @param {boolean} isFinal
   * @returns {number|null} null: none
   */
  answered(subject, sid, isFinal) {
    const reply = this.#numbers.has(subject) ? subject : (this.#subjects.get(sid) ?? '');
    const number = this.#numbers.get(reply) ?? null;
    if (isFinal) this.#numbers.delete(reply);
    return number;
  }
}
