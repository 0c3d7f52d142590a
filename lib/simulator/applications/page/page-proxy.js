import { Timer } from '../../engine/event-queue.js';
import { NS_PER_MS } from '../../units.js';
import { DEFAULT_HOST } from '../http-text.js';
import { ForwardProxy } from '../proxy/forward-proxy.js';
import { MIN_REQUEST_BYTES, responseHead } from '../proxy/proxy-text.js';
import { Requests } from '../proxy/requests.js';
import { PROXY_ADDRESS } from '../proxy/traffic.js';

/** Concurrent requests of HTTP/2 and MUX. */
const MAX_STREAMS = 100;

/** @typedef {import('./page.js').PageTraffic} PageTraffic */
/** @typedef {import('./origin.js').Channel} Channel */
/** @typedef {import('./origin.js').Exchange} Exchange */
/**
 * @typedef {object} ProxyOptions
 * @property {number} connections between the proxies, which stay open and carry many requests at once
 * @property {string} [at] the link after which the second proxy is; the first by default
 * @property {import('../proxy/selection.js').SelectionRule} [selection]
 */

/**
 * Loads a page's objects through two proxies. The first is beside the client, which it costs no time to ask; the client
 * makes as many requests at once as its protocol and connections let it.
 */
export class PageProxy {
  /**
   * Of each object: its requester, and the part received.
   * @type {{ exchange: Exchange, onOver: () => void, came: number, headBytes: number }[]}
   */
  #asked = [];
  #traffic;
  #network;
  #forward;
  #requests;

  /**
   * @param {import('../../network.js').Network} network
   * @param {PageTraffic} traffic
   * @param {import('./page.js').ChannelOptions['hosts']} hosts
   */
  constructor(network, traffic, { client, server }) {
    const { connections, at, selection } = /** @type {ProxyOptions} */ (traffic.proxy);
    const place = at === undefined ? 1 : network.hops.findIndex(({ name }) => name === at) + 1;
    this.#network = network;
    this.#traffic = traffic;
    this.#requests = requestsOf(traffic, { client, server });
    // A proxy that passes on what comes as it comes turns Nagle's rule off.
    const [near, far] = [client, server].map((features) => ({ ...features, nagle: false }));
    const onPart = (/** @type {number} */ id, /** @type {number} */ bytes, /** @type {number} */ flow) =>
      this.#onPart(id, bytes, flow);
    this.#forward = new ForwardProxy(
      network,
      this.#requests,
      { connections, place, client: near, server: far, selection, address: PROXY_ADDRESS, withTexts: true, onPart },
      () => {},
    );
  }

  /** @param {() => void} onRoom @returns {Channel} a connection of the client to the first proxy */
  channel(onRoom) {
    return new ProxiedChannel(this, this.#network.events, this.#traffic, onRoom);
  }

  /** @param {Exchange} exchange @param {() => void} onOver */
  ask(exchange, onOver) {
    this.#asked[exchange.id] = {
      exchange,
      onOver,
      came: 0,
      headBytes: this.#requests.responseBytes[exchange.id] - exchange.object.responseBytes,
    };
    this.#forward.ask(exchange.id);
  }

  /** @param {number} id @param {number} bytes @param {number} flow */
  #onPart(id, bytes, flow) {
    const asked = this.#asked[id];
    const { exchange, onOver, headBytes } = asked;
    asked.came += bytes;
    const bodyBytes = asked.came - headBytes;
    if (bodyBytes === exchange.object.responseBytes) onOver();
    if (bodyBytes > 0) exchange.onBody(flow, bodyBytes);
  }
}

/** @param {PageTraffic} traffic @param {import('./page.js').ChannelOptions['hosts']} hosts */
function requestsOf({ objects }, { client, server }) {
  const names = [...new Set(objects.map(({ origin = DEFAULT_HOST }) => origin))];
  const requests = new Requests(
    objects.length,
    names.map((name, index) => ({ name, address: `198.51.100.${1 + index}`, client, server, delayNs: 0 })),
  );
  objects.forEach(({ origin = DEFAULT_HOST, requestBytes = 0, responseBytes, serverMs = 0 }, id) => {
    requests.host[id] = names.indexOf(origin);
    requests.requestBytes[id] = Math.max(MIN_REQUEST_BYTES, requestBytes);
    requests.responseBytes[id] = responseBytes + responseHead(responseBytes).length;
    requests.thinkNs[id] = Math.round(serverMs * NS_PER_MS);
  });
  return requests;
}

/**
 * A connection to the proxy beside the client.
 * @implements {Channel}
 */
class ProxiedChannel {
  outstanding = 0;
  #count = 0;
  #thinking;

  /**
   * @param {PageProxy} proxy
   * @param {import('../../engine/event-queue.js').EventQueue} events
   * @param {PageTraffic} traffic
   * @param {() => void} onRoom
   */
  constructor(proxy, events, { protocol, pipelining = 1, thinkMs = 0, http2 }, onRoom) {
    this.proxy = proxy;
    this.events = events;
    this.onRoom = onRoom;
    this.isOld = protocol === 'http/1.0';
    this.depth = {
      'http/1.0': 1,
      'http/1.1': pipelining,
      mux: MAX_STREAMS,
      'http/2': http2?.maxStreams ?? MAX_STREAMS,
    }[protocol];
    this.thinkNs = this.depth === 1 ? Math.round(thinkMs * NS_PER_MS) : 0;
    this.#thinking = new Timer(events, onRoom);
  }

  get isOver() {
    return this.isOld && this.#count > 0;
  }
  get hasRoom() {
    return !this.isOver && !this.#thinking.isSet && this.outstanding < this.depth;
  }

  /** @param {Exchange} exchange */
  ask(exchange) {
    this.#count++;
    this.outstanding++;
    this.proxy.ask(exchange, () => {
      this.outstanding--;
      if (this.thinkNs > 0 && !this.isOver) this.#thinking.set(this.events.nowNs + this.thinkNs);
      // After the dependants of this response have been notified.
      new Timer(this.events, this.onRoom).set(this.events.nowNs);
    });
  }

  close() {}
}
