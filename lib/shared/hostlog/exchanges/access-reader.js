import { loggedExchange } from './access-log.js';

/** A server's access log, a line a request. */
export class AccessReader {
  #exchanges;

  /** @param {import('../host-log.js').Tables} tables */
  constructor({ exchanges }) {
    this.#exchanges = exchanges;
  }

  /** @param {string} line */
  static fits = (line) => loggedExchange(line) !== null;

  /** @param {string} line */
  addLine(line) {
    const row = loggedExchange(line);
    if (row !== null) this.#exchanges.add(row);
  }

  end() {}
}
