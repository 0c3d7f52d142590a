import { createHash } from 'node:crypto';

/**
 * Identifiers that follow from the capture and a span's place in it: what is sent once more, since nobody knows whether
 * it arrived, is the same span, and spans that are sent later find their parents.
 * @implements {IdGenerator} @typedef {import('@opentelemetry/sdk-trace-base').IdGenerator} IdGenerator
 */
export class SpanIds {
  #key;
  #count = 0;

  /** @param {string} key of the capture */
  constructor(key) {
    this.#key = key;
  }

  generateTraceId = () => this.#digits('trace', 32);
  generateSpanId = () => {
    this.#count++;
    return this.#digits('span', 16);
  };

  /** @param {string} kind @param {number} count of hexadecimal digits, which are never all 0 */
  #digits(kind, count) {
    return createHash('sha256').update(`${this.#key} ${kind} ${this.#count}`).digest('hex').slice(0, count);
  }
}
