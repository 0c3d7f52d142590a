/** Assumptions of an answer, or why there is none, in sentences. */
import { MOST_ERROR } from './replays.js';
import { asksAnew, DEFAULT_PROXY_AT, hasGrown } from './scenario.js';

/** @typedef {import('./workload.js').Workload} Workload */
/** @typedef {import('./settings.js').Settings} Settings */

const percentOf = (/** @type {number} */ share) => Math.round(share * 1000) / 10;

/**
 * @param {Pick<Workload, 'scope'>} workload
 * @returns {string|null} how much of the capture was replayed; null: all that has data
 */
export function scopeOf({ scope: { connections, ofConnections, bytes, ofBytes } }) {
  if (connections === ofConnections) return null;
  return (
    `Only the largest ${connections} of the ${ofConnections} connections with data were replayed; ` +
    `they carry ${percentOf(bytes / ofBytes)} % of the bytes.`
  );
}

/**
 * Why a replay predicts nothing, with known gaps of the simulator.
 * @param {Workload} workload
 * @param {{ observed: number, replayed: number, error: number }} replay seconds
 * @returns {string}
 */
export function reasonOf({ scope, conditions: { unmodelled } }, { observed, replayed, error }) {
  const part = scopeOf({ scope });
  return [
    ...(part === null ? [] : [part]),
    `The replay with the captured settings takes ${replayed.toFixed(3)} s, the capture ${observed.toFixed(3)} s: ` +
      `an error of ${percentOf(error)} %. Above ${percentOf(MOST_ERROR)} % nothing is predicted.`,
    ...unmodelled,
  ].join(' ');
}

/** @param {Workload} workload @param {Settings} settings @returns {string[]} */
export function assumptionsOf({ conditions, flows, scope, page }, settings) {
  const part = scopeOf({ scope });
  return [
    ...(part === null ? [] : [part]),
    `The minimum RTT is ${Math.round(conditions.rttMs * 1000) / 1000} ms.`,
    ...conditions.assumptions,
    ...(asksAnew(settings) && page !== null
      ? assumedOfPage(page, conditions, settings)
      : ['Each end sends the same answers after the same think time.']),
    ...(flows.length > 1 ? ['All connections share one path.'] : []),
    'Cross traffic does not change.',
  ];
}

/**
 * @param {import('./page.js').PageWorkload} page
 * @param {Workload['conditions']} conditions
 * @param {Settings} settings
 * @returns {string[]}
 */
function assumedOfPage(page, { client }, settings) {
  const { protocol = page.protocol } = settings;
  return [
    'A request waits for the part of the document that was arriving when it was made, ' +
      'otherwise for the last completed response, and then for the same time as in the capture.',
    ...(page.chained === null
      ? []
      : ['A request made just when a connection became free waited only for the connection.']),
    ...(hasGrown(client) ? ['The client’s receive window grew, and keeps growing with the data received.'] : []),
    ...(page.silent === 0
      ? []
      : [
          page.silent === 1
            ? 'One connection without a request is left out.'
            : `${page.silent} connections without a request are left out.`,
        ]),
    ...(page.isSecure ? ['TLS is left out: its handshakes and its overhead.'] : []),
    ...assumedOfProxies(settings),
    ...(settings.proxy !== undefined ? [] : assumedOfProtocol(page, protocol)),
  ];
}

/** @param {Settings} settings @returns {string[]} */
function assumedOfProxies({ proxy, proxyAt = DEFAULT_PROXY_AT }) {
  if (proxy === undefined) return [];
  return [
    'The near proxy is next to the client, with no delay between them; ' +
      'the client makes as many requests at once as in the capture.',
    `The far proxy is at ${Math.round(proxyAt * 1000) / 10} % of the round trip. The link’s rate, ` +
      'its queue and its losses are between the proxies; beyond them nothing queues and nothing is lost.',
    `Between them ${proxy === 1 ? 'one open connection carries' : `${proxy} open connections carry`} all requests and responses in pieces, with a header of 20 bytes each, on the connection with the least queued.`,
    'The far proxy opens a connection to the server for each request, and forwards data as it arrives; ' +
      'neither proxy caches.',
  ];
}

/**
 * @param {import('./page.js').PageWorkload} page
 * @param {import('./page.js').PageProtocol} protocol
 * @returns {string[]}
 */
function assumedOfProtocol(page, protocol) {
  const { streamWindowBytes } = page.http2 ?? {};
  const { format, creditBytes } = page.mux ?? {};
  return [
    ...(protocol === 'mux'
      ? [`MUX of ${format ?? '1998'}${creditBytes === undefined ? '' : `, with a credit of ${creditBytes} bytes`}.`]
      : []),
    ...(protocol === 'http/2'
      ? [`An HTTP/2 stream has a window of ${streamWindowBytes ?? 'six million'} bytes; all have the same priority.`]
      : []),
  ];
}
