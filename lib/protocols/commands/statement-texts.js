/** Texts of a connection's prepared statements, by name or number. */
import { MAX_STATEMENTS } from './limits.js';

/** @template {string|number} K */
export class StatementTexts {
  /** @type {Map<K, string>} */
  #texts = new Map();

  /** @param {K} key @param {string} text */
  set(key, text) {
    if (this.#texts.size >= MAX_STATEMENTS) this.#texts.clear();
    this.#texts.set(key, text);
  }

  /** @param {K} key @returns {string|undefined} undefined: prepared before the capture */
  get(key) {
    return this.#texts.get(key);
  }

  /** @param {K} key */
  delete(key) {
    this.#texts.delete(key);
  }

  clear() {
    this.#texts.clear();
  }
}
