/** Words of the core's head behind its Content-Length, in the order of core/head.ts. */
const HEAD = Object.freeze({
  PHASE: 0, NEXT: 1, KIND: 2, METHOD: 3, METHOD_BYTES: 4, METHOD_IS_COMMON: 5, SPACES: 6, STATUS: 7, MINOR_VERSION: 8, FIELD_START: 9,
  FIELD_COUNT: 10, CODING: 11, NOTES: 12,
});
const WORDS = 13;

/** @typedef {Omit<import('../protocols/http1/head.js').Head, 'scanner'|'scan'|'reset'|'beginFields'|'isRecognised'>} ScannedHead */

/** Scans heads of HTTP/1.x that lie in the core's memory, by the core (core/head.ts). */
export class HeadScanner {
  #core;
  #words;
  #contentLength;
  /** Those that are looked through, and where they begin in the core's memory. @type {Uint8Array|null} */
  #bytes = null;
  #origin = 0;

  /** @param {import('./engine.js').Core} core */
  constructor(core) {
    this.#core = core;
    this.#contentLength = new Float64Array(core.buffer, core.head.value, 1);
    this.#words = new Int32Array(core.buffer, core.head.value + this.#contentLength.byteLength, WORDS);
  }

  /**
   * @param {ScannedHead} head of which nothing was scanned yet @param {Uint8Array} bytes @param {number} base @param {number} end of what is there
   * @returns {number} as `Head.scan`; −1: the bytes lie elsewhere, and nothing was done
   */
  scan(head, bytes, base, end) {
    if (bytes !== this.#bytes && !this.#take(bytes)) return -1;
    const found = this.#core.scanHead(this.#origin + base, this.#origin + end, head.expected, Number(head.commonMethodOnly)), words = this.#words;
    head.phase = words[HEAD.PHASE];
    head.next = words[HEAD.NEXT];
    head.kind = words[HEAD.KIND];
    head.method = words[HEAD.METHOD];
    head.methodBytes = words[HEAD.METHOD_BYTES];
    head.methodIsCommon = words[HEAD.METHOD_IS_COMMON] !== 0;
    head.spaces = words[HEAD.SPACES];
    head.status = words[HEAD.STATUS];
    head.minorVersion = words[HEAD.MINOR_VERSION];
    head.fieldStart = words[HEAD.FIELD_START];
    head.fieldCount = words[HEAD.FIELD_COUNT];
    head.contentLength = this.#contentLength[0];
    head.coding = words[HEAD.CODING];
    head.notes = words[HEAD.NOTES];
    return found;
  }

  /** @param {Uint8Array} bytes */
  #take(bytes) {
    if (bytes.buffer !== this.#core.buffer) return false;
    this.#bytes = bytes;
    this.#origin = bytes.byteOffset;
    return true;
  }
}
