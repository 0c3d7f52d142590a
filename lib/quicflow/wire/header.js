import { LONG_HEADER, MAX_ID_BYTES } from '../../packet/transport/quic-sieve.js';
import { Reader } from './reader.js';
import { PACKET, versionOf } from './versions.js';

const SPIN_BIT = 0x20;
const RETRY_TAG_BYTES = 16;

/**
 * The header of one packet as far as it is not protected: one object, refilled for each packet.
 *
 * ```
 *   start      dcidAt   scidAt   tokenAt        numberAt         end
 *     ├─ flags ─┴─ IDs ──┴────────┴─ token, length ─┴─ number, payload, tag ─┤
 * ```
 */
export class PacketHeader {
  #reader = new Reader();
  /** @type {Uint8Array} */
  bytes = new Uint8Array(0);
  start = 0;
  /** Behind the packet; may lie beyond what was captured. */
  end = 0;
  /** Of `PACKET`. */
  type = /** @type {number} */ (PACKET.UNKNOWN);
  isLong = false;
  version = 0;
  dcidAt = 0;
  dcidLength = 0;
  scidAt = 0;
  scidLength = 0;
  tokenAt = 0;
  tokenLength = 0;
  /** Where the protected packet number starts; 0: the packet has none. */
  numberAt = 0;
  /** Whether the packet ends behind what was captured. */
  isCut = false;

  /**
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} captured end of what was captured of the datagram
   * @param {number} end of the datagram
   * @returns {boolean} false: this is no packet
   */
  read(bytes, at, captured, end) {
    this.bytes = bytes;
    this.start = at;
    this.end = end;
    this.numberAt = 0;
    this.tokenLength = 0;
    this.version = 0;
    if (at >= captured) return false;
    this.isLong = (bytes[at] & LONG_HEADER) !== 0;
    const isRead = this.isLong ? this.#readLong(captured, end) : this.#readShort();
    this.isCut = this.end > captured;
    return isRead;
  }

  /** How long its ID is, is for the connection to say: `endId`. */
  #readShort() {
    this.type = PACKET.ONE_RTT;
    this.dcidAt = this.start + 1;
    this.dcidLength = 0;
    this.scidLength = 0;
    return true;
  }

  /** Of a short header: its ID has so many bytes. @param {number} length */
  endId(length) {
    this.dcidLength = length;
    this.numberAt = this.dcidAt + length;
  }

  get spin() {
    return (this.bytes[this.start] & SPIN_BIT) === 0 ? 0 : 1;
  }

  /** @param {number} captured @param {number} end */
  #readLong(captured, end) {
    const reader = this.#reader;
    reader.enter(this.bytes, this.start + 1, captured);
    this.version = reader.uint32();
    this.dcidLength = reader.uint8();
    this.dcidAt = reader.skip(this.dcidLength);
    this.scidLength = reader.uint8();
    this.scidAt = reader.skip(this.scidLength);
    if (reader.failed || this.dcidLength > MAX_ID_BYTES || this.scidLength > MAX_ID_BYTES) return false;
    const version = versionOf(this.version);
    if (this.version === 0) this.type = PACKET.VERSION_NEGOTIATION;
    else if (version === null) this.type = PACKET.UNKNOWN;
    else this.type = version.types[(this.bytes[this.start] >> 4) & 3];
    if (this.type === PACKET.RETRY) return this.#readRetry(end);
    this.tokenAt = reader.at;
    if (this.type === PACKET.VERSION_NEGOTIATION || version === null) return true;
    return this.#readLength(reader, end);
  }

  /** @param {number} end */
  #readRetry(end) {
    this.tokenAt = this.#reader.at;
    this.tokenLength = end - RETRY_TAG_BYTES - this.tokenAt;
    return this.tokenLength >= 0;
  }

  /** @param {Reader} reader @param {number} end of the datagram */
  #readLength(reader, end) {
    if (this.type === PACKET.INITIAL) {
      this.tokenLength = reader.varint();
      this.tokenAt = reader.skip(this.tokenLength);
    }
    const length = reader.varint();
    this.numberAt = reader.at;
    this.end = reader.at + length;
    return !reader.failed && this.end <= end;
  }
}
