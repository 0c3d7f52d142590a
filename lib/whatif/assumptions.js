/** Assumptions of an answer, or why there is none, in sentences. */
import { TOLERATED_ERROR } from './replays.js';
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
    `The unchanged replay takes ${replayed.toFixed(3)} s instead of ${observed.toFixed(3)} s, an error of ` +
      `${percentOf(error)} %: above ${percentOf(TOLERATED_ERROR)} % there is no prediction.`,
    ...unmodelled,
  ].join(' ');
}

/** @param {Workload} workload @param {Settings} settings @returns {string[]} */
export function assumptionsOf({ conditions, flows, scope, page }, settings) {
  const part = scopeOf({ scope });
  return [
    ...(part === null ? [] : [part]),
    `The shortest round trip is ${Math.round(conditions.rttMs * 1000) / 1000} ms.`,
    ...conditions.assumptions,
    ...(asksAnew(settings) && page !== null
      ? assumedOfPage(page, conditions, settings)
      : ['Each end sends what it sent, after the same pauses.']),
    ...(flows.length > 1 ? ['All connections share one path.'] : []),
    'Other traffic does not change.',
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
    'A request follows the part of a document that was arriving when it was made, ' +
      'or else the response that had ended last, after the same delay as captured.',
    ...(page.chained === null
      ? []
      : ['A request made just as a connection became free waited only for the connection.']),
    ...(hasGrown(client)
      ? ['The client’s receive window, which grew, keeps growing with the bytes of a connection.']
      : []),
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
      'the client makes as many requests at once as it did.',
    `The far proxy is at ${Math.round(proxyAt * 1000) / 10} % of the round trip. The link’s rate, ` +
      'its queue and its losses are between the proxies; beyond them nothing queues and nothing is lost.',
    `Between them ${proxy === 1 ? 'one connection is already open, and carries' : `${proxy} connections are already open, and carry`} all requests and responses in pieces with 20 extra bytes each, on the connection with the least to send.`,
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
      ? [`A stream of HTTP/2 has a window of ${streamWindowBytes ?? 'six million'} bytes; all have the same urgency.`]
      : []),
  ];
}
