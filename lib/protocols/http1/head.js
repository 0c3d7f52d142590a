/** A message's head, read from bytes that may come in any pieces. */
import { CODING, LENGTH_ABSENT } from './fields.js';
import { scanFields } from './scan-fields.js';
import { scanBeginning, scanReason, scanTarget } from './scan-start-line.js';
import { BEGINNING, DONE, FIELDS, REASON, TARGET } from './scan.js';
import { METHOD, UNKNOWN } from './start-line.js';

/**
 * Scans a head as far as its bytes are there and goes on where it stopped, so that a head costs the same in one piece and in
 * many. All positions are counted from the head's first byte; the caller hands in where that is.
 *
 *   GET /index.html HTTP/1.1␍␊Host: example.org␍␊Accept: a,␍␊ b␍␊␍␊
 *   ^ BEGINNING
 *       ^ TARGET               ^ FIELDS: fieldStart ───┘ (a folded field is one field)   ^ length
 */
export class Head {
  /** What is looked for: `REQUEST`, `RESPONSE`, or `UNKNOWN` for either. */
  expected = UNKNOWN;
  commonMethodOnly = false;
  phase = BEGINNING;
  /** The next byte to look at. */
  next = 0;
  kind = UNKNOWN;
  /** Of `METHOD`. */
  method = /** @type {number} */ (METHOD.OTHER);
  methodBytes = 0;
  methodIsCommon = false;
  /** Spaces in the request line behind the method's. */
  spaces = 0;
  status = 0;
  minorVersion = 0;
  fieldStart = 0;
  fieldCount = 0;
  contentLength = LENGTH_ABSENT;
  /** Of `CODING`. */
  coding = /** @type {number} */ (CODING.NONE);
  /** Bits of `NOTE`. */
  notes = 0;
  /**
   * Scans what is there when a head begins, where it lies in the core's memory; null: nobody does.
   * @type {import('../../engine/head-scanner.js').HeadScanner|null}
   */
  scanner = null;

  /**
   * @param {number} expected `REQUEST`, `RESPONSE`, or `UNKNOWN` for either
   * @param {boolean} commonMethodOnly whether a request must have one of the common methods
   */
  reset(expected, commonMethodOnly) {
    this.expected = expected;
    this.commonMethodOnly = commonMethodOnly;
    this.phase = BEGINNING;
    this.next = 0;
    this.kind = UNKNOWN;
    this.method = METHOD.OTHER;
    this.methodBytes = 0;
    this.methodIsCommon = false;
    this.spaces = 0;
    this.status = 0;
    this.minorVersion = 0;
    this.fieldStart = 0;
    this.fieldCount = 0;
    this.contentLength = LENGTH_ABSENT;
    this.coding = CODING.NONE;
    this.notes = 0;
  }

  /** Whether the start line is known to be HTTP/1's. */
  get isRecognised() {
    return this.phase === FIELDS || this.phase === REASON;
  }

  /** From here on header fields. @param {number} start the first one's first byte */
  beginFields(start) {
    this.phase = FIELDS;
    this.fieldStart = start;
    this.next = start;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} base where the head starts in `bytes`
   * @param {number} end of what is there
   * @returns {number} `MORE`, `DONE` (`next` is the head's length), `NOT_HTTP` (`next` is the byte that shows it), `TOO_LONG`
   */
  scan(bytes, base, end) {
    let found = this.scanner === null || this.phase !== BEGINNING || this.next > 0 ? -1 : this.scanner.scan(this, bytes, base, end);
    if (found >= 0) return found;
    found = DONE;
    if (this.phase === BEGINNING) found = scanBeginning(this, bytes, base, end);
    if (found === DONE && this.phase === TARGET) found = scanTarget(this, bytes, base, end);
    if (found === DONE && this.phase === REASON) found = scanReason(this, bytes, base, end);
    if (found === DONE) found = scanFields(this, bytes, base, end);
    return found;
  }
}
