/**
 * How long an end's packets had waited in a queue before the capture point, by what the round trips to it exceed the
 * shortest: packets that answer others show it, those between are taken to lie between.
 */
export class Queue {
  #halves;
  #at = 0;

  /** @param {import('./vantage.js').Halves} halves round trips between the capture point and that end */
  constructor(halves) {
    this.#halves = halves;
  }

  /** @param {number} timeNs when a packet passed; asked in the order of time, or nearly */
  waitedNs(timeNs) {
    const { timeNs: times, ns, leastNs } = this.#halves;
    if (times.length === 0) return 0;
    while (this.#at > 0 && times[this.#at - 1] > timeNs) this.#at--;
    while (this.#at < times.length && times[this.#at] <= timeNs) this.#at++;
    const next = Math.min(this.#at, times.length - 1);
    const last = Math.max(0, this.#at - 1);
    const spanNs = times[next] - times[last];
    const share = spanNs > 0 ? Math.max(0, Math.min(1, (timeNs - times[last]) / spanNs)) : 0;
    return ns[last] + share * (ns[next] - ns[last]) - leastNs;
  }
}
