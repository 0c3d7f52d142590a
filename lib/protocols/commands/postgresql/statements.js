/** Texts of a connection's prepared statements and portals. */
import { MAX_STATEMENTS } from '../limits.js';

export class Statements {
  /** @type {Map<string, string>} */
  #texts = new Map();
  /** The statement's text of each portal. @type {Map<string, string>} */
  #portals = new Map();

  /** @param {string} name @param {string} text */
  prepare(name, text) {
    set(this.#texts, name, text);
  }

  /** @param {string} portal @param {string} name of the statement @returns {string} its text */
  bind(portal, name) {
    const text = this.textOf(name);
    set(this.#portals, portal, text);
    return text;
  }

  /** @param {string} name @returns {string} the text, or a name if it was prepared before the capture */
  textOf(name) {
    return this.#texts.get(name) ?? (name === '' ? '' : `statement ${name}`);
  }

  /** @param {string} portal */
  textOfPortal(portal) {
    return this.#portals.get(portal) ?? '';
  }
}

/** @param {Map<string, string>} texts @param {string} name @param {string} text */
function set(texts, name, text) {
  if (texts.size >= MAX_STATEMENTS) texts.clear();
  texts.set(name, text);
}
