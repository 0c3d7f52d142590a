/** The answer to the newest question, asked again while the capture grows. */
import { throttle } from '../base/frame.js';
import { ApiError, isAbort } from './api-error.js';

/** @template Q, A */
export class NewestAnswer {
  #given;
  #abort = new AbortController();
  /** @type {Q|null} */
  #question = null;
  #again;
  /** @type {A|null} */
  answer = null;

  /**
   * @param {object} given
   * @param {(question: Q, signal: AbortSignal) => Promise<A>} given.fetch
   * @param {() => void} given.onChange
   * @param {number} given.againMs while the capture grows it is asked this often at most
   */
  constructor(given) {
    this.#given = given;
    this.#again = throttle(given.againMs, () => void this.#fetch());
  }

  /** @param {Q} question the same is not asked twice */
  need(question) {
    if (JSON.stringify(question) === JSON.stringify(this.#question)) return;
    this.#question = question;
    void this.#fetch();
  }

  grow() {
    if (this.#question !== null) this.#again.call();
  }

  async #fetch() {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      const answer = await this.#given.fetch(/** @type {Q} */ (this.#question), signal);
      if (signal.aborted) return;
      this.answer = answer;
      this.#given.onChange();
    } catch (error) {
      // What is beside it on the page says what is wrong.
      if (!isAbort(error) && !(error instanceof ApiError)) throw error;
    }
  }

  destroy() {
    this.#abort.abort();
    this.#again.cancel();
  }
}
