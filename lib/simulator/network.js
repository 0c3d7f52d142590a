import { EventQueue } from './engine/event-queue.js';
import { Link } from './engine/link.js';
import { QueueLink, needsQueueLink } from './engine/queue-link.js';
import { Random } from './engine/random.js';
import { Endpoint } from './tcp/endpoint.js';
import { SegmentPool } from './tcp/segment.js';
import { DatagramEnd } from './udp/datagram.js';

/** @typedef {import('./tcp/segment.js').Segment} Segment */
/** @typedef {import('./engine/queue-link.js').QueueLinkOptions} HopOptions */
/** @typedef {{ name: string, clientToServer: HopOptions, serverToClient: HopOptions }} Hop */
/** @typedef {Link<Packet>|QueueLink<Packet>} HopLink */
/** @typedef {Segment | import('./udp/datagram.js').Datagram} Packet */
/** @typedef {(packet: Packet, nowNs: number) => void} Tap */
/** @typedef {{ toServer: Link<Segment>, toClient: Link<Segment> }} Access what is between the last place and servers */

const FIRST_PORT = 40_000;
const PORTS = 20_000;
const SERVER_ADDRESS = '198.51.100.1';

/** @param {number} flow @returns {import('./tcp/endpoint.js').Address} one of its own */
const clientAddressOf = (flow) => ({ address: `192.0.2.${1 + Math.floor(flow / PORTS)}`, port: FIRST_PORT + flow % PORTS });

/** @typedef {{ access: Link<Packet>|null, receive: (packet: Packet) => void, onDropped: (packet: Packet) => void }} Receiver an end, for packets of its own kind */

/** @param {Packet} packet @param {Receiver} end for which it is */
function arrive(packet, end) {
  if (end.access) end.access.send(packet);
  else end.receive(packet);
}

/**
 * Clients and servers, with a chain of links between them. A tap at place n sees what passes there, both ways: before the queue of hop n + 1
 * and behind that of hop n, as seen from the client.
 *
 *     client ─0─[ hop 1 ]─1─[ hop 2 ]─2─ server
 */
export class Network {
  events = new EventQueue();
  /** @type {{ name: string, clientToServer: HopLink, serverToClient: HopLink }[]} */
  hops;
  #random;
  /** @type {Tap[][]} */
  #taps;
  #flows = 0;
  /** @type {Map<number, Access>} */
  #accessByDelay = new Map();
  #observer;
  #segments = new SegmentPool();

  /**
   * @param {object} options
   * @param {number} options.seed
   * @param {Hop[]} options.path
   * @param {import('./tcp/endpoint.js').Observer|null} [options.observer]
   */
  constructor({ seed, path, observer = null }) {
    this.#observer = observer;
    this.#random = new Random(seed);
    this.#taps = Array.from({ length: path.length + 1 }, () => []);
    this.hops = path.map(({ name, clientToServer, serverToClient }, index) => ({
      name,
      clientToServer: this.#linkOf(clientToServer, new Random(seed, 2 * index + 1), index + 1),
      serverToClient: this.#linkOf(serverToClient, new Random(seed, 2 * index + 2), index),
    }));
  }

  /** @param {HopOptions} options @param {Random} random @param {number} place where it delivers @returns {HopLink} */
  #linkOf(options, random, place) {
    const deliver = (/** @type {Packet} */ packet) => this.#pass(packet, place), drop = (/** @type {Packet} */ packet) => /** @type {Receiver} */ (packet.from).onDropped(packet);
    if (!needsQueueLink(options)) return new Link(this.events, random, options, deliver, drop);
    return new QueueLink(this.events, random, options, deliver, drop, (packet) => ('payload' in packet ? { ...packet } : this.#segments.copy(packet)));
  }

  /** @param {number} place 0: at the client @param {Tap} tap */
  addTap(place, tap) { this.#taps[place].push(tap); }

  /**
   * A connection, not opened yet: the server listens.
   * @param {object} options
   * @param {import('./tcp/profiles.js').TcpFeatures} options.client
   * @param {import('./tcp/profiles.js').TcpFeatures} options.server
   * @param {number} options.port of the server
   * @param {number} [options.from] place of the client @param {number} [options.to] place of the server, beyond the client's
   * @param {string} [options.clientAddress] @param {string} [options.serverAddress]
   * @param {number} [options.serverDelayNs] from the last place to this server and back, each way: servers behind delays of their own
   * @returns {{ client: Endpoint, server: Endpoint }}
   */
  connection({ client, server, port, from = 0, to = this.hops.length, clientAddress, serverAddress = SERVER_ADDRESS, serverDelayNs = 0 }) {
    const flow = this.#flows++;
    const local = { ...clientAddressOf(flow), ...(clientAddress === undefined ? {} : { address: clientAddress }) }, remote = { address: serverAddress, port };
    const shared = { events: this.events, random: this.#random, segments: this.#segments, observer: this.#observer, flow }, access = serverDelayNs > 0 ? this.#accessOf(serverDelayNs) : null;
    const ends = {
      client: new Endpoint({ ...shared, features: client, local, remote, isClient: true, output: (segment) => this.#pass(segment, from) }),
      server: new Endpoint({ ...shared, features: server, local: remote, remote: local, isClient: false, output: (segment) => (access ? access.toClient.send(segment) : this.#pass(segment, to)) }),
    };
    ends.client.place = from;
    ends.server.place = to;
    ends.server.access = access?.toServer ?? null;
    ends.client.peer = ends.server;
    ends.server.peer = ends.client;
    ends.server.listen();
    return ends;
  }

  /** @param {number} delayNs @returns {Access} for all servers that are so far away */
  #accessOf(delayNs) {
    let access = this.#accessByDelay.get(delayNs);
    if (access) return access;
    access = {
      toServer: new Link(this.events, this.#random, { delayNs }, (/** @type {Segment} */ segment) => segment.from.peer?.receive(segment)),
      toClient: new Link(this.events, this.#random, { delayNs }, (/** @type {Segment} */ segment) => this.#pass(segment, segment.from.place)),
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
    const flow = this.#flows++, local = clientAddressOf(flow), remote = { address: SERVER_ADDRESS, port }, random = this.#random, last = this.hops.length;
    const ends = {
      client: new DatagramEnd({ flow, random, local, remote, isClient: true, output: (datagram) => this.#pass(datagram, 0) }),
      server: new DatagramEnd({ flow, random, local: remote, remote: local, isClient: false, output: (datagram) => this.#pass(datagram, last) }),
    };
    ends.server.place = last;
    ends.client.peer = ends.server;
    ends.server.peer = ends.client;
    return ends;
  }

  /** @param {Packet} packet @param {number} place where it is now */
  #pass(packet, place) {
    for (const tap of this.#taps[place]) tap(packet, this.events.nowNs);
    const { isClient, peer } = packet.from;
    if (peer?.place === place) arrive(packet, /** @type {Receiver} */ (peer));
    else if (isClient) this.hops[place].clientToServer.send(packet);
    else this.hops[place - 1].serverToClient.send(packet);
  }
}
