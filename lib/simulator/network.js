import { EventQueue } from './engine/event-queue.js';
import { Link } from './engine/link.js';
import { needsQueueLink, QueueLink } from './engine/queue-link.js';
import { Random } from './engine/random.js';
import { StallingLink } from './engine/stalling-link.js';
import { boxHop } from './middlebox/box-hop.js';
import { makeBox } from './middlebox/boxes.js';
import { Place } from './place.js';
import { Endpoint } from './tcp/endpoint.js';
import { SegmentPool } from './tcp/segment.js';
import { DatagramEnd } from './udp/datagram.js';

/** @typedef {import('./tcp/segment.js').Segment} Segment */
/** @typedef {import('./engine/queue-link.js').QueueLinkOptions} HopOptions */
/**
 * A link, or a box.
 * @typedef {{ name: string, clientToServer: HopOptions, serverToClient: HopOptions, box?:
 *   import('./middlebox/boxes.js').BoxOptions }} Hop
 */
/**
 * @typedef {Link<Packet>|QueueLink<Packet>|StallingLink<Packet>|ReturnType<typeof boxHop>['clientToServer']} HopLink
 */
/** @typedef {Segment | import('./udp/datagram.js').Datagram} Packet */
/** @typedef {(packet: Packet, nowNs: number) => void} Tap */
/**
 * What is between the last place and servers: a link to them, and where they send.
 * @typedef {{ toServer: Link<Segment>, entry: import('./engine/link.js').Exit<Segment> }} Access
 */

const FIRST_PORT = 40_000;
const PORTS = 20_000;
const SERVER_ADDRESS = '198.51.100.1';

/** Addresses of clients, as far as they were needed. @type {string[]} */
const clientAddresses = [];

/** @param {number} flow @returns {import('./tcp/endpoint.js').Address} one of its own */
function clientAddressOf(flow) {
  const host = Math.floor(flow / PORTS);
  return { address: (clientAddresses[host] ??= `192.0.2.${1 + host}`), port: FIRST_PORT + (flow % PORTS) };
}

/** @typedef {{ client: Endpoint, server: Endpoint }} Ends of a connection */

/**
 * Clients and servers, with a chain of links between them. A tap at place n sees what passes there, both ways: before
 * the queue of hop n + 1 and after that of hop n, as seen from the client.
 *
 *     client ─0─[ hop 1 ]─1─[ hop 2 ]─2─ server
 */
export class Network {
  events = new EventQueue();
  /** What connections write from now on is kept for taps. */
  hasReaders = false;
  /** @type {{ name: string, clientToServer: HopLink, serverToClient: HopLink }[]} */
  hops;
  #random;
  #places;
  #flows = 0;
  /** @type {Map<number, Access>} */
  #accessByDelay = new Map();
  #observer;
  #segments = new SegmentPool();
  /** Ends of connections that are over, to be used again. @type {Ends[]} */
  #retired = [];

  /**
   * @param {object} options
   * @param {number} options.seed
   * @param {Hop[]} options.path
   * @param {import('./tcp/endpoint.js').Observer|null} [options.observer]
   */
  constructor({ seed, path, observer = null }) {
    this.#observer = observer;
    this.#random = new Random(seed);
    this.#places = Array.from({ length: path.length + 1 }, (_, index) => new Place(this.events, index));
    this.hops = path.map(({ name, clientToServer, serverToClient, box }, index) => {
      const random = new Random(seed, 2 * index + 1);
      if (box) return { name, ...this.#boxOf(box, random, index) };
      return {
        name,
        clientToServer: this.#linkOf(clientToServer, random, this.#places[index + 1]),
        serverToClient: this.#linkOf(serverToClient, new Random(seed, 2 * index + 2), this.#places[index]),
      };
    });
    this.hops.forEach(({ clientToServer, serverToClient }, index) => {
      this.#places[index].toServer = clientToServer;
      this.#places[index + 1].toClient = serverToClient;
    });
  }

  /** @param {import('./middlebox/boxes.js').BoxOptions} options @param {Random} random @param {number} index */
  #boxOf(options, random, index) {
    return boxHop(makeBox(options), {
      kind: options.kind,
      events: this.events,
      random,
      segments: this.#segments,
      observer: this.#observer,
      client: this.#places[index],
      server: this.#places[index + 1],
    });
  }

  /** @param {HopOptions} options @param {Random} random @param {Place} place where it delivers @returns {HopLink} */
  #linkOf({ stalls, ...options }, random, place) {
    const linkTo = (/** @type {import('./engine/link.js').Exit<Packet>} */ exit) =>
      this.#movingLink(options, random, exit);
    return stalls ? new StallingLink(this.events, stalls, place, linkTo) : linkTo(place);
  }

  /**
   * @param {HopOptions} options
   * @param {Random} random
   * @param {import('./engine/link.js').Exit<Packet>} exit
   * @returns {Link<Packet>|QueueLink<Packet>}
   */
  #movingLink(options, random, exit) {
    const drop = (/** @type {Packet} */ packet) =>
      /** @type {{ onDropped: (packet: Packet) => void }} */ (packet.from).onDropped(packet);
    if (!needsQueueLink(options)) return new Link(this.events, random, options, exit, drop);
    return new QueueLink(this.events, random, options, exit, drop, (packet) =>
      'payload' in packet ? { ...packet } : this.#segments.copy(packet),
    );
  }

  /**
   * @param {number} place 0: at the client
   * @param {Tap} tap may not keep segments: they are reused
   * @param {{ readsContent?: boolean }} [options] false: the tap does not read content. Without a tap that does,
   *   content is not kept, and reads as filler
   */
  addTap(place, tap, { readsContent = true } = {}) {
    this.#places[place].taps.push(tap);
    this.hasReaders ||= readsContent;
  }

  /** @param {import('./scenario/fingerprint.js').Fingerprint} fingerprint of all that passes both ends of the path */
  addFingerprint(fingerprint) {
    this.#places[0].fingerprint = this.#places[this.hops.length].fingerprint = fingerprint;
  }

  /**
   * A connection, not opened yet: the server listens.
   * @param {object} options
   * @param {import('./tcp/profiles.js').TcpFeatures} options.client
   * @param {import('./tcp/profiles.js').TcpFeatures} options.server
   * @param {number} options.port of the server
   * @param {number} [options.from] place of the client
   * @param {number} [options.to] place of the server, beyond the client's
   * @param {string} [options.clientAddress] @param {string} [options.serverAddress]
   * @param {number} [options.serverDelayNs] from the last place to this server and back, each way: servers behind
   *   delays of their own
   * @returns {Ends}
   */
  connection({
    client,
    server,
    port,
    from = 0,
    to = this.hops.length,
    clientAddress,
    serverAddress = SERVER_ADDRESS,
    serverDelayNs = 0,
  }) {
    const flow = this.#flows++;
    const random = this.#random;
    const keepsContent = this.hasReaders;
    const ends = this.#retired.pop() ?? this.#newEnds(client, server);
    const local = clientAddressOf(flow);
    const remote = { address: serverAddress, port };
    const access = serverDelayNs > 0 ? this.#accessOf(serverDelayNs) : null;
    if (clientAddress !== undefined) local.address = clientAddress;
    ends.client.restart({ features: client, local, remote, random, flow, keepsContent });
    ends.server.restart({ features: server, local: remote, remote: local, random, flow, keepsContent });
    ends.client.place = from;
    ends.server.place = to;
    ends.server.access = access?.toServer ?? null;
    ends.client.exit = this.#places[from];
    ends.server.exit = access?.entry ?? this.#places[to];
    ends.server.listen();
    return ends;
  }

  /**
   * @param {import('./tcp/profiles.js').TcpFeatures} client
   * @param {import('./tcp/profiles.js').TcpFeatures} server
   * @returns {Ends} that wait for their first connection
   */
  #newEnds(client, server) {
    const { events } = this;
    const segments = this.#segments;
    const observer = this.#observer;
    const common = { events, segments, observer };
    const ends = {
      client: new Endpoint({ ...common, features: client, isClient: true }),
      server: new Endpoint({ ...common, features: server, isClient: false }),
    };
    ends.client.peer = ends.server;
    ends.server.peer = ends.client;
    return ends;
  }

  /**
   * The ends of a connection that has retired are used again for others. Observers may still know them by what they
   * were, so with one they are not.
   * @param {Ends} ends that nothing refers to
   */
  reuse(ends) {
    if (this.#observer === null) this.#retired.push(ends);
  }

  /** @param {number} delayNs @returns {Access} for all servers that are so far away */
  #accessOf(delayNs) {
    let access = this.#accessByDelay.get(delayNs);
    if (access) return access;
    const receive = (/** @type {Segment} */ segment) => segment.from.peer?.receive(segment);
    const leave = (/** @type {Segment} */ segment) => this.#places[segment.from.place].pass(segment);
    const toClient = new Link(this.events, this.#random, { delayNs }, { pass: leave });
    access = {
      toServer: new Link(this.events, this.#random, { delayNs }, { pass: receive }),
      entry: { pass: (segment) => toClient.send(segment) },
    };
    this.#accessByDelay.set(delayNs, access);
    return access;
  }

  /**
   * Two ends that exchange UDP datagrams, at the ends of the path.
   * @param {number} port of the server
   * @returns {{ client: DatagramEnd, server: DatagramEnd }}
   */
  datagrams(port) {
    const flow = this.#flows++;
    const local = clientAddressOf(flow);
    const remote = { address: SERVER_ADDRESS, port };
    const random = this.#random;
    const last = this.hops.length;
    const ends = {
      client: new DatagramEnd({
        flow,
        random,
        local,
        remote,
        isClient: true,
        output: (datagram) => this.#places[0].pass(datagram),
      }),
      server: new DatagramEnd({
        flow,
        random,
        local: remote,
        remote: local,
        isClient: false,
        output: (datagram) => this.#places[last].pass(datagram),
      }),
    };
    ends.server.place = last;
    ends.client.peer = ends.server;
    ends.server.peer = ends.client;
    return ends;
  }
}
