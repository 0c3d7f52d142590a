/**
 * MySQL's compressed packets (dev.mysql.com/doc/dev/mysql-server, "Compression"), which both ends send after a login
 * that negotiated zlib or zstd: three bytes of length, a number, three bytes of unpacked length; 0: not compressed.
 * Their contents are one stream.
 */
import { MAX_COMPRESSED_PACKET_BYTES, MAX_PACKET_INFLATION } from '../limits.js';
import { unpackAll } from '../unpack.js';
import { uint24 } from './fields.js';

/** @typedef {import('../../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../../stream-parser.js').Place} Place */
/** @typedef {import('../../tls/ciphers.js').Ciphers} Ciphers */

const HEADER_BYTES = 7;
/** Second byte of a zlib stream, and of a frame of zstd. */
const CODINGS = Object.freeze({ 0x78: 'zlib', 0x28: 'zstd' });
/** A buffer of either end's (net_buffer_length), and as much again. */
const FIRST_CREDIT_BYTES = 32 * 1024;
const NOTHING = new Uint8Array(0);

/** One direction, and its current packet. */
class Direction {
  header = new Uint8Array(HEADER_BYTES);
  headerBytes = 0;
  offset = 0;
  frame = 0;
  timeNs = 0;
  /** Compressed and unpacked length; 0: not compressed. */
  length = 0;
  unpackedBytes = 0;
  /** Bytes of it received, of which the first are kept. */
  came = 0;
  kept = NOTHING;
  isMissing = false;
  /** The start of the next packet is unknown. */
  isLost = false;
  /** Compressed bytes. */
  #credit = FIRST_CREDIT_BYTES;

  get isWhole() {
    return this.headerBytes === HEADER_BYTES && this.came === this.length;
  }

  /** Its unpacked length. */
  get contentBytes() {
    return this.unpackedBytes || this.length;
  }

  /**
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   * @returns {number} end of the packet's bytes
   */
  take(bytes, start, end) {
    let at = start;
    while (at < end && this.headerBytes < HEADER_BYTES) this.header[this.headerBytes++] = bytes[at++];
    if (this.headerBytes < HEADER_BYTES) return at;
    if (this.came === 0) this.#readHeader();
    const count = Math.min(end - at, this.length - this.came);
    if (!this.isMissing) this.#keep(bytes, at, count);
    this.came += count;
    return at + count;
  }

  #readHeader() {
    this.length = uint24(this.header, 0);
    this.unpackedBytes = uint24(this.header, 4);
    this.isMissing = Math.max(this.length, this.unpackedBytes) > MAX_COMPRESSED_PACKET_BYTES;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} count */
  #keep(bytes, start, count) {
    if (this.came + count > this.kept.length) {
      const kept = new Uint8Array(Math.min(this.length, Math.max(this.came + count, this.kept.length * 2)));
      kept.set(this.kept.subarray(0, this.came));
      this.kept = kept;
    }
    this.kept.set(bytes.subarray(start, start + count), this.came);
  }

  /** Its content; null: unknown. @param {Ciphers|null} ciphers @returns {Uint8Array|null} */
  content(ciphers) {
    this.#credit = Math.min(MAX_COMPRESSED_PACKET_BYTES, this.#credit + this.length * MAX_PACKET_INFLATION);
    if (this.isMissing || this.unpackedBytes > this.#credit) return null;
    const bytes = this.kept.subarray(0, this.length);
    if (this.unpackedBytes === 0) return bytes;
    this.#credit -= this.unpackedBytes;
    const coding = CODINGS[/** @type {keyof typeof CODINGS} */ (bytes[0])];
    const unpacked = coding === undefined ? null : unpackAll(coding, bytes, ciphers, this.unpackedBytes);
    return unpacked?.length === this.unpackedBytes ? unpacked : null;
  }

  /** The next packet begins. @param {number} offset @param {Place} at */
  begin(offset, at) {
    this.offset = offset;
    this.frame = at.frame;
    this.timeNs = at.timeNs;
    this.headerBytes = this.came = this.length = 0;
    this.isMissing = false;
  }

  /**
   * Whether a packet begins there, after missing bytes: it is complete, with consecutive ones after it.
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  resumes(bytes, start, end) {
    const length = uint24(bytes, start);
    const isPacked = uint24(bytes, start + 4) > 0;
    this.isLost =
      length + HEADER_BYTES > end - start || length === 0 || (isPacked && !(bytes[start + HEADER_BYTES] in CODINGS));
    return !this.isLost;
  }
}

/** @implements {StreamParser} */
export class CompressedConnection {
  #commands;
  #grammar;
  #directions = [new Direction(), new Direction()];
  /** The offset that the commands want, of each direction. */
  #isOver = [false, false];

  /**
   * @param {import('../connection.js').CommandConnection} commands parser of the packets' content, and of what was sent
   *   before
   * @param {{ isCompressed: boolean }} grammar
   */
  constructor(commands, grammar) {
    this.#commands = commands;
    this.#grammar = grammar;
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    if (!this.#grammar.isCompressed) return this.#commands.push(endpoint, streamOffset, bytes, start, end, at);
    const direction = this.#directions[endpoint];
    if (direction.isLost && !direction.resumes(bytes, start, end)) return streamOffset + end - start;
    let next = start;
    while (next < end && !this.#isOver[endpoint]) {
      if (direction.headerBytes === 0) direction.begin(streamOffset + next - start, at);
      next = direction.take(bytes, next, end);
      if (direction.isWhole) this.#hand(endpoint, direction, at);
    }
    return this.#isOver[endpoint] ? Infinity : streamOffset + end - start;
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    if (!this.#grammar.isCompressed) return this.#commands.gap(endpoint, streamOffset, length, at);
    const direction = this.#directions[endpoint];
    if (direction.headerBytes === HEADER_BYTES && direction.came + length <= direction.length) {
      direction.isMissing = true;
      direction.came += length;
      if (direction.isWhole) this.#hand(endpoint, direction, at);
    } else {
      direction.isLost = true;
      direction.headerBytes = 0;
      this.#commands.lose(endpoint, streamOffset + length);
    }
    return this.#isOver[endpoint] ? Infinity : streamOffset + length;
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    this.#commands.end(endpoint, how, at);
  }

  /** Passes on a packet's content. @param {0|1} endpoint @param {Direction} direction @param {Place} at */
  #hand(endpoint, direction, at) {
    const { offset, frame, timeNs, contentBytes } = direction;
    const takes = HEADER_BYTES + direction.length;
    const place = { frame, timeNs, deliveredFrame: at.deliveredFrame, deliveredNs: at.deliveredNs };
    const content = direction.content(this.#commands.ciphers);
    direction.headerBytes = 0;
    const nextNeeded =
      content === null
        ? this.#commands.gap(endpoint, offset, contentBytes, place, takes)
        : this.#commands.push(endpoint, offset, content, 0, content.length, place, takes);
    this.#isOver[endpoint] = nextNeeded === Infinity;
  }
}
