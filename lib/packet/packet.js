import { FrameBatch } from '../capture/frame-batch.js';

/** `beyondRecord` of a fragment that could not be reassembled: the length of its payload is unknown. */
export const LENGTH_UNKNOWN = 0x3fffffff;

/** Room before the payload of `enterDatagram`, for two IPv6 addresses. */
export const ADDRESS_ROOM = 32;
/** `stoppedNumber` of what has none. */
export const NO_NUMBER = -1;
/** `stoppedAt` of a header that the snap length cut. */
export const HEADER_CUT = 'header cut';

/** Cap on missing bytes: keeps sums of lengths within 31 bits. */
const MAX_MISSING = 0x3fffffff;

/**
 * Where the decoder stands in a frame, and what the layers passed so far said. One object, refilled for every frame.
 *
 * ```
 *          at                    end          (end + missing)
 *           v                     v                 v
 *  [passed][ what is left, captured | cut off or lost ]
 * ```
 */
export class Packet {
  constructor() {
    /** The frame's bytes, or those of a reassembled datagram. @type {Uint8Array} */
    this.bytes = new Uint8Array(0);
    /**
     * The same, for the layers that nearly every packet has: the compiler makes one instruction of a read, but one out
     * of bounds throws.
     */
    this.view = viewOf(this.bytes);
    /** The next layer's first byte. */
    this.at = 0;
    /** End of what was captured of the innermost datagram. */
    this.end = 0;
    /** Bytes of the innermost datagram behind `end`: on the wire, but not captured. */
    this.missing = 0;
    /** How many of them lie beyond the record's length on the wire. */
    this.beyondRecord = 0;
    /** Whether a length field of the link layer says where the packet ends. */
    this.isBoundByLink = false;
    /** Id of the enclosing VLANs and tunnels. */
    this.scope = 0;
    this.ipVersion = 0;
    /** Offset of the source address in `bytes`; the destination's follows it. */
    this.addressAt = 0;
    /** That of the destination of IPv6 where a routing header has it, else −1. */
    this.destinationAt = -1;
    this.ttl = 0;
    this.ecn = 0;
    this.dscp = 0;
    this.identification = -1;
    /** The frame's batch and entry there. */
    this.frames = new FrameBatch(0);
    this.frameView = this.view;
    this.entry = 0;
    /**
     * Where the next subframe of an aggregated Wi-Fi frame starts, or −1; and what `end`, `missing` and `scope` were
     * there.
     */
    this.resumeAt = -1;
    this.resumeEnd = 0;
    this.resumeMissing = 0;
    this.resumeScope = 0;
    /** What stopped reading, if anything did that might hide TCP: a kind of number, and the number; see `stop`. */
    this.stoppedAt = '';
    this.stoppedNumber = NO_NUMBER;
    /** Frames that cannot be read further since they are encrypted. */
    this.sealed = { wifi: 0, esp: 0, macsec: 0, capwap: 0 };
  }

  /** @param {FrameBatch} frames whose frames come next */
  enterBatch(frames) {
    this.frames = frames;
    this.frameView = viewOf(frames.bytes);
    this.enterBytes(frames.bytes, this.frameView);
  }

  /** @param {Uint8Array} bytes that the offsets point into from now on @param {DataView} view of them */
  enterBytes(bytes, view) {
    this.bytes = bytes;
    this.view = view;
  }

  /**
   * Goes on in a datagram that was put together or unpacked elsewhere. The addresses go along, since they are read from
   * the packet's bytes.
   *
   * @param {Uint8Array} bytes the payload, behind room for the addresses
   * @param {number} length of the payload
   */
  enterDatagram(bytes, length) {
    const addressBytes = this.ipVersion === 4 ? 8 : ADDRESS_ROOM;
    bytes.set(this.bytes.subarray(this.addressAt, this.addressAt + addressBytes));
    if (this.ipVersion === 6 && this.destinationAt >= 0) {
      bytes.set(this.bytes.subarray(this.destinationAt, this.destinationAt + 16), 16);
      this.destinationAt = -1;
    }
    this.enterBytes(bytes, viewOf(bytes));
    this.addressAt = 0;
    this.at = ADDRESS_ROOM;
    this.end = ADDRESS_ROOM + length;
    this.missing = 0;
    this.beyondRecord = 0;
    this.resumeAt = -1;
  }

  /** @param {number} entry of the batch */
  start(entry) {
    const frames = this.frames;
    const at = frames.dataOffset[entry];
    const captured = frames.capturedLength[entry];
    const cut = frames.wireLength[entry] - captured;
    if (this.bytes !== frames.bytes) this.enterBytes(frames.bytes, this.frameView);
    this.at = at;
    this.end = at + captured;
    this.missing = cut <= 0 ? 0 : Math.min(cut, MAX_MISSING);
    this.beyondRecord = 0;
    this.isBoundByLink = false;
    this.scope = 0;
    this.entry = entry;
    this.resumeAt = -1;
    this.stoppedAt = '';
  }

  /**
   * Reading ends here, and TCP may lie behind: notes what stopped it, the first time in a frame.
   *
   * @param {string} what kind of number that is not known, or what it is that is not read
   * @param {number} [number]
   * @returns {0} LAYER.NONE, for a decoder to return
   */
  stop(what, number = NO_NUMBER) {
    if (this.stoppedAt !== '') return 0;
    this.stoppedAt = what;
    this.stoppedNumber = number;
    return 0;
  }

  /**
   * Whether fewer bytes are left than a header has; notes it where the snap length cut them off.
   *
   * @param {number} bytes
   * @param {number} [from]
   * @returns {boolean}
   */
  isShortOf(bytes, from = this.at) {
    if (this.end - from >= bytes) return false;
    if (this.missing > 0) this.stop(HEADER_CUT);
    return true;
  }

  /**
   * Bounds the packet by the IP header's word: `length` bytes from `from` on. It is trusted even where it exceeds the
   * record's wire length, since some tools that cut captures wrote the cut length there; but not against a length field
   * of the link layer.
   *
   * @param {number} from
   * @param {number} length
   */
  bound(from, length) {
    const beyond = from + length - this.end;
    if (beyond <= 0) {
      this.end += beyond;
      this.missing = 0;
      this.beyondRecord = 0;
    } else {
      this.#extend(beyond);
    }
    this.isBoundByLink = false;
  }

  /** @param {number} beyond bytes between `end` and what the header says, above 0 */
  #extend(beyond) {
    const inRecord = Math.min(this.missing - this.beyondRecord, beyond);
    if (!this.isBoundByLink || beyond < this.missing) this.missing = beyond;
    this.beyondRecord = this.missing - inRecord;
  }

  /**
   * Bounds the packet by a length field of the link layer, which may only shorten it.
   *
   * @param {number} from
   * @param {number} length
   */
  boundByLink(from, length) {
    const beyond = from + length - this.end;
    if (beyond >= this.missing) return;
    this.bound(from, length);
    this.isBoundByLink = true;
  }

  /**
   * Notes that another subframe may stand at `next`, after the current one.
   *
   * @param {number} next
   */
  resumeAfter(next) {
    this.resumeAt = next;
    this.resumeEnd = this.end;
    this.resumeMissing = this.missing;
    this.resumeScope = this.scope;
  }

  /** Goes there. */
  resume() {
    this.at = this.resumeAt;
    this.end = this.resumeEnd;
    this.missing = this.resumeMissing;
    this.beyondRecord = 0;
    this.scope = this.resumeScope;
    this.resumeAt = -1;
  }
}

/** @param {Uint8Array} bytes @returns {DataView} */
export function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** @param {Uint8Array} bytes @param {number} at @returns {number} */
export function uint16(bytes, at) {
  return (bytes[at] << 8) | bytes[at + 1];
}

/** Little-endian. @param {Uint8Array} bytes @param {number} at @returns {number} */
export function littleUint16(bytes, at) {
  return bytes[at] | (bytes[at + 1] << 8);
}

/** Four big-endian bytes as a signed bit pattern. @param {Uint8Array} bytes @param {number} at @returns {number} */
export function int32(bytes, at) {
  return (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
}
