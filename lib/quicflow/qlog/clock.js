/** What the times of a trace mean. */
import { fieldsOf, numberOf, textOf } from './values.js';

export const MILLISECOND_NS = 1e6;
/** Milliseconds from here on, 2001, are since 1970: no connection lasts so long. */
const FIRST_EPOCH_MS = 1e12;
/** Of a time like 2026-11-25T14:22:06.030933198Z: `Date` reads milliseconds. */
const WALL_CLOCK = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?\d*(Z|[+-]\d\d:\d\d)$/;

export class Clock {
  #unitNs;
  #isDelta;
  #referenceMs;
  #lastNs = 0;
  /** The first event's, where times are since 1970. */
  #firstMs = NaN;

  /** @param {import('./values.js').Fields} common of the trace: its common fields, and its configuration */
  constructor(common) {
    const format = textOf(common.time_format) ?? '';
    this.#unitNs = textOf(common.time_units) === 'us' ? MILLISECOND_NS / 1000 : MILLISECOND_NS;
    this.#isDelta = format === 'delta' || format === 'relative_to_previous_event';
    this.#referenceMs = referenceOf(common.reference_time);
  }

  /** When the trace's time 0 was, ms since 1970; null: nothing says so. @returns {number|null} */
  get startEpochMs() {
    if (!Number.isNaN(this.#firstMs)) return this.#firstMs;
    return this.#referenceMs >= FIRST_EPOCH_MS ? this.#referenceMs : null;
  }

  /** @param {number} time of an event @returns {number} ns since the trace's time 0; NaN: no time */
  ns(time) {
    if (Number.isNaN(time)) return NaN;
    if (this.#isDelta) return (this.#lastNs += time * this.#unitNs);
    if (time < FIRST_EPOCH_MS) return time * this.#unitNs;
    if (Number.isNaN(this.#firstMs)) this.#firstMs = time;
    return (time - this.#firstMs) * this.#unitNs;
  }
}

/** @param {unknown} reference a number or an object @returns {number} ms since 1970; NaN: none */
function referenceOf(reference) {
  const parts = WALL_CLOCK.exec(
    textOf(reference, fieldsOf(reference).wall_clock_time, fieldsOf(reference).epoch) ?? '',
  );
  if (parts === null) return numberOf(reference);
  return Date.parse(parts[1] + parts[3]) + Number(parts[2] ?? 0) * 1000;
}
