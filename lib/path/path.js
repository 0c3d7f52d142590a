import { clockBetween } from './clock/between.js';
import { SAME_CLOCK } from './clock/clock.js';
import { sameConnections } from './connections/same-connections.js';
import { joinPoint } from './packets/join-point.js';
import { JoinedPackets } from './packets/joined-packets.js';

/** @typedef {import('./point.js').Point} Point */
/** @typedef {import('./clock/clock.js').Clock} Clock */
/** @typedef {import('./connections/same-connections.js').Connection} Connection */

/**
 * What the user knows better: `aheadNs`, by how much each capture's clock is ahead of the first's.
 * @typedef {{ aheadNs?: readonly number[] }} PathOptions
 */

/**
 * Several captures of one path, laid over each other: which connections and packets are the same, on one clock, and
 * where each point lies on the way.
 */
export class Path {
  /** Clocks against the first point's, by point. @type {Clock[]} */
  clocks = [SAME_CLOCK];
  /** Signed times from the first point to each, along the way of most clients' packets. @type {number[]} */
  distancesNs = [0];
  /** If they were read again. @type {import('./payloads/payload-samples.js').PayloadSamples | null} */
  payloads = null;

  /** @param {readonly Point[]} points @param {PathOptions} [options] */
  constructor(points, options = {}) {
    this.points = points;
    this.connections = sameConnections(points);
    /** By point and flow: the connection. */
    this.connectionOf = points.map(({ tcp }) => new Int32Array(tcp.flows.count));
    this.connections.forEach(({ facts }, index) => {
      facts.forEach((one, place) => {
        if (one !== null) this.connectionOf[place][one.flow] = index;
      });
    });
    this.packets = new JoinedPackets(points);
    /** Connections whose clients are at the other end of the path than most. */
    this.isReversed = new Uint8Array(this.connections.length);
    points.forEach((point, place) => this.#take(point, place, options));
  }

  /** @param {Point} point @param {number} place @param {PathOptions} options */
  #take({ rows }, place, options) {
    const finish = joinPoint(this, place);
    if (place > 0) {
      const { clock, distanceNs } = clockBetween(this, place, options);
      this.clocks.push(clock);
      this.distancesNs.push(distanceNs);
    }
    finish();
    for (let row = 0; row < rows.count; row++) {
      if (this.packets.packetOf[place][row] < 0) this.packets.add(place, row);
    }
  }

  /** On the first point's clock, ns since its first packet. @param {number} place @param {number} row */
  timeNs(place, row) {
    return this.clocks[place].toFirst(row, this.points[place].rows.timeNs(row));
  }

  /** Payload bytes of a packet, or of the part that it is. @param {number} packet */
  lengthOf(packet) {
    const part = this.packets.partLength(packet);
    if (part > 0) return part;
    const place = this.packets.firstPlace(packet);
    return this.points[place].rows.length(this.packets.rowOf[place][packet]);
  }

  /** Sequence space of a packet, or of the part that it is. @param {number} packet */
  spaceOf(packet) {
    const part = this.packets.partLength(packet);
    if (part > 0) return part;
    const place = this.packets.firstPlace(packet);
    return this.points[place].rows.space(this.packets.rowOf[place][packet]);
  }

  /** Where its sequence space ends, in the connection's offsets. @param {number} packet */
  endOf(packet) {
    if (this.packets.partLength(packet) > 0) return this.packets.partEnd(packet);
    const place = this.packets.firstPlace(packet);
    const row = this.packets.rowOf[place][packet];
    const { rows } = this.points[place];
    const { shifts } = this.connections[this.connectionOf[place][rows.flowEnd(row) >> 1]];
    return rows.seqOffset(row) + rows.space(row) + shifts[place][this.directionOf(place, row)];
  }

  /** @param {number} packet */
  connectionOfPacket(packet) {
    const place = this.packets.firstPlace(packet);
    return this.connectionOf[place][this.points[place].rows.flowEnd(this.packets.rowOf[place][packet]) >> 1];
  }

  /** 0: the client's. @param {number} place @param {number} row @returns {0|1} */
  directionOf(place, row) {
    const flowEnd = this.points[place].rows.flowEnd(row);
    const facts = this.connections[this.connectionOf[place][flowEnd >> 1]].facts[place];
    return facts?.client === (flowEnd & 1) ? 0 : 1;
  }

  /** Points in the order in which a direction's packets come by. @param {number} connection @param {0|1} direction */
  wayOf(connection, direction) {
    const { facts } = this.connections[connection];
    const places = this.clocks.map((_, place) => place).filter((place) => facts[place] !== null);
    const sign = (direction === 1) !== (this.isReversed[connection] === 1) ? -1 : 1;
    return places.sort((a, b) => sign * (this.distancesNs[a] - this.distancesNs[b]) || sign * (a - b));
  }

  /** Place of each point along the path, from the end of most clients. */
  get order() {
    const ranked = this.points.map((_, place) => place).sort((a, b) => this.distancesNs[a] - this.distancesNs[b]);
    return this.points.map((_, place) => ranked.indexOf(place));
  }
}
