import { FATE } from '../../shared/path/fate.js';
import { VERDICT } from '../../transport/verdict.js';
import { NOT_SEEN } from '../packets/joined-packets.js';
import { Delivery } from './delivery.js';

/** @typedef {import('../path.js').Path} Path */

/** A capture had ended, or not begun, where a packet should have come by so long after its end or before its start. */
const OUTSIDE_NS = 1e9;

/**
 * What became of each packet at each point. A packet that was seen further on went by; one that was not is lost, unless
 * what the ends did later shows that it arrived. Where nothing shows it (acknowledgements alone, the last packets), the
 * likelier counts: what the segment loses, or what the capture misses.
 */
export class Fates {
  /** By point: `FATE` of each packet. @type {Uint8Array[]} */
  at;
  #path;
  /** Per connection × 2 + direction: points on the way. @type {number[][]} */
  #ways;
  #keys;
  /** Packets that disappeared with no evidence why. @type {number[]} */
  #unknown = [];
  /** By point: packets that passed it, and those that its capture missed. */
  #passed;
  #missed;
  /** By point and direction: packets that should have come from the point before, and those that were lost. */
  #sent;
  #lost;

  /** @param {Path} path */
  constructor(path) {
    const { connections, packets, points } = path;
    this.#path = path;
    this.at = points.map(() => new Uint8Array(packets.count));
    this.#keys = new Int32Array(packets.count);
    this.#passed = points.map(() => 0);
    this.#missed = points.map(() => 0);
    this.#sent = points.map(() => [0, 0]);
    this.#lost = points.map(() => [0, 0]);
    this.#ways = connections.flatMap((_, index) => [path.wayOf(index, 0), path.wayOf(index, 1)]);
    const missing = this.#followAll();
    missing.forEach((list, key) => {
      if (list.length > 0) this.#examine(key >> 1, key & 1 ? 1 : 0, Int32Array.from(list));
    });
    for (const packet of this.#unknown) this.#guess(packet);
  }

  /** Points that a packet comes by, in order. @param {number} packet */
  wayOf(packet) {
    return this.#ways[this.keyOf(packet)];
  }

  /** Connection × 2 + direction. @param {number} packet */
  keyOf(packet) {
    return this.#keys[packet];
  }

  /** @param {number} packet */
  #findKey(packet) {
    const { packets } = this.#path;
    const place = packets.firstPlace(packet);
    const row = packets.rowOf[place][packet];
    return this.#path.connectionOfPacket(packet) * 2 + this.#path.directionOf(place, row);
  }

  /** What shows itself; and the packets that disappeared, by connection × 2 + direction. */
  #followAll() {
    const { packets, connections } = this.#path;
    /** @type {number[][]} */
    const missing = Array.from({ length: connections.length * 2 }, () => []);
    for (let packet = 0; packet < packets.count; packet++) {
      const key = (this.#keys[packet] = this.#findKey(packet));
      if (this.#follow(packet, this.#ways[key], (key & 1) === 1 ? 1 : 0)) missing[key].push(packet);
    }
    return missing;
  }

  /**
   * @param {number} packet @param {readonly number[]} way @param {0|1} direction
   * @returns {boolean} whether it was not seen at the last point
   */
  #follow(packet, way, direction) {
    const { rowOf } = this.#path.packets;
    const isSeen = (/** @type {number} */ place) => rowOf[place][packet] !== NOT_SEEN;
    const first = way.findIndex(isSeen);
    const last = way.findLastIndex(isSeen);
    const isCopy = this.#isCopy(way[first], rowOf[way[first]][packet], first === last);
    for (let at = 0; at <= last; at++) {
      const place = way[at];
      if (at < first && isCopy) continue;
      if (at === first) this.at[place][packet] = isCopy ? FATE.DUPLICATE : FATE.NONE;
      else this.at[place][packet] = isSeen(place) ? FATE.ARRIVED : FATE.NOT_CAPTURED;
      this.#passed[place]++;
      if (!isSeen(place)) this.#missed[place]++;
      if (at > first) this.#sent[place][direction]++;
    }
    return last < way.length - 1 && !isCopy;
  }

  /**
   * @param {number} place @param {number} row @param {boolean} isAlone whether no other point has it
   */
  #isCopy(place, row, isAlone) {
    const { rows } = this.#path.points[place];
    if (this.#path.packets.isCopy(place, row)) return true;
    return isAlone && rows.verdict(row) === VERDICT.DUPLICATE_IN_CAPTURE;
  }

  /**
   * Looks for proof that packets arrived that were not seen at the last point.
   * @param {number} connection @param {0|1} direction @param {Int32Array} missing
   */
  #examine(connection, direction, missing) {
    const hasSpace = missing.map((packet) => Number(this.#path.spaceOf(packet) > 0));
    this.#unknown.push(...missing.filter((_, i) => hasSpace[i] === 0));
    const listed = missing.filter((_, i) => hasSpace[i] === 1);
    const seen = new Delivery(this.#path, connection, direction, listed);
    for (let from = 0, to = 0; from < listed.length; from = to) {
      while (to < listed.length && seen.end(to) === seen.end(from)) to++;
      this.#decide(seen, from, to);
    }
  }

  /**
   * Of packets that end with the same byte: which of them came through.
   * @param {Delivery} seen @param {number} from @param {number} to
   */
  #decide(seen, from, to) {
    const acknowledged = seen.acknowledged[from];
    const copied = seen.copied[from];
    if (acknowledged === Infinity && copied === Infinity) {
      for (let at = from; at < to; at++) this.#unknown.push(seen.packets[at]);
      return;
    }
    const arrived = acknowledged < copied ? this.#arrivedBefore(seen, from, to, acknowledged) : -1;
    for (let at = from; at < to; at++) {
      const packet = seen.packets[at];
      const isMissed = at === arrived || this.#isOutside(packet);
      this.#end(packet, isMissed ? FATE.NOT_CAPTURED : FATE.LOST);
    }
  }

  /**
   * The last of some packets that can have caused an acknowledgement, or the one whose timestamp it echoes.
   * @param {Delivery} seen @param {number} from @param {number} to @param {number} row of the acknowledgement
   */
  #arrivedBefore(seen, from, to, row) {
    const path = this.#path;
    const way = this.wayOf(seen.packets[from]);
    const place = way[way.length - 1];
    const byNs = path.timeNs(place, row);
    let arrived = from;
    for (let at = from + 1; at < to; at++) {
      if (this.#dueNs(seen.packets[at]) <= byNs) arrived = at;
    }
    return arrived;
  }

  /** When a packet should have come by at the last point, if it took the shortest time. @param {number} packet */
  #dueNs(packet) {
    const path = this.#path;
    const way = this.wayOf(packet);
    const last = this.#lastSeen(packet, way);
    const [from, to] = [way[last], way[way.length - 1]];
    const shortestNs = Math.abs(path.distancesNs[to] - path.distancesNs[from]);
    return path.timeNs(from, path.packets.rowOf[from][packet]) + shortestNs;
  }

  /** @param {number} packet @param {readonly number[]} way */
  #lastSeen(packet, way) {
    return way.findLastIndex((place) => this.#path.packets.rowOf[place][packet] !== NOT_SEEN);
  }

  /**
   * Whether the next capture did not run when a packet should have come by: not before it saw the connection open, and
   * not when it had ended.
   * @param {number} packet
   */
  #isOutside(packet) {
    const path = this.#path;
    const key = this.keyOf(packet);
    const way = this.#ways[key];
    const place = way[this.#lastSeen(packet, way) + 1];
    const { count } = path.points[place].rows;
    const dueNs = this.#dueNs(packet);
    const sawOpening = path.connections[key >> 1].facts[place]?.hasSyn[key & 1] === true;
    if (!sawOpening && dueNs < path.timeNs(place, 0) - OUTSIDE_NS) return true;
    return dueNs > path.timeNs(place, count - 1) + OUTSIDE_NS;
  }

  /** @param {number} packet @param {number} fate behind the last point where it was seen */
  #end(packet, fate) {
    const key = this.keyOf(packet);
    const way = this.#ways[key];
    const last = this.#lastSeen(packet, way);
    const next = way[last + 1];
    for (let at = last + 1; at < way.length; at++) this.at[way[at]][packet] = fate;
    this.#sent[next][key & 1]++;
    if (fate === FATE.LOST) this.#lost[next][key & 1]++;
    else {
      this.#passed[next]++;
      this.#missed[next]++;
    }
  }

  /** @param {number} packet of which nothing shows what became of it */
  #guess(packet) {
    const key = this.keyOf(packet);
    const way = this.#ways[key];
    const next = way[this.#lastSeen(packet, way) + 1];
    const missedShare = this.#missed[next] / Math.max(1, this.#passed[next]);
    const lostShare = this.#lost[next][key & 1] / Math.max(1, this.#sent[next][key & 1]);
    const isMissed = this.#isOutside(packet) || missedShare > lostShare;
    for (let at = way.indexOf(next); at < way.length; at++) {
      this.at[way[at]][packet] = isMissed ? FATE.NOT_CAPTURED : FATE.LOST;
    }
  }
}
