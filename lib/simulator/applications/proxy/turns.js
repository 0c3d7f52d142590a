/** Connections with one request at a time each: the free ones, and the waiting requests. */
export class Turns {
  /** The one that was used last at the end: its window is the widest. */
  #free;
  /** @type {number[]} */
  #waiting = [];
  #next = 0;

  /** @param {number} connections */
  constructor(connections) {
    this.#free = Array.from({ length: connections }, (_, index) => connections - 1 - index);
  }

  /** @param {number} id of a request @returns {number} a connection for it; -1: it waits */
  take(id) {
    const index = this.#free.pop();
    if (index === undefined) this.#waiting.push(id);
    return index ?? -1;
  }

  /** @param {number} index of a connection that is free now @returns {number} the next owner; -1: none is waiting */
  give(index) {
    if (this.#next === this.#waiting.length) {
      this.#free.push(index);
      return -1;
    }
    const id = this.#waiting[this.#next++];
    if (this.#next === this.#waiting.length) this.#waiting.length = this.#next = 0;
    return id;
  }
}
