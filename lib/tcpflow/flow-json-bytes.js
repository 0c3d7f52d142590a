/** Bytes that a value may need at most: a connection with all its flags takes about 3 000. */
const ROOM_BYTES = 1 << 14;
const BUFFER_BYTES = 1 << 18;
/** What text is turned into bytes in, where it is short; a unit of UTF-16 takes three at the most. */
const SCRATCH_BYTES = 1 << 14, MOST_BYTES_A_UNIT = 3;

/** Integers below have at most 15 digits and are written digit by digit. */
const FIFTEEN_DIGITS = 1e15;

const NOTHING = new Uint8Array(0);
const ZERO = 0x30, QUOTE = 0x22, BACKSLASH = 0x5c;

/**
 * @typedef {{ words: Int32Array, length: number }} Fragment text that is written often: its bytes as little-endian words, zeros behind
 */

/** @param {string} text @returns {Fragment} */
export function fragment(text) {
  const bytes = new TextEncoder().encode(text), view = new DataView(new ArrayBuffer((bytes.length + 3) & ~3));
  bytes.forEach((byte, i) => view.setUint8(i, byte));
  return { words: Int32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getInt32(i * 4, true)), length: bytes.length };
}

/**
 * JSON as bytes, written straight into one buffer that is used over and over. Numbers look as JSON.stringify prints them.
 *
 * Write a value, and while `isFull` bring `take()` to where it shall go before the next.
 */
export class JsonBytes {
  #bytes;
  #view;
  #length = 0;
  #encoder = new TextEncoder();
  #scratch = new Uint8Array(SCRATCH_BYTES);
  /** What came before the buffer's content, when a value was too large for it. @type {Uint8Array[]} */
  #before = [];

  /** @param {Uint8Array} [buffer] to write into; others may write there too, from `address` on, if they then set it */
  constructor(buffer = new Uint8Array(BUFFER_BYTES)) {
    this.#bytes = buffer;
    this.#view = viewOf(buffer);
  }

  /** From here on writes into another buffer, from its start; what was written before is left where it is. @param {Uint8Array} buffer */
  moveTo(buffer) {
    this.#bytes = buffer;
    this.#view = viewOf(buffer);
    this.#length = 0;
  }

  /** Bytes written since the last `take`. */
  get length() { return this.#length; }

  /** Where in its buffer's memory the next byte goes; whoever writes there itself sets it to the byte behind. */
  get address() { return this.#bytes.byteOffset + this.#length; }
  set address(address) { this.#length = address - this.#bytes.byteOffset; }

  /** There may be too little room for another value. */
  get isFull() { return this.#before.length > 0 || this.#length > this.#bytes.length - ROOM_BYTES; }

  /** @returns {Uint8Array} what was written since: to be used before anything more is written, as it is not copied */
  take() {
    const written = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return this.#before.length > 0 ? joined([...this.#before.splice(0), written]) : written;
  }

  /** Other bytes as they are. @param {Uint8Array} bytes */
  copy(bytes) {
    if (bytes.length > this.free) return this.#putBefore(bytes.slice());
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Puts bytes for which there is no room behind all that was written. @param {Uint8Array} bytes that nobody changes any more */
  #putBefore(bytes) {
    this.#before.push(this.#bytes.slice(0, this.#length), bytes);
    this.#length = 0;
  }

  /** Room that is left. */
  get free() { return this.#bytes.length - this.#length; }

  /** @param {Fragment} fragment */
  text({ words, length }) {
    const view = this.#view, count = words.length;
    if (count * 4 > this.free) this.#putBefore(NOTHING);
    for (let i = 0, at = this.#length; i < count; i++, at += 4) view.setInt32(at, words[i], true); // the zeros behind it are written over
    this.#length += length;
  }

  /** Between quotation marks. @param {string} text */
  string(text) {
    if (text.length > ROOM_BYTES / 4 || text.length > this.free - ROOM_BYTES / 2) return this.value(text);
    const bytes = this.#bytes, start = this.#length + 1;
    bytes[start - 1] = QUOTE;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) return this.value(text);
      bytes[start + i] = code;
    }
    bytes[start + text.length] = QUOTE;
    this.#length = start + text.length + 1;
  }

  /** Anything, by JSON.stringify: for what is rare. @param {unknown} value */
  value(value) { this.raw(JSON.stringify(value)); }

  /** A member of an object. @param {Fragment} key with what stands before @param {object|null} value null: nothing is written */
  part(key, value) {
    if (value === null) return;
    this.text(key);
    this.value(value);
  }

  /** JSON as it is. @param {string} text */
  raw(text) {
    const bytes = this.#encoded(text);
    if (bytes.length > this.free - ROOM_BYTES / 2) this.#putBefore(bytes.slice());
    else this.copy(bytes);
  }

  /** Its bytes, to be used at once: encodeInto will not write to shared memory, and what does not fit takes a buffer of its own. @param {string} text */
  #encoded(text) {
    if (text.length > SCRATCH_BYTES / MOST_BYTES_A_UNIT) return this.#encoder.encode(text);
    return this.#scratch.subarray(0, this.#encoder.encodeInto(text, this.#scratch).written);
  }

  /** @param {number} value */
  integer(value) {
    const small = value | 0;
    if (small === value && small >= 0) return this.#digits(small, widthOf(small));
    if (!(value > 0 && value < FIFTEEN_DIGITS && Math.floor(value) === value)) return this.value(value);
    const high = Math.floor(value / 1e9) | 0;
    if (high > 0) this.#digits(high, widthOf(high));
    const low = value - high * 1e9;
    this.#digits(low | 0, high > 0 ? 9 : widthOf(low));
  }

  /** @param {number} value below 2^31 @param {number} width digits, with zeros in front */
  #digits(value, width) {
    if (width > this.free) this.#putBefore(NOTHING);
    const bytes = this.#bytes, start = this.#length;
    let left = value | 0;
    for (let at = start + width - 1; at >= start; at--) {
      const tenth = (left / 10) | 0;
      bytes[at] = ZERO + left - tenth * 10;
      left = tenth;
    }
    this.#length = start + width;
  }
}

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {number} value from 0 to 2^31 − 1 @returns {number} decimal digits */
function widthOf(value) {
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1000) return 3;
  if (value < 10_000) return 4;
  let width = 5;
  for (let power = 100_000; value >= power; power *= 10) width++;
  return width;
}
