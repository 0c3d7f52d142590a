/** A message's head, read from bytes that may come in any pieces. */
import { NOTE } from '../notes.js';
import { CODING, LENGTH_ABSENT, readFramingField } from './fields.js';
import { MAX_HEADER_FIELDS, MAX_HEAD_BYTES, MAX_METHOD_BYTES, MAX_START_LINE_BYTES } from './limits.js';
import {
  METHOD, METHOD_INITIAL, REQUEST, RESPONSE, STATUS_PREFIX_BYTES, TOKEN, UNKNOWN,
  fitsStatusLine, matchKnownMethod, methodAt, versionBefore,
} from './start-line.js';

/** What a scan found. */
export const MORE = 0;
export const DONE = 1;
export const NOT_HTTP = 2;
export const TOO_LONG = 3;

const BEGINNING = 0;
const TARGET = 1;
const REASON = 2;
const FIELDS = 3;

const CR = 0x0d;
const LF = 0x0a;

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

  /**
   * @param {Uint8Array} bytes
   * @param {number} base where the head starts in `bytes`
   * @param {number} end of what is there
   * @returns {number} `MORE`, `DONE` (`next` is the head's length), `NOT_HTTP` (`next` is the byte that shows it), `TOO_LONG`
   */
  scan(bytes, base, end) {
    let found = DONE;
    if (this.phase === BEGINNING) found = this.#scanBeginning(bytes, base, end);
    if (found === DONE && this.phase === TARGET) found = this.#scanTarget(bytes, base, end);
    if (found === DONE && this.phase === REASON) found = this.#scanReason(bytes, base, end);
    if (found === DONE) found = this.#scanFields(bytes, base, end);
    return found;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} base
   * @param {number} end
   */
  #scanBeginning(bytes, base, end) {
    const first = bytes[base];
    if (first === 0x48 && this.expected !== REQUEST) {
      if (base + 1 >= end) return MORE;
      if (this.expected === RESPONSE || bytes[base + 1] === 0x54) return this.#scanStatus(bytes, base, end);
    }
    if (this.expected === RESPONSE) return NOT_HTTP;
    return this.#scanMethod(bytes, base, end);
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} base
   * @param {number} end
   */
  #scanStatus(bytes, base, end) {
    let i = this.next;
    while (i < STATUS_PREFIX_BYTES && base + i < end && fitsStatusLine(i, bytes[base + i])) i++;
    this.next = i;
    if (i < STATUS_PREFIX_BYTES) return base + i < end ? NOT_HTTP : MORE;
    this.kind = RESPONSE;
    this.minorVersion = bytes[base + 7] - 0x30;
    this.status = (bytes[base + 9] - 0x30) * 100 + (bytes[base + 10] - 0x30) * 10 + bytes[base + 11] - 0x30;
    this.phase = REASON;
    this.next = STATUS_PREFIX_BYTES - 1;
    return DONE;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} base
   * @param {number} end
   */
  #scanMethod(bytes, base, end) {
    if (this.commonMethodOnly) {
      const fit = matchKnownMethod(bytes, base, end);
      this.next = fit > 0 ? fit - 1 : -1 - fit;
      if (fit < 0) return base + this.next < end ? NOT_HTTP : MORE;
    }
    let i = this.next;
    while (base + i < end && TOKEN[bytes[base + i]] === 1) {
      if (i === MAX_METHOD_BYTES) {
        this.next = i;
        return NOT_HTTP;
      }
      i++;
    }
    this.next = i;
    if (base + i >= end) return MORE;
    if (i === 0 || bytes[base + i] !== 0x20) return NOT_HTTP;
    this.methodIsCommon = METHOD_INITIAL[bytes[base]] === 1 && matchKnownMethod(bytes, base, base + i + 1) === i + 1;
    this.method = methodAt(bytes, base, i);
    this.methodBytes = i;
    this.phase = TARGET;
    this.next = i + 1;
    return DONE;
  }

  /**
   * Up to the request line's end. Only common methods may have spaces in the target (some clients send them).
   * @param {Uint8Array} bytes
   * @param {number} base
   * @param {number} end
   */
  #scanTarget(bytes, base, end) {
    const stop = Math.min(end - base, MAX_START_LINE_BYTES);
    let i = this.next;
    for (; i < stop; i++) {
      const byte = bytes[base + i];
      if (byte > 0x20 && byte !== 0x7f) continue;
      if (byte === LF) return this.#endRequestLine(bytes, base, i);
      if (byte === 0x20 && (this.methodIsCommon || this.spaces === 0)) {
        this.spaces = 1;
        continue;
      }
      if (byte !== CR) break;
      if (i + 1 === end - base) {
        this.next = i;
        return MORE;
      }
      if (bytes[base + i + 1] !== LF) {
        this.next = i + 1;
        return NOT_HTTP;
      }
    }
    this.next = i;
    return i === end - base && i < MAX_START_LINE_BYTES ? MORE : NOT_HTTP;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} base
   * @param {number} lineFeed
   */
  #endRequestLine(bytes, base, lineFeed) {
    this.next = lineFeed;
    const bare = bytes[base + lineFeed - 1] !== CR;
    const length = bare ? lineFeed : lineFeed - 1;
    if (length - 9 <= this.methodBytes + 1) return NOT_HTTP;
    const minor = versionBefore(bytes, base + length);
    if (minor < 0) return NOT_HTTP;
    if (bare) this.notes |= NOTE.BARE_LF;
    this.kind = REQUEST;
    this.minorVersion = minor;
    this.#beginFields(lineFeed + 1);
    return DONE;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} base
   * @param {number} end
   */
  #scanReason(bytes, base, end) {
    const stop = Math.min(end, base + MAX_START_LINE_BYTES);
    let i = base + this.next;
    while (i < stop && bytes[i] !== LF) i++;
    this.next = i - base;
    if (i >= stop) return this.next < MAX_START_LINE_BYTES ? MORE : TOO_LONG;
    if (bytes[i - 1] !== CR) this.notes |= NOTE.BARE_LF;
    this.#beginFields(this.next + 1);
    return DONE;
  }

  /** @param {number} start */
  #beginFields(start) {
    this.phase = FIELDS;
    this.fieldStart = start;
    this.next = start;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} base
   * @param {number} end
   */
  #scanFields(bytes, base, end) {
    const stop = Math.min(end, base + MAX_HEAD_BYTES);
    let start = base + this.fieldStart;
    let i = base + this.next;
    for (;;) {
      while (i < stop && bytes[i] !== LF) i++;
      if (i >= stop) break;
      if (i === start || (i === start + 1 && bytes[start] === CR)) {
        this.next = i + 1 - base;
        return DONE;
      }
      // A line that starts with white space belongs to the field before it: look at the next byte before the field is over.
      if (i + 1 >= stop) break;
      if (bytes[i + 1] === 0x20 || bytes[i + 1] === 0x09) {
        this.notes |= NOTE.FOLDED_FIELD;
        i += 1;
        continue;
      }
      if (!this.#endField(bytes, start, i)) {
        this.next = i + 1 - base;
        return NOT_HTTP;
      }
      i += 1;
      start = i;
      this.fieldStart = start - base;
    }
    this.next = i - base;
    return stop - base < MAX_HEAD_BYTES ? MORE : TOO_LONG;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} lineFeed
   * @returns {boolean} false when the first field shows that this is no HTTP
   */
  #endField(bytes, start, lineFeed) {
    this.fieldCount++;
    if (this.fieldCount > MAX_HEADER_FIELDS) {
      this.notes |= NOTE.TOO_MANY_FIELDS;
      return true;
    }
    if (bytes[lineFeed - 1] !== CR) this.notes |= NOTE.BARE_LF;
    if (this.fieldCount === 1 && !isPlausibleName(bytes, start, lineFeed)) return false;
    const initial = bytes[start] | 0x20;
    if (initial === 0x63 || initial === 0x74) readFramingField(this, bytes, start, lineFeed);
    return true;
  }
}

/**
 * No binary bytes before the colon of a first field.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function isPlausibleName(bytes, start, end) {
  for (let i = start; i < end && bytes[i] !== 0x3a; i++) {
    const byte = bytes[i];
    if ((byte < 0x20 && byte !== CR && byte !== 0x09 && byte !== LF) || byte === 0x7f) return false;
  }
  return true;
}
