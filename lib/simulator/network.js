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

/** @typedef {{ client: Endpoint, server: Endpoint }} Ends of a connection */
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
  /** What connections write from now on is kept for taps. */
  hasReaders = false;
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

  /**
   * @param {number} place 0: at the client
   * @param {Tap} tap may not keep what it sees: it is used again
   * @param {{ readsContent?: boolean }} [options] false: the tap does not look at what is written. Without any that does, nobody keeps it, and it would be found to be filler
   */
  addTap(place, tap, { readsContent = true } = {}) {
    this.#taps[place].push(tap);
    this.hasReaders ||= readsContent;
  }

  /**
   * A connection, not opened yet: the server listens.
   * @param {object} options
   * @param {import('./tcp/profiles.js').TcpFeatures} options.client
   * @param {import('./tcp/profiles.js').TcpFeatures} options.server
   * @param {number} options.port of the server
   * @param {number} [options.from] place of the client @param {number} [options.to] place of the server, beyond the client's
   * @param {string} [options.clientAddress] @param {string} [options.serverAddress]
   * @param {number} [options.serverDelayNs] from the last place to this server and back, each way: servers behind delays of their own
   * @returns {Ends}
   */
  connection({ client, server, port, from = 0, to = this.hops.length, clientAddress, serverAddress = SERVER_ADDRESS, serverDelayNs = 0 }) {
    const flow = this.#flows++, random = this.#random, keepsContent = this.hasReaders, ends = this.#retired.pop() ?? this.#newEnds(client, server);
    const local = clientAddressOf(flow), remote = { address: serverAddress, port }, access = serverDelayNs > 0 ? this.#accessOf(serverDelayNs) : null;
    if (clientAddress !== undefined) local.address = clientAddress;
    ends.client.restart({ features: client, local, remote, random, flow, keepsContent });
    ends.server.restart({ features: server, local: remote, remote: local, random, flow, keepsContent });
    ends.client.place = from;
    ends.server.place = to;
    ends.server.access = access?.toServer ?? null;
    ends.server.exit = access?.toClient ?? null;
    ends.server.listen();
    return ends;
  }

  /** @param {import('./tcp/profiles.js').TcpFeatures} client @param {import('./tcp/profiles.js').TcpFeatures} server @returns {Ends} that wait for their first connection */
  #newEnds(client, server) {
    const { events } = this, segments = this.#segments, observer = this.#observer, common = { events, segments, observer, output: this.#output };
    const ends = { client: new Endpoint({ ...common, features: client, isClient: true }), server: new Endpoint({ ...common, features: server, isClient: false }) };
    ends.client.peer = ends.server;
    ends.server.peer = ends.client;
    return ends;
  }

  /**
   * The ends of a connection that has retired are used again for others. Observers may still know them by what they were, so with one they are not.
   * @param {Ends} ends of which nobody keeps anything
   */
  reuse(ends) {
    if (this.#observer === null) this.#retired.push(ends);
  }

  #output = (/** @type {Segment} */ segment) => {
    const { exit, place } = segment.from;
    if (exit === null) this.#pass(segment, place);
    else exit.send(segment);
  };

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

  /** @param {Tap[]} taps @param {Packet} packet */
  #show(taps, packet) {
    const { nowNs } = this.events;
    for (let index = 0; index < taps.length; index++) taps[index](packet, nowNs);
  }

  /** @param {Packet} packet @param {number} place where it is now */
  #pass(packet, place) {
    const taps = this.#taps[place];
    if (taps.length > 0) this.#show(taps, packet);
    const { isClient, peer } = packet.from;
    if (peer?.place === place) arrive(packet, /** @type {Receiver} */ (peer));
    else if (isClient) this.hops[place].clientToServer.send(packet);
    else this.hops[place - 1].serverToClient.send(packet);
  }
}
