/** One direction of an HTTP/1.x connection: from bytes in order to messages. */
import { PLAIN_STATE } from '../../engine/http1-events.js';
import { LIMIT_NOTES, NOTE, WARNING } from '../model/notes.js';
import { BODY } from './body.js';
import { FRAMING } from './framing.js';
import { HalfState, STATE } from './direction-state.js';
import { CR, DONE, LF, MORE, TOO_LONG } from './scan.js';
import { RESPONSE, UNKNOWN } from './start-line.js';
import { upgradeOf } from './tunnel.js';

/** @typedef {import('../../tcpflow/reassembly/stream-sink.js').Place} Place */

/** How a body is framed that the core stopped in. @param {number} state of `PLAIN_STATE` @returns {number} of `FRAMING`; NONE: it was in none */
function framingIn(state) {
  if (state === PLAIN_STATE.IN_LENGTH) return FRAMING.LENGTH;
  if (state === PLAIN_STATE.IN_CHUNKS) return FRAMING.CHUNKED;
  return state === PLAIN_STATE.TO_END ? FRAMING.CLOSE : FRAMING.NONE;
}

export class Half extends HalfState {
  /** @param {number} offset @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at */
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
    if (this.row >= 0) this.connection.rows.update(this);
  }

  /** @param {number} offset @param {number} length @param {Place} at */
  gap(offset, length, at) {
    if (this.isOver) return;
    if (offset > this.position) this.#passOver(offset - this.position);
    const missing = offset + length - this.position;
    if (missing <= 0) return;
    if (this.state === STATE.TUNNEL) this.#passGapOn(missing, at);
    else this.#meetGap(missing);
    this.position += missing;
    if (this.row >= 0) this.connection.rows.update(this);
  }

  /**
   * A body has come so far, though its bytes were not handed in.
   * @param {number} position stream offset of the next byte
   * @param {number} frame that brought the last one @param {number} timeNs its time
   */
  catchUp(position, frame, timeNs) {
    if (position <= this.position || !this.isInBody) return;
    this.#passOver(position - this.position);
    this.lastFrame = frame;
    this.lastNs = timeNs;
    if (this.row >= 0) this.connection.rows.update(this);
  }

  /**
   * Goes on where the core stopped.
   * @param {number} kind of its messages, once known @param {import('../../engine/http1-events.js').PlainHalf} plain
   * @param {number} row of the message whose body is under way, −1 without one
   */
  resume(kind, plain, row) {
    this.kind = kind;
    this.position = plain.position;
    this.sawBytes = plain.position > 0;
    this.messages = plain.messages;
    this.lastFrame = plain.lastFrame;
    this.lastNs = plain.lastNs;
    this.row = row;
    if (plain.wasLost) this.search.resume(plain);
    if (plain.state === PLAIN_STATE.LOST) this.enter(STATE.LOST);
    if (plain.state === PLAIN_STATE.OVER) this.enter(STATE.ENDED);
    const framing = framingIn(plain.state);
    if (framing === FRAMING.NONE) return;
    this.enter(STATE.IN_BODY);
    this.body.resume(framing, plain);
    this.answers = kind === RESPONSE;
    if (row >= 0) this.connection.rows.update(this);
  }

  /** @param {'fin'|'rst'|'capture_end'} how @param {Place} at */
  end(how, at) {
    if (this.state === STATE.TUNNEL) this.connection.tunnelled?.end(this.endpoint, how, at);
    if (this.state === STATE.IN_HEAD) this.#cutHead();
    else if (this.state === STATE.IN_BODY) this.#finish(this.body.framing === FRAMING.CLOSE && how === 'fin');
    if (this.state !== STATE.OPAQUE) this.enter(STATE.ENDED);
    this.heads.forget();
  }

  /** From here on, or from the end of the current body on, the bytes are not HTTP. */
  tunnel() {
    if (this.state === STATE.IN_BODY) {
      this.tunnelNext = true;
      return;
    }
    if (this.state === STATE.ENDED) return;
    if (this.state === STATE.IN_HEAD) this.#passEarlyOn();
    this.#leave();
    this.heads.forget();
  }

  /** No HTTP from here on. */
  #leave() {
    this.enter(this.connection.tunnelled === null ? STATE.OPAQUE : STATE.TUNNEL);
  }

  /** What came before the answer that makes it a tunnel's bytes. */
  #passEarlyOn() {
    const at = { frame: this.startFrame, timeNs: this.startNs, deliveredFrame: this.lastFrame, deliveredNs: this.lastNs };
    const length = this.heads.takeKept();
    this.connection.tunnelled?.push(this.endpoint, this.startOffset, this.heads.source, 0, length, at);
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end @param {Place} at @returns {number} the byte after those that were used */
  #step(bytes, i, end, at) {
    switch (this.state) {
      case STATE.START: return this.#readStart(bytes, i, end, at);
      case STATE.IN_HEAD: return this.#readHead(bytes, i, end);
      case STATE.LOST: return this.#search(bytes, i, end, at);
      case STATE.TUNNEL: return this.#passOn(bytes, i, end, at);
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
    this.search.isFound = false;
    this.#beginHead(this.position + first - i, false, at);
    return first;
  }

  /** @param {number} offset @param {boolean} commonMethodOnly @param {Place} at */
  #beginHead(offset, commonMethodOnly, at) {
    this.enter(STATE.IN_HEAD);
    this.heads.begin(this.kind, commonMethodOnly);
    this.body.reset();
    this.startOffset = offset;
    this.startFrame = at.frame;
    this.startNs = at.timeNs;
    this.answers = false;
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end */
  #readHead(bytes, i, end) {
    const { heads } = this, before = heads.kept, found = heads.scan(bytes, i, end);
    if (found === MORE) return end;
    const { head } = heads, used = head.next;
    if (found === DONE && (this.kind === UNKNOWN || this.kind === head.kind)) this.#endHead(used);
    else if (found === TOO_LONG) this.#breakHead(used, NOTE.HEAD_TOO_LONG);
    else this.#mistaken();
    heads.forget();
    return Math.max(i + used - before, i + (before > 0 ? 0 : 1));
  }

  /** @param {number} length of the head */
  #endHead(length) {
    const { heads } = this, { head, source, base } = heads, framing = this.connection.addMessage(this, source, base, length);
    this.notes = head.notes;
    if (framing === FRAMING.NONE || framing === FRAMING.TUNNEL) {
      this.#finish(true, this.startOffset + length);
      if (framing === FRAMING.TUNNEL) this.connection.tunnel(upgradeOf(source, base, length));
      return;
    }
    this.enter(STATE.IN_BODY);
    this.body.begin(framing, head.contentLength);
  }

  /**
   * The head is there in part: a message that ends here.
   * @param {number} length
   * @param {number} note
   */
  #breakHead(length, note) {
    const { head, source, base } = this.heads;
    head.notes |= note;
    this.connection.addMessage(this, source, base, length);
    this.notes = head.notes;
    this.#finish(false, this.startOffset + length);
    this.#searchOn();
  }

  /** @returns {boolean} whether what is there of the head is a message's */
  #cutHead() {
    const { heads } = this, fits = heads.head.isRecognised && (this.kind === UNKNOWN || this.kind === heads.head.kind);
    if (fits) this.#breakHead(heads.takeKept(), NOTE.HEAD_CUT);
    heads.forget();
    return fits;
  }

  /** What began like a message is none. */
  #mistaken() {
    const { search } = this;
    if (this.messages === 0 && !search.isAllowed) {
      this.enter(STATE.OPAQUE);
      return;
    }
    if (!search.isFound && this.messages > 0) this.connection.warn(WARNING.FRAMING_LOST);
    this.#searchOn();
    search.mistook(this.head.next);
  }

  #searchOn() {
    this.search.atLineStart = true;
    if (this.tunnelNext) this.#leave();
    else this.enter(STATE.LOST);
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end @param {Place} at */
  #search(bytes, i, end, at) {
    const { search } = this, next = search.find(this.kind, bytes, i, end);
    if (search.isFound) this.#beginHead(this.position + next - i, !search.atLineStart, at);
    if (search.isHopeless && !this.connection.isConfirmed) this.enter(STATE.OPAQUE);
    return next;
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end @param {Place} at */
  #passOn(bytes, i, end, at) {
    if (!this.connection.tunnelled?.push(this.endpoint, this.position, bytes, i, end, at)) this.enter(STATE.OPAQUE);
    return end;
  }

  /** @param {Uint8Array} bytes @param {number} i @param {number} end */
  #readBody(bytes, i, end) {
    const { body } = this, next = body.read(bytes, i, end);
    if (body.dataEnd > i) this.connection.passBody(this, bytes, i, body.dataEnd);
    if (body.outcome === BODY.MORE) return next;
    const isLost = body.outcome === BODY.LOST;
    if (isLost) this.notes |= body.notes;
    this.#finish(!isLost, this.position + next - i);
    if (!isLost) return next;
    this.connection.warn(WARNING.FRAMING_LOST);
    this.#searchOn();
    return next;
  }

  /**
   * Bytes that were there but not handed in.
   * @param {number} length
   */
  #passOver(length) {
    const isPlain = this.state === STATE.TUNNEL || (this.state === STATE.IN_BODY && this.body.pass(length));
    if (!isPlain) this.#lose(length);
    this.position += length;
  }

  /** @param {number} missing @param {Place} at */
  #passGapOn(missing, at) {
    if (!this.connection.tunnelled?.gap(this.endpoint, this.position, missing, at)) this.enter(STATE.OPAQUE);
  }

  /**
   * One gap may follow on the other, where the snap length cut every segment: while a start line is looked for, this is met at each of them, so it
   * does no more than it must. Very many without a message between them leave no hope for another.
   * @param {number} missing
   */
  #meetGap(missing) {
    if (this.connection.isConfirmed) this.connection.warn(WARNING.BYTES_MISSING);
    if (this.state !== STATE.LOST) {
      this.sawBytes = true;
      this.search.isAllowed = true;
      this.#lose(missing);
    }
    if (this.state === STATE.LOST && this.search.meetGap()) this.tunnel();
  }

  /**
   * The next `length` bytes will never come.
   * @param {number} length
   */
  #lose(length) {
    switch (this.state) {
      case STATE.START:
        this.#loseStart();
        break;
      case STATE.IN_HEAD:
        if (!this.#cutHead()) this.#loseStart();
        break;
      case STATE.IN_BODY:
        this.#loseBody(length);
        break;
      default:
        this.#searchOn();
    }
  }

  /** A message's first bytes are lost: it is not known, but its place in the order of pairs is. */
  #loseStart() {
    if (!this.search.isFound || this.state === STATE.START) this.connection.pairs.lose(this);
    this.#searchOn();
  }

  /** @param {number} length */
  #loseBody(length) {
    const { body } = this, inside = body.lose(length);
    if (body.outcome === BODY.MORE) return;
    this.#finish(false, this.position + inside);
    if (body.outcome === BODY.LOST) this.#searchOn();
    else if (inside < length && this.state === STATE.START) this.#loseStart();
  }

  /** @param {boolean} whole @param {number} [endOffset] stream offset behind the message */
  #finish(whole, endOffset = this.position) {
    const { isMissingBytes } = this.body;
    if (isMissingBytes) this.notes |= NOTE.BYTES_MISSING;
    const isOverLimit = (this.notes & LIMIT_NOTES) !== 0;
    if (isOverLimit) this.connection.warn(WARNING.LIMIT_EXCEEDED);
    this.connection.endMessage(this, whole && !isMissingBytes && !isOverLimit, endOffset);
    this.row = -1;
    if (this.tunnelNext) this.#leave();
    else this.enter(STATE.START);
  }
}
