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
    throw new RequestError(400, 'bad_request', `"${name}" must be a whole number from 0 on.`);
  }
  return Math.min(number, max);
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
 * @param {unknown} value
 * @param {{ name: string, max: number }} rule
 * @returns {string} no longer than `max`
 * @throws {RequestError} 400
 */
export function shortText(value, { name, max }) {
  if (value === undefined) return '';
  if (typeof value !== 'string') throw new RequestError(400, 'bad_request', `"${name}" must be one text.`);
  return value.slice(0, max);
}
