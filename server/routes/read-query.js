import { compileFilter } from '../../lib/shared/filter/compile.js';
import { FilterError } from '../../lib/shared/filter/lex.js';
import { flowOfText } from '../../lib/shared/quic-flow.js';
import { RequestError } from '../errors.js';

/**
 * @param {unknown} value of a query's field
 * @param {{ name: string, fallback: number, max?: number }} rule
 * @returns {number} a whole number from 0 on, `max` at most
 * @throws {RequestError} 400
 */
export function wholeNumber(value, { name, fallback, max = Number.MAX_SAFE_INTEGER }) {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (typeof value !== 'string' || !/^\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw new RequestError(400, 'bad_request', `"${name}" must be a whole number, 0 or more.`);
  }
  return Math.min(number, max);
}

/**
 * @param {unknown} value a connection's number, such as 12 or q0
 * @returns {number}
 * @throws {RequestError} 400
 */
export function flowNumber(value) {
  const flow = typeof value === 'string' ? flowOfText(value) : null;
  if (flow !== null) return flow;
  throw new RequestError(400, 'bad_request', '"flow" must be the number of a connection, such as 12 or q0.');
}

/** Later than every packet: a capture file's times have 64 bits. */
export const LATEST_NS = 2 ** 64;

/**
 * A time since the capture's first packet. In files with a wrong clock packets may be years apart: beyond 104 days a
 * number cannot represent each nanosecond, which is no reason to refuse.
 * @param {unknown} value of a query's field
 * @param {{ name: string, fallback: number }} rule
 * @returns {number} nanoseconds from 0 to `LATEST_NS`
 * @throws {RequestError} 400
 */
export function nanoseconds(value, { name, fallback }) {
  if (value === undefined) return fallback;
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) {
    throw new RequestError(400, 'bad_request', `"${name}" must be a time in whole nanoseconds, 0 or more.`);
  }
  return Math.min(Number(value), LATEST_NS);
}

/**
 * @template {string} T
 * @param {unknown} value of a query's field
 * @param {{ name: string, among: readonly T[] }} rule the first is the default
 * @returns {T}
 * @throws {RequestError} 400
 */
export function oneOf(value, { name, among }) {
  if (value === undefined) return among[0];
  const found = among.find((known) => known === value);
  if (found === undefined) throw new RequestError(400, 'bad_request', `"${name}" must be one of: ${among.join(', ')}.`);
  return found;
}

/**
 * @param {unknown} value of the field `text`
 * @param {number} max characters
 * @returns {string} a filter that can be read
 * @throws {RequestError} 400; `from` and `to` say where
 */
export function filterText(value, max) {
  if (value === undefined) return '';
  if (typeof value !== 'string') throw new RequestError(400, 'bad_request', '"text" must be given once.');
  if (value.length > max) {
    throw new RequestError(400, 'bad_filter', `A filter can have ${max} characters at most.`, {
      from: max,
      to: value.length,
    });
  }
  try {
    compileFilter(value);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw new RequestError(400, 'bad_filter', error.message, { from: error.from, to: error.to });
  }
  return value;
}

/**
 * @param {Record<string, unknown>} query `?sketch=1&start=0&end=9`
 * @returns {{ sketch: boolean, range: { startNs: number, endNs: number }|null }} `range` null: all
 * @throws {RequestError} 400
 */
export function sketchOf({ sketch, start, end }) {
  return {
    sketch: oneOf(sketch, { name: 'sketch', among: ['0', '1'] }) === '1',
    range:
      start === undefined
        ? null
        : {
            startNs: nanoseconds(start, { name: 'start', fallback: 0 }),
            endNs: nanoseconds(end, { name: 'end', fallback: LATEST_NS }),
          },
  };
}
