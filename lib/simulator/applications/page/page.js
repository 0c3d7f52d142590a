import { Timer } from '../../engine/event-queue.js';
import { NS_PER_MS } from '../../units.js';
import { DEFAULT_HOST } from '../http-text.js';
import { Http2Channel } from '../http2/http2-channel.js';
import { MuxChannel } from '../mux/mux-channel.js';
import { Dependencies } from './dependencies.js';
import { Http1Channel } from './http1-channel.js';
import { Origin } from './origin.js';
import { PageProxy } from './page-proxy.js';

/** @typedef {'http/1.0'|'http/1.1'|'mux'|'http/2'} PageProtocol */
/**
 * @typedef {object} PageTraffic
 * @property {'page'} kind
 * @property {import('./dependencies.js').PageObject[]} objects each may wait for those before it in the list
 * @property {PageProtocol} protocol
 * @property {number} [connections] to each origin at most; by default six for HTTP/1, else one
 * @property {number} [pipelining] HTTP/1.1: requests of a connection that wait for responses, at most
 * @property {number} [thinkMs] HTTP/1 without pipelining: from a response's end until its connection may have another
 *   request
 * @property {Partial<import('../mux/mux-end.js').MuxSettings>} [mux]
 * @property {Partial<import('../http2/http2-end.js').Http2Settings>} [http2]
 * @property {import('./page-proxy.js').ProxyOptions} [proxy] requests go through two proxies, the first beside the
 *   client
 * @property {number} [startMs]
 * @property {number} [readMs] from bytes' arrival at a host until its application, woken, has read them
 */
/**
 * Parameters of a channel.
 * @typedef {object} ChannelOptions
 * @property {import('../../network.js').Network} network
 * @property {{ client: import('../../tcp/profiles.js').TcpFeatures, server: import('../../tcp/profiles.js').TcpFeatures
 *   }} hosts
 * @property {string} serverAddress
 * @property {PageTraffic} traffic
 * @property {() => void} onRoom it may take another exchange, or is over
 */

/** Default connections to an origin: as in browsers. */
export const DEFAULT_CONNECTIONS = { 'http/1.0': 6, 'http/1.1': 6, mux: 1, 'http/2': 1 };
const CHANNELS = { 'http/1.0': Http1Channel, 'http/1.1': Http1Channel, mux: MuxChannel, 'http/2': Http2Channel };

/**
 * Loads a page: objects that wait for others, over one protocol. A transfer lasts from when its object could be
 * requested, so waiting for a connection counts.
 * @param {import('../../network.js').Network} network @param {PageTraffic} traffic
 * @param {ChannelOptions['hosts']} hosts
 * @param {(transfer: import('../../scenario/summary.js').Transfer) => void} onTransfer
 */
export function startPage(network, traffic, hosts, onTransfer) {
  const { objects, protocol, startMs = 0, connections = DEFAULT_CONNECTIONS[protocol] } = traffic;
  const { events } = network;
  const Channel = CHANNELS[protocol];
  const proxy = traffic.proxy && new PageProxy(network, traffic, hosts);
  /** @type {Map<string, Origin>} */
  const origins = new Map();
  const originOf = (/** @type {string} */ host) => {
    let found = origins.get(host);
    if (found !== undefined) return found;
    const serverAddress = `198.51.100.${1 + origins.size}`;
    const onRoom = () => origin.assign();
    const origin = new Origin(
      connections,
      () => proxy?.channel(onRoom) ?? new Channel({ network, hosts, serverAddress, traffic, onRoom }),
    );
    origins.set(host, (found = origin));
    return found;
  };
  let left = objects.length;
  const dependencies = new Dependencies(events, objects, (id) => {
    const object = objects[id];
    const { origin: host = DEFAULT_HOST } = object;
    const startNs = events.nowNs;
    let askedNs = startNs;
    let firstNs = -1;
    originOf(host).ask({
      id,
      host,
      object,
      onAsked: () => {
        askedNs = events.nowNs;
      },
      onBody: (flow, bodyBytes) => {
        if (firstNs < 0) firstNs = events.nowNs;
        dependencies.came(id, bodyBytes);
        if (bodyBytes < object.responseBytes) return;
        onTransfer({
          flow,
          name: `/${id}`,
          startNs,
          askedNs,
          firstNs,
          endNs: events.nowNs,
          bytes: object.responseBytes,
        });
        if (--left === 0) for (const origin of origins.values()) origin.close();
      },
    });
  });
  new Timer(events, () => dependencies.start()).set(Math.round(startMs * NS_PER_MS));
}
