/**
 * A TCP conversation that is made up packet by packet: each end keeps what it has sent and what has arrived, so that
 * sequence numbers, acknowledgements, SACK blocks and timestamps come out right unless a sending says otherwise. See
 * packets.js for use.
 */
import { ACK, FIN, frameBytes, SYN } from './frames.js';

/**
 * @typedef {{ timeNs: number, bytes: Uint8Array, originalLength: number }} Packet  timeNs since the capture's start
 *
 * @typedef {object} Sending  what one line of a script says; everything left out follows from the conversation
 * @property {number} [flags]
 * @property {boolean} [noAck]
 * @property {Uint8Array} [payload]
 * @property {number} [count] packets of that payload
 * @property {number} [again] the side's n-th data segment, from 1
 * @property {number} [seq] relative @property {number} [ack] relative @property {[number, number][]} [sack] relative
 * @property {boolean} [sackPermitted]
 * @property {number} [mss]
 * @property {number} [windowScale]
 * @property {string} [order] of options, by letter
 * @property {[number, number]|boolean} [timestamps]
 * @property {number} [window] @property {number} [urgent] @property {number} [identification] @property {number} [ttl]
 * @property {number} [snapLength]
 * @property {boolean} [lost]
 * @property {boolean} [uncaptured]
 * @property {number} [lateNs]
 * @property {boolean} [twice] @property {boolean} [corrupt] @property {number} [afterNs] @property {number} [atNs]
 *
 * @typedef {object} ConversationOptions
 * @property {string} [client] "10.0.0.1:40000" or "[2001:db8::1]:40000" @property {string} [server]
 * @property {number} [clientIsn] @property {number} [serverIsn]
 * @property {number} [startNs] time of the first packet
 * @property {number[]} [vlan] tags, outermost first
 * @property {'ethernet'|'raw'} [link]
 * @property {boolean} [pad] Ethernet padding
 * @property {boolean} [established] start in mid-stream: both SYNs count as gone by, and no option is known
 */

const DEFAULT_GAP_NS = 10_000;
const MAX_SACK_BLOCKS = 3;

/** @param {string} text @returns {import('./frames.js').Endpoint} */
function endpoint(text) {
  const match = /^\[?(.*?)\]?:(\d+)$/.exec(text);
  if (!match) throw new Error(`packet script: "${text}" is not an address with a port`);
  return { address: match[1], port: Number(match[2]) };
}

/** One end. Relative sequence numbers: 0 is its SYN. */
class End {
  /** @param {string} address @param {number} isn */
  constructor(address, isn) {
    this.endpoint = endpoint(address);
    this.isn = isn;
    /** Next sequence number to send, what the peer has sent in order, and stretches beyond that. */
    this.next = 0;
    this.received = 0;
    /** @type {[number, number][]} latest last */
    this.stretches = [];
    /** The right edge of all stretches. */
    this.highest = 0;
    /** @type {{ seq: number, payload: Uint8Array, flags: number }[]} */
    this.dataSegments = [];
    this.window = 65535;
    this.heardSyn = false;
    this.timestamps = false;
    this.sackPermitted = false;
    this.lastTimestamp = 0;
    this.identification = 1;
  }

  /** A segment arrives. @param {number} left @param {number} right */
  accept(left, right) {
    if (right <= this.received) return;
    if (left <= this.highest) [left, right] = this.#join(left, right);
    this.highest = Math.max(this.highest, right);
    if (left <= this.received) this.received = right;
    else this.stretches.push([left, right]);
  }

  /**
   * Takes out what touches a stretch.
   * @param {number} left
   * @param {number} right
   * @returns {[number, number]} all of it together
   */
  #join(left, right) {
    for (const [from, to] of this.stretches.filter(([from, to]) => from <= right && to >= left)) {
      left = Math.min(left, from);
      right = Math.max(right, to);
    }
    this.stretches = this.stretches.filter(([from, to]) => to < left || from > right);
    return [left, right];
  }

  /** @returns {[number, number][]} latest first (RFC 2018, section 4) */
  sackBlocks() {
    return this.stretches.slice(-MAX_SACK_BLOCKS).reverse();
  }
}

export class Conversation {
  /** @type {Packet[]} */
  #packets = [];
  #timeNs;
  #started = false;
  /** @type {{ timeNs: number, deliver: () => void }[]} late packets, still under way */
  #underWay = [];

  /** @param {ConversationOptions} [options] */
  constructor(options = {}) {
    const {
      client = '10.0.0.1:40000',
      server = '10.0.0.2:80',
      clientIsn = 1000,
      serverIsn = 5000,
      startNs = 0,
      established = false,
    } = options;
    this.client = new End(client, clientIsn);
    this.server = new End(server, serverIsn);
    this.frameOptions = { link: options.link, vlan: options.vlan, pad: options.pad };
    this.#timeNs = startNs;
    if (!established) return;
    for (const end of [this.client, this.server]) {
      end.next = 1;
      end.received = 1;
      end.heardSyn = true;
    }
  }

  /** What was captured, in the order of capture. @returns {Packet[]} */
  get packets() {
    return [...this.#packets].sort((a, b) => a.timeNs - b.timeNs);
  }

  /** @param {'client'|'server'} side @param {Sending} sending @returns {this} */
  send(side, sending) {
    const { count = 1, ...one } = sending;
    for (let index = 0; index < count; index++) {
      this.#advance(index === 0 ? one : {});
      this.#sendOne(this[side], side === 'client' ? this.server : this.client, one);
    }
    return this;
  }

  /** @param {Sending} sending */
  #advance({ atNs, afterNs }) {
    if (atNs !== undefined) this.#timeNs = atNs;
    else if (this.#started || afterNs !== undefined) this.#timeNs += afterNs ?? DEFAULT_GAP_NS;
    this.#started = true;
    const due = this.#underWay.filter(({ timeNs }) => timeNs <= this.#timeNs);
    this.#underWay = this.#underWay.filter(({ timeNs }) => timeNs > this.#timeNs);
    for (const { deliver } of due) deliver();
  }

  /** @param {End} from @param {End} to @param {Sending} sending */
  #sendOne(from, to, sending) {
    const repeated = sending.again === undefined ? undefined : from.dataSegments[sending.again - 1];
    if (sending.again !== undefined && !repeated) {
      throw new Error(`packet script: no data segment ${sending.again} to send again`);
    }
    const payload = sending.payload ?? repeated?.payload ?? new Uint8Array(0);
    const flags = this.#flags(from, sending, repeated?.flags ?? 0);
    const seq = sending.seq ?? repeated?.seq ?? from.next;
    const end = seq + payload.length + (flags & SYN ? 1 : 0) + (flags & FIN ? 1 : 0);
    if (payload.length && !repeated) from.dataSegments.push({ seq, payload, flags });
    if (sending.window !== undefined) from.window = sending.window;
    const options = this.#options(from, to, sending, flags);
    const frame = frameBytes({
      ...this.frameOptions,
      source: from.endpoint,
      destination: to.endpoint,
      seq: from.isn + seq,
      ack: flags & ACK ? to.isn + (sending.ack ?? from.received) : 0,
      flags,
      window: from.window,
      urgent: sending.urgent,
      options,
      payload,
      identification: sending.identification ?? from.identification++,
      ttl: sending.ttl,
      corrupt: sending.corrupt,
    });
    from.next = Math.max(from.next, end);
    this.#capture(frame, sending);
    if (!sending.lost) this.#deliver(to, seq, end, flags, options, sending);
  }

  /** @param {End} from @param {Sending} sending @param {number} repeatedFlags */
  #flags(from, { flags = 0, noAck }, repeatedFlags) {
    const all = flags | repeatedFlags;
    if (noAck) return all & ~ACK;
    return from.heardSyn && !(flags & SYN) ? all | ACK : all;
  }

  /**
   * @param {End} from
   * @param {End} to
   * @param {Sending} sending
   * @param {number} flags
   * @returns {import('./frames.js').TcpOptions}
   */
  #options(from, to, { mss, windowScale, sackPermitted, timestamps, sack, order }, flags) {
    if (flags & SYN) {
      from.timestamps = Boolean(timestamps);
      from.sackPermitted = Boolean(sackPermitted);
    }
    const both = from.timestamps && to.timestamps && !(flags & SYN);
    const automatic = from.sackPermitted && to.sackPermitted ? from.sackBlocks() : [];
    return {
      mss,
      order,
      windowScale,
      sackPermitted,
      timestamps: this.#timestamps(from, timestamps ?? both),
      sack: (sack ?? automatic).map(([left, right]) => [to.isn + left, to.isn + right]),
    };
  }

  /** @param {End} from @param {[number, number]|boolean} timestamps @returns {[number, number]|undefined} */
  #timestamps(from, timestamps) {
    if (Array.isArray(timestamps)) return timestamps;
    return timestamps ? [100_000 + Math.floor(this.#timeNs / 1e6), from.lastTimestamp] : undefined;
  }

  /** @param {Uint8Array} frame @param {Sending} sending */
  #capture(frame, { uncaptured, lateNs = 0, twice, snapLength = frame.length }) {
    if (uncaptured) return;
    const packet = {
      timeNs: this.#timeNs + lateNs,
      bytes: frame.subarray(0, snapLength),
      originalLength: frame.length,
    };
    this.#packets.push(packet);
    if (twice) this.#packets.push({ ...packet, timeNs: packet.timeNs + 1000 });
  }

  /**
   * @param {End} to
   * @param {number} seq
   * @param {number} end
   * @param {number} flags
   * @param {import('./frames.js').TcpOptions} options
   * @param {Sending} sending
   */
  #deliver(to, seq, end, flags, options, { lateNs }) {
    const deliver = () => {
      if (flags & SYN) to.heardSyn = true;
      const expected = to.received;
      if (end > seq) to.accept(seq, end);
      if (options.timestamps && seq <= expected) to.lastTimestamp = options.timestamps[0];
    };
    if (lateNs) this.#underWay.push({ timeNs: this.#timeNs + lateNs, deliver });
    else deliver();
  }
}
