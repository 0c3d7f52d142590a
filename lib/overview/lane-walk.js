/**
 * Walks one connection for its lane: kinds of packets, when it was opened, half-closed and closed, and when each
 * message's last byte was acknowledged.
 *
 *    SYN  SYN,ACK  ACK                     FIN          FIN
 *    |------------|                        |------------|
 *    opening      handshakeEnd             halfClosed   closed
 */
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../transport/packets.js';
import { TCP } from '../transport/tcp/header.js';
import { MAX_LANE_TICKS } from './limits.js';
import { tickOf } from './ticks.js';

/** @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('../transport/tcp/tcp-packets.js').TcpRowBlock} TcpRowBlock */
/** @typedef {{ startNs: number, endNs: number, bins: number }} LaneWindow */
/**
 * @typedef {{ lastFrame: number, fromClient: boolean, deliveredNs: number }} Awaited a message whose acknowledgement is
 *   searched for
 */

const { FIN, SYN, RST, ACK } = TCP;

/** Ticks of a connection, in order of time: each packet's, or one for each bin and direction that has any. */
class Ticks {
  /** @type {number[]} */
  times = [];
  /** 0 client → server. @type {number[]} */
  directions = [];
  /** @type {number[]} */
  kinds = [];
  /** Of payload. @type {number[]} */
  bytes = [];

  /** @param {number} timeNs @param {number} direction @param {number} kinds @param {number} bytes */
  add(timeNs, direction, kinds, bytes) {
    this.times.push(timeNs);
    this.directions.push(direction);
    this.kinds.push(kinds);
    this.bytes.push(bytes);
  }
}

class BinnedTicks extends Ticks {
  #window;
  #masks;
  #sums;

  /** @param {LaneWindow} window */
  constructor(window) {
    super();
    this.#window = window;
    this.#masks = new Uint16Array(window.bins * 2);
    this.#sums = new Float64Array(window.bins * 2);
  }

  /** @param {number} timeNs @param {number} direction @param {number} kinds @param {number} bytes */
  add(timeNs, direction, kinds, bytes) {
    const { startNs, endNs, bins } = this.#window;
    if (timeNs < startNs || timeNs > endNs) return;
    const bin = Math.min(bins - 1, Math.floor(((timeNs - startNs) / (endNs - startNs)) * bins));
    this.#masks[bin * 2 + direction] |= kinds;
    this.#sums[bin * 2 + direction] += bytes;
  }

  /** A tick in the middle of each bin that has packets. */
  flush() {
    const { startNs, endNs, bins } = this.#window;
    const binNs = (endNs - startNs) / bins;
    this.#masks.forEach((kinds, place) => {
      if (kinds !== 0) super.add(startNs + ((place >> 1) + 0.5) * binNs, place & 1, kinds, this.#sums[place]);
    });
  }
}

/**
 * @param {LaneWindow|null} window null: each packet has its tick
 * @param {Iterable<{ timeNs: number, direction: number, kind: number, bytes: number }>} packets in order of time
 * @returns {Ticks}
 */
export function ticksOf(window, packets) {
  const ticks = window === null ? new Ticks() : new BinnedTicks(window);
  for (const { timeNs, direction, kind, bytes } of packets) ticks.add(timeNs, direction, kind, bytes);
  if (ticks instanceof BinnedTicks) ticks.flush();
  return ticks;
}

/** Finds the acknowledgement of each message's last byte, packet by packet. */
class Deliveries {
  #client;
  #awaited;
  #next = 0;
  /**
   * Messages not yet acknowledged, by direction: where they end in the sequence space.
   * @type {[{ end: number, of: Awaited }[], { end: number, of: Awaited }[]]}
   */
  #unacked = [[], []];

  /** @param {number} client its endpoint @param {Awaited[]} awaited by their last frame; `deliveredNs` is filled */
  constructor(client, awaited) {
    this.#client = client;
    this.#awaited = awaited;
  }

  /** @param {TcpRowBlock} block @param {number} at @param {number} direction */
  follow(block, at, direction) {
    for (; this.#next < this.#awaited.length && this.#awaited[this.#next].lastFrame <= block.frame(at); this.#next++) {
      this.#await(this.#awaited[this.#next], block, at);
    }
    this.#acknowledge(block, at, direction);
  }

  /** @param {Awaited} message @param {TcpRowBlock} block where its last byte came @param {number} at */
  #await(message, block, at) {
    const sender = message.fromClient ? this.#client : 1 - this.#client;
    if ((block.flowEnd[at] & 1) !== sender) return;
    this.#unacked[message.fromClient ? 0 : 1].push({ end: block.seqOffset(at) + block.length[at], of: message });
  }

  /** @param {TcpRowBlock} block @param {number} at @param {number} direction */
  #acknowledge(block, at, direction) {
    const waiting = this.#unacked[1 - direction];
    if (waiting.length === 0 || block.ackOffset(at) < waiting[0].end) return;
    let acknowledged = 0;
    for (; acknowledged < waiting.length && waiting[acknowledged].end <= block.ackOffset(at); acknowledged++) {
      waiting[acknowledged].of.deliveredNs = block.timeNs[at];
    }
    waiting.splice(0, acknowledged);
  }
}

/**
 * Fills in when each message's last byte was acknowledged.
 * @param {TcpTransport} tcp @param {number} flow index @param {Awaited[]} awaited by their last frame
 */
export function awaitDelivery(tcp, flow, awaited) {
  const deliveries = new Deliveries(tcp.flows.clientEndpoint(flow), awaited);
  walk(tcp, flow, (block, at, direction) => deliveries.follow(block, at, direction));
}

/**
 * Fills in when the connection ended after each: by the first FIN or reset from there on.
 * @param {TcpTransport} tcp @param {number} flow index
 * @param {{ sinceNs: number, endNs: number }[]} waiting by `sinceNs`
 * @returns {boolean} whether it ended at all
 */
export function awaitEnding(tcp, flow, waiting) {
  let hasEnded = false;
  let next = 0;
  walk(tcp, flow, (block, at) => {
    if ((block.flags[at] & (FIN | RST)) === 0) return;
    hasEnded = true;
    for (; next < waiting.length && waiting[next].sinceNs <= block.timeNs[at]; next++) {
      waiting[next].endNs = block.timeNs[at];
    }
  });
  return hasEnded;
}

/**
 * @param {TcpTransport} tcp
 * @param {number} flow index
 * @param {(block: TcpRowBlock, at: number, direction: number) => void} visit each packet; direction 0 is the client's
 */
function walk({ flows, packets }, flow, visit) {
  const client = flows.clientEndpoint(flow);
  for (let row = flows.at(flow).firstRow; row >= 0;) {
    const block = packets.blocks[row >> ROW_BLOCK_BITS];
    const at = row & ROW_BLOCK_MASK;
    visit(block, at, (block.flowEnd[at] & 1) === client ? 0 : 1);
    row = block.next[at];
  }
}

export class LaneWalk {
  /** All times in ns, −1 where there is none. */
  handshakeEndNs = -1;
  halfClosedNs = -1;
  closedNs = -1;
  resetNs = -1;
  /** First data of the client, of the server, and of the client after that. @type {[number, number, number]} */
  dataNs = [-1, -1, -1];
  #synNs = -1;
  #synAnswered = false;
  #finOf = [false, false];

  /**
   * @param {TcpTransport} tcp
   * @param {number} flow index
   * @param {LaneWindow} window the range shown of a connection with many packets
   * @param {Awaited[]} awaited by their last frame
   */
  constructor(tcp, flow, window, awaited) {
    this.isWhole = tcp.flows.at(flow).packets <= MAX_LANE_TICKS;
    const ticks = this.isWhole ? new Ticks() : new BinnedTicks(window);
    const deliveries = new Deliveries(tcp.flows.clientEndpoint(flow), awaited);
    walk(tcp, flow, (block, at, direction) => {
      ticks.add(block.timeNs[at], direction, tickOf(block, at), block.length[at]);
      this.#follow(block, at, direction);
      deliveries.follow(block, at, direction);
    });
    if (ticks instanceof BinnedTicks) ticks.flush();
    if (this.handshakeEndNs < 0) this.handshakeEndNs = this.#synNs;
    this.ticks = /** @type {Ticks} */ (ticks);
  }

  /** @param {TcpRowBlock} block @param {number} at @param {number} direction */
  #follow(block, at, direction) {
    const flags = block.flags[at];
    const timeNs = block.timeNs[at];
    if (flags & RST) {
      if (this.resetNs < 0) this.resetNs = timeNs;
    } else if (flags & SYN) {
      this.#synNs = timeNs;
      if (flags & ACK) this.#synAnswered = true;
    } else if (this.handshakeEndNs < 0 && this.#synAnswered && direction === 0) this.handshakeEndNs = timeNs;
    if (flags & FIN) this.#close(direction, timeNs);
    if (block.length[at] > 0) this.#data(direction, timeNs);
  }

  /** @param {number} direction @param {number} timeNs */
  #close(direction, timeNs) {
    if (this.#finOf[direction]) return;
    this.#finOf[direction] = true;
    if (this.#finOf[1 - direction]) this.closedNs = timeNs;
    else this.halfClosedNs = timeNs;
  }

  /** @param {number} direction @param {number} timeNs */
  #data(direction, timeNs) {
    const place = direction === 0 && this.dataNs[1] >= 0 ? 2 : direction;
    if (this.dataNs[place] < 0) this.dataNs[place] = timeNs;
  }
}
