/** Collects a head whose bytes come in pieces. */
import { Head } from './head.js';
import { MORE } from './scan.js';

const NOTHING = new Uint8Array(0);
const FIRST_BUFFER_BYTES = 2048;
const NO_HEAD = new Head();
const MAX_SPARE_HEADS = 64;
/** Heads that no direction is reading: few connections are in the midst of one. @type {Head[]} */
const spareHeads = [];

export class HeadReader {
  #scanner;
  head = NO_HEAD;
  /** After a scan, the head's bytes are `source[base, base + head.next)`. */
  source = /** @type {Uint8Array} */ (NOTHING);
  base = 0;
  /** Bytes of a head that came in part. */
  kept = 0;
  #buffer = NOTHING;

  /** @param {import('../../engine/head-scanner.js').HeadScanner|null} scanner for heads that lie where it looks */
  constructor(scanner) {
    this.#scanner = scanner;
  }

  /** @param {number} kind of message that is looked for @param {boolean} commonMethodOnly whether a request must have one of the common methods */
  begin(kind, commonMethodOnly) {
    if (this.head === NO_HEAD) this.head = spareHeads.pop() ?? new Head();
    this.head.scanner = this.#scanner;
    this.head.reset(kind, commonMethodOnly);
  }

  /**
   * @param {Uint8Array} bytes @param {number} start of the head's next bytes @param {number} end
   * @returns {number} as `Head.scan`; where it gives MORE the bytes are kept
   */
  scan(bytes, start, end) {
    const isBegun = this.kept > 0;
    if (isBegun) this.#keep(bytes, start, end);
    this.source = isBegun ? this.#buffer : bytes;
    this.base = isBegun ? 0 : start;
    const found = this.head.scan(this.source, this.base, isBegun ? this.kept : end);
    if (found === MORE && !isBegun) this.#keep(bytes, start, end);
    return found;
  }

  /** The bytes of a head that came in part; they are `source` from now on. */
  takeKept() {
    this.source = this.#buffer;
    this.base = 0;
    return this.kept;
  }

  forget() {
    if (this.head !== NO_HEAD && spareHeads.length < MAX_SPARE_HEADS) spareHeads.push(this.head);
    this.head = NO_HEAD;
    this.source = NOTHING;
    this.kept = 0;
    if (this.#buffer.length > FIRST_BUFFER_BYTES) this.#buffer = NOTHING;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #keep(bytes, start, end) {
    const needed = this.kept + end - start;
    if (needed > this.#buffer.length) {
      const longer = new Uint8Array(Math.max(FIRST_BUFFER_BYTES, needed, this.#buffer.length * 2));
      longer.set(this.#buffer.subarray(0, this.kept));
      this.#buffer = longer;
    }
    this.#buffer.set(bytes.subarray(start, end), this.kept);
    this.kept = needed;
  }
}
