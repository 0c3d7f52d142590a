/** @typedef {import('./facts.js').Facts} Facts */

/** Connections of one capture that one of another is compared with: a bound for captures made to have many alike. */
export const MAX_CANDIDATES = 8;
/** Where no more pairs than this are possible, all are compared. */
const FEW_PAIRS = 4096;

/**
 * What two captures' views of one connection may have in common, each enough to compare them.
 * @param {Facts} facts @returns {string[]}
 */
const cluesOf = ({ ends, bases, hasSyn, stamps, lengths }) => [
  `ends ${[...ends].sort().join(' ')}`,
  ...[0, 1].filter((way) => hasSyn[way]).map((way) => `numbers ${bases[way]}`),
  ...stamps.filter((stamp) => stamp !== 0).map((stamp) => `stamp ${stamp}`),
  ...(lengths === '' ? [] : [`lengths ${lengths}`]),
];

/** Connections of a capture, found by what they have in common with another's. */
export class Candidates {
  #known;
  /** @type {Map<string, number[]>} */
  #byClue = new Map();

  /** @param {readonly Facts[]} known */
  constructor(known) {
    this.#known = known;
    known.forEach((facts, index) => {
      for (const clue of cluesOf(facts)) this.#add(clue, index);
    });
  }

  /** @param {string} clue @param {number} index */
  #add(clue, index) {
    const list = this.#byClue.get(clue);
    if (list === undefined) this.#byClue.set(clue, [index]);
    else if (list.length < MAX_CANDIDATES) list.push(index);
  }

  /**
   * @param {Facts} facts @param {number} others how many connections will be asked for
   * @returns {number[]} indexes of those that may be the same
   */
  of(facts, others) {
    if (this.#known.length * others <= FEW_PAIRS) return this.#known.map((_, index) => index);
    return [...new Set(cluesOf(facts).flatMap((clue) => this.#byClue.get(clue) ?? []))];
  }
}
