/** Consecutive fields of Kafka's messages (kafka.apache.org/protocol, "Protocol Primitive Types"). */
import { shownText } from '../shown-text.js';
import { API } from './names.js';

/**
 * Versions from which on messages are compact, with tagged fields (KIP-482); of others this is unknown.
 * @type {ReadonlyMap<number, number>}
 */
const FLEXIBLE_FROM = new Map([
  [API.PRODUCE, 9],
  [API.FETCH, 12],
  [API.LIST_OFFSETS, 6],
  [API.METADATA, 9],
  [API.OFFSET_COMMIT, 8],
  [API.OFFSET_FETCH, 6],
  [API.FIND_COORDINATOR, 3],
  [API.JOIN_GROUP, 6],
  [API.HEARTBEAT, 4],
  [API.LEAVE_GROUP, 4],
  [API.SYNC_GROUP, 4],
  [API.SASL_HANDSHAKE, Infinity],
  [API.API_VERSIONS, 3],
  [API.CREATE_TOPICS, 5],
  [API.DELETE_TOPICS, 4],
  [API.INIT_PRODUCER_ID, 2],
  [API.SASL_AUTHENTICATE, 2],
]);

/** Whether a request, and its response, are compact. @param {number} api @param {number} version */
export const isFlexible = (api, version) => version >= (FLEXIBLE_FROM.get(api) ?? Infinity);

/** Whether their encoding is known. @param {number} api */
export const isKnown = (api) => FLEXIBLE_FROM.has(api);

/** @param {Uint8Array} bytes @param {number} at */
export const int16 = (bytes, at) => ((bytes[at] << 24) >> 16) | bytes[at + 1];
/** @param {Uint8Array} bytes @param {number} at */
export const int32 = (bytes, at) => (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];

/** Walks over the fields at the beginning of a message. */
export class Fields {
  at;
  #bytes;
  #end;
  #isCompact;

  /** @param {Uint8Array} bytes @param {number} at @param {number} end @param {boolean} isCompact */
  constructor(bytes, at, end, isCompact) {
    this.at = at;
    this.#bytes = bytes;
    this.#end = end;
    this.#isCompact = isCompact;
  }

  #varint() {
    let value = 0;
    for (let shift = 0; shift < 28 && this.at < this.#end; shift += 7) {
      const byte = this.#bytes[this.at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value;
  }

  /** Number of elements of a list; −1: missing. */
  count() {
    if (this.#isCompact) return this.#varint() - 1;
    this.at += 4;
    return this.at > this.#end ? -1 : int32(this.#bytes, this.at - 4);
  }

  /** Whether all fields read were there. */
  get isThere() {
    return this.at <= this.#end;
  }

  /** @returns {number} 0 where it is missing */
  code() {
    this.at += 2;
    return this.at > this.#end ? 0 : int16(this.#bytes, this.at - 2);
  }

  /** Bytes after four with their length, or compact. */
  passBytes() {
    this.at += Math.max(0, this.count());
  }

  /** Tagged fields, where messages are compact. */
  passTags() {
    if (!this.#isCompact) return;
    for (let left = this.#varint(); left > 0 && this.isThere; left--) {
      this.#varint();
      this.at += this.#varint();
    }
  }

  text() {
    const length = this.#isCompact ? this.#varint() - 1 : int16(this.#bytes, (this.at += 2) - 2);
    const start = this.at;
    if (length <= 0 || start >= this.#end) return '';
    this.at += length;
    return shownText(this.#bytes, start, Math.min(this.#end, start + length));
  }
}
