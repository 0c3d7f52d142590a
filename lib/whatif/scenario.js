/** A workload under other conditions, as a scenario for the simulator. */
import { DEFAULT_CONNECTIONS } from '../simulator/applications/page/page.js';
import { PROFILES } from '../simulator/tcp/profiles.js';
import { drawn } from './losses.js';
import { SettingError } from './settings.js';

/** @typedef {import('./workload.js').Workload} Workload */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('./page.js').PageWorkload} PageWorkload */
/** @typedef {import('../simulator/scenario/run.js').Scenario} Scenario */
/**
 * @typedef {'repeated'|'asked'|'chained'} Reading repeated: each connection repeats its dialogue; asked: a page's
 *   requests are scheduled again; chained: likewise, but each that had waited for a connection needs the previous
 *   response
 */

/** A replay is given up after this many times the observed time. */
const PATIENCE = 50;
const MIN_PATIENCE_SECONDS = 600;
/** Maximum of a growing receive window, if its connection carries more than observed. */
const GROWN_WINDOW_BYTES = PROFILES['linux-2026'].maxReceiveWindowBytes;
const isHttp1 = (/** @type {string} */ protocol) => protocol.startsWith('http/1');

/** @param {Settings} settings @returns {boolean} whether requests are made in other ways than observed */
export const asksAnew = ({ connections, pipelining, protocol, proxy, proxyAt }) =>
  [connections, pipelining, protocol, proxy, proxyAt].some((setting) => setting !== undefined);

/**
 * @param {Workload} workload @param {Settings} settings
 * @throws {SettingError} a setting that this workload does not have
 */
export function checkSettings({ page }, settings) {
  if (!asksAnew(settings)) return;
  if (page === null) {
    throw new SettingError(
      'protocol, connections, pipelining and proxy can be set only where all of the capture is HTTP of one ' +
        'kind (HTTP/1, HTTP/2 or MUX), with whole requests and responses',
    );
  }
  if (settings.proxyAt !== undefined && settings.proxy === undefined) {
    throw new SettingError('proxy-at says where the far proxy is; set proxy too');
  }
  const protocol = settings.protocol ?? page.protocol;
  if (settings.pipelining !== undefined && protocol !== 'http/1.1') {
    throw new SettingError(`pipelining goes with HTTP/1.1, and the protocol is ${protocol}; set protocol=http/1.1 too`);
  }
}

/**
 * @param {Workload} workload @param {Settings} settings @param {Reading} reading
 * @returns {Scenario} the path in two halves, between which the capture was taken
 */
export function scenarioOf({ conditions, dialogues, page, direction, seconds }, settings, reading) {
  const { rttMs: observedRttMs, fraction } = conditions;
  const [client, server] = [conditions.client, conditions.server].map((host) =>
    reading === 'repeated' ? host : withGrownWindow(host),
  );
  const rttMs = settings.rttMs ?? observedRttMs;
  const observed = [conditions.up, conditions.down].map((link, way) =>
    reading === 'repeated' ? link : drawn(link, conditions.lossRates[way]),
  );
  const [up, down] = observed.map((link, way) => (way === direction ? { ...link, ...linkSettings(settings) } : link));
  const sender = settings.initcwnd === undefined ? {} : { initialWindowSegments: settings.initcwnd };
  return {
    durationSeconds: Math.max(MIN_PATIENCE_SECONDS, seconds * PATIENCE),
    path: pathOf({ rttMs, fraction, up, down }, settings),
    hosts: {
      client: { tcp: direction === 0 ? { ...client, ...sender } : client },
      server: { tcp: direction === 1 ? { ...server, ...sender } : server },
    },
    traffic:
      reading === 'repeated' || page === null
        ? dialogues
        : [pageTraffic(page, settings, { isChained: reading === 'chained', rttMs })],
  };
}

/** Default position of the far proxy. */
export const DEFAULT_PROXY_AT = 0.9;

/**
 * A direction's impairments are after its sender: before the capture point or not, the sender's acknowledgements show
 * them alike. With proxies they are between those, and replays are observed at the capture point or the far proxy,
 * whichever is nearer to the client.
 * @param {{ rttMs: number, fraction: number, up: import('../simulator/scenario/run.js').ScenarioLink, down:
 *   import('../simulator/scenario/run.js').ScenarioLink }} conditions
 * @param {Settings} settings
 * @returns {Scenario['path']}
 */
function pathOf({ rttMs, fraction, up, down }, { proxy, proxyAt = DEFAULT_PROXY_AT }) {
  const delay = (/** @type {number} */ share) => ({ delayMs: (rttMs / 2) * share });
  const plain = (/** @type {string} */ name, /** @type {number} */ share) => ({
    name,
    clientToServer: delay(share),
    serverToClient: delay(share),
  });
  const far = (/** @type {number} */ share) => ({
    name: 'far',
    clientToServer: { ...delay(share), ...up },
    serverToClient: { ...delay(share), ...down },
  });
  if (proxy === undefined) return [plain('near', fraction), far(1 - fraction)];
  const seenAt = Math.min(fraction, proxyAt * MAX_SEEN);
  return [plain('near', seenAt), far(proxyAt - seenAt), plain('servers', 1 - proxyAt)];
}
/** The link between the proxies is after the point where replays are observed. */
const MAX_SEEN = 0.999;

/** @param {import('./conditions.js').Features} host @returns {boolean} whether its receive window grew */
export const hasGrown = ({ receiveWindowBytes = 0, maxReceiveWindowBytes = 0 }) =>
  maxReceiveWindowBytes > receiveWindowBytes;

/**
 * A connection's window grew according to its data: other connections may carry more.
 * @param {import('./conditions.js').Features} host
 * @returns {import('./conditions.js').Features}
 */
function withGrownWindow(host) {
  return hasGrown(host)
    ? { ...host, maxReceiveWindowBytes: Math.max(GROWN_WINDOW_BYTES, host.maxReceiveWindowBytes ?? 0) }
    : host;
}

/** Round trips after which the proxies' connections are open: the page begins then. */
const PROXIES_OPEN = 2;

/**
 * @param {PageWorkload} page
 * @param {Settings} settings
 * @param {{ isChained: boolean, rttMs: number }} how
 * @returns {import('../simulator/applications/page/page.js').PageTraffic}
 */
function pageTraffic(page, settings, { isChained, rttMs }) {
  const { protocol, connections, pipelining } = waysOf(page, settings);
  const { proxy } = settings;
  return {
    kind: 'page',
    protocol,
    connections,
    pipelining,
    objects: isChained && page.chained !== null ? page.chained : page.objects,
    ...(isHttp1(protocol) && !isChained ? { thinkMs: page.thinkMs } : {}),
    mux: page.mux,
    http2: page.http2,
    ...(proxy === undefined ? {} : { proxy: { connections: proxy, at: 'far' }, startMs: PROXIES_OPEN * rttMs }),
  };
}

/**
 * How a page's requests are made: as set; else as observed, where the protocol is of the same kind; else as is usual
 * for it.
 * @param {PageWorkload} page @param {Settings} settings
 * @returns {Pick<PageWorkload, 'protocol'|'connections'|'pipelining'>}
 */
export function waysOf(page, { protocol = page.protocol, connections, pipelining }) {
  const isAlike = protocol === page.protocol || (isHttp1(protocol) && isHttp1(page.protocol));
  return {
    protocol,
    connections: connections ?? (isAlike ? page.connections : DEFAULT_CONNECTIONS[protocol]),
    pipelining: protocol === 'http/1.1' ? (pipelining ?? page.pipelining) : 1,
  };
}

/** @param {Settings} settings @returns {import('../simulator/scenario/run.js').ScenarioLink} */
function linkSettings({ rateKbps, loss, bufferBytes }) {
  return {
    ...(rateKbps === undefined ? {} : { rateKbps }),
    ...(bufferBytes === undefined ? {} : { queueBytes: bufferBytes }),
    ...(loss === undefined ? {} : { loss, dropBytes: new Map() }),
  };
}
