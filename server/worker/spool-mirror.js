/**
 * @typedef {object} SpoolView what the server's thread tells of a live capture's files
 * @property {number} begun files begun so far
 * @property {string[]} paths those that there still are; the last is file `begun − 1`
 * @property {boolean} ended
 */

/** A live capture's spool as `followSpoolInto` expects it; the spool itself belongs to the server's thread. */
export class SpoolMirror {
  begun = 0;
  ended = false;
  /** @type {string[]} */
  #paths = [];

  /** @param {SpoolView} view */
  constructor(view) {
    this.update(view);
  }

  /** @param {SpoolView} view */
  update({ begun, paths, ended }) {
    this.begun = begun;
    this.#paths = paths;
    this.ended = ended;
  }

  /**
   * @param {number} number of a file
   * @returns {string|null} null: it fell off the ring
   */
  path(number) {
    return this.#paths[number - (this.begun - this.#paths.length)] ?? null;
  }
}
