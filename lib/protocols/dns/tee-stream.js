/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */

/**
 * A stream with two consumers: one lists its messages, the other wants their content.
 * @implements {StreamParser}
 */
export class TeeStream {
  #parsers;

  /** @param {readonly StreamParser[]} parsers */
  constructor(parsers) {
    this.#parsers = parsers;
  }

  /** @type {StreamParser['push']} */
  push(...piece) {
    return Math.min(...this.#parsers.map((parser) => parser.push(...piece)));
  }

  /** @type {StreamParser['gap']} */
  gap(...gap) {
    return Math.min(...this.#parsers.map((parser) => parser.gap(...gap)));
  }

  /** @type {StreamParser['end']} */
  end(...end) {
    for (const parser of this.#parsers) parser.end(...end);
  }
}
