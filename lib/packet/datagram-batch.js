import { grown } from '../shared/columns/grown.js';
import { UDP_HEADER } from './transport/udp.js';

/** Room at first; it grows where a batch of frames has more. */
const INITIAL_DATAGRAMS = 256;
const INITIAL_BYTES = 1 << 16;
/** Words of an address: IPv4 uses the last. */
export const ADDRESS_WORDS = 4;

/**
 * UDP datagrams that may be QUIC: columns by entry, and copies of their payloads, since they outlive the frames they
 * came in.
 * @typedef {object} Datagrams
 * @property {number} count
 * @property {Uint8Array} bytes the payloads, one behind the other
 * @property {Int32Array} frame number, from 1
 * @property {Float64Array} timeNs since the capture's first packet
 * @property {Int32Array} scope of VLANs and tunnels
 * @property {Uint8Array} ipVersion
 * @property {Uint8Array} ecn the field of the IP header
 * @property {Int32Array} source address, four words an entry
 * @property {Int32Array} destination likewise
 * @property {Int32Array} ports the source's above the destination's
 * @property {Int32Array} length of the payload on the wire
 * @property {Int32Array} captured bytes of it
 * @property {Int32Array} offset of its first byte
 */

/** @implements {Datagrams} */
export class DatagramBatch {
  count = 0;
  #used = 0;
  bytes = new Uint8Array(INITIAL_BYTES);
  frame = new Int32Array(INITIAL_DATAGRAMS);
  timeNs = new Float64Array(INITIAL_DATAGRAMS);
  scope = new Int32Array(INITIAL_DATAGRAMS);
  ipVersion = new Uint8Array(INITIAL_DATAGRAMS);
  ecn = new Uint8Array(INITIAL_DATAGRAMS);
  source = new Int32Array(INITIAL_DATAGRAMS * ADDRESS_WORDS);
  destination = new Int32Array(INITIAL_DATAGRAMS * ADDRESS_WORDS);
  ports = new Int32Array(INITIAL_DATAGRAMS);
  length = new Int32Array(INITIAL_DATAGRAMS);
  captured = new Int32Array(INITIAL_DATAGRAMS);
  offset = new Int32Array(INITIAL_DATAGRAMS);

  /**
   * Adds the datagram whose payload starts at `packet.at`.
   * @param {import('./packet.js').Packet} packet
   * @param {number} length of the payload on the wire
   * @param {number} captured
   */
  add(packet, length, captured) {
    if (this.count === this.frame.length) this.#growEntries();
    if (this.#used + captured > this.bytes.length) {
      this.bytes = grown(this.bytes, Math.max(this.bytes.length * 2, this.#used + captured));
    }
    const entry = this.count++;
    const { frames, at } = packet;
    this.frame[entry] = frames.firstFrame + packet.entry;
    this.timeNs[entry] = frames.timeNs[packet.entry];
    this.scope[entry] = packet.scope;
    this.ipVersion[entry] = packet.ipVersion;
    this.ecn[entry] = packet.ecn;
    this.#addAddresses(packet, entry * ADDRESS_WORDS);
    this.ports[entry] = packet.view.getInt32(at - UDP_HEADER);
    this.length[entry] = length;
    this.captured[entry] = captured;
    this.offset[entry] = this.#used;
    this.bytes.set(packet.bytes.subarray(at, at + captured), this.#used);
    this.#used += captured;
  }

  /** @param {import('./packet.js').Packet} packet @param {number} to */
  #addAddresses({ view, addressAt, destinationAt, ipVersion }, to) {
    const { source, destination } = this;
    if (ipVersion === 4) {
      source[to] = source[to + 1] = source[to + 2] = 0;
      destination[to] = destination[to + 1] = destination[to + 2] = 0;
      source[to + 3] = view.getInt32(addressAt);
      destination[to + 3] = view.getInt32(addressAt + 4);
      return;
    }
    const second = destinationAt >= 0 ? destinationAt : addressAt + 16;
    for (let word = 0; word < ADDRESS_WORDS; word++) {
      source[to + word] = view.getInt32(addressAt + (word << 2));
      destination[to + word] = view.getInt32(second + (word << 2));
    }
  }

  #growEntries() {
    const entries = this.frame.length * 2;
    this.frame = grown(this.frame, entries);
    this.timeNs = grown(this.timeNs, entries);
    this.scope = grown(this.scope, entries);
    this.ipVersion = grown(this.ipVersion, entries);
    this.ecn = grown(this.ecn, entries);
    this.source = grown(this.source, entries * ADDRESS_WORDS);
    this.destination = grown(this.destination, entries * ADDRESS_WORDS);
    this.ports = grown(this.ports, entries);
    this.length = grown(this.length, entries);
    this.captured = grown(this.captured, entries);
    this.offset = grown(this.offset, entries);
  }

  /** Forgets the entries of other frames. @param {ReadonlySet<number>} wanted numbers of frames */
  keepFrames(wanted) {
    let kept = 0;
    for (let entry = 0; entry < this.count; entry++) {
      if (!wanted.has(this.frame[entry])) continue;
      if (kept < entry) this.#move(entry, kept);
      kept++;
    }
    this.count = kept;
  }

  /** @param {number} from @param {number} to */
  #move(from, to) {
    for (const column of [this.frame, this.timeNs, this.scope, this.ipVersion, this.ecn, this.ports]) {
      column[to] = column[from];
    }
    for (const column of [this.length, this.captured, this.offset]) column[to] = column[from];
    for (const column of [this.source, this.destination]) {
      column.copyWithin(to * ADDRESS_WORDS, from * ADDRESS_WORDS, (from + 1) * ADDRESS_WORDS);
    }
  }

  /** Forgets all entries. */
  clear() {
    this.count = this.#used = 0;
  }

  /** @returns {Datagrams} a copy of what it holds and no more, for another thread */
  packed() {
    const { count } = this;
    return {
      count,
      bytes: this.bytes.slice(0, this.#used),
      frame: this.frame.slice(0, count),
      timeNs: this.timeNs.slice(0, count),
      scope: this.scope.slice(0, count),
      ipVersion: this.ipVersion.slice(0, count),
      ecn: this.ecn.slice(0, count),
      source: this.source.slice(0, count * ADDRESS_WORDS),
      destination: this.destination.slice(0, count * ADDRESS_WORDS),
      ports: this.ports.slice(0, count),
      length: this.length.slice(0, count),
      captured: this.captured.slice(0, count),
      offset: this.offset.slice(0, count),
    };
  }
}
