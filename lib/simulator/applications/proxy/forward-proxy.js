import { Random } from '../../engine/random.js';
import { Arrivals } from './arrivals.js';
import { CARRIERS } from './carriers.js';
import { Gauge } from './gauge.js';
import { MarkQueue } from './mark-queue.js';
import { OriginFetches } from './origin-fetch.js';
import { FRAME_HEAD_BYTES, frameHead, requestText, stretchOf } from './proxy-text.js';
import { Selection } from './selection.js';
import { StreamPieces } from './stream-pieces.js';
import { Turns } from './turns.js';

const PORT = 7070;
const RANDOM_STREAM = 1000;

/** @typedef {import('../../tcp/endpoint.js').Endpoint} Endpoint */
/** @typedef {import('./origin-fetch.js').FetchListener} FetchListener */
/**
 * @typedef {object} ForwardProxyOptions
 * @property {number} connections between the proxies, which stay open
 * @property {number} place where on the path the server-side proxy is
 * @property {import('../../tcp/profiles.js').TcpFeatures} client the client-side proxy's
 * @property {import('../../tcp/profiles.js').TcpFeatures} server the server-side proxy's, towards the other
 * @property {import('./selection.js').SelectionRule} [selection]
 * @property {number} [requestOverheadBytes] added to a request between the proxies
 * @property {string} [address] of the server-side proxy
 * @property {number} [seed] of the choice by lot
 * @property {import('./carriers.js').CarrierName} [carrier] protocol of the connections between the proxies; `mux` by
 *   default
 * @property {boolean} [withTexts] write true bytes, not filler; those of `mux`
 * @property {(id: number, bytes: number, flow: number) => void} [onPart] so many bytes more of a response, its head
 *   included, are at the
 *   client-side proxy; then requests are made with `ask`, not at their times
 */

/**
 * Two proxies with connections between them that stay open and carry many requests at once (McGregor, Pearson and
 * Cleary), or one request at a time each. Each end chooses a connection for what it sends: a request when it is made, a
 * response when its first bytes come. The server-side proxy opens a connection to a server for each request and passes
 * on data as it arrives, each piece with the carrier's head.
 *
 *     client-side proxy ══ n connections ══ server-side proxy ── a connection for each request ── servers
 * @implements {FetchListener}
 */
export class ForwardProxy {
  /** Connections to servers. */
  open = new Gauge();
  /** Packets with response bytes that came from servers, and these bytes. */
  arrived = { packets: 0, bytes: 0 };
  #network;
  #requests;
  #options;
  #onDone;
  /** @type {Endpoint[]} */
  #near = [];
  /** @type {Endpoint[]} */
  #far = [];
  #requestMarks;
  #responseMarks;
  #requestEnds;
  #responseEnds;
  #requestSelection;
  #responseSelection;
  #cameOver;
  #fetches;
  #carrier;
  /** Where connections have one request at a time. @type {Turns|null} */
  #turns;
  /** Where responses' bytes are taken in any order: of each connection. @type {StreamPieces[]} */
  #pieces = [];
  /** Of each response then: bytes, heads included, that are on the way, and whether they are the last. */
  #missing;
  #isWritten;

  /**
   * @param {import('../../network.js').Network} network
   * @param {import('./requests.js').Requests} requests
   * @param {ForwardProxyOptions} options
   * @param {(id: number, nowNs: number, flow: number) => void} onDone the whole response is at the client-side proxy;
   *   flow: the connection over which it came
   */
  constructor(network, requests, options, onDone) {
    const { connections, selection = 'least-loaded', seed = 1, place, address, withTexts = false } = options;
    const random = new Random(seed, RANDOM_STREAM);
    this.#carrier = CARRIERS[options.carrier ?? 'mux'];
    this.#turns = this.#carrier.isSerial ? new Turns(connections) : null;
    this.#missing = new Float64Array(this.#carrier.isByStream ? requests.count : 0);
    this.#isWritten = new Uint8Array(this.#missing.length);
    this.#network = network;
    this.#requests = requests;
    this.#options = options;
    this.#onDone = onDone;
    this.#requestSelection = new Selection(selection, random);
    this.#responseSelection = new Selection(selection, random);
    this.#cameOver = new Uint16Array(requests.count);
    this.#fetches = new OriginFetches(network, requests, { from: place, address, withTexts }, this);
    this.#requestMarks = Array.from({ length: connections }, () => new MarkQueue());
    this.#responseMarks = Array.from({ length: connections }, () => new MarkQueue());
    this.#requestEnds = new Float64Array(connections);
    this.#responseEnds = new Float64Array(connections);
    for (let index = 0; index < connections; index++) this.#connect(index);
    if (this.#carrier.isByStream) this.#takeByStream();
    if (!options.onPart) new Arrivals(network.events, requests, (id) => this.ask(id));
  }

  /** @param {number} index */
  #connect(index) {
    const { place, client, server, address } = this.#options;
    const ends = this.#network.connection({ client, server, port: PORT, to: place, serverAddress: address });
    ends.client.handlers = { onData: (bytes) => this.#onResponses(index, bytes) };
    ends.server.handlers = { onData: (bytes) => this.#onRequests(index, bytes) };
    this.#near.push(ends.client);
    this.#far.push(ends.server);
    ends.client.connect();
  }

  /**
   * The client-side proxy passes a request on. Its head takes the place of header fields that end at a proxy.
   * @param {number} id
   */
  ask(id) {
    const host = this.#requests.host[id];
    const index = this.#turns ? this.#turns.take(id) : this.#requestSelection.choose(this.#near, host);
    if (index >= 0) this.#askOver(index, id);
  }

  /** @param {number} index of the connection @param {number} id */
  #askOver(index, id) {
    const { requestOverheadBytes = 0, withTexts } = this.#options;
    const requests = this.#requests;
    const bytes = requests.requestBytes[id] + requestOverheadBytes;
    const rest = bytes - FRAME_HEAD_BYTES;
    this.#requestEnds[index] += bytes;
    this.#requestMarks[index].push(this.#requestEnds[index], id);
    if (withTexts) {
      this.#near[index].write(
        frameHead('REQ', id, rest) + requestText(id, requests.hosts[requests.host[id]].name, rest),
      );
    } else this.#near[index].write(bytes);
  }

  /** @param {number} index of the connection @param {number} bytes that have come over it */
  #onRequests(index, bytes) {
    const marks = this.#requestMarks[index];
    while (marks.isReached(bytes)) {
      const id = marks.shift();
      this.#cameOver[id] = index;
      this.#fetches.start(id);
    }
  }

  onOpen() {
    this.open.change(this.#network.events.nowNs, 1);
  }

  onClosed() {
    this.open.change(this.#network.events.nowNs, -1);
  }

  /** @param {import('./origin-fetch.js').OriginFetch} fetch @param {number} bytes */
  onResponseBytes(fetch, bytes) {
    const { id, head, received, isComplete } = fetch;
    const { headBytes } = this.#carrier;
    if (fetch.chosen < 0) {
      fetch.chosen = this.#turns ? this.#cameOver[id] : this.#responseSelection.choose(this.#far, this.#cameOver[id]);
    }
    this.arrived.packets++;
    this.arrived.bytes += bytes;
    const index = fetch.chosen;
    this.#responseEnds[index] += headBytes + bytes;
    if (this.#pieces.length > 0) {
      this.#missing[id] += headBytes + bytes;
      this.#isWritten[id] = Number(isComplete);
      this.#pieces[index].push(this.#responseEnds[index], id);
    } else if (isComplete || this.#options.onPart) {
      this.#responseMarks[index].push(this.#responseEnds[index], id, bytes);
    }
    if (this.#options.withTexts) {
      this.#far[index].write(
        frameHead(isComplete ? 'END' : 'RES', id, bytes),
        ...stretchOf(head, received - bytes, bytes),
      );
    } else this.#far[index].write(headBytes + bytes);
  }

  /** What comes to the client-side proxy counts when it comes, whatever is missing before it. */
  #takeByStream() {
    this.#pieces = this.#far.map(() => new StreamPieces());
    const indexes = new Map(this.#far.map((end, index) => [/** @type {object} */ (end), index]));
    this.#network.addTap(
      0,
      ({ from, start, length }, nowNs) => {
        const index = length > 0 ? indexes.get(from) : undefined;
        if (index === undefined) return;
        this.#pieces[index].take(start, length, (id, bytes) => {
          this.#missing[id] -= bytes;
          if (this.#missing[id] === 0 && this.#isWritten[id] === 1) this.#onDone(id, nowNs, this.#near[index].flow);
        });
      },
      { readsContent: false },
    );
  }

  /** @param {number} index of the connection @param {number} bytes that have come over it */
  #onResponses(index, bytes) {
    const marks = this.#responseMarks[index];
    const { onPart } = this.#options;
    while (marks.isReached(bytes)) {
      const part = marks.bytes;
      const id = marks.shift();
      const { flow } = this.#near[index];
      if (onPart) onPart(id, part, flow);
      else this.#onDone(id, this.#network.events.nowNs, flow);
      if (this.#turns) this.#giveTurn(this.#turns, index);
    }
  }

  /** @param {Turns} turns @param {number} index of a connection whose response has come */
  #giveTurn(turns, index) {
    const next = turns.give(index);
    if (next >= 0) this.#askOver(index, next);
  }
}
