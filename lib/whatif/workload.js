/**
 * The workload of a capture's applications: as the observed dialogues; and, where all of it was HTTP, as requests that
 * can be made in other ways.
 */
import { DIR_F, FLOW_F } from '../engine/flow-fields.js';
import { OPTION } from '../engine/segment-batch.js';
import { openSenders } from '../insight/diagnose-senders.js';
import { NS_PER_MS } from '../simulator/units.js';
import { Arrivals } from './arrivals.js';
import { conditionsOf } from './conditions.js';
import { exchangesOf, readMessagesOf } from './exchanges.js';
import { http2Of, muxOf } from './multiplexing.js';
import { pageOf } from './page.js';
import { curveOf, observedSpan } from './span.js';
import { turnsOf } from './turns.js';
import { marksOf, MAX_SHOWN_REQUESTS } from './waterfall.js';

/** @typedef {import('../simulator/applications/dialogue.js').DialogueTraffic} DialogueTraffic */
/** @typedef {import('../tcpflow/tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('./exchanges.js').Messages & import('./multiplexing.js').Multiplexed} Messages */

/** Connections replayed together; of more, the largest are. */
export const MAX_REPLAYED_CONNECTIONS = 64;
/** Most payload of a replay: it is simulated segment by segment, and several times with random losses. */
export const MAX_REPLAYED_BYTES = 256 * 1024 * 1024;

/** @typedef {{ connections: number, ofConnections: number, bytes: number, ofBytes: number }} Scope with data */
/**
 * @typedef {object} Workload
 * @property {number[]} flows indexes of the connections
 * @property {Scope} scope how much of the capture these are
 * @property {DialogueTraffic[]} dialogues
 * @property {import('./page.js').PageWorkload|null} page null where not all of it is HTTP of one kind, with whole
 *   requests and responses
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
 * @param {number|null} only index of the one connection; null: all
 * @returns {Workload}
 * @throws {WhatIfError}
 */
export function workloadOf({ tcp, messages }, only) {
  const candidates = only === null ? flowsWithData(tcp) : [only];
  const flows = largestOf(tcp, candidates);
  if (flows.length === 0) {
    throw new WhatIfError('The capture has no TCP connection with data, so there is nothing to replay.');
  }
  if (flows.reduce((sum, flow) => sum + allBytes(tcp, flow), 0) > MAX_REPLAYED_BYTES) throw tooMuch();
  const main = mainFlow(tcp, flows);
  const opened = flows.map((flow) => openSenders(tcp, flow));
  const totals = [0, 1].map((way) => flows.reduce((sum, flow) => sum + sentBytes(tcp, flow, way), 0));
  const direction = totals[1] >= totals[0] ? 1 : 0;
  const measured = opened.map(({ packets }) => ({ packets, span: observedSpan(packets, direction) }));
  const carrying = measured.filter(({ span }) => span.startNs >= 0);
  const spans = carrying.map(({ span }) => span);
  const startNs = Math.min(...spans.map((span) => span.startNs));
  const endNs = Math.max(...spans.map((span) => span.endNs));
  const openedNs = Math.min(...opened.map(({ packets }) => packets.timeNs[0]));
  const conditions = conditionsOf(
    opened[flows.indexOf(main)],
    carrying.map(({ packets }) => packets),
  );
  if (conditions === null) {
    throw new WhatIfError('No round trip can be measured in this capture, so the path is unknown.');
  }
  if (!(endNs > startNs)) {
    throw new WhatIfError(
      'No time passes between the first data and its last acknowledgement, ' +
        'so there is nothing to compare a replay with.',
    );
  }
  const rttNs = conditions.rttMs * NS_PER_MS;
  /** @type {[number, number]} */
  const distancesNs = [conditions.fraction * rttNs, (1 - conditions.fraction) * rttNs];
  const spoken = opened
    .map(({ packets, options }, index) => ({
      flow: flows[index],
      packets,
      dialogue: /** @type {const} */ ({
        kind: 'dialogue',
        startMs: (packets.timeNs[0] - openedNs) / NS_PER_MS,
        turns: turnsOf(packets, distancesNs, fullSegment(options)),
      }),
    }))
    .filter(({ dialogue }) => dialogue.turns.length > 0);
  // Gaps count too, and a capture can have any.
  if (
    spoken.reduce((sum, { dialogue: { turns } }) => turns.reduce((bytes, turn) => bytes + turn.bytes, sum), 0) >
    MAX_REPLAYED_BYTES
  ) {
    throw tooMuch();
  }
  const answeredNs = Math.max(...spans.map(({ directionEndNs }) => directionEndNs));
  const page = pageWorkload(
    { tcp, messages },
    new Map(opened.map(({ packets }, index) => [flows[index], packets])),
    distancesNs,
    { startNs, answeredNs },
  );
  const shown = page && {
    ...page,
    marks: marksOf(page.exchanges, new Map(spoken.map(({ flow, packets }) => [flow, packets]))),
  };
  return {
    flows,
    scope: scopeOf(tcp, flows, candidates),
    dialogues: spoken.map(({ dialogue }) => dialogue),
    page: shown,
    bytes: totals[direction],
    direction,
    curve: curveOf(spans, startNs),
    seconds: (endNs - startNs) / 1e9,
    conditions,
  };
}

/**
 * @param {{ tcp: TcpTracker, messages: Messages }} analysis
 * @param {Map<number, import('../tcpflow/connection/connection-packets.js').ConnectionPackets>} packets by flow
 * @param {[number, number]} distancesNs
 * @param {{ startNs: number, answeredNs: number }} span first byte of data, last acknowledgement in the direction with
 *   most
 * @returns {Omit<import('./page.js').PageWorkload, 'marks'> & { exchanges: import('./exchanges.js').Exchange[] }|null}
 */
function pageWorkload(analysis, packets, distancesNs, { startNs, answeredNs }) {
  const flows = [...packets.keys()];
  const arrivals = new Map([...packets].map(([flow, own]) => [flow, new Arrivals(own, distancesNs[0])]));
  const silent = flows.filter((flow) => readMessagesOf(analysis.messages, flow).length === 0);
  const bytesOf = (/** @type {number[]} */ some) => some.reduce((sum, flow) => sum + allBytes(analysis.tcp, flow), 0);
  if (bytesOf(silent) > MAX_SILENT * bytesOf(flows)) return null;
  const exchanges = exchangesOf(
    analysis,
    flows.filter((flow) => !silent.includes(flow)),
    (flow, passedNs) => arrivals.get(flow)?.heardNs(passedNs) ?? passedNs,
  );
  if (
    exchanges === null ||
    !(answeredNs > exchanges[0].startNs) ||
    exchanges.reduce((sum, { requestBytes, responseBytes }) => sum + requestBytes + responseBytes, 0) >
      MAX_REPLAYED_BYTES
  ) {
    return null;
  }
  const page = pageOf(exchanges, { distancesNs, openedNs: (flow) => packets.get(flow)?.timeNs[0] ?? 0 });
  const firstNs = exchanges[0].startNs;
  return {
    ...page,
    exchanges,
    names: exchanges.slice(0, MAX_SHOWN_REQUESTS).map(({ name }) => name),
    startSeconds: (firstNs - startNs) / 1e9,
    seconds: (answeredNs - firstNs) / 1e9,
    silent: silent.length,
    mux: muxOf(analysis.messages, flows),
    http2: http2Of(analysis.messages, flows),
  };
}

const tooMuch = () =>
  new WhatIfError(
    `The connections carry more than ${MAX_REPLAYED_BYTES >> 20} MB, too much to be replayed; choose one of them.`,
  );

/** Share of all bytes that connections without a request may have, such as a browser's unused ones. */
const MAX_SILENT = 0.05;
const TIMESTAMPS_BYTES = 12;
const DEFAULT_MSS = 536;

/**
 * Payload of a full segment, by the handshake.
 * @param {import('../tcpflow/connection/connection-packets.js').ConnectionOptions} options
 */
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

/** @param {TcpTracker} tcp */
const flowsWithData = (tcp) =>
  Array.from({ length: tcp.flows.count }, (_, flow) => flow).filter((flow) => allBytes(tcp, flow) > 0);

/** @param {TcpTracker} tcp @param {number[]} flows those replayed @param {number[]} candidates @returns {Scope} */
function scopeOf(tcp, flows, candidates) {
  const carried = (/** @type {number[]} */ some) => some.reduce((sum, flow) => sum + allBytes(tcp, flow), 0);
  return {
    connections: flows.length,
    ofConnections: candidates.length,
    bytes: carried(flows),
    ofBytes: carried(candidates),
  };
}

/** As they began. @param {TcpTracker} tcp @param {number[]} flows */
function largestOf(tcp, flows) {
  const largest = flows.toSorted((a, b) => allBytes(tcp, b) - allBytes(tcp, a)).slice(0, MAX_REPLAYED_CONNECTIONS);
  return largest.sort((a, b) => tcp.flows.float(a, FLOW_F.START) - tcp.flows.float(b, FLOW_F.START));
}

/** @param {TcpTracker} tcp @param {number[]} flows */
const mainFlow = (tcp, flows) =>
  flows.reduce((best, flow) => (allBytes(tcp, flow) > allBytes(tcp, best) ? flow : best));
