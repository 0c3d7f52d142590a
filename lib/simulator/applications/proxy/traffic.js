import { NS_PER_MS } from '../../units.js';
import { DirectFetching } from './direct.js';
import { ForwardProxy } from './forward-proxy.js';
import { Requests } from './requests.js';

export const PROXY_ADDRESS = '203.0.113.1';

/**
 * @typedef {{ atMs?: number, requestBytes?: number, responseBytes: number, serverMs?: number }} ProxyRequest serverMs:
 *   from the request to
 *   the release of the response's last packet
 */
/**
 * @typedef {object} ProxyTraffic
 * @property {'proxy'} kind
 * @property {ProxyRequest[]} requests
 * @property {number} [connections] between the proxies; 0: no second proxy, each request goes to its server on a
 *   connection of its own
 * @property {string} [at] the link after which the second proxy is; the first by default
 * @property {import('./selection.js').SelectionRule} [selection]
 * @property {number} [requestOverheadBytes]
 */

/** @param {ProxyRequest[]} list @param {import('./requests.js').OriginHost} host */
function columnsOf(list, host) {
  const requests = new Requests(list.length, [host]);
  const ordered = [...list].sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
  for (const [id, { atMs = 0, requestBytes, responseBytes, serverMs = 0 }] of ordered.entries()) {
    requests.startNs[id] = Math.round(atMs * NS_PER_MS);
    if (requestBytes !== undefined) requests.requestBytes[id] = requestBytes;
    requests.responseBytes[id] = responseBytes;
    requests.serverNs[id] = Math.round(serverMs * NS_PER_MS);
  }
  return requests;
}

/**
 * Requests through two proxies, or without the second. Both proxies have the client's TCP.
 * @param {import('../../network.js').Network} network @param {ProxyTraffic} traffic
 * @param {{ client: import('../../tcp/profiles.js').TcpFeatures, server: import('../../tcp/profiles.js').TcpFeatures }}
 *   hosts
 * @param {(transfer: import('../../scenario/summary.js').Transfer) => void} onTransfer
 */
export function startProxy(network, traffic, { client, server }, onTransfer) {
  const requests = columnsOf(traffic.requests, {
    name: 'www.example.net',
    address: '198.51.100.1',
    client,
    server,
    delayNs: 0,
  });
  const { connections = 1, at, selection, requestOverheadBytes } = traffic;
  const onDone = (/** @type {number} */ id, /** @type {number} */ endNs, /** @type {number} */ flow) =>
    onTransfer({ flow, name: `/${id}`, startNs: requests.startNs[id], endNs, bytes: requests.responseBytes[id] });
  if (connections === 0) {
    new DirectFetching(network, requests, { withTexts: true }, onDone);
    return;
  }
  const place = at === undefined ? 1 : network.hops.findIndex(({ name }) => name === at) + 1;
  new ForwardProxy(
    network,
    requests,
    {
      connections,
      place,
      client,
      server: client,
      selection,
      requestOverheadBytes,
      address: PROXY_ADDRESS,
      withTexts: true,
    },
    onDone,
  );
}
