/** Fetches the strip's data: the newest question's, and again while the capture grows. */
import { MAX_STRIP_BINS } from '../../../lib/shared/captures/strip.js';
import { throttle } from '../../base/frame.js';
import { ApiError, isAbort } from '../../state/api-error.js';
import { stripFrom } from './strip-data.js';

/** While the capture grows it is recounted this often at most. */
const AGAIN_MS = 2000;

export class StripSource {
  #given;
  #abort = new AbortController();
  /** @type {string|null} */
  #text = null;
  #again = throttle(AGAIN_MS, () => void this.#fetch());
  /** @type {import('./strip-data.js').Strip|null} */
  strip = null;

  /** @param {{ api: import('../../state/api.js').Api, captureId: string, onChange: () => void }} given */
  constructor(given) {
    this.#given = given;
  }

  /** @param {string} text filter */
  need(text) {
    if (text === this.#text) return;
    this.#text = text;
    void this.#fetch();
  }

  grow() {
    if (this.#text !== null) this.#again.call();
  }

  async #fetch() {
    const { api, captureId, onChange } = this.#given;
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      const buffer = await api.connectionStrip(captureId, { text: this.#text ?? '', bins: MAX_STRIP_BINS }, signal);
      if (signal.aborted) return;
      this.strip = stripFrom(buffer);
      onChange();
    } catch (error) {
      // The table says what is wrong.
      if (!isAbort(error) && !(error instanceof ApiError)) throw error;
    }
  }

  destroy() {
    this.#abort.abort();
    this.#again.cancel();
  }
}
