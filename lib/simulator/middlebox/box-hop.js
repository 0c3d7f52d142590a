import { Timer } from '../engine/event-queue.js';
import { newCounts } from '../engine/link.js';
import { BLANK, datagramBytes } from '../tcp/segment.js';

/** @typedef {import('../network.js').Packet} Packet */
/** @typedef {import('../tcp/segment.js').Segment} Segment */
/** @typedef {import('../tcp/endpoint.js').Endpoint} Endpoint */
/** @typedef {import('../engine/event-queue.js').EventQueue} EventQueue */
/** @typedef {import('../engine/link.js').Exit<Packet>} Exit */
/**
 * A middlebox: what it does with a TCP segment that comes, from the client or the server.
 * @typedef {{ take: (segment: Segment, out: Outlet) => void }} Middlebox
 */

/** What a box can do with packets. */
export class Outlet {
  #segments;
  #observer;
  #sides;

  /**
   * @param {object} options
   * @param {string} options.kind of the box
   * @param {EventQueue} options.events
   * @param {import('../engine/random.js').Random} options.random
   * @param {import('../tcp/segment.js').SegmentPool} options.segments
   * @param {import('../tcp/endpoint.js').Observer|null} options.observer
   * @param {{ toServer: BoxSide, toClient: BoxSide }} options.sides
   */
  constructor({ kind, events, random, segments, observer, sides }) {
    this.kind = kind;
    this.events = events;
    this.random = random;
    this.#segments = segments;
    this.#observer = observer;
    this.#sides = sides;
  }

  get nowNs() {
    return this.events.nowNs;
  }

  /** @param {Segment} segment goes on */
  forward(segment) {
    this.#side(segment).leave(segment);
  }

  /** @param {Segment} segment goes no further */
  drop(segment) {
    this.#side(segment).counts.lost++;
    segment.from.onDropped(segment, this.kind);
  }

  /**
   * A segment of the box's own, in the name of an end.
   * @param {Endpoint} from
   * @param {Segment|null} cause the segment that made it do so
   * @param {Partial<Pick<Segment, 'start' | 'flags' | 'ack' | 'windowField' | 'windowBytes' | 'synOptions'
   *   | 'timestamp' | 'timestampEcho' | 'ttl'>>} fields
   * @returns {Segment} not sent yet
   */
  make(from, cause, fields) {
    const segment = this.#segments.take(from);
    Object.assign(segment, BLANK, fields);
    segment.sizeBytes = datagramBytes(segment);
    segment.identification = segment.number & 0xffff;
    this.#observer?.noteMade?.(segment, cause?.number ?? -1);
    return segment;
  }

  /** @param {Segment} segment of its own, sent now */
  emit(segment) {
    this.#side(segment).counts.duplicated++;
    this.#side(segment).exit.pass(segment);
  }

  /** @param {number} ns @param {() => void} run so much later */
  after(ns, run) {
    new Timer(this.events, run).set(this.nowNs + ns);
  }

  #side(/** @type {Segment} */ { from }) {
    return from.isClient ? this.#sides.toServer : this.#sides.toClient;
  }
}

/** One direction of a box: what links have, so that a box can be a hop of a path. */
class BoxSide {
  counts = newCounts();
  /** It keeps nothing. */
  onTheWay = 0;

  /** @param {Exit} exit @param {(segment: Segment) => void} take */
  constructor(exit, take) {
    this.exit = exit;
    this.take = take;
  }

  /** @param {Packet} packet */
  send(packet) {
    const { counts } = this;
    counts.sent++;
    counts.sentBytes += packet.sizeBytes;
    if (packet.length > 0) {
      counts.dataPackets++;
      counts.dataBytes += packet.length;
    }
    if ('payload' in packet) this.leave(packet);
    else this.take(packet);
  }

  /** @param {Packet} packet */
  leave(packet) {
    this.counts.delivered++;
    this.counts.deliveredBytes += packet.sizeBytes;
    this.exit.pass(packet);
  }
}

/**
 * A middlebox between two places of a path, in no time.
 * @param {Middlebox} box
 * @param {object} options
 * @param {string} options.kind
 * @param {EventQueue} options.events
 * @param {import('../engine/random.js').Random} options.random
 * @param {import('../tcp/segment.js').SegmentPool} options.segments
 * @param {import('../tcp/endpoint.js').Observer|null} options.observer
 * @param {Exit} options.client place on the client's side
 * @param {Exit} options.server place on the server's side
 */
export function boxHop(box, { client, server, ...options }) {
  const sides = {
    toServer: new BoxSide(server, (segment) => box.take(segment, out)),
    toClient: new BoxSide(client, (segment) => box.take(segment, out)),
  };
  const out = new Outlet({ ...options, sides });
  return { clientToServer: sides.toServer, serverToClient: sides.toClient };
}
