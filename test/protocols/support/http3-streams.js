/** The streams of an HTTP/3 connection, piece by piece, to the analysis of messages. */
import { QuicStreams } from '../../../lib/protocols/http3/quic-streams.js';
import { Conversation } from './conversation.js';

/** @typedef {import('../../../lib/transport/streams.js').Place} Place */

/** @param {number} value @returns {number[]} in as few bytes as it needs (RFC 9000 section 16) */
export function varint(value) {
  if (value < 64) return [value];
  if (value < 2 ** 14) return [0x40 | (value >> 8), value & 0xff];
  return [0x80 | (value >>> 24), (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

/** @param {string} text */
export const ascii = (text) => Array.from(text, (character) => character.charCodeAt(0));

/** @param {number} type @param {ArrayLike<number>} payload */
export const frame3 = (type, payload) => [...varint(type), ...varint(payload.length), ...Array.from(payload)];

/** A field without any table. @param {string} name @param {string} value each shorter than 127 */
const literal = (name, value) => [
  ...(name.length < 7 ? [0x20 | name.length] : [0x27, name.length - 7]),
  ...ascii(name),
  value.length,
  ...ascii(value),
];

/** A field section of literals. @param {Record<string, string>} fields */
export const section = (fields) => [0, 0, ...Object.entries(fields).flatMap(([name, value]) => literal(name, value))];

/** @param {Record<string, string>} fields */
export const headers3 = (fields) => frame3(1, section(fields));

/** @param {string} text */
export const data3 = (text) => frame3(0, ascii(text));

export const GET3 = { ':method': 'GET', ':scheme': 'https', ':authority': 'a.example', ':path': '/' };

/** A connection whose client is endpoint 0. Each call is a frame of its own, one millisecond after the one before. */
export class Http3Streams {
  #conversation = new Conversation();
  #frame = 0;
  /** @type {Map<string, number>} */
  #offsets = new Map();

  /** @param {{ isMidConnection?: boolean, alpn?: string }} [options] */
  constructor({ isMidConnection = false, alpn = 'h3' } = {}) {
    this.reader = this.#conversation.analysis.readQuic(QuicStreams);
    this.connection = this.reader.of(0, 0, alpn, isMidConnection);
  }

  /** @returns {Place} */
  #place() {
    const frame = ++this.#frame;
    return { frame, timeNs: frame * 1e6, deliveredFrame: frame, deliveredNs: frame * 1e6 };
  }

  /** @param {0|1} who @param {number} stream @param {number} length @returns {number} where the next bytes begin */
  #pass(who, stream, length) {
    const offset = this.#offsets.get(`${who} ${stream}`) ?? 0;
    this.#offsets.set(`${who} ${stream}`, offset + length);
    return offset;
  }

  /** @param {0|1} who @param {number} stream @param {ArrayLike<number>} bytes @param {boolean} [isEarly] */
  send(who, stream, bytes, isEarly = false) {
    const offset = this.#pass(who, stream, bytes.length);
    const piece = Uint8Array.from(bytes);
    this.connection?.push(stream, who, offset, piece, 0, piece.length, this.#place(), isEarly);
    piece.fill(0xff); // valid during the call only
    return this;
  }

  /** @param {0|1} who @param {number} stream @param {number} length */
  lose(who, stream, length) {
    this.connection?.gap(stream, who, this.#pass(who, stream, length), length, this.#place());
    return this;
  }

  /** @param {0|1} who @param {number} stream */
  fin(who, stream) {
    this.connection?.end(stream, who, true, this.#place());
    return this;
  }

  /** @param {0|1} who @param {number} stream @param {number} code */
  reset(who, stream, code) {
    this.connection?.reset(stream, who, code, this.#place());
    return this;
  }

  /** @param {0|1} who @param {number} stream @param {number} code */
  refuse(who, stream, code) {
    this.connection?.stopSending(stream, who, code, this.#place());
    return this;
  }

  close() {
    this.reader.close(0, this.#place());
    return this;
  }

  get analysis() {
    return this.#conversation.analysis;
  }

  /** As the command line prints them. @returns {import('../../../lib/protocols/describe-message.js').Message[]} */
  get messages() {
    return JSON.parse(JSON.stringify(this.#conversation.messages));
  }
}
