/** The first bytes of both directions of a stream, held until its protocol is detected. */
import { HTTP1 } from '../http1/protocol.js';
import { isHttp1Start, mayBecomeHttp1 } from '../http1/start-line.js';
import { HeldBytes } from '../model/held-bytes.js';
import { detect, MIN_DETECTABLE_BYTES, signedProtocol } from './detect.js';
import { clientIn, joinedProtocol } from './joined.js';

/** @typedef {import('../protocol.js').Protocol} Protocol */
/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {{ endpoint: 0|1, how: 'fin'|'rst'|'capture_end', at: Place }} End */
/**
 * @typedef {{ push: (...piece: Parameters<StreamParser['push']>) => void, gap: (...gap:
 *   Parameters<StreamParser['gap']>) => void, end:
 *   StreamParser['end'] }} Receiver
 */

const BOTH = /** @type {const} */ ([0, 1]);

/** Most bytes of a direction held while the other's may still decide the protocol. */
export const MAX_UNDECIDED_BYTES = 16 * 1024;
/** Bytes from mid-connection whose framing is looked at first, and how many times as many later. */
const FIRST_LOOK_BYTES = 32;
const LOOK_FACTOR = 2;
/** The same while the other has none. */
export const MAX_ONE_SIDED_BYTES = 1024;

/** One direction. */
class Beginning {
  held = new HeldBytes(0);
  /**
   * The protocol by its bytes, HTTP/1 where none is detected; null: they match several so far.
   * @type {Protocol|null}
   */
  found = null;
  /** How many bytes that took. */
  #looked = 0;
  /** Bytes missing before the held ones. */
  missing = 0;
  /** Place where they were found missing. @type {Place|null} */
  missingAt = null;
  /** @type {End|null} */
  end = null;
  /** Whether bytes are missing after the held ones. */
  isCut = false;
  /** Whether its bytes were passed on, and later ones go elsewhere. */
  isGone = false;

  /**
   * Examines the bytes one by one, so that segmentation does not matter.
   * @param {boolean} isMidConnection
   */
  look(isMidConnection) {
    const { bytes, length } = this.held;
    const isCut = isMidConnection || this.missing > 0;
    let looked = Math.max(this.#looked, MIN_DETECTABLE_BYTES - 1);
    while (looked < length && this.found === null) this.found = detect(bytes, 0, ++looked, isCut);
    this.#looked = looked;
  }

  /** Its first bytes; undefined: none, or they are missing. */
  get first() {
    const { bytes, length } = this.held;
    return this.missing > 0 || length === 0 ? undefined : { bytes, start: 0, end: length };
  }

  /** Whether it begins like a message of HTTP/1. */
  get isHttp1() {
    return this.found === HTTP1 && isHttp1Start(this.held.bytes, 0, this.held.length);
  }

  /** Whether its bytes may still decide the protocol. */
  get mayDecide() {
    return this.found === null && this.end === null && !this.isCut && !this.isGone;
  }

  /** Whether its beginning matches nothing, not even HTTP/1. */
  get isForeign() {
    const { bytes, length } = this.held;
    return length > 0 && this.missing === 0 && this.found === HTTP1 && !mayBecomeHttp1(bytes, 0, length);
  }

  /** Whether its bytes are no longer held. @param {Beginning} other */
  isFull(other) {
    const limit = other.mayDecide && other.held.length > 0 ? MAX_UNDECIDED_BYTES : MAX_ONE_SIDED_BYTES;
    return this.held.length > limit || (this.end !== null && this.held.length + this.missing > 0);
  }
}

export class UndecidedStream {
  #sides = [new Beginning(), new Beginning()];
  #isMidConnection;
  #client;
  /** Held bytes from which on the framing is looked at again. */
  #nextLook = FIRST_LOOK_BYTES;
  /** Where the beginning is missing: the protocol, and the end that asks. @type {import('./joined.js').Joined|null} */
  joined = null;
  /** Whether it is known by that alone: its first bytes begin no message. */
  isInMiddle = false;

  /**
   * @param {boolean} isMidConnection whether the first bytes passed in may not be the stream's first
   * @param {0|1} [client] endpoint, as far as known
   */
  constructor(isMidConnection, client = 0) {
    this.#isMidConnection = isMidConnection;
    this.#client = client;
  }

  /**
   * @param {0|1} endpoint @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at
   * @returns {Protocol|null} null while it is not decided
   */
  push(endpoint, bytes, start, end, at) {
    const side = this.#sides[endpoint];
    side.held.add(bytes, start, end, at);
    side.look(this.#isMidConnection);
    return this.#protocol();
  }

  /**
   * Missing bytes: before a direction's first byte they are skipped, after it they end detection.
   * @param {0|1} endpoint @param {number} streamOffset @param {number} length @param {Place} at
   * @returns {Protocol|null} null where they are recorded here, else they are for the parser that the caller opens
   */
  gap(endpoint, streamOffset, length, at) {
    const side = this.#sides[endpoint];
    side.isCut = side.held.length > 0;
    if (side.isCut) return this.#signedOr(HTTP1);
    side.missing = streamOffset + length;
    side.missingAt ??= { ...at };
    return null;
  }

  /** @param {0|1} endpoint @param {End['how']} how @param {Place} at @returns {Protocol|null} as `push` */
  end(endpoint, how, at) {
    this.#sides[endpoint].end = { endpoint, how, at: { ...at } };
    return this.#protocol();
  }

  /** The protocol by both directions; HTTP/1's parser takes undetected streams, and decides whether they are HTTP. */
  #protocol() {
    const [one, other] = this.#sides;
    if (one.found !== null && one.found !== HTTP1) return one.found;
    if (other.found !== null && other.found !== HTTP1) return other.found;
    if (this.isHttp1) return HTTP1;
    if (one.isFull(other) || other.isFull(one)) return this.#signedOr(HTTP1, true);
    return one.isForeign && other.isForeign
      ? this.#signedOr(null, one.held.length + other.held.length >= this.#nextLook)
      : null;
  }

  /**
   * A protocol with a parser, by its signature.
   * @template {Protocol|null} T
   * @param {T} otherwise
   * @param {boolean} [looks] whether its framing is looked at, where its beginning is missing
   */
  #signedOr(otherwise, looks = false) {
    if (this.isHttp1) return otherwise;
    const signed = this.signed;
    const isCut = this.#isMidConnection || this.#sides.some(({ missing }) => missing > 0);
    if (signed !== null) {
      if (isCut) {
        const client = clientIn(signed, this.#pieces(BOTH), this.#client);
        this.joined = { protocol: signed, client, confidence: 1 };
      }
      return signed.open === undefined ? otherwise : signed;
    }
    if (looks && isCut) this.#lookAtFraming();
    return this.joined?.protocol ?? otherwise;
  }

  #lookAtFraming() {
    this.#nextLook = LOOK_FACTOR * (this.#sides[0].held.length + this.#sides[1].held.length);
    this.joined = joinedProtocol(this.#pieces(BOTH), this.#client);
    this.isInMiddle = this.joined !== null;
  }

  /** Held bytes of directions, in the order of their frames. @param {readonly (0|1)[]} endpoints */
  #pieces(endpoints) {
    const pieces = endpoints.flatMap((endpoint) =>
      this.#sides[endpoint].held.pieces(0).map((piece) => ({ ...piece, endpoint })),
    );
    return pieces.sort((one, other) => one.at.deliveredFrame - other.at.deliveredFrame);
  }

  /** Whether a direction begins like a message of HTTP/1. */
  get isHttp1() {
    return this.#sides.some(({ isHttp1 }) => isHttp1);
  }

  /**
   * Whether a direction does not begin like HTTP/1 although the other does: a server that answers garbage.
   * @param {0|1} endpoint
   */
  isOutOfPlace(endpoint) {
    return !this.#sides[endpoint].isHttp1 && this.#sides[1 - endpoint].isHttp1;
  }

  /** Whether a direction may still decide the protocol. @param {0|1} endpoint */
  mayDecide(endpoint) {
    return this.#sides[endpoint].mayDecide;
  }

  /** Whether a direction has sent anything yet. @param {0|1} endpoint */
  hasAny(endpoint) {
    return this.#sides[endpoint].held.length + this.#sides[endpoint].missing > 0;
  }

  /** The protocol by a signature in the bytes so far. @returns {Protocol|null} null: not known */
  get signed() {
    const [one, other] = this.#sides.map(({ first }) => first);
    const found = one && signedProtocol(one.bytes, 0, one.end, other);
    return found ?? (other ? signedProtocol(other.bytes, 0, other.end, one) : null) ?? null;
  }

  /**
   * Passes on the held bytes, in the order of their frames, and the ends.
   * @param {Receiver} to
   * @param {readonly (0|1)[]} [endpoints]
   */
  handOn(to, endpoints = BOTH) {
    const pieces = this.#pieces(endpoints).map((piece) => ({ ...piece, missing: this.#sides[piece.endpoint].missing }));
    const sides = endpoints.map((endpoint) => this.#sides[endpoint]);
    for (const endpoint of endpoints) {
      const { missing, missingAt } = this.#sides[endpoint];
      if (missingAt !== null) to.gap(endpoint, 0, missing, missingAt);
      this.#sides[endpoint] = new Beginning();
      this.#sides[endpoint].isGone = true;
    }
    for (const { endpoint, missing, bytes, start, end, at } of pieces) {
      to.push(endpoint, missing + start, bytes, start, end, at);
    }
    for (const { end } of sides) if (end !== null) to.end(end.endpoint, end.how, end.at);
  }
}
