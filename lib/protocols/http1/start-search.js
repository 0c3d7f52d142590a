/** Looks for the next plausible start line, where a message's first byte is not known. */
import { MAX_GAPS_SEARCHED, MAX_SEARCH_BYTES } from './limits.js';
import { LF } from './scan.js';
import { METHOD_INITIAL, RESPONSE, TOKEN, statusLineAt } from './start-line.js';

export class StartSearch {
  /** Whether the first message need not be at the first byte. */
  isAllowed = false;
  /** Whether the head being read was found by a search. */
  isFound = false;
  atLineStart = true;
  /** Bytes that were searched. */
  #bytes = 0;
  /** Gaps met since the last message. */
  #gaps = 0;

  /** @param {boolean} isAllowed */
  reset(isAllowed) {
    this.isAllowed = isAllowed;
    this.isFound = false;
    this.atLineStart = true;
    this.#bytes = 0;
    this.#gaps = 0;
  }

  /** Goes on where the core stopped. @param {import('../../engine/http1-events.js').PlainHalf} plain */
  resume({ wasLost, isAtLineStart, searched, gaps }) {
    this.isAllowed = wasLost;
    this.atLineStart = isAtLineStart;
    this.#bytes = searched;
    this.#gaps = gaps;
  }

  /** Whether so many bytes were searched that a first message is not to be hoped for. */
  get isHopeless() {
    return this.#bytes > MAX_SEARCH_BYTES;
  }

  /** @param {number} bytes of what was none */
  mistook(bytes) {
    this.#bytes += bytes;
    this.atLineStart = false;
  }

  /** @returns {boolean} whether there were too many to go on */
  meetGap() {
    this.atLineStart = true;
    return ++this.#gaps > MAX_GAPS_SEARCHED;
  }

  /** A message was found. */
  succeed() {
    this.#gaps = 0;
  }

  /**
   * A request at the start of a line may have any method, elsewhere a common one.
   * @param {number} kind of message that is looked for
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   * @returns {number} where a start line may begin, or `end`
   */
  find(kind, bytes, start, end) {
    const next = kind === RESPONSE ? statusLineAt(bytes, start, end) : this.#requestLineAt(bytes, start, end);
    if (next > start) this.atLineStart = bytes[next - 1] === LF;
    this.isFound = next < end;
    this.#bytes += next - start;
    return next;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #requestLineAt(bytes, start, end) {
    let next = start, atLineStart = this.atLineStart;
    while (next < end && (atLineStart ? TOKEN[bytes[next]] !== 1 : METHOD_INITIAL[bytes[next]] !== 1)) {
      atLineStart = bytes[next] === LF;
      next++;
    }
    return next;
  }
}
