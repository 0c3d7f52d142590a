/**
 * Rules by which a proxy chooses among its persistent connections: that with the fewest bytes waiting or
 * unacknowledged, the first of equals (McGregor, Pearson and Cleary); each in turn; always the same (a request by its
 * server, a response where its request came); by lot.
 * @typedef {'least-loaded'|'round-robin'|'sticky'|'random'} SelectionRule
 */
/** @type {SelectionRule[]} */
export const SELECTION_RULES = ['least-loaded', 'round-robin', 'sticky', 'random'];

/** Chooses, for one direction. */
export class Selection {
  #rule;
  #random;
  #next = 0;

  /** @param {SelectionRule} rule @param {import('../../engine/random.js').Random} random */
  constructor(rule, random) {
    this.#rule = rule;
    this.#random = random;
  }

  /**
   * @param {import('../../tcp/endpoint.js').Endpoint[]} ends this proxy's, one for each connection
   * @param {number} own connection that sticky takes
   * @returns {number} index
   */
  choose(ends, own) {
    if (this.#rule === 'least-loaded') return leastLoaded(ends);
    if (this.#rule === 'sticky') return own % ends.length;
    if (this.#rule === 'random') return this.#random.integer(0, ends.length - 1);
    this.#next = (this.#next + 1) % ends.length;
    return this.#next;
  }
}

/** @param {import('../../tcp/endpoint.js').Endpoint[]} ends */
function leastLoaded(ends) {
  let best = 0;
  let least = ends[0].unacknowledgedBytes;
  for (let index = 1; index < ends.length && least > 0; index++) {
    const bytes = ends[index].unacknowledgedBytes;
    if (bytes >= least) continue;
    best = index;
    least = bytes;
  }
  return best;
}
