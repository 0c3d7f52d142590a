import { TRANSFER_AGAIN } from './not-a-capture.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** With fewer line feeds, a carriage return before each may be chance, or text. */
const MIN_ADDED = 4;
/**
 * Among this many line feeds in binary data at least one has a carriage return before it by chance, except once in ten
 * million.
 */
const MIN_REMOVED = 4096;
/** Warnings of damage that a changed line end explains. */
const DAMAGE = new Set(['impossible_length', 'damaged_block', 'cut_short', 'unknown_version']);

/**
 * Whether a file was transferred as text, which puts a carriage return before every line feed, or removes all of them.
 * Checked from its beginning until both kinds of line feed have been seen, which is within the first kilobytes.
 */
export class LineFeeds {
  #alone = 0;
  #afterReturn = 0;
  /** The last byte so far. */
  #last = 0;

  get wantsMore() {
    return this.#alone <= MIN_REMOVED && (this.#alone === 0 || this.#afterReturn === 0);
  }

  /** @param {Uint8Array} bytes the next of the file */
  look(bytes) {
    for (let at = bytes.indexOf(LINE_FEED); at >= 0 && this.wantsMore; at = bytes.indexOf(LINE_FEED, at + 1)) {
      if ((at > 0 ? bytes[at - 1] : this.#last) === CARRIAGE_RETURN) this.#afterReturn++;
      else this.#alone++;
    }
    if (bytes.length > 0) this.#last = bytes[bytes.length - 1];
  }

  /** Says so where the file is damaged. @param {import('./capture-notes.js').CaptureNotes} notes */
  warn(notes) {
    const damage = notes.warnings.find(({ code }) => DAMAGE.has(code));
    if (damage === undefined) return;
    const wereAdded = this.#alone === 0 && this.#afterReturn >= MIN_ADDED;
    const wereRemoved = this.#afterReturn === 0 && this.#alone > MIN_REMOVED;
    if (!wereAdded && !wereRemoved) return;
    const how = wereAdded
      ? 'Every line feed (0a) in the file has a carriage return (0d) before it'
      : 'No line feed (0a) in the file has a carriage return (0d) before it';
    const message = `${how}: its line ends were changed, as by FTP in ASCII mode. ${TRANSFER_AGAIN}`;
    notes.warn('line_ends_changed', message, damage.offset);
  }
}
