/** One packet number space of a sender: sends by number, some of which are closed, as acknowledged or lost. */
export class NumberSpace {
  list;
  /** How many have left so far. */
  sent = 0;
  #pn;
  /** From a position on, one that is not behind the next open one. */
  #next;

  /** @param {Int32Array} list sends by number @param {Float64Array} pn of sends */
  constructor(list, pn) {
    this.list = list;
    this.#pn = pn;
    this.#next = Int32Array.from({ length: list.length + 1 }, (_, at) => at);
  }

  /** The position of the lowest number that is not below it. @param {number} pn */
  positionOf(pn) {
    let low = 0;
    let high = this.sent;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#pn[this.list[middle]] < pn) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** From a position on the next open one; each look shortens the way of later ones. @param {number} position */
  openFrom(position) {
    const next = this.#next;
    let at = Math.min(position, this.list.length);
    while (next[at] !== at) {
      next[at] = next[next[at]];
      at = next[at];
    }
    return at;
  }

  /** @param {number} position */
  close(position) {
    this.#next[position] = position + 1;
  }
}
