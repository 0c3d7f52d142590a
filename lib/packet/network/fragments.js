import { ADDRESS_ROOM, int32, LENGTH_UNKNOWN } from '../packet.js';

/** Incomplete datagrams kept; the oldest makes room. */
export const MAX_FRAGMENTED_DATAGRAMS = 1024;
/** Bytes kept of incomplete datagrams; the oldest make room. */
export const MAX_FRAGMENT_BYTES = 16 << 20;
/** An incomplete datagram is given up after that time of the capture's clock (RFC 8200 section 4.5). */
export const MAX_FRAGMENT_AGE_NS = 60e9;
/** No datagram is longer (RFC 791); a fragment beyond is dropped. */
export const MAX_DATAGRAM_BYTES = 65535;

/** Fragment offsets count in blocks of 8 bytes. */
const BLOCK_SHIFT = 3;

/**
 * Puts fragmented datagrams together, bounded in number, bytes and age. Of bytes that came twice the first copy stays.
 * A datagram counts at the frame that completes it.
 */
export class Fragments {
  /** Incomplete datagrams, oldest first. @type {Map<string, Datagram>} */
  #waiting = new Map();
  #bytes = 0;

  /**
   * Hears which frames a datagram came in, to keep them together: one that was added, the one that completes it, or
   * that it was given up.
   * @type {((datagram: object, state: 'waits'|'whole'|'dropped', entry: number) => void)|null}
   */
  onFragment = null;

  /** Fragments that were taken in. */
  taken = 0;
  /** Datagrams that became whole. */
  reassembled = 0;
  /** Datagrams given up: too old, or over a limit. */
  dropped = 0;
  /** Fragments that could not be used: cut by the snap length, or beyond their datagram's end. */
  unusable = 0;

  /** Incomplete datagrams at the moment. */
  get waiting() {
    return this.#waiting.size;
  }

  /** Bytes held for them. */
  get waitingBytes() {
    return this.#bytes;
  }

  /**
   * Takes the fragment at `packet.at`. When it completes its datagram, the packet stands at the whole payload, in bytes
   * of its own. A first fragment that the snap length cut goes through as it is, as Wireshark does: it may hold the
   * whole TCP header.
   *
   * @param {import('../packet.js').Packet} packet bounded by its IP header, addresses known
   * @param {number} id identification
   * @param {number} protocol of the payload
   * @param {number} offset of the fragment in its datagram, bytes
   * @param {boolean} more whether more fragments follow
   * @returns {boolean} whether the packet is to be decoded further
   */
  take(packet, id, protocol, offset, more) {
    const length = packet.end - packet.at;
    if (packet.missing > 0) {
      this.unusable++;
      packet.beyondRecord = LENGTH_UNKNOWN;
      return offset === 0;
    }
    const usable = more ? length & ~7 : length;
    if (usable <= 0 || offset + usable > MAX_DATAGRAM_BYTES) {
      this.unusable++;
      return false;
    }
    this.taken++;
    const timeNs = packet.frames.timeNs[packet.entry];
    this.#dropOlderThan(timeNs - MAX_FRAGMENT_AGE_NS);
    const key = keyOf(packet, id, protocol);
    const datagram = this.#find(key, timeNs);
    const before = datagram.bytes.length;
    if (!datagram.add(packet.bytes, packet.at, offset, usable, more)) this.unusable++;
    this.#bytes += datagram.bytes.length - before;
    if (datagram.isWhole) {
      this.#forget(key, datagram);
      this.reassembled++;
      this.onFragment?.(datagram, 'whole', packet.entry);
      packet.enterDatagram(datagram.bytes, datagram.length);
      return true;
    }
    this.onFragment?.(datagram, 'waits', packet.entry);
    while (this.#waiting.size > MAX_FRAGMENTED_DATAGRAMS || this.#bytes > MAX_FRAGMENT_BYTES) this.#dropOldest();
    return false;
  }

  /** @param {string} key @param {number} timeNs @returns {Datagram} */
  #find(key, timeNs) {
    let datagram = this.#waiting.get(key);
    if (datagram === undefined) {
      datagram = new Datagram(timeNs);
      this.#waiting.set(key, datagram);
      this.#bytes += datagram.bytes.length;
    }
    return datagram;
  }

  /** @param {number} timeNs */
  #dropOlderThan(timeNs) {
    for (const datagram of this.#waiting.values()) {
      if (datagram.startedNs >= timeNs) return;
      this.#dropOldest();
    }
  }

  #dropOldest() {
    for (const [key, datagram] of this.#waiting) {
      this.#forget(key, datagram);
      this.dropped++;
      this.onFragment?.(datagram, 'dropped', -1);
      return;
    }
  }

  /** @param {string} key @param {Datagram} datagram */
  #forget(key, datagram) {
    this.#waiting.delete(key);
    this.#bytes -= datagram.bytes.length;
  }
}

/** The bytes that came of one datagram so far. */
class Datagram {
  /** @param {number} startedNs time of the fragment that came first */
  constructor(startedNs) {
    this.startedNs = startedNs;
    /** The payload, behind room for the addresses. */
    this.bytes = new Uint8Array(ADDRESS_ROOM + 2048);
    /** 1 for every block that came. */
    this.blocks = new Uint8Array(2048 >> BLOCK_SHIFT);
    this.blockCount = 0;
    /** End of the bytes that came. */
    this.extent = 0;
    /** Length of the payload, −1 until the last fragment came. */
    this.length = -1;
  }

  get isWhole() {
    return this.length >= 0 && this.blockCount === (this.length + 7) >> BLOCK_SHIFT;
  }

  /**
   * @param {Uint8Array} source
   * @param {number} at
   * @param {number} offset
   * @param {number} length
   * @param {boolean} more
   * @returns {boolean} false for a fragment that contradicts the datagram's end
   */
  add(source, at, offset, length, more) {
    const end = offset + length;
    if (this.length >= 0 && end > this.length) return false;
    if (!more && end < this.extent) return false;
    if (!more) this.length = end;
    this.#reserve(end);
    for (let from = 0; from < length; from += 8) {
      const block = (offset + from) >> BLOCK_SHIFT;
      if (this.blocks[block] === 1) continue;
      this.blocks[block] = 1;
      this.blockCount++;
      const start = at + from;
      this.bytes.set(source.subarray(start, start + Math.min(8, length - from)), ADDRESS_ROOM + offset + from);
    }
    this.extent = Math.max(this.extent, end);
    return true;
  }

  /** @param {number} end */
  #reserve(end) {
    let capacity = this.bytes.length - ADDRESS_ROOM;
    if (end <= capacity) return;
    while (capacity < end) capacity *= 2;
    const bytes = new Uint8Array(ADDRESS_ROOM + capacity);
    bytes.set(this.bytes);
    const blocks = new Uint8Array(capacity >> BLOCK_SHIFT);
    blocks.set(this.blocks);
    this.bytes = bytes;
    this.blocks = blocks;
  }
}

/** @param {import('../packet.js').Packet} packet @param {number} id @param {number} protocol @returns {string} */
function keyOf(packet, id, protocol) {
  const words = packet.ipVersion === 4 ? 2 : 8;
  let key = `${packet.scope} ${protocol} ${id}`;
  for (let word = 0; word < words; word++) key += ` ${int32(packet.bytes, packet.addressAt + word * 4)}`;
  return key;
}
