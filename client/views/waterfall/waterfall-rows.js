/** Requests with their responses, from the column frame `waterfall` of docs/protocol.md. */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { count, tripsIn } from '../../base/format.js';

/**
 * @typedef {object} WaterfallRow Times in ns since the capture's first packet, −1 where there is none.
 * @property {number} flow
 * @property {number} request index of the message
 * @property {number} response −1 without one
 * @property {string} method of what is no request of HTTP its command, else its protocol
 * @property {string} target
 * @property {string} host
 * @property {string} name last part of the target
 * @property {string} protocol of the request
 * @property {string} priority its field `priority`; '' without
 * @property {string} outcome of the answer, in a word: its status; '' without one, or where it does not say
 * @property {boolean} hasFailed
 * @property {import('../timeline/media-colours.js').MediaType} type
 * @property {number} bytes of the answer's body, −1 without one
 * @property {number} stream −1 none
 * @property {number} streamed messages of the stream that the request opened, 0: none
 * @property {boolean} pipelined
 * @property {boolean} complete
 * @property {boolean} isOneWay a command that has no response
 * @property {boolean} isTurn of a protocol that is not dissected: what one end sent until the other did
 * @property {number} startNs of the first phase
 * @property {number} requestNs start of the request itself
 * @property {number} answeredNs end of the answer, or of waiting for it without success, or of the request
 * @property {number} endNs of the last phase
 * @property {number} rttNs
 * @property {number} beyondNs until the client acknowledged it, where the capture was taken nearer to the server: what
 *   the client waited longer; else 0
 * @property {Phase[]} phases
 * @property {WaterfallRow} [under] of a message of a stream: its request
 * @property {number|null} [gapNs] since the end of the previous message the same way; null: the first
 * @property {{ fromNs: number, toNs: number, lines: import('../timeline/hover-card.js').CardLine[] }} [browser] as its
 *   HAR has it
 * @property {import('./critical-path.js').Critical} [critical] what it has of the page's critical path
 */

/**
 * @typedef {object} Phase
 * @property {'connect'|'tls'|'blocked'|'send'|'queued'|'wait'|'receive'|'deliver'|'vain'} kind
 * @property {number} fromNs
 * @property {number} toNs
 */
/**
 * A page that can be turned to: `page` is its number.
 * @typedef {{ page: number, url: string, isPage: boolean, start: number, end: number, requests: number }} ListedPage
 *
 * @typedef {{ rows: WaterfallRow[], pages: ListedPage[], pageCount: number, requestCount: number, page: number,
 *   routes: boolean, isCut: boolean }} Waterfall `routes`: requests of an API, rather than pages
 */

/**
 * The frame's metadata besides its columns: pages, names of the types, and a row's method, target and host.
 * @typedef {Pick<Waterfall, 'pages'|'pageCount'|'requestCount'|'page'|'routes'> & { cut: boolean, mediaTypes:
 *   WaterfallRow['type'][], methods: string[],
 *   targets: string[], hosts: string[], protocols: string[], priorities: string[],
 *   outcomes: string[] }} WaterfallMeta
 */

/** In the order in which they come. @type {[Phase['kind'], string, string][]} */
export const PHASES = [
  ['connect', 'Connect', 'TCP handshake'],
  ['tls', 'TLS', 'TLS handshake'],
  ['blocked', 'Blocked', 'connected, but not used yet'],
  ['send', 'Send', "from the request's first byte to its last"],
  ['queued', 'Queued', 'behind the responses to earlier requests on the connection'],
  ['wait', 'Wait', 'round trip and server time'],
  ['receive', 'Receive', "from the response's first byte to its last"],
  ['deliver', 'ACKed', "from the response's last byte to its acknowledgement"],
  ['vain', 'No response', 'no response, or not all of it, before its stream or connection ended'],
];

const BIT = { PIPELINED: 1, COMPLETE: 2, FAILED: 8, COMMAND: 16, ONE_WAY: 32, TURN: 64 };

/** @param {ArrayBuffer} buffer @returns {Waterfall} */
export function waterfallFrom(buffer) {
  const { meta: given, columns, rows } = decodeColumnFrame(buffer);
  const meta = /** @type {WaterfallMeta} */ (given);
  return {
    pages: meta.pages,
    pageCount: meta.pageCount,
    requestCount: meta.requestCount,
    page: meta.page,
    routes: meta.routes,
    isCut: meta.cut,
    rows: Array.from({ length: rows }, (_, i) => rowOf(meta, columns, i)),
  };
}

/**
 * @param {WaterfallMeta} meta
 * @param {Record<string, import('../../../lib/shared/columns/column-frame.js').Column>} columns
 * @param {number} i
 * @returns {WaterfallRow}
 */
function rowOf(meta, columns, i) {
  const phases = phasesOf(columns, i);
  const target = meta.targets[i];
  const path = target.split(/[?#]/, 1)[0];
  const isCommand = (columns.bits[i] & BIT.COMMAND) !== 0;
  // of a protocol that is not dissected only the bytes are known
  const method = meta.methods[i] || (isCommand ? meta.protocols[i] : '');
  return {
    flow: columns.flow[i],
    request: columns.request[i],
    response: columns.response[i],
    method,
    target,
    host: meta.hosts[i],
    name: isCommand ? `${method} ${target}`.trim() : path.slice(path.lastIndexOf('/') + 1) || path || 'request',
    protocol: meta.protocols[i],
    priority: meta.priorities[i],
    outcome: meta.outcomes[i],
    hasFailed: (columns.bits[i] & BIT.FAILED) !== 0,
    type: meta.mediaTypes[columns.type[i]],
    bytes: columns.bytes[i],
    stream: columns.stream[i],
    streamed: columns.streamed[i],
    pipelined: (columns.bits[i] & BIT.PIPELINED) !== 0,
    complete: (columns.bits[i] & BIT.COMPLETE) !== 0,
    isOneWay: (columns.bits[i] & BIT.ONE_WAY) !== 0,
    isTurn: (columns.bits[i] & BIT.TURN) !== 0,
    startNs: phases[0].fromNs,
    requestNs: columns.requestStart[i],
    answeredNs: Math.max(
      columns.responseEnd[i] < 0 ? columns.requestEnd[i] : columns.responseEnd[i],
      columns.unansweredEnd[i],
    ),
    endNs: phases[phases.length - 1].toNs,
    rttNs: columns.rtt[i],
    beyondNs: beyondNs(columns, i),
    phases,
  };
}

/**
 * Near the server a response is sent long before it arrives: its arrival is known only from its acknowledgement (which
 * a queue on the path delays as well).
 * @param {Record<string, import('../../../lib/shared/columns/column-frame.js').Column>} columns
 * @param {number} i
 */
function beyondNs({ rtt, clientRtt, delivered, responseEnd }, i) {
  if (rtt[i] <= 0 || clientRtt[i] <= rtt[i] / 2) return 0;
  return delivered[i] < 0 ? Math.min(clientRtt[i], rtt[i]) : delivered[i] - responseEnd[i];
}

/**
 * @param {Record<string, import('../../../lib/shared/columns/column-frame.js').Column>} columns
 * @param {number} i
 * @returns {Phase[]} one after the other; those of no length are left out, but for `send`
 */
function phasesOf(columns, i) {
  const at = (/** @type {string} */ name) => columns[name][i];
  const opened = Math.max(at('connectEnd'), at('tlsEnd'));
  /** @type {Phase[]} */
  const phases = [
    { kind: 'connect', fromNs: at('connectStart'), toNs: at('connectEnd') },
    { kind: 'tls', fromNs: at('tlsStart'), toNs: at('tlsEnd') },
    { kind: 'blocked', fromNs: opened, toNs: at('requestStart') },
    { kind: 'send', fromNs: at('requestStart'), toNs: Math.max(at('requestStart'), at('requestEnd')) },
  ];
  if (at('responseStart') >= 0) {
    const waitNs = Math.max(at('requestEnd'), Math.min(at('responseStart'), at('requestEnd') + at('headOfLine')));
    phases.push(
      { kind: 'queued', fromNs: at('requestEnd'), toNs: waitNs },
      { kind: 'wait', fromNs: waitNs, toNs: at('responseStart') },
      { kind: 'receive', fromNs: at('responseStart'), toNs: at('responseEnd') },
      { kind: 'deliver', fromNs: at('responseEnd'), toNs: at('delivered') },
    );
  }
  const lastNs = Math.max(at('requestEnd'), at('responseEnd'), at('delivered'));
  phases.push({ kind: 'vain', fromNs: lastNs, toNs: at('unansweredEnd') });
  return phases.filter(({ kind, fromNs, toNs }) => kind === 'send' || (fromNs >= 0 && toNs > fromNs));
}

/** @param {WaterfallRow} row @param {Phase['kind']} kind @returns {number|null} ns; null where there was none */
export function phaseNs(row, kind) {
  const phase = row.phases.find((one) => one.kind === kind);
  return phase ? phase.toNs - phase.fromNs : null;
}

/**
 * The client's wait, from its request's first byte to the response's last.
 * @param {WaterfallRow} row
 * @returns {number} ns
 */
export const tookNs = ({ answeredNs, requestNs, beyondNs }) => Math.max(0, answeredNs - requestNs) + beyondNs;

/** @param {WaterfallRow} row */
export const isUnanswered = ({ response, isOneWay }) => response < 0 && !isOneWay;

/**
 * @param {readonly WaterfallRow[]} rows
 * @returns {string} "17 requests"; turns are none, as in the table of connections
 */
export function requestsText(rows) {
  const turns = rows.filter(({ isTurn }) => isTurn).length;
  if (turns === 0) return count(rows.length, 'request');
  const requests = rows.length - turns;
  return requests === 0 ? count(turns, 'turn') : `${count(requests, 'request')}, ${count(turns, 'turn')}`;
}

/**
 * @param {WaterfallRow} row
 * @returns {number|null} from the request's first byte to the answer's last, in round trips of the handshake; null
 *   where these are too
 *   short to judge by
 */
export const roundTrips = (row) => (row.response < 0 ? null : tripsIn(tookNs(row), row.rttNs));

/** @typedef {Phase['kind'] | 'idle'} Spent */

/** Which of concurrent phases counts: receiving before waiting for the server, before connecting. */
const RANK = /** @type {Spent[]} */ (['receive', 'deliver', 'wait', 'queued', 'send', 'tls', 'connect', 'vain']);

/**
 * Where the time of a page went: at each moment the most advanced phase of all requests under way.
 * @param {readonly WaterfallRow[]} rows
 * @returns {{ kind: Spent, ns: number }[]} the parts of the time from the first request's start to the last one's end,
 *   largest first; idle: nothing was under way
 */
export function pageTime(rows) {
  const phases = rows.flatMap((row) => row.phases).filter(({ kind }) => kind !== 'blocked');
  const changes = phases.flatMap(({ kind, fromNs, toNs }) => [
    { ns: fromNs, rank: RANK.indexOf(kind), by: 1 },
    { ns: toNs, rank: RANK.indexOf(kind), by: -1 },
  ]);
  changes.sort((a, b) => a.ns - b.ns);
  const open = RANK.map(() => 0);
  /** @type {Map<Spent, number>} */
  const spent = new Map();
  let before = changes[0]?.ns ?? 0;
  for (const { ns, rank, by } of changes) {
    const kind = RANK[open.findIndex((count) => count > 0)] ?? 'idle';
    spent.set(kind, (spent.get(kind) ?? 0) + ns - before);
    open[rank] += by;
    before = ns;
  }
  return [...spent]
    .map(([kind, ns]) => ({ kind, ns }))
    .filter(({ ns }) => ns > 0)
    .sort((a, b) => b.ns - a.ns);
}

/** The page that is shown; undefined: all, or a connection. @param {Waterfall} waterfall */
export const shownPage = ({ page, pages }) => pages.find((one) => one.page === page);
