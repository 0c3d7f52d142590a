/**
 * The messages of a gRPC call in one direction (gRPC over HTTP2, "Length-Prefixed-Message"): a flag, a length, as many
 * bytes. In gRPC-Web (PROTOCOL-WEB.md) a last one has the trailer fields, and all may be base64.
 */
import { fieldOf } from '../model/header-fields.js';
import { latin1 } from '../model/latin1.js';
import { Base64 } from './base64.js';
import { MAX_GRPC_MESSAGES, MAX_GRPC_MESSAGES_LISTED, MAX_GRPC_TRAILER_BYTES } from './limits.js';

/**
 * @typedef {{ timeNs: number, deliveredNs: number }} Moment of bytes: their packet's time, and when they were in order
 */
/** @typedef {{ start: number, end: number, bytes: number, compressed: boolean }} GrpcMessage times in seconds */

const PREFIX_BYTES = 5;
const COMPRESSED = 0x01;
const TRAILERS = 0x80;

/** Shared by all connections of a capture. */
export class GrpcBudget {
  /** Messages that are listed. */
  messages = 0;
}

export class GrpcMessages {
  #budget;
  #prefix = new Uint8Array(PREFIX_BYTES);
  #prefixBytes = 0;
  #left = 0;
  #startNs = 0;
  /** @type {Uint8Array|null} */
  #trailers = null;
  /** Of gRPC-Web as text. @type {Base64|null} */
  #base64;
  /** @type {GrpcMessage[]} */
  listed = [];
  count = 0;
  /** Of all messages, without their prefixes. */
  bytes = 0;
  /** Whether bytes were missing, so that no more messages can be delimited. */
  isLost = false;
  /** The trailer fields of gRPC-Web, a line each; null: none yet. @type {Uint8Array|null} */
  trailers = null;
  isOver = false;

  /** @param {GrpcBudget} budget @param {boolean} isText whether the content is base64 */
  constructor(budget, isText) {
    this.#budget = budget;
    this.#base64 = isText ? new Base64() : null;
  }

  /** @param {Uint8Array} bytes content @param {number} start @param {number} end @param {Moment} at */
  push(bytes, start, end, at) {
    if (this.#base64 === null) this.#read(bytes, start, end, at);
    else if (!this.isLost) {
      const decoded = this.#base64.decode(bytes, start, end);
      this.isLost = decoded === null;
      if (decoded !== null) this.#read(decoded, 0, decoded.length, at);
    }
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end @param {Moment} at */
  #read(bytes, start, end, at) {
    let i = start;
    while (i < end && !this.isLost) {
      if (this.#prefixBytes < PREFIX_BYTES) {
        if (this.#prefixBytes === 0) this.#startNs = at.timeNs;
        this.#prefix[this.#prefixBytes++] = bytes[i++];
        if (this.#prefixBytes === PREFIX_BYTES) this.#begin(at);
        continue;
      }
      const taken = Math.min(end - i, this.#left);
      this.#keepTrailers(bytes, i, taken);
      this.#left -= taken;
      i += taken;
      if (this.#left === 0) this.#end(at);
    }
  }

  /** @param {Moment} at */
  #begin(at) {
    const [flags, a, b, c, d] = this.#prefix;
    this.#left = a * 2 ** 24 + ((b << 16) | (c << 8) | d);
    // no message has any other flag: this is not gRPC
    this.isLost = (flags & ~(COMPRESSED | TRAILERS)) !== 0;
    if (flags & TRAILERS && this.#left <= MAX_GRPC_TRAILER_BYTES) this.#trailers = new Uint8Array(this.#left);
    if (this.#left === 0 && !this.isLost) this.#end(at);
  }

  /** @param {Uint8Array} bytes @param {number} from @param {number} length */
  #keepTrailers(bytes, from, length) {
    if (this.#trailers === null) return;
    this.#trailers.set(bytes.subarray(from, from + length), this.#trailers.length - this.#left);
  }

  /** @param {Moment} at */
  #end({ deliveredNs }) {
    const flags = this.#prefix[0];
    const [, a, b, c, d] = this.#prefix;
    const length = a * 2 ** 24 + ((b << 16) | (c << 8) | d);
    this.#prefixBytes = 0;
    if (flags & TRAILERS) {
      this.trailers = this.#trailers;
      this.#trailers = null;
      return;
    }
    this.count++;
    this.bytes += length;
    if (this.listed.length >= MAX_GRPC_MESSAGES_LISTED || this.#budget.messages >= MAX_GRPC_MESSAGES) return;
    this.#budget.messages++;
    const compressed = (flags & COMPRESSED) !== 0;
    this.listed.push({ start: this.#startNs / 1e9, end: deliveredNs / 1e9, bytes: length, compressed });
  }

  /** Content is missing. */
  lose() {
    this.isLost = true;
  }

  finish() {}
}

/** @param {Uint8Array} trailers @returns {[name: string, value: string][]} */
export const trailerFields = (trailers) =>
  latin1(trailers)
    .split('\r\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);

/**
 * Reads a message's content, where it is gRPC's or gRPC-Web's; null: neither.
 * @param {[name: string, value: string][]} fields of its head
 * @param {GrpcBudget} budget
 */
export function grpcIn(fields, budget) {
  const type = /^application\/grpc(-web(?:-text)?)?(?:[+;]|$)/.exec(
    fieldOf(fields, 'content-type')?.toLowerCase() ?? '',
  );
  return type === null ? null : new GrpcMessages(budget, type[1] === '-web-text');
}
