import { CORE_BASE64 } from '../../engine/bytes/sender.js';
import { bytesOf, ColumnRoom } from '../../engine/columns.js';
import { coreModule } from '../../engine/compile.js';
import { INITIAL_PAGES, MAX_PAGES } from '../../engine/engine.js';
import { UNNUMBERED_NAMES } from '../../engine/enums.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../../transport/path.js').SenderOrder} SenderOrder */
/** @typedef {import('../../transport/path.js').Numbering} Numbering */
/** @typedef {import('../../transport/path.js').Unnumbered} Unnumbered */

/**
 * What the compiled passes export (lib/engine/sender/passes.ts); numbers that name places are byte offsets into their
 * memory.
 * @typedef {object} PassesCore
 * @property {(count: number, sackBlocks: number) => number} takePackets
 * @property {() => number} sackEdges
 * @property {() => number} orderRoom
 * @property {(direction: number, senderNs: number, baseNs: number, windowKnown: boolean) => number} order
 * @property {(direction: number, windowKnown: boolean, confidence: number) => number} swappedOrder
 * @property {(direction: number) => number} roundTrips
 * @property {() => number} sampleCount
 * @property {(direction: number) => number} senderSamples
 * @property {() => number} senderSampleCount
 * @property {() => number} leastSampleNs
 * @property {() => number} medianSampleNs
 * @property {() => number} highSampleNs
 * @property {(direction: number) => number} isSpaced 1 or 0
 * @property {(direction: number, sack: boolean) => number} flightSeries
 * @property {() => number} flightCount
 * @property {(direction: number, mss: number, clockedNs: number, sack: boolean, windowKnown: boolean, echoesMarks:
 *   boolean, byBytes: boolean, baseNs: number) => number} bursts
 * @property {() => number} burstCount
 * @property {(direction: number, mss: number) => number} numbering
 * @property {() => number} numberedCount
 * @property {() => number} unnumbered
 * @property {() => number} isNumberingWhole 1 or 0
 * @property {{ value: number }} exhausted 1: it trapped for want of memory
 */

/** Most packets of a connection; a longer one has no round trips, flight sizes or bursts. */
export const MAX_SENDER_PACKETS = 2 ** 23;
/** Connections of up to so many packets share one memory; a longer one gets its own, which is freed with it. */
const MAX_SHARED_PACKETS = 2 ** 17;

/** As lib/engine/sender/numbering.ts lays them. */
const NUMBERS_LAYOUT = Object.freeze({ columns: 2, bytes: 12 });

/**
 * @typedef {{ core: PassesCore, memory: WebAssembly.Memory, holds: number }} Machine holds: the number of the
 *   connection whose packets it contains
 */

/** @type {Machine | undefined} */
let shared;
let made = 0;

/** @returns {Machine} */
function makeMachine() {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES });
  const { exports } = new WebAssembly.Instance(coreModule('sender', CORE_BASE64), { env: { memory } });
  return { core: /** @type {PassesCore} */ (/** @type {unknown} */ (exports)), memory, holds: 0 };
}

/**
 * Passes over the packets of one connection, in the engine: it gets a copy of them, and results are copied from its
 * memory.
 */
export class SenderPasses {
  #number = ++made;
  #packets;
  #machine;
  /** The order in the engine's memory, if this connection is there. @type {SenderOrder | null} */
  #order = null;

  /** @param {ConnectionPackets} packets */
  constructor(packets) {
    this.#packets = packets;
    this.#machine = packets.count > MAX_SHARED_PACKETS ? makeMachine() : (shared ??= makeMachine());
  }

  /**
   * Has the engine fill a table.
   * @param {SenderOrder | null} order of the pass; null: as captured
   * @param {(core: PassesCore) => number} pass returns the table's address
   * @param {(core: PassesCore) => number} countOf its rows
   * @param {{ columns: number, bytes: number }} layout
   * @returns {{ count: number, room: ColumnRoom }} no rows where the connection is too long
   */
  table(order, pass, countOf, { columns, bytes }) {
    const at = this.#run(order, pass);
    const { core, memory } = this.#machine;
    if (at === null) return { count: 0, room: new ColumnRoom(0, columns, bytes) };
    const count = countOf(core);
    return { count, room: new ColumnRoom(count, columns, bytes, memory.buffer, at) };
  }

  /**
   * Has the engine put the packets in order (sender-order.js).
   * @param {(core: PassesCore) => number} put returns how it was found
   * @param {(method: number, room: ColumnRoom) => SenderOrder} read
   * @returns {SenderOrder | null} null where the connection is too long
   */
  order(put, read) {
    const method = this.#run(null, put);
    if (method === null) return null;
    this.#order = read(
      method,
      new ColumnRoom(this.#packets.count, 3, 16, this.#machine.memory.buffer, this.#machine.core.orderRoom()),
    );
    return this.#order;
  }

  /**
   * Whether a direction's segments arrived evenly spaced, as from a bottleneck (lib/engine/sender/spaced.ts); false
   * where there are too many.
   * @param {number} direction
   */
  isSpaced(direction) {
    return this.#run(null, (core) => core.isSpaced(direction)) === 1;
  }

  /**
   * Determines from a direction's IP identifications whether its sender counts packets, by which step and in which byte
   * order. Without SYNs and resets, which a host numbers separately, and duplicates.
   * @param {number} direction @param {number} mss
   * @returns {Numbering | Unnumbered}
   */
  numbering(direction, mss) {
    let isWhole = false;
    let reason = /** @type {typeof UNNUMBERED_NAMES[number]} */ ('few');
    const { room } = this.table(
      null,
      (core) => {
        const at = core.numbering(direction, mss);
        reason = UNNUMBERED_NAMES[core.unnumbered()];
        isWhole = core.isNumberingWhole() === 1;
        return at;
      },
      (core) => core.numberedCount(),
      NUMBERS_LAYOUT,
    );
    return reason ?? { packet: room.int32(), number: room.float64(), isWhole };
  }

  /**
   * @param {SenderOrder | null} order
   * @param {(core: PassesCore) => number} pass
   * @returns {number | null} null: it is too long, or there is no memory left
   */
  #run(order, pass) {
    const machine = this.#machine;
    if (this.#packets.count > MAX_SENDER_PACKETS) return null;
    try {
      if (machine.holds !== this.#number) this.#load();
      if (order !== null && order !== this.#order) this.#loadOrder(order);
      return pass(machine.core);
    } catch (error) {
      machine.holds = 0;
      if (machine.core.exhausted.value === 0) throw error;
      return null;
    }
  }

  #load() {
    const machine = this.#machine;
    const { core, memory } = machine;
    const { count, row, sackCount, sackLeft, sackRight } = this.#packets;
    machine.holds = 0;
    const at = core.takePackets(count, sackLeft.length);
    const { buffer } = memory;
    new Uint8Array(buffer, at).set(bytesOf(row, sackCount));
    if (sackLeft.length > 0) {
      const edges = new Float64Array(buffer, core.sackEdges(), sackLeft.length * 2);
      edges.set(sackLeft);
      edges.set(sackRight, sackLeft.length);
    }
    machine.holds = this.#number;
    this.#order = null;
  }

  /** @param {SenderOrder} order */
  #loadOrder(order) {
    const { core, memory } = this.#machine;
    new Uint8Array(memory.buffer, core.orderRoom()).set(bytesOf(order.packet, order.confidence));
    this.#order = order;
  }
}
