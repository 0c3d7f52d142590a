/** Values in a qlog, which may be anything. */
import { MAX_QLOG_TEXT } from './limits.js';

/** @typedef {Record<string, any>} Fields */

/** @param {unknown} value @returns {Fields} an object, empty where it is none */
export const fieldsOf = (value) => (typeof value === 'object' && value !== null ? /** @type {Fields} */ (value) : {});

/** @param {unknown} value @returns {any[]} */
export const listOf = (value) => (Array.isArray(value) ? value : []);

/**
 * @param {...unknown} values
 * @returns {number} the first that is a number, also one in a text; NaN: none is
 */
export function numberOf(...values) {
  for (const value of values) {
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
  }
  return NaN;
}

/** @param {...unknown} values @returns {string|null} the first that is a text, cut to what is kept */
export function textOf(...values) {
  const text = values.find((value) => typeof value === 'string');
  return typeof text === 'string' ? text.slice(0, MAX_QLOG_TEXT) : null;
}
