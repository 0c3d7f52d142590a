/** Extracts one direction's TLS records from a byte stream (RFC 8446 section 5.1), independent of segmentation. */
import { MAX_RECORD_BODY_BYTES } from './limits.js';

/** @typedef {import('../stream-parser.js').Place} Place */

const HEADER_BYTES = 5;

/** Content types; OLD_HELLO is our own: a ClientHello in the form of SSL 2.0, its body the part after the version. */
export const RECORD = Object.freeze({
  CHANGE_CIPHER_SPEC: 20,
  ALERT: 21,
  HANDSHAKE: 22,
  APPLICATION_DATA: 23,
  HEARTBEAT: 24,
  OLD_HELLO: 0x80,
});

/** Bytes of such a hello's record that are read as a header, without the two of its length. */
const OLD_HELLO_START_BYTES = 3;

/**
 * @typedef {object} RecordSink
 * @property {(type: number, version: number, bytes: Uint8Array, start: number, end: number, at: Place) => void}
 *   onRecord
 *   body and place: `frame` is that of the header's first byte, `deliveredFrame` that which completed the record. Both
 *   valid during the call
 * @property {(length: number, at: Place) => void} onLost a record's body of that length is incomplete
 * @property {(type: number, at: Place) => void} onHeader instead of the two above once bodies are skipped: a record
 *   begins
 * @property {(length: number, at: Place) => void} onUnframed so many bytes belong to records that cannot be delimited
 */

/** @param {number} type @param {number} major @param {number} minor @param {number} length */
function isHeader(type, major, minor, length) {
  return (
    type >= RECORD.CHANGE_CIPHER_SPEC &&
    type <= RECORD.HEARTBEAT &&
    major === 3 &&
    minor <= 4 &&
    length <= MAX_RECORD_BODY_BYTES
  );
}

export class RecordReader {
  #sink;
  #header = new Uint8Array(HEADER_BYTES);
  #headerBytes = 0;
  /** Body of a record that comes in pieces. */
  #body = new Uint8Array(0);
  #bodyBytes = 0;
  /** Whether part of the current record's body is missing. */
  #isBroken = false;
  /** Looking for a header. */
  #isLost = false;
  /** Nothing has come yet. */
  #isFirst = true;
  /** Whether bodies are skipped. */
  #skims = false;
  /** Of the record being read. */
  #at = { frame: 0, timeNs: 0, deliveredFrame: 0, deliveredNs: 0 };

  /** @param {RecordSink} sink */
  constructor(sink) {
    this.#sink = sink;
  }

  /** Whether the next byte is not known to start or continue a record. */
  get isLost() {
    return this.#isLost;
  }

  /** From the next record on only headers are read. */
  skim() {
    this.#skims = true;
  }

  /** Bytes up to the next header, when bodies are skipped. */
  get passedOver() {
    return this.#skims && this.#headerBytes === HEADER_BYTES ? this.#length() - this.#bodyBytes : 0;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   */
  push(bytes, start, end, at) {
    for (let i = start; i < end;) {
      if (this.#isLost) i = this.#search(bytes, i, end, at);
      else if (this.#headerBytes < HEADER_BYTES) i = this.#readHeader(bytes, i, at);
      else i = this.#readBody(bytes, i, end, at);
    }
  }

  /**
   * @param {number} length
   * @param {Place} at
   */
  gap(length, at) {
    this.#isFirst = false;
    if (this.#isLost) {
      this.#sink.onUnframed(length + this.#headerBytes, at);
      this.#headerBytes = 0;
      return;
    }
    const inside = this.#headerBytes === HEADER_BYTES ? Math.min(length, this.#length() - this.#bodyBytes) : 0;
    this.#bodyBytes += inside;
    if (inside > 0) this.#isBroken = true;
    if (inside > 0 && this.#bodyBytes === this.#length()) this.#endRecord(this.#body, 0, at);
    if (inside === length) return;
    this.#sink.onUnframed(length - inside + this.#headerBytes, at);
    this.#headerBytes = 0;
    this.#isLost = true;
  }

  #length() {
    return (this.#header[3] << 8) | this.#header[4];
  }

  /** @param {Uint8Array} bytes @param {number} i @param {Place} at */
  #readHeader(bytes, i, at) {
    if (this.#headerBytes === 0) {
      this.#at.frame = at.frame;
      this.#at.timeNs = at.timeNs;
    }
    this.#header[this.#headerBytes++] = bytes[i];
    if (this.#headerBytes < HEADER_BYTES) return i + 1;
    const isOldHello = this.#isFirst && this.#foldOldHello();
    const [type, major, minor] = this.#header;
    this.#isFirst = false;
    if (!isOldHello && !isHeader(type, major, minor, this.#length())) this.#lose(at);
    else this.#beginRecord(bytes, i + 1, at);
    return i + 1;
  }

  /** A header is complete. @param {Uint8Array} bytes @param {number} start of the body @param {Place} at */
  #beginRecord(bytes, start, at) {
    this.#bodyBytes = 0;
    this.#isBroken = false;
    if (this.#skims) this.#sink.onHeader(this.#header[0], this.#at);
    if (this.#length() === 0) this.#endRecord(bytes, start, at);
  }

  /**
   * Converts the first record's header, if it is one of SSL 2.0, to the form of the others: two bytes of length and a
   * type become a type and two bytes of length.
   */
  #foldOldHello() {
    const header = this.#header;
    const length = header[1] - OLD_HELLO_START_BYTES;
    if (header[0] !== RECORD.OLD_HELLO || header[2] !== 1 || header[3] !== 3 || length < 0) return false;
    header.set([RECORD.OLD_HELLO, 3, header[4], 0, length]);
    return true;
  }

  /** Not a header where one should be. @param {Place} at */
  #lose(at) {
    this.#headerBytes = 0;
    this.#isLost = true;
    this.#sink.onUnframed(HEADER_BYTES, at);
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end @param {Place} at */
  #readBody(bytes, i, end, at) {
    const length = this.#length();
    const taken = Math.min(end - i, length - this.#bodyBytes);
    if (taken === length) {
      this.#bodyBytes = length;
      this.#endRecord(bytes, i, at);
      return i + taken;
    }
    if (!this.#isBroken && !this.#skims) this.#keep(bytes.subarray(i, i + taken));
    this.#bodyBytes += taken;
    if (this.#bodyBytes === length) this.#endRecord(this.#body, 0, at);
    return i + taken;
  }

  /** @param {Uint8Array} part of the body */
  #keep(part) {
    if (this.#body.length < this.#length()) {
      this.#body = new Uint8Array(Math.max(MAX_RECORD_BODY_BYTES, this.#length()));
    }
    this.#body.set(part, this.#bodyBytes);
  }

  /** @param {Uint8Array} bytes @param {number} start of the body @param {Place} at */
  #endRecord(bytes, start, at) {
    const length = this.#length();
    const version = (this.#header[1] << 8) | this.#header[2];
    this.#at.deliveredFrame = at.deliveredFrame;
    this.#at.deliveredNs = at.deliveredNs;
    this.#headerBytes = 0;
    if (this.#skims) return;
    if (this.#isBroken) this.#sink.onLost(length, this.#at);
    else this.#sink.onRecord(this.#header[0], version, bytes, start, start + length, this.#at);
  }

  /**
   * Searches for the next possible header, which may span pieces: the window is `#header`.
   * @param {Uint8Array} bytes
   * @param {number} i
   * @param {number} end
   * @param {Place} at
   */
  #search(bytes, i, end, at) {
    const header = this.#header;
    let next = i;
    let passed = 0;
    while (next < end && this.#isLost) {
      header[this.#headerBytes++] = bytes[next++];
      if (this.#headerBytes < HEADER_BYTES) continue;
      if (isHeader(header[0], header[1], header[2], this.#length())) this.#isLost = false;
      else {
        header.copyWithin(0, 1);
        this.#headerBytes--;
        passed++;
      }
    }
    if (passed > 0) this.#sink.onUnframed(passed, at);
    if (!this.#isLost) this.#beginRecord(bytes, next, at);
    return next;
  }
}
