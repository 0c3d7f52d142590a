/** One direction of an HTTP/1.x connection: from bytes in order to messages. */
import { NOTE, LIMIT_NOTES, WARNING } from '../notes.js';
import { CHUNKS_END, CHUNK_INVALID, Chunks } from './chunks.js';
import { FRAMING } from './framing.js';
import { DONE, Head, MORE, TOO_LONG } from './head.js';
import { MAX_GAPS_SEARCHED, MAX_SEARCH_BYTES } from './limits.js';
import { METHOD_INITIAL, RESPONSE, TOKEN, UNKNOWN, statusLineAt } from './start-line.js';
import { upgradeOf } from './tunnel.js';

/** @typedef {import('../../tcpflow/reassembly/stream-sink.js').Place} Place */

/** Farther than any stream goes: no byte is wanted until the other direction has sent something. */
export const PAUSED = Number.MAX_SAFE_INTEGER - 1;

/** Between messages. */
const START = 0;
const HEAD = 1;
/** A body of known length. */
const LENGTH = 2;
const CHUNKED = 3;
/** A body that the end of the connection ends. */
const CLOSE = 4;
/** Looking for the next plausible start line. */
const LOST = 5;
/** Not HTTP (any more). */
const OPAQUE = 6;
const ENDED = 7;
/** Behind an upgrade or a CONNECT, with somebody to read it. */
const TUNNEL = 8;

const CR = 0x0d;
const LF = 0x0a;
const NOTHING = new Uint8Array(0);
const FIRST_BUFFER_BYTES = 2048;
const NO_HEAD = new Head();
const NO_CHUNKS = new Chunks();
const MAX_SPARE_HEADS = 64;
/** Heads that no direction is reading. @type {Head[]} */
const spareHeads = [];

export class Half {
  /** The head being read; lent by `spareHeads`, since few connections are in the midst of one. */
  head = NO_HEAD;
  /** Made for the first chunked body. */
  chunks = NO_CHUNKS;
  /** A head that came in part, from its first byte. */
  buffer = NOTHING;
  buffered = 0;
  state = START;
  maySearch = false;
  /** The kind of message that this endpoint sends, once known. */
  kind = UNKNOWN;
  /** Stream offset of the next byte. */
  position = 0;
  /** Whether the stream had any byte, seen or missing. */
  sawBytes = false;
  /** Whether the stream was asked to hand on nothing for now. */
  isPaused = false;
  /** Whether cut segments without a start line are not handed on. */
  isSkimmed = false;
  messages = 0;
  /** Bytes that were searched for a start line. */
  searched = 0;
  /** Gaps met since the last message, while a start line was being looked for. */
  gapsSearched = 0;
  atLineStart = true;
  /** Whether the head being read was found by a search. */
  searching = false;
  /** Whether another protocol follows on the current message. */
  tunnelNext = false;
  /** The current message's row, −1 without one. */
  row = -1;
  /** Whether the current message answers the oldest waiting request for good. */
  answers = false;
  /** Whether the capture lacks bytes of the current message. */
  missing = false;
  /** Bits of `NOTE` of the current message. */
  notes = 0;
  /** Bytes of a body of known length that are still to come. */
  remaining = 0;
  bodyBytes = 0;
  startOffset = 0;
  startFrame = 0;
  startNs = 0;
  lastFrame = 0;
  lastNs = 0;

  /**
   * @param {import('./connection.js').Http1Connection} connection
   * @param {0|1} endpoint that sends
   */
  constructor(connection, endpoint) {
    this.connection = connection;
    this.endpoint = endpoint;
  }

  /** @param {boolean} maySearch whether the first message need not be at the first byte */
  reset(maySearch) {
    this.state = START;
    this.maySearch = maySearch;
    this.kind = UNKNOWN;
    this.position = 0;
    this.sawBytes = false;
    this.isPaused = false;
    this.isSkimmed = false;
    this.messages = 0;
    this.searched = 0;
    this.gapsSearched = 0;
    this.atLineStart = true;
    this.searching = false;
    this.tunnelNext = false;
    this.buffered = 0;
    this.row = -1;
    this.answers = false;
    this.missing = false;
    this.notes = 0;
    this.remaining = 0;
    this.bodyBytes = 0;
    this.startOffset = 0;
    this.startFrame = 0;
    this.startNs = 0;
    this.lastFrame = 0;
    this.lastNs = 0;
  }

  /** Whether no byte of this direction matters any more. */
  get isOver() {
    return this.state === OPAQUE || this.state === ENDED;
  }

  /** Whether the direction carries something else than HTTP, from its start or from an upgrade on. */
  get isOpaque() {
    return this.state === OPAQUE || this.state === TUNNEL;
  }

  /** Whether the next start line is being looked for. */
  get isLost() {
    return this.state === LOST;
  }

  /** The stream offset of the next byte to look at. Where nothing is kept, bodies are passed over up to their last byte. */
  get wanted() {
    if (this.isOver) return Infinity;
    if (this.state === LOST && this.connection.isQuiet(this)) return PAUSED;
    if (this.connection.table !== null) return this.position;
    if (this.state === LENGTH) return this.position + this.remaining - 1;
    if (this.state === CHUNKED && this.chunks.inData) return this.position + this.chunks.remaining - 1;
    return this.position;
  }

  /**
   * @param {number} offset
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   */
  push(offset, bytes, start, end, at) {
    if (this.isOver) return;
    if (offset > this.position) this.#passOver(offset - this.position);
    let i = start + this.position - offset;
    if (i >= end) return;
    this.sawBytes = true;
    this.lastFrame = at.deliveredFrame;
    this.lastNs = at.deliveredNs;
    while (i < end && !this.isOver) {
      const next = this.#step(bytes, i, end, at);
      this.position += next - i;
      i = next;
    }
    if (this.row >= 0) this.connection.updateRow(this);
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @param {Place} at
   */
  gap(offset, length, at) {
    if (this.isOver) return;
    if (offset > this.position) this.#passOver(offset - this.position);
    const missing = offset + length - this.position;
    if (missing <= 0) return;
    if (this.state === TUNNEL) {
      if (!this.connection.tunnelled?.gap(this.endpoint, this.position, missing, at)) this.state = OPAQUE;
      this.position += missing;
      return;
    }
    if (this.connection.isConfirmed) this.connection.warn(WARNING.BYTES_MISSING);
    if (this.state === LOST) {
      this.#loseWhileLost(missing);
      return;
    }
    this.sawBytes = true;
    this.maySearch = true;
    this.#lose(missing);
    this.position += missing;
    if (this.row >= 0) this.connection.updateRow(this);
  }

  /** @param {'fin'|'rst'|'capture_end'} how @param {Place} at */
  end(how, at) {
    if (this.state === TUNNEL) this.connection.tunnelled?.end(this.endpoint, how, at);
    if (this.state === HEAD) this.#cutHead();
    else if (this.#inBody) this.#finish(this.state === CLOSE && how === 'fin');
    if (this.state !== OPAQUE) this.state = ENDED;
    this.#forgetHead();
  }

  /** From here on, or from the end of the current body on, the bytes are not HTTP. */
  tunnel() {
    if (this.#inBody) {
      this.tunnelNext = true;
      return;
    }
    if (this.state === HEAD) this.#passEarlyOn();
    this.#leave();
    this.#forgetHead();
  }

  /** No HTTP from here on. */
  #leave() {
    this.state = this.connection.tunnelled === null ? OPAQUE : TUNNEL;
  }

  /** What came before the answer that makes it a tunnel's bytes. */
  #passEarlyOn() {
    const at = { frame: this.startFrame, timeNs: this.startNs, deliveredFrame: this.lastFrame, deliveredNs: this.lastNs };
    this.connection.tunnelled?.push(this.endpoint, this.startOffset, this.buffer, 0, this.buffered, at);
  }

  get #inBody() {
    return this.state === LENGTH || this.state === CHUNKED || this.state === CLOSE;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} i
   * @param {number} end
   * @param {Place} at
   * @returns {number} the byte after those that were used
   */
  #step(bytes, i, end, at) {
    switch (this.state) {
      case START: return this.#readStart(bytes, i, end, at);
      case HEAD: return this.#readHead(bytes, i, end);
      case CHUNKED: return this.#readChunked(bytes, i, end);
      case LOST: return this.#search(bytes, i, end, at);
      case TUNNEL: return this.#passOn(bytes, i, end, at);
      default: return this.#readBody(bytes, i, end);
    }
  }

  /**
   * Empty lines before a start line are passed over (RFC 9112 section 2.2).
   * @param {Uint8Array} bytes
   * @param {number} i
   * @param {number} end
   * @param {Place} at
   */
  #readStart(bytes, i, end, at) {
    let first = i;
    while (first < end && (bytes[first] === CR || bytes[first] === LF)) first++;
    if (first === end) return end;
    this.searching = false;
    this.#beginHead(this.position + first - i, false, at);
    return first;
  }

  /**
   * @param {number} offset
   * @param {boolean} commonMethodOnly
   * @param {Place} at
   */
  #beginHead(offset, commonMethodOnly, at) {
    this.state = HEAD;
    if (this.head === NO_HEAD) this.head = spareHeads.pop() ?? new Head();
    this.head.reset(this.kind, commonMethodOnly);
    this.startOffset = offset;
    this.startFrame = at.frame;
    this.startNs = at.timeNs;
    this.bodyBytes = 0;
    this.missing = false;
    this.answers = false;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} i
   * @param {number} end
   */
  #readHead(bytes, i, end) {
    const before = this.buffered;
    if (before > 0) this.#keep(bytes, i, end);
    const source = before > 0 ? this.buffer : bytes;
    const base = before > 0 ? 0 : i;
    const found = this.head.scan(source, base, before > 0 ? this.buffered : end);
    if (found === MORE) {
      if (before === 0) this.#keep(bytes, i, end);
      return end;
    }
    const used = this.head.next;
    if (found === DONE && (this.kind === UNKNOWN || this.kind === this.head.kind)) this.#endHead(source, base, used);
    else if (found === TOO_LONG) this.#breakHead(source, base, used, NOTE.HEAD_TOO_LONG);
    else this.#mistaken();
    this.#forgetHead();
    return Math.max(i + used - before, i + (before > 0 ? 0 : 1));
  }

  /**
   * @param {Uint8Array} source
   * @param {number} base
   * @param {number} length
   */
  #endHead(source, base, length) {
    const framing = this.connection.addMessage(this, source, base, length);
    this.notes = this.head.notes;
    switch (framing) {
      case FRAMING.LENGTH:
        this.state = LENGTH;
        this.remaining = this.head.contentLength;
        return;
      case FRAMING.CHUNKED:
        this.state = CHUNKED;
        if (this.chunks === NO_CHUNKS) this.chunks = new Chunks();
        this.chunks.reset();
        return;
      case FRAMING.CLOSE:
        this.state = CLOSE;
        return;
      default:
        this.#finish(true, this.startOffset + length);
        if (framing === FRAMING.TUNNEL) this.connection.tunnel(upgradeOf(source, base, length));
    }
  }

  /**
   * The head is there in part: a message that ends here.
   * @param {Uint8Array} source
   * @param {number} base
   * @param {number} length
   * @param {number} note
   */
  #breakHead(source, base, length, note) {
    this.head.notes |= note;
    this.connection.addMessage(this, source, base, length);
    this.notes = this.head.notes;
    this.#finish(false, this.startOffset + length);
    this.#searchOn();
  }

  #cutHead() {
    const fits = this.head.isRecognised && (this.kind === UNKNOWN || this.kind === this.head.kind);
    if (fits) this.#breakHead(this.buffer, 0, this.buffered, NOTE.HEAD_CUT);
    this.#forgetHead();
    return fits;
  }

  /** What began like a message is none. */
  #mistaken() {
    this.searched += this.head.next;
    if (this.messages === 0 && !this.maySearch) {
      this.state = OPAQUE;
      return;
    }
    if (!this.searching && this.messages > 0) this.connection.warn(WARNING.FRAMING_LOST);
    this.#searchOn();
    this.atLineStart = false;
  }

  #searchOn() {
    this.atLineStart = true;
    if (this.tunnelNext) this.#leave();
    else this.state = LOST;
  }

  /**
   * Looks for a start line: at the start of a line with any method, elsewhere with a common one.
   * @param {Uint8Array} bytes
   * @param {number} i
   * @param {number} end
   * @param {Place} at
   */
  #search(bytes, i, end, at) {
    const next = this.kind === RESPONSE ? statusLineAt(bytes, i, end) : this.#requestLineAt(bytes, i, end);
    if (next > i) this.atLineStart = bytes[next - 1] === LF;
    if (next < end) {
      this.searching = true;
      this.#beginHead(this.position + next - i, !this.atLineStart, at);
    }
    this.searched += next - i;
    if (this.searched > MAX_SEARCH_BYTES && !this.connection.isConfirmed) this.state = OPAQUE;
    return next;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} i
   * @param {number} end
   */
  #requestLineAt(bytes, i, end) {
    let next = i, atLineStart = this.atLineStart;
    while (next < end && (atLineStart ? TOKEN[bytes[next]] !== 1 : METHOD_INITIAL[bytes[next]] !== 1)) {
      atLineStart = bytes[next] === LF;
      next++;
    }
    return next;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} i
   * @param {number} end
   * @param {Place} at
   */
  #passOn(bytes, i, end, at) {
    if (!this.connection.tunnelled?.push(this.endpoint, this.position, bytes, i, end, at)) this.state = OPAQUE;
    return end;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} i
   * @param {number} end
   */
  #readBody(bytes, i, end) {
    if (this.state === CLOSE) {
      this.connection.passBody(this, bytes, i, end);
      this.bodyBytes += end - i;
      return end;
    }
    const length = Math.min(this.remaining, end - i);
    this.connection.passBody(this, bytes, i, i + length);
    this.remaining -= length;
    this.bodyBytes += length;
    if (this.remaining === 0) this.#finish(true, this.position + length);
    return i + length;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} i
   * @param {number} end
   */
  #readChunked(bytes, i, end) {
    const chunks = this.chunks;
    if (chunks.inData) {
      const length = Math.min(chunks.remaining, end - i);
      chunks.passData(length);
      this.connection.passBody(this, bytes, i, i + length);
      this.bodyBytes += length;
      return i + length;
    }
    const found = chunks.scan(bytes, i, end);
    const next = chunks.stoppedAt;
    if (found === CHUNKS_END) this.#finish(true, this.position + next - i);
    if (found === CHUNK_INVALID) {
      this.notes |= chunks.notes;
      this.#finish(false, this.position + next - i);
      this.connection.warn(WARNING.FRAMING_LOST);
      this.#searchOn();
    }
    return next;
  }

  /**
   * Bytes of a body that were there but not handed in.
   * @param {number} length
   */
  #passOver(length) {
    if (this.state === LENGTH && length < this.remaining) this.remaining -= length;
    else if (this.state === CHUNKED && this.chunks.inData && length <= this.chunks.remaining) this.chunks.passData(length);
    else if (this.state !== CLOSE && this.state !== TUNNEL) this.#lose(length);
    if (this.#inBody) this.bodyBytes += length;
    this.position += length;
  }

  /**
   * The next `length` bytes will never come.
   * @param {number} length
   */
  #lose(length) {
    switch (this.state) {
      case START:
        this.#loseStart();
        break;
      case HEAD:
        if (!this.#cutHead()) this.#loseStart();
        break;
      case LENGTH:
        this.#loseBody(length);
        break;
      case CHUNKED:
        this.#loseChunked(length);
        break;
      case CLOSE:
        this.missing = true;
        this.bodyBytes += length;
        break;
      default:
        this.#searchOn();
    }
    if (this.state === LOST) this.gapsSearched++;
  }

  /**
   * One gap after the other, where the snap length cut every segment: this is met at each of them, so it does no more than it must.
   * Very many without a message between them leave no hope for another.
   * @param {number} length
   */
  #loseWhileLost(length) {
    this.position += length;
    this.atLineStart = true;
    if (this.tunnelNext || ++this.gapsSearched > MAX_GAPS_SEARCHED) this.tunnel();
  }

  /** A message's first bytes are lost: it is not known, but its place in the order of pairs is. */
  #loseStart() {
    if (!this.searching || this.state === START) this.connection.loseMessage(this);
    this.#searchOn();
  }

  /** @param {number} length */
  #loseBody(length) {
    this.missing = true;
    const inside = Math.min(length, this.remaining);
    this.remaining -= inside;
    this.bodyBytes += inside;
    if (this.remaining > 0) return;
    this.#finish(false, this.position + inside);
    if (inside < length && this.state === START) this.#loseStart();
  }

  /** @param {number} length */
  #loseChunked(length) {
    this.missing = true;
    if (this.chunks.inData && length < this.chunks.remaining) {
      this.chunks.passData(length);
      this.bodyBytes += length;
      return;
    }
    this.#finish(false);
    this.#searchOn();
  }

  /**
   * @param {boolean} whole
   * @param {number} [endOffset] stream offset behind the message
   */
  #finish(whole, endOffset = this.position) {
    if (this.missing) this.notes |= NOTE.BYTES_MISSING;
    if ((this.notes & LIMIT_NOTES) !== 0) this.connection.warn(WARNING.LIMIT_EXCEEDED);
    const complete = whole && !this.missing && (this.notes & LIMIT_NOTES) === 0;
    this.connection.endMessage(this, complete, endOffset);
    this.row = -1;
    if (this.tunnelNext) this.#leave();
    else this.state = START;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   */
  #keep(bytes, start, end) {
    const needed = this.buffered + end - start;
    if (needed > this.buffer.length) {
      const longer = new Uint8Array(Math.max(FIRST_BUFFER_BYTES, needed, this.buffer.length * 2));
      longer.set(this.buffer.subarray(0, this.buffered));
      this.buffer = longer;
    }
    this.buffer.set(bytes.subarray(start, end), this.buffered);
    this.buffered = needed;
  }

  #forgetHead() {
    if (this.head !== NO_HEAD && spareHeads.length < MAX_SPARE_HEADS) spareHeads.push(this.head);
    this.head = NO_HEAD;
    this.buffered = 0;
    if (this.buffer.length > FIRST_BUFFER_BYTES) this.buffer = NOTHING;
  }
}
