/** What a capture's applications asked of the network: as dialogues, as they were; and, where it was HTTP/1, as requests that can be made in other ways. */
import { openSenders } from '../insight/opened-senders.js';
import { OPTION } from '../packet/segment-batch.js';
import { DIR_F, FLOW_F } from '../tcpflow/flow-fields.js';
import { conditionsOf } from './conditions.js';
import { curveOf, observedSpan } from './span.js';
import { turnsOf } from './turns.js';

/** @typedef {import('../simulator/applications/dialogue.js').DialogueTraffic} DialogueTraffic */
/** @typedef {import('../simulator/applications/http.js').HttpTraffic} HttpTraffic */
/** @typedef {import('../tcpflow/tracker.js').TcpTracker} TcpTracker */
/** @typedef {Pick<import('../messages/message-analysis.js').MessageAnalysis, 'messagesOf'|'describe'>} Messages */

/** Connections replayed together; of more, the largest are. */
export const MAX_REPLAYED_CONNECTIONS = 64;
/** Payload that a replay may have in all: it is simulated segment by segment, and several times where losses fall by lot. */
export const MAX_REPLAYED_BYTES = 256 * 1024 * 1024;
const NS_PER_MS = 1e6;

/**
 * @typedef {object} Workload
 * @property {number[]} flows indexes of the connections
 * @property {DialogueTraffic[]} dialogues
 * @property {HttpTraffic|null} http null where not all of it is HTTP/1 with whole requests and responses
 * @property {number} bytes of payload in the direction that carries most
 * @property {number} direction which that is
 * @property {[number, number][]} curve its acknowledged bytes over time: seconds since the first byte of data, bytes
 * @property {number} seconds from the first byte of data to the last acknowledgement of data
 * @property {import('./conditions.js').Conditions} conditions
 */

/** A capture that cannot be replayed; the message says why. */
export class WhatIfError extends Error {}

/**
 * @param {{ tcp: TcpTracker, messages: Messages }} analysis judged
 * @param {number|null} only index of the one connection that is meant; null: all
 * @returns {Workload}
 * @throws {WhatIfError}
 */
export function workloadOf({ tcp, messages }, only) {
  const flows = only === null ? largestFlows(tcp) : [only];
  if (flows.length === 0) throw new WhatIfError('The capture has no TCP connection with data, so there is nothing to replay.');
  if (flows.reduce((sum, flow) => sum + allBytes(tcp, flow), 0) > MAX_REPLAYED_BYTES) throw new WhatIfError(`The connections carry more than ${MAX_REPLAYED_BYTES >> 20} MB, too much to be replayed; choose one of them.`);
  const opened = flows.map((flow) => openSenders(tcp, flow)), totals = [0, 1].map((way) => flows.reduce((sum, flow) => sum + sentBytes(tcp, flow, way), 0)), direction = totals[1] >= totals[0] ? 1 : 0;
  const spans = opened.map(({ packets }) => observedSpan(packets, direction)).filter((span) => span.startNs >= 0);
  const startNs = Math.min(...spans.map((span) => span.startNs)), endNs = Math.max(...spans.map((span) => span.endNs)), main = mainFlow(tcp, flows);
  const openedNs = Math.min(...opened.map(({ packets }) => packets.timeNs[0])), conditions = conditionsOf(opened[flows.indexOf(main)]);
  if (conditions === null) throw new WhatIfError('No round trip can be measured in this capture, so the path is not known.');
  const rttNs = conditions.rttMs * NS_PER_MS;
  /** @type {[number, number]} */
  const distancesNs = [conditions.fraction * rttNs, (1 - conditions.fraction) * rttNs];
  const dialogues = opened.map(({ packets, options }) => /** @type {const} */ ({ kind: 'dialogue', startMs: (packets.timeNs[0] - openedNs) / NS_PER_MS, turns: turnsOf(packets, distancesNs, fullSegment(options)) })).filter(({ turns }) => turns.length > 0);
  return { flows, dialogues, http: httpTraffic(messages, flows, distancesNs, thinkMs(dialogues)), bytes: totals[direction], direction, curve: curveOf(spans, startNs), seconds: (endNs - startNs) / 1e9, conditions };
}

const TIMESTAMPS_BYTES = 12;
const DEFAULT_MSS = 536;

/** Payload of a full segment, by the handshake. @param {import('../tcpflow/connection/connection-packets.js').ConnectionOptions} options */
function fullSegment({ mss: [client, server], synOptions }) {
  const stamps = (synOptions[0] & synOptions[1] & OPTION.TIMESTAMPS) === 0 ? 0 : TIMESTAMPS_BYTES;
  return Math.min(client ?? server ?? DEFAULT_MSS, server ?? client ?? DEFAULT_MSS) - stamps;
}

/** @param {TcpTracker} tcp @param {number} flow @param {number} direction */
function sentBytes({ flows }, flow, direction) {
  const client = flows.clientEndpoint(flow);
  return flows.dirFloat(flow, direction === 0 ? client : 1 - client, DIR_F.UNIQUE_BYTES);
}

/** @param {TcpTracker} tcp @param {number} flow */
const allBytes = (tcp, flow) => sentBytes(tcp, flow, 0) + sentBytes(tcp, flow, 1);

/** Those with data, as they began. @param {TcpTracker} tcp */
function largestFlows(tcp) {
  const all = Array.from({ length: tcp.flows.count }, (_, flow) => flow).filter((flow) => allBytes(tcp, flow) > 0);
  const largest = all.sort((a, b) => allBytes(tcp, b) - allBytes(tcp, a)).slice(0, MAX_REPLAYED_CONNECTIONS);
  return largest.sort((a, b) => tcp.flows.float(a, FLOW_F.START) - tcp.flows.float(b, FLOW_F.START));
}

/** @param {TcpTracker} tcp @param {number[]} flows */
const mainFlow = (tcp, flows) => flows.reduce((best, flow) => (allBytes(tcp, flow) > allBytes(tcp, best) ? flow : best));

/**
 * The requests in the order in which they were made, whichever connection each took.
 * @param {Messages} messages @param {number[]} flows @param {[number, number]} distancesNs @param {number} thinkMs
 * @returns {HttpTraffic|null}
 */
function httpTraffic(messages, flows, distancesNs, thinkMs) {
  /** @type {{ startNs: number, requestBytes: number, responseBytes: number, serverMs: number }[]} */
  const requests = [];
  let connections = 0, pipelining = 1;
  for (const flow of flows) {
    const exchanges = exchangesOf(messages, flow);
    if (exchanges === null) return null;
    connections += Number(exchanges.length > 0);
    exchanges.forEach(({ request, response }, i) => {
      const serverNs = (Number(response.start) - Number(request.end)) * 1e9 - distancesNs[1];
      requests.push({ startNs: Number(request.start) * 1e9, requestBytes: sizeOf(request), responseBytes: Math.max(1, sizeOf(response) - RESPONSE_HEAD), serverMs: Math.max(0, serverNs) / NS_PER_MS });
      pipelining = Math.max(pipelining, 1 + exchanges.slice(0, i).filter((before) => Number(before.response.end) > Number(request.start)).length);
    });
  }
  if (requests.length === 0) return null;
  requests.sort((a, b) => a.startNs - b.startNs);
  return { kind: 'http', requests: requests.map(({ requestBytes, responseBytes, serverMs }) => ({ requestBytes, responseBytes, serverMs })), connections, pipelining, thinkMs };
}

/** How long the clients looked at what came before they asked for more, as a rule. @param {DialogueTraffic[]} dialogues */
function thinkMs(dialogues) {
  const waits = dialogues.flatMap(({ turns }) => turns.filter(({ from, after = 0 }) => from === 'client' && after > 0).map(({ waitMs = 0 }) => waitMs)).sort((a, b) => a - b);
  return waits[waits.length >> 1] ?? 0;
}

/** What the simulator's own response head takes. */
const RESPONSE_HEAD = 120;

/** @param {Messages} messages @param {number} flow @returns {{ request: any, response: any }[]|null} null where something is not whole, or no HTTP/1 */
function exchangesOf(messages, flow) {
  const all = messages.messagesOf(flow).map((index) => /** @type {any} */ (messages.describe(index)));
  if (all.length === 0) return null;
  const byIndex = new Map(all.map((message) => [message.index, message]));
  const exchanges = all.filter(({ kind }) => kind === 'request').map((request) => ({ request, response: byIndex.get(request.pair) }));
  const isWhole = exchanges.every(({ request, response }) => response !== undefined && isKnown(request) && isKnown(response) && /^http\/1/i.test(String(request.protocol ?? request.version ?? '')));
  return isWhole ? exchanges : null;
}

/** Whole, or cut only by the snap length: where it ended is known then too. @param {any} message */
const isKnown = ({ complete, notes }) => complete || (notes.length > 0 && notes.every((/** @type {string} */ note) => note === 'bytes_missing'));

/** On the wire, head included. @param {any} message */
const sizeOf = (message) => Math.max(1, message.endStreamOffset - message.streamOffset);
