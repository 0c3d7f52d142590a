/** A stretch of time in which something stands still. @typedef {{ atNs: number, forNs: number }} Pause */

/** Pauses in order, queried with ascending times. */
export class Pauses {
  #pauses;
  #next = 0;

  /** @param {Pause[]} [pauses] in order, none before the end of the one before */
  constructor(pauses = []) {
    this.#pauses = pauses;
  }

  /** @param {number} nowNs @returns {number} when the pause ends that this time is in; this time: it is in none */
  endNs(nowNs) {
    const pauses = this.#pauses;
    while (this.#next < pauses.length && pauses[this.#next].atNs + pauses[this.#next].forNs <= nowNs) this.#next++;
    const pause = pauses[this.#next];
    return pause && pause.atNs <= nowNs ? pause.atNs + pause.forNs : nowNs;
  }
}
