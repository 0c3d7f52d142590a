/** What is wrong at present, by where: told when it is new, and not again by each attempt to get over it. */

/** @typedef {'capturing'|'reading'|'spans'} ProblemPlace */

/** Each of their problems is another one; elsewhere one lasts until it is over, whatever attempts say meanwhile. */
const EACH_IS_NEW = new Set(['reading']);

export class Problems {
  /** The latest last. @type {Map<ProblemPlace, string>} */
  #present = new Map();
  #onProblem;

  /** @param {(sentence: string) => void} onProblem */
  constructor(onProblem) {
    this.#onProblem = onProblem;
  }

  /** @param {ProblemPlace} place @param {string|null} sentence null: nothing is wrong there now */
  tell(place, sentence) {
    const before = this.#present.get(place);
    if (sentence === null) this.#present.delete(place);
    else if (before === undefined || (EACH_IS_NEW.has(place) && before !== sentence)) {
      this.#present.delete(place);
      this.#present.set(place, sentence);
      this.#onProblem(sentence);
    }
  }

  /** The latest that lasts; null: none. */
  get latest() {
    return [...this.#present.values()].at(-1) ?? null;
  }
}
