/**
 * Protocols that turn to TLS when both ends want it: STARTTLS of SMTP (RFC 3207), IMAP, POP3 (RFC 2595), NNTP (RFC
 * 4642), FTP (RFC 4217), XMPP (RFC 6120) and LDAP (RFC 4511), and those of PostgreSQL and MySQL. Their plain text
 * differs; common to all is a ClientHello in the client's bytes, and a TLS answer in the server's.
 */

/** @typedef {import('../../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../../stream-parser.js').Place} Place */

/** Bytes of a direction searched for TLS. */
export const MAX_STARTTLS_BYTES = 64 * 1024;

/** @type {readonly (0|1)[]} */
const BOTH = [0, 1];
const HANDSHAKE = 22;
const ALERT = 21;
const CLIENT_HELLO = 1;
const SERVER_HELLO = 2;
/** Record header (5), handshake header (4), version (2). */
const HELLO_BYTES = 11;
/** Versions' minor numbers that a record may have. */
const LAST_MINOR = 4;

/**
 * @param {Uint8Array} window at least `HELLO_BYTES`
 * @param {number} type of handshake message
 */
function isHello(window, type) {
  const record = (window[3] << 8) | window[4];
  const message = (window[6] << 16) | (window[7] << 8) | window[8];
  return (
    window[0] === HANDSHAKE &&
    window[1] === 3 &&
    window[2] <= LAST_MINOR &&
    window[5] === type &&
    message >= 38 &&
    (record === message + 4 || record > message || record >= 512) &&
    message < 1 << 16 &&
    window[9] === 3 &&
    window[10] <= LAST_MINOR
  );
}

/** An alert in the clear, with which a server may answer. @param {Uint8Array} window */
const isAlert = (window) =>
  window[0] === ALERT && window[1] === 3 && window[2] <= LAST_MINOR && window[3] === 0 && window[4] === 2;

/** Finds the beginning of TLS in one direction, independent of segmentation. */
class Search {
  /** Where it begins in the direction's stream; −1: it has not. */
  start = -1;
  isGivenUp = false;
  #window = new Uint8Array(HELLO_BYTES);
  #filled = 0;
  #searched = 0;
  #fits;

  /** @param {(window: Uint8Array) => boolean} fits */
  constructor(fits) {
    this.#fits = fits;
  }

  /** Bytes of the beginning that came before the current ones: they are in the window. */
  get head() {
    return this.#window.subarray(0, HELLO_BYTES);
  }

  /**
   * @param {number} streamOffset @param {Uint8Array} bytes @param {number} from @param {number} end
   * @returns {number} the end of the beginning, or `end`
   */
  push(streamOffset, bytes, from, end) {
    for (let i = from; i < end; i++) {
      if (this.#filled === HELLO_BYTES) this.#window.copyWithin(0, 1);
      else this.#filled++;
      this.#window[this.#filled - 1] = bytes[i];
      if (this.#filled === HELLO_BYTES && this.#fits(this.#window)) {
        this.start = streamOffset + i - from + 1 - HELLO_BYTES;
        return i + 1;
      }
    }
    this.#searched += end - from;
    this.isGivenUp = this.#searched > MAX_STARTTLS_BYTES;
    return end;
  }

  /** Bytes are missing. */
  reset() {
    this.#filled = 0;
  }
}

/** @implements {StreamParser} */
export class StartTlsConnection {
  #openInner;
  /** Parser of the bytes before TLS; null: none. @type {StreamParser|null} */
  #outer;
  /** @type {StreamParser|null} */
  #inner = null;
  /** Of both directions, for a ClientHello; once one is found, of the other for its answer. */
  #searches = [0, 1].map(() => new Search((window) => isHello(window, CLIENT_HELLO)));
  #isOver = false;

  /** @param {(upgrade: string|null) => StreamParser|null} openInner @param {StreamParser|null} [outer] */
  constructor(openInner, outer = null) {
    this.#openInner = openInner;
    this.#outer = outer;
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    if (this.#isOver) return this.#outer?.push(endpoint, streamOffset, bytes, start, end, at) ?? Infinity;
    const search = this.#searches[endpoint];
    let from = start;
    if (search.start < 0) {
      from = search.push(streamOffset, bytes, start, end);
      const before = search.start < 0 ? end : start + Math.max(0, search.start - streamOffset);
      if (before > start) this.#outer?.push(endpoint, streamOffset, bytes, start, before, at);
      if (search.start >= 0) this.#begin(endpoint, search, at);
      else if (search.isGivenUp) this.#giveUp();
    }
    if (search.start >= 0 && from < end) {
      this.#inner?.push(endpoint, streamOffset + from - start - search.start, bytes, from, end, at);
    }
    return this.#isOver && this.#outer === null ? Infinity : streamOffset + end - start;
  }

  /** TLS is no longer searched for, unless its other direction is being read. */
  #giveUp() {
    this.#isOver = this.#inner === null;
  }

  /** @param {0|1} endpoint @param {Search} search @param {Place} at */
  #begin(endpoint, search, at) {
    if (this.#inner === null) {
      this.#inner = this.#openInner(null);
      this.#isOver = this.#inner === null;
      for (const side of BOTH) this.#outer?.end(side, 'fin', at);
      this.#outer = null;
      const answers = (/** @type {Uint8Array} */ window) => isHello(window, SERVER_HELLO) || isAlert(window);
      this.#searches[1 - endpoint] = new Search(answers);
    }
    this.#inner?.push(endpoint, 0, search.head, 0, HELLO_BYTES, at);
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    const search = this.#searches[endpoint];
    if (search.start < 0) {
      search.reset();
      this.#outer?.gap(endpoint, streamOffset, length, at);
    } else this.#inner?.gap(endpoint, streamOffset - search.start, length, at);
    return this.#isOver && this.#outer === null ? Infinity : streamOffset + length;
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    this.#outer?.end(endpoint, how, at);
    this.#inner?.end(endpoint, how, at);
  }
}
