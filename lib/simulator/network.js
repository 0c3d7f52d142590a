import { EventQueue } from './engine/event-queue.js';
import { Link } from './engine/link.js';
import { Random } from './engine/random.js';
import { Endpoint } from './tcp/endpoint.js';

/** @typedef {import('./tcp/segment.js').Segment} Segment */
/** @typedef {{ name: string, clientToServer: import('./engine/link.js').LinkOptions, serverToClient: import('./engine/link.js').LinkOptions }} Hop */
/** @typedef {(segment: Segment, nowNs: number) => void} Tap */

const FIRST_PORT = 40_000;
const PORTS = 20_000;

/**
 * Clients and servers, with a chain of links between them. A tap at place n sees what passes there, both ways: before the queue of hop n + 1
 * and behind that of hop n, as seen from the client.
 *
 *     client ─0─[ hop 1 ]─1─[ hop 2 ]─2─ server
 */
export class Network {
  events = new EventQueue();
  /** @type {{ name: string, clientToServer: Link<Segment>, serverToClient: Link<Segment> }[]} */
  hops;
  #random;
  /** @type {Tap[][]} */
  #taps;
  #flows = 0;
  #observer;

  /**
   * @param {object} options
   * @param {number} options.seed
   * @param {Hop[]} options.path
   * @param {import('./tcp/endpoint.js').Observer} [options.observer]
   */
  constructor({ seed, path, observer = () => undefined }) {
    this.#observer = observer;
    this.#random = new Random(seed);
    this.#taps = Array.from({ length: path.length + 1 }, () => []);
    this.hops = path.map(({ name, clientToServer, serverToClient }, index) => ({
      name,
      clientToServer: new Link(this.events, new Random(seed, 2 * index + 1), clientToServer, (/** @type {Segment} */ segment) => this.#pass(segment, index + 1)),
      serverToClient: new Link(this.events, new Random(seed, 2 * index + 2), serverToClient, (/** @type {Segment} */ segment) => this.#pass(segment, index)),
    }));
  }

  /** @param {number} place 0: at the client @param {Tap} tap */
  addTap(place, tap) { this.#taps[place].push(tap); }

  /**
   * A connection, not opened yet: the server listens.
   * @param {object} options
   * @param {import('./tcp/profiles.js').TcpFeatures} options.client
   * @param {import('./tcp/profiles.js').TcpFeatures} options.server
   * @param {number} options.port of the server
   * @returns {{ client: Endpoint, server: Endpoint }}
   */
  connection({ client, server, port }) {
    const flow = this.#flows++;
    const clientAddress = { address: `192.0.2.${1 + Math.floor(flow / PORTS)}`, port: FIRST_PORT + flow % PORTS }, serverAddress = { address: '198.51.100.1', port };
    const shared = { events: this.events, random: this.#random, observer: this.#observer, flow };
    const ends = {
      client: new Endpoint({ ...shared, features: client, local: clientAddress, remote: serverAddress, isClient: true, output: (segment) => this.#pass(segment, 0) }),
      server: new Endpoint({ ...shared, features: server, local: serverAddress, remote: clientAddress, isClient: false, output: (segment) => this.#pass(segment, this.hops.length) }),
    };
    ends.client.peer = ends.server;
    ends.server.peer = ends.client;
    ends.server.listen();
    return ends;
  }

  /** @param {Segment} segment @param {number} place where it is now */
  #pass(segment, place) {
    for (const tap of this.#taps[place]) tap(segment, this.events.nowNs);
    const { isClient, peer } = segment.from, isThere = place === (isClient ? this.hops.length : 0);
    if (isThere) peer?.receive(segment);
    else if (isClient) this.hops[place].clientToServer.send(segment);
    else this.hops[place - 1].serverToClient.send(segment);
  }
}
