/** Finds the ends of lines in bytes that lie in the core's memory, by the core (core/line-feeds.ts). */
export class LineFeeds {
  #core;
  #found;
  /** Those that are looked through, and where they begin in the core's memory. @type {Uint8Array|null} */
  #bytes = null;
  #origin = 0;
  #stop = 0;
  /** Where the search began, of which those of `#found` count. */
  #from = 0;
  #count = 0;
  #next = 0;

  /** @param {import('./core/core.js').Core} core */
  constructor(core) {
    this.#core = core;
    this.#found = new Int32Array(core.buffer, core.lineFeeds.value, core.MAX_LINE_FEEDS.value);
  }

  /** From here on `next` is of these bytes. @param {Uint8Array} bytes @param {number} from @param {number} stop @returns {boolean} false: they lie elsewhere */
  begin(bytes, from, stop) {
    if (bytes !== this.#bytes && !this.#take(bytes)) return false;
    this.#stop = stop;
    this.#from = from;
    this.#count = this.#next = 0;
    return true;
  }

  /** @param {Uint8Array} bytes */
  #take(bytes) {
    if (bytes.buffer !== this.#core.buffer) return false;
    this.#bytes = bytes;
    this.#origin = bytes.byteOffset;
    return true;
  }

  /** The first line feed from `at` on, which must be behind the last one found. @param {number} at @returns {number} `stop`: there is none before it */
  next(at) {
    if (this.#next === this.#count && !this.#search(at)) return this.#stop;
    return this.#from + this.#found[this.#next++];
  }

  /** @param {number} at */
  #search(at) {
    this.#from = at;
    this.#next = 0;
    this.#count = at < this.#stop ? this.#core.findLineFeeds(this.#origin + at, this.#origin + this.#stop) : 0;
    return this.#count > 0;
  }
}
