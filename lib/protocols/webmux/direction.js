/** One direction of a MUX connection: cuts the stream into fragments, independent of segmentation. */
import { HeldBytes } from '../model/held-bytes.js';
import { alignments, CODE, FORMAT, isLongHeader, KIND, MUX_FLAG, MuxHeader, paddingFor, readHeader } from './format.js';
import { MAX_MUX_LOSSES, MAX_MUX_SEARCH_BYTES, MAX_MUX_SEARCHED_BYTES, MAX_MUX_TEXT_BYTES } from './limits.js';
import { chooseAlignment, UNDECIDED } from './padding.js';
import { isPossible, isZeroWord, Knowledge, RUN, runAt } from './plausible.js';

/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {import('./mux-table.js').MuxLoss} MuxLoss */
/** @typedef {import('./sessions.js').Session} Session */

/** What the next byte belongs to. */
const STATE = Object.freeze({ HEADER: 0, PAYLOAD: 1, PADDING: 2, UNDECIDED: 3, SEARCH: 4, GIVEN_UP: 5 });

/** Searched bytes are dropped in pieces of this size. */
const DROPPED_AT_ONCE = 16 * 1024;

/**
 * A direction's callbacks to its connection.
 * @typedef {object} HalfOwner
 * @property {number} format
 * @property {Knowledge} known sessions and protocols; its alignment is not used
 * @property {(endpoint: 0|1) => boolean} isWhole whether nothing of either direction is missing so far
 * @property {(half: MuxHalf, at: Place) => number} begin a header was read; returns its row or −1
 * @property {(half: MuxHalf, at: Place) => void} finish the fragment's payload is complete
 * @property {(half: MuxHalf, length: number, loss: MuxLoss) => void} resume reading resumes after that many bytes
 * @property {(half: MuxHalf, bytes: Uint8Array, start: number, end: number, at: Place) => void} payload
 * @property {(half: MuxHalf, length: number, at: Place) => void} payloadGap
 * @property {(half: MuxHalf, padding: number) => void} padded
 * @property {(loss: MuxLoss) => void} lose
 */

export class MuxHalf {
  #owner;
  /** Of `STATE`. @type {number} */
  #state;
  #head = new Uint8Array(8);
  #headCount = 0;
  /** Bytes of payload or padding to come. */
  #remaining = 0;
  /** @type {HeldBytes} */
  #held = new HeldBytes(0);
  /** Held bytes to be read again. @type {import('../model/held-bytes.js').Piece[]} */
  #released = [];
  /** Offset in `#held` at which the next header is searched for. */
  #cursor = 0;
  #searched = 0;
  /** @type {MuxLoss|null} */
  #loss = null;
  #losses = 0;
  #isFillerAllowed = false;
  /** Whether a run of headers was found that starts with the next one. */
  #isBelieved = false;
  /** Alignment of strings of the 1996 format; 0 not known. */
  #textAlignment = 0;
  #text = new Uint8Array(0);

  /**
   * @param {HalfOwner} owner
   * @param {0|1} endpoint
   * @param {boolean} isMidConnection whether the first byte may be any byte of a fragment
   */
  constructor(owner, endpoint, isMidConnection) {
    this.#owner = owner;
    this.endpoint = endpoint;
    this.#state = isMidConnection ? STATE.SEARCH : STATE.HEADER;
    /** The current fragment. */
    this.header = new MuxHeader();
    /** Its row in the table, −1 when it is only counted. */
    this.row = -1;
    /** The session it belongs to. @type {Session|null} */
    this.session = null;
    /** Where it starts. */
    this.headerOffset = 0;
    /** Of the next byte. */
    this.position = 0;
    this.known = new Knowledge();
    this.known.sessions = owner.known.sessions;
    this.known.protocols = owner.known.protocols;
    /** All bytes that were cut into fragments, and the payload of sessions among them. */
    this.framedBytes = 0;
    this.payloadBytes = 0;
  }

  /**
   * @param {number} streamOffset @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at
   */
  push(streamOffset, bytes, start, end, at) {
    if (streamOffset > this.position) this.gap(this.position, streamOffset - this.position, at);
    this.#consume(bytes, start + Math.max(0, this.position - streamOffset), end, at);
    this.#drain();
  }

  /** @param {number} streamOffset @param {number} length @param {Place} at */
  gap(streamOffset, length, at) {
    let missing = length - Math.max(0, this.position - streamOffset);
    if (missing <= 0) return;
    this.#flush();
    const skipped = Math.min(
      missing,
      this.#state === STATE.PAYLOAD || this.#state === STATE.PADDING ? this.#remaining : 0,
    );
    if (skipped > 0) {
      if (this.#state === STATE.PAYLOAD) this.#owner.payloadGap(this, skipped, at);
      this.#advance(skipped, at);
      missing -= skipped;
      if (missing > 0) this.gap(this.position, missing, at);
      return;
    }
    if (this.#state === STATE.GIVEN_UP) return;
    this.#lose('gap', this.position - this.#headCount, at);
    this.position += missing;
    this.#search(this.position);
  }

  /** The direction ends: pending decisions are made without further bytes. */
  end() {
    this.#flush();
    if (this.#loss !== null) this.#giveUp();
  }

  /** @returns {string} the fragment's text as received: a string, an endpoint, the reason of a reset */
  get text() {
    if (this.#text.length === 0) return '';
    const isStack = this.#owner.format === FORMAT.W96 && this.header.kind === KIND.CONTROL + CODE.STACK_OR_ENDPOINT;
    return isStack
      ? protocolIds(this.#text)
      : new TextDecoder().decode(this.#text).replace(/\0+$/, '').replaceAll('\0', ' ');
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at */
  #consume(bytes, start, end, at) {
    let i = start;
    while (i < end) {
      switch (this.#state) {
        case STATE.HEADER:
          i = this.#takeHeader(bytes, i, end, at);
          break;
        case STATE.PAYLOAD:
          i = this.#takePayload(bytes, i, end, at);
          break;
        case STATE.PADDING:
          i += this.#advance(Math.min(this.#remaining, end - i), at);
          break;
        case STATE.GIVEN_UP:
          this.position += end - i;
          return;
        default:
          this.#hold(bytes, i, end, at);
          return;
      }
    }
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} i
   * @param {number} end
   * @param {Place} at
   * @returns {number} the next byte's index
   */
  #takeHeader(bytes, i, end, at) {
    const head = this.#head;
    while (i < end && !this.#isHeaderComplete()) {
      head[this.#headCount++] = bytes[i++];
      this.position++;
    }
    if (this.#isHeaderComplete()) this.#begin(at);
    return i;
  }

  #isHeaderComplete() {
    return this.#headCount >= 4 && (this.#headCount === 8 || !isLongHeader(this.#owner.format, this.#head, 0));
  }

  /** @param {Place} at where the header ends */
  #begin(at) {
    const { header } = this;
    const owner = this.#owner;
    readHeader(owner.format, this.#head, 0, header);
    this.headerOffset = this.position - this.#headCount;
    if (this.#isFillerAllowed && isZeroWord(this.#head, 0)) header.kind = KIND.FILLER;
    else if (!isPossible(owner.format, header) || (!this.#isBelieved && this.#isStrange())) {
      this.#doubt(at);
      return;
    }
    this.#isBelieved = false;
    this.#isFillerAllowed =
      owner.format === FORMAT.W96 && (header.flags & MUX_FLAG.SYN) !== 0 && !header.isLong && header.kind === KIND.DATA;
    this.framedBytes += this.#headCount;
    this.#headCount = 0;
    this.#text = EMPTY;
    this.row = owner.begin(this, at);
    this.#remaining = header.length;
    this.#state = STATE.PAYLOAD;
    if (this.#remaining === 0) this.#endPayload(at);
  }

  /** Data for a session that was never opened, although everything sent so far was captured. */
  #isStrange() {
    const { kind, flags, session } = this.header;
    return (
      kind === KIND.DATA &&
      (flags & (MUX_FLAG.SYN | MUX_FLAG.RST)) === 0 &&
      this.known.sessions[session] === 0 &&
      this.#owner.isWhole(this.endpoint)
    );
  }

  /** The current header is invalid, or must be confirmed by the following ones. @param {Place} at */
  #doubt(at) {
    const count = this.#headCount;
    this.#lose('framing', this.headerOffset, at);
    this.#search(this.headerOffset);
    this.#held.add(this.#head, 0, count, at);
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end @param {Place} at */
  #takePayload(bytes, i, end, at) {
    const until = Math.min(end, i + this.#remaining);
    if (this.#hasText() && this.#text.length < MAX_MUX_TEXT_BYTES) this.#keepText(bytes.subarray(i, until));
    this.#owner.payload(this, bytes, i, until, at);
    this.#advance(until - i, at);
    return until;
  }

  #hasText() {
    const { kind, flags } = this.header;
    return kind === KIND.DATA ? (flags & MUX_FLAG.RST) !== 0 : kind <= KIND.CONTROL + CODE.STACK_OR_ENDPOINT;
  }

  /** @param {Uint8Array} bytes */
  #keepText(bytes) {
    const more = bytes.subarray(0, MAX_MUX_TEXT_BYTES - this.#text.length);
    const text = new Uint8Array(this.#text.length + more.length);
    text.set(this.#text);
    text.set(more, this.#text.length);
    this.#text = text;
  }

  /**
   * Bytes of payload or padding have come, or are known to be missing.
   * @param {number} count
   * @param {Place} at
   * @returns {number} count
   */
  #advance(count, at) {
    this.position += count;
    this.framedBytes += count;
    this.#remaining -= count;
    if (this.#remaining > 0) return count;
    if (this.#state === STATE.PAYLOAD) this.#endPayload(at);
    else this.#state = STATE.HEADER;
    return count;
  }

  /** @param {Place} at */
  #endPayload(at) {
    const { header } = this;
    const { format } = this.#owner;
    this.#state = STATE.HEADER;
    this.#owner.finish(this, at);
    const choices = alignments(format, header);
    const learnt = this.#isString() ? this.#textAlignment : this.known.alignment;
    const isOpen =
      choices.length > 1 && paddingFor(header.length, choices[0]) !== paddingFor(header.length, choices[1]);
    if (isOpen && learnt === 0) {
      this.#state = STATE.UNDECIDED;
      this.#held = new HeldBytes(this.position);
    } else this.#pad(paddingFor(header.length, isOpen ? learnt : choices[0]));
  }

  /** A string of the 1996 format, whose padding is independent of that of data. */
  #isString() {
    return this.header.isControl && this.#owner.format === FORMAT.W96;
  }

  /** @param {number} padding */
  #pad(padding) {
    this.#owner.padded(this, padding);
    this.#remaining = padding;
    this.#state = padding > 0 ? STATE.PADDING : STATE.HEADER;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at */
  #hold(bytes, start, end, at) {
    if (this.#state === STATE.SEARCH) this.#lose('start', this.#held.streamOffset, at);
    this.#held.add(bytes, start, end, at);
    this.position += end - start;
    this.#decide(false);
  }

  /** Makes pending decisions, if possible: one, or all of them when no more bytes will come. */
  #flush() {
    while (this.#decide(true)) this.#drain();
  }

  /** @param {boolean} isEnd whether no more bytes will come @returns {boolean} whether something was decided */
  #decide(isEnd) {
    if (this.#state === STATE.UNDECIDED) return this.#decidePadding(isEnd);
    return this.#state === STATE.SEARCH && this.#lookForRun(isEnd);
  }

  /** @param {boolean} isEnd */
  #decidePadding(isEnd) {
    const { header, known } = this;
    const { format } = this.#owner;
    const held = this.#held;
    const alignment = chooseAlignment(
      format,
      alignments(format, header),
      header.length,
      held.bytes,
      held.length,
      known,
      isEnd,
    );
    if (alignment === UNDECIDED) return false;
    if (this.#isString()) this.#textAlignment = alignment;
    else known.alignment = alignment;
    this.#pad(paddingFor(header.length, alignment));
    this.#release(0);
    return true;
  }

  /** @param {boolean} isEnd @returns {boolean} whether a run was found */
  #lookForRun(isEnd) {
    const held = this.#held;
    const { format } = this.#owner;
    while (this.#cursor < held.length) {
      const found = runAt(format, held.bytes, this.#cursor, held.length, this.known, isEnd);
      if (found === RUN.FOUND) {
        this.#resume();
        return true;
      }
      if (found === RUN.MORE && held.length - this.#cursor < MAX_MUX_SEARCH_BYTES) break;
      this.#cursor++;
      if (++this.#searched >= MAX_MUX_SEARCHED_BYTES) {
        this.#giveUp();
        return false;
      }
    }
    if (this.#cursor >= DROPPED_AT_ONCE) {
      held.drop(this.#cursor);
      this.#cursor = 0;
    }
    return false;
  }

  /** Reads on at the cursor. */
  #resume() {
    const offset = this.#held.streamOffset + this.#cursor;
    const loss = this.#loss;
    this.#loss = null;
    this.#searched = 0;
    this.#state = STATE.HEADER;
    this.#isBelieved = true;
    if (loss !== null && offset > loss.streamOffset) {
      this.#losses++;
      loss.resumedAt = offset;
      this.#owner.lose(loss);
      this.#owner.resume(this, offset - loss.streamOffset, loss);
    }
    if (this.#losses > MAX_MUX_LOSSES) this.#state = STATE.GIVEN_UP;
    this.#release(this.#cursor);
  }

  /** The held bytes are to be read again, before any others. @param {number} from */
  #release(from) {
    const held = this.#held;
    this.position = held.streamOffset + from;
    this.#held = new HeldBytes(this.position);
    for (const piece of held.pieces(from).reverse()) this.#released.push(piece);
  }

  /** Reads released bytes: that may hold bytes back and release them again. */
  #drain() {
    for (let piece = this.#released.pop(); piece !== undefined; piece = this.#released.pop()) {
      this.#consume(piece.bytes, piece.start, piece.end, piece.at);
    }
  }

  /** @param {MuxLoss['cause']} cause @param {number} streamOffset @param {Place} at */
  #lose(cause, streamOffset, at) {
    if (this.#loss !== null) return;
    this.#loss = { endpoint: this.endpoint, streamOffset, resumedAt: -1, cause, frame: at.frame, timeNs: at.timeNs };
  }

  /** @param {number} streamOffset of the first byte examined */
  #search(streamOffset) {
    this.#state = STATE.SEARCH;
    this.#headCount = 0;
    this.#isFillerAllowed = false;
    this.#held = new HeldBytes(streamOffset);
    this.#cursor = 0;
    this.known.alignment = 0;
    this.#textAlignment = 0;
  }

  #giveUp() {
    this.#state = STATE.GIVEN_UP;
    if (this.#loss !== null) this.#owner.lose(this.#loss);
    this.#loss = null;
    this.#held = new HeldBytes(this.position);
  }
}

const EMPTY = new Uint8Array(0);

/** 16-bit little-endian protocol ids (Jigsaw `MuxWriter.ctrlDefineStack`). @param {Uint8Array} bytes */
function protocolIds(bytes) {
  const ids = [];
  for (let i = 0; i + 1 < bytes.length; i += 2) ids.push(bytes[i] | (bytes[i + 1] << 8));
  return ids.join(' ');
}
