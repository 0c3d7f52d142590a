/** How requests ended. */

/** Refusals with 503 that docs/protocol.md describes. */
const DOCUMENTED = new Set(['busy', 'analysis_ended']);
const MAX_NOTED = 20;

/**
 * @typedef {{ done: number, refused: number, busy: number, brokenOff: number, cutOff: number, failed: number, seconds:
 *   number[] }} Row
 */

export class Tally {
  /** @type {Map<string, Row>} */
  rows = new Map();
  /** What should not have been. @type {string[]} */
  failures = [];

  /** @param {string} kind @returns {Row} */
  #row(kind) {
    const row = this.rows.get(kind) ?? {
      done: 0,
      refused: 0,
      busy: 0,
      brokenOff: 0,
      cutOff: 0,
      failed: 0,
      seconds: [],
    };
    this.rows.set(kind, row);
    return row;
  }

  /**
   * @param {string} kind
   * @param {number} status
   * @param {string} text of the answer, where it is no success
   * @param {number} seconds
   */
  answered(kind, status, text, seconds) {
    const row = this.#row(kind);
    if (status < 400) {
      row.done++;
      row.seconds.push(seconds);
    } else if (status === 429 || (status === 503 && DOCUMENTED.has(codeOf(text)))) {
      row.busy++;
    } else if (status < 500) {
      row.refused++;
    } else {
      this.#fail(row, `${kind}: ${status} ${text.slice(0, 200)}`);
    }
  }

  /** @param {string} kind that a client broke off itself */
  brokenOff(kind) {
    this.#row(kind).brokenOff++;
  }

  /**
   * @param {string} kind
   * @param {string} path
   * @param {any} error
   * @param {boolean} isExpected the server was killed meanwhile, or the capture deleted
   */
  disconnected(kind, path, error, isExpected) {
    const row = this.#row(kind);
    if (isExpected) row.cutOff++;
    else this.#fail(row, `${kind} ${path}: ${error?.code ?? error?.message ?? error}`);
  }

  /** @param {Row} row @param {string} words */
  #fail(row, words) {
    row.failed++;
    if (this.failures.length < MAX_NOTED) this.failures.push(words);
  }
}

/** @param {string} text of a refusal */
const codeOf = (text) => /"code":"(\w+)"/.exec(text)?.[1] ?? '';
