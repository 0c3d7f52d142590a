import { DirectFetching } from '../../simulator/applications/proxy/direct.js';
import { ForwardProxy } from '../../simulator/applications/proxy/forward-proxy.js';
import { Network } from '../../simulator/network.js';
import { PROFILES } from '../../simulator/tcp/profiles.js';
import { NS_PER_MS, NS_PER_SECOND } from '../../simulator/units.js';
import { DELAYS_MS, LINK_BPS } from './parameters.js';
import { Sample } from './sample.js';

/** Of the server-side proxy. */
const US_PROXY = '203.0.113.1';
/** After the link, with a proxy: to servers, whose own time includes everything there. */
const US = { name: 'us', clientToServer: {}, serverToClient: {} };

/** @typedef {import('./parameters.js').Version} Version */
/** @typedef {import('../../simulator/network.js').Hop} Hop */
/** @typedef {ReturnType<typeof import('../workload/scaled.js').scaledRequests>} ScaledRequests */
/**
 * @typedef {object} Setting
 * @property {Hop} link between the proxies, or to the servers
 * @property {number} connections 0: no proxy in the US
 * @property {number} seconds simulated @property {number} warmUpSeconds excluded from measurements
 * @property {number} sampleCopies copies of days whose latency is measured
 * @property {number} [sampleSeconds] of a run that has the same sample and ends sooner
 * @property {number} [mostSampled] of these requests, evenly over the run
 * @property {number} [drainSeconds] from the run's end, for answers that are due: without it, requests count that the
 *   run leaves time for
 * @property {number} seed
 */
/**
 * Measurements of a run, from the end of the warm-up to the run's end.
 * @typedef {object} Measures
 * @property {number} requests made
 * @property {number} presentedPackets packets with response bytes that arrived in the US: at the proxy, or at the
 *   router
 * @property {number} presentedBytes their payload
 * @property {number} toNzBps @property {number} toUsBps bits carried, all headers counted
 * @property {number} queueToNzMean @property {number} queueToNzPeak bytes that wait or are being sent
 * @property {number} queueToUsMean @property {number} queueToUsPeak
 * @property {number} open connections in the mean: to servers, or without a proxy over the link
 * @property {number|null} latencySeconds of the sample, in the mean: from the request to the last byte
 * @property {number|null} latency95Seconds that of 95 of a hundred is no longer
 * @property {number|null} serverSeconds the servers' own time in it
 * @property {number} sampled requests of the sample
 * @property {number} unfinished of these, counted with the time that they had
 * @property {number} packets carried by all links in the whole run
 */

/**
 * TCP of 1998 wherever a connection ends, but proxies pass on at once what comes (TCP_NODELAY): by Nagle's rule the end
 * of each response would wait for an acknowledgement of the responses before it.
 */
const TCP = PROFILES['bsd-1998'];
export const BETWEEN_PROXIES = { ...TCP, nagle: false };
/** For scaledRequests: of the servers' clients, and of the servers. */
export const FEATURES = { asker: TCP, server: TCP };

/** @param {Version} version @returns {Hop} the link to New Zealand */
export function linkOf(version) {
  const { toNz, toUs } = DELAYS_MS[version];
  return {
    name: 'link',
    clientToServer: { rateBps: LINK_BPS, delayNs: toUs * NS_PER_MS },
    serverToClient: { rateBps: LINK_BPS, delayNs: toNz * NS_PER_MS },
  };
}

/**
 * One run: the requests over the link, with or without a proxy in the US.
 * @param {Setting} setting
 * @param {ScaledRequests} scaled
 * @param {{ withTexts?: boolean, onNetwork?: (network: Network) => void, between?:
 *   import('../../simulator/tcp/profiles.js').TcpFeatures, carrier?:
 *   import('../../simulator/applications/proxy/carriers.js').CarrierName }} [options]
 *   onNetwork: to tap it; withTexts: true bytes in what is tapped; between: TCP of the connections between the proxies;
 *   carrier: what they speak
 * @returns {{ measures: Measures, network: Network }}
 */
export function runSetting(
  { link, connections, seconds, warmUpSeconds, sampleCopies, sampleSeconds, mostSampled, drainSeconds = 0, seed },
  { requests, copy },
  { withTexts = false, onNetwork, between = BETWEEN_PROXIES, carrier } = {},
) {
  const withProxy = connections > 0;
  const network = new Network({ seed, path: withProxy ? [link, US] : [link] });
  const sample = new Sample(requests, copy, {
    fromSeconds: warmUpSeconds,
    toSeconds: drainSeconds > 0 ? Infinity : (sampleSeconds ?? seconds),
    copies: sampleCopies,
    most: mostSampled,
  });
  onNetwork?.(network);
  const done = (/** @type {number} */ id, /** @type {number} */ nowNs) => sample.onDone(id, nowNs);
  const fetching = withProxy
    ? new ForwardProxy(
        network,
        requests,
        { connections, place: 1, client: between, server: between, address: US_PROXY, seed, withTexts, carrier },
        done,
      )
    : new DirectFetching(network, requests, { withTexts }, done);
  network.events.run(warmUpSeconds * NS_PER_SECOND);
  const before = countsOf(network);
  for (const { clientToServer, serverToClient } of network.hops) {
    clientToServer.counts.peakQueueBytes = serverToClient.counts.peakQueueBytes = 0;
  }
  fetching.open.restart(warmUpSeconds * NS_PER_SECOND);
  network.events.run(seconds * NS_PER_SECOND);
  const after = countsOf(network);
  const open = fetching.open.mean(seconds * NS_PER_SECOND);
  const endNs = (seconds + drainSeconds) * NS_PER_SECOND;
  if (drainSeconds > 0) network.events.run(endNs);
  return {
    measures: {
      requests: requests.count,
      ...difference(before, after, seconds - warmUpSeconds),
      open,
      ...sample.result(endNs),
      packets: carried(network),
    },
    network,
  };
}

/** @param {Network} network */
function countsOf({ hops }) {
  const first = hops[0];
  const last = hops[hops.length - 1];
  return {
    toNz: { ...first.serverToClient.counts },
    toUs: { ...first.clientToServer.counts },
    presented: { ...last.serverToClient.counts },
  };
}

/** @param {ReturnType<typeof countsOf>} before @param {ReturnType<typeof countsOf>} after @param {number} seconds */
function difference(before, after, seconds) {
  const bps = (/** @type {'toNz'|'toUs'} */ way) =>
    ((after[way].deliveredBytes - before[way].deliveredBytes) * 8) / seconds;
  const queue = (/** @type {'toNz'|'toUs'} */ way) =>
    (after[way].queueByteSeconds - before[way].queueByteSeconds) / seconds;
  return {
    presentedPackets: after.presented.dataPackets - before.presented.dataPackets,
    presentedBytes: after.presented.dataBytes - before.presented.dataBytes,
    toNzBps: bps('toNz'),
    toUsBps: bps('toUs'),
    queueToNzMean: queue('toNz'),
    queueToNzPeak: after.toNz.peakQueueBytes,
    queueToUsMean: queue('toUs'),
    queueToUsPeak: after.toUs.peakQueueBytes,
  };
}

/** @param {Network} network */
function carried({ hops }) {
  return hops.reduce(
    (sum, { clientToServer, serverToClient }) =>
      sum + clientToServer.counts.delivered + serverToClient.counts.delivered,
    0,
  );
}
