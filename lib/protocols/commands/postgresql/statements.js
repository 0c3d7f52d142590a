/** Texts of a connection's prepared statements and portals. */
import { StatementTexts } from '../statement-texts.js';

export class Statements {
  /** @type {StatementTexts<string>} */
  #texts = new StatementTexts();
  /** The statement's text of each portal. @type {StatementTexts<string>} */
  #portals = new StatementTexts();

  /** @param {string} name @param {string} text */
  prepare(name, text) {
    this.#texts.set(name, text);
  }

  /** @param {string} portal @param {string} name of the statement @returns {string} its text */
  bind(portal, name) {
    const text = this.textOf(name);
    this.#portals.set(portal, text);
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
