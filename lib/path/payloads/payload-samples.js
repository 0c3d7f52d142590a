import { NOT_SEEN } from '../packets/joined-packets.js';
import { payloadReader } from './payload-reader.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../segments/packets-by-way.js').PacketsByWay} PacketsByWay */
/** @typedef {import('./payload-reader.js').Payload} Payload */

/** Packets of one direction of a connection whose payload is read again: its first ones with data. */
export const MAX_PAYLOADS_A_WAY = 32;
/** The same of all connections. */
export const MAX_PAYLOADS = 4096;

/**
 * Some packets' payloads at each point, to be compared. The packet tables keep none, so that the captures are read once
 * more, as far as the last of these packets.
 */
export class PayloadSamples {
  #path;
  /** By connection × 2 + direction. @type {Map<number, number[]>} */
  #chosen = new Map();
  /** By point: of each packet that was read. @type {Map<number, Payload>[]} */
  #payloads;

  /** @param {Path} path @param {PacketsByWay} packets */
  constructor(path, packets) {
    this.#path = path;
    this.#payloads = path.points.map(() => new Map());
    const shared = path.connections.flatMap(({ facts }, index) =>
      facts.filter((one) => one !== null).length > 1 ? [index] : [],
    );
    const share = Math.max(1, Math.min(MAX_PAYLOADS_A_WAY, Math.floor(MAX_PAYLOADS / (2 * shared.length))));
    let left = MAX_PAYLOADS;
    for (const key of shared.flatMap((index) => [2 * index, 2 * index + 1])) {
      const chosen = this.#choose(packets.of(key >> 1, /** @type {0|1} */ (key & 1)), Math.min(left, share));
      if (chosen.length > 0) this.#chosen.set(key, chosen);
      left -= chosen.length;
    }
  }

  /** @param {Int32Array} packets @param {number} most */
  #choose(packets, most) {
    const chosen = [];
    for (let at = 0; at < packets.length && chosen.length < most; at++) {
      if (this.#isWhole(packets[at])) chosen.push(packets[at]);
    }
    return chosen;
  }

  /** Whether two points or more have it, with data, in one piece and of one length. @param {number} packet */
  #isWhole(packet) {
    const { packets, points } = this.#path;
    if (packets.partLength(packet) > 0) return false;
    let [seen, length] = [0, 0];
    for (let place = 0; place < points.length; place++) {
      const row = packets.rowOf[place][packet];
      if (row === NOT_SEEN) continue;
      const own = points[place].rows.length(row);
      if (own === 0 || (seen > 0 && own !== length)) return false;
      length = own;
      seen++;
    }
    return seen > 1;
  }

  /**
   * A target for reading a point's capture again; null: nothing of it is compared.
   * @param {number} place @param {() => void} onDone what follows is not needed
   */
  target(place, onDone) {
    const { packets, points } = this.#path;
    /** @type {Map<number, number>} */
    const packetOf = new Map();
    for (const packet of [...this.#chosen.values()].flat()) {
      const row = packets.rowOf[place][packet];
      if (row !== NOT_SEEN) packetOf.set(points[place].rows.frame(row), packet);
    }
    if (packetOf.size === 0) return null;
    const own = this.#payloads[place];
    return payloadReader(
      [...packetOf.keys()],
      (payload) => own.set(packetOf.get(payload.frame) ?? -1, payload),
      onDone,
    );
  }

  /**
   * A direction's packets whose payload is known at both points.
   * @param {number} connection @param {0|1} direction @param {readonly [number, number]} between
   * @returns {[Payload, Payload][]}
   */
  pairs(connection, direction, [from, to]) {
    return (this.#chosen.get(connection * 2 + direction) ?? []).flatMap((packet) => {
      const [one, other] = [this.#payloads[from].get(packet), this.#payloads[to].get(packet)];
      return one === undefined || other === undefined ? [] : [/** @type {[Payload, Payload]} */ ([one, other])];
    });
  }
}
