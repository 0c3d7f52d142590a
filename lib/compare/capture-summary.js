/**
 * The cost of a capture, in the figures of W3C's "FlowAnalysis" of MUX: packets, segments, credit on its own, time,
 * bandwidth.
 */
import { KIND } from '../protocols/webmux/format.js';
import { creditOnlySegments } from '../protocols/webmux/segments.js';
import { muxTotals } from '../protocols/webmux/summary.js';
import { DEFAULT_MSS, TIMESTAMPS_BYTES } from '../shared/tcp-numbers.js';
import { OPTION } from '../transport/tcp/header.js';
import { flightsOf } from './flights.js';

/** @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('../transport/tcp/tcp-packets.js').ConnectionOptions} ConnectionOptions */
/** @typedef {import('../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */
/** @typedef {import('../protocols/webmux/mux-table.js').MuxTable} MuxTable */
/** @typedef {import('../protocols/webmux/mux-table.js').MuxRecord} MuxRecord */

/** One direction of all connections of a capture. */
export class DirectionSummary {
  packets = 0;
  /** Segments with as much data as the MSS allows, and with less. @type {number|null} null: QUIC has none */
  fullSegments = 0;
  /** @type {number|null} */
  partialSegments = 0;
  /** Payload of TCP on the wire, each byte once, and without the framing of WebMUX. */
  payloadBytes = 0;
  uniqueBytes = 0;
  applicationBytes = 0;
  /** Segments whose every byte was WebMUX credit. */
  creditOnlySegments = 0;
  creditMessages = 0;
  retransmissions = 0;
  /** Flights of data, of the connection with most. */
  flights = 0;
  /** The same, by its old name. */
  roundTrips = 0;
  /**
   * Unique and application bytes per second between the first request and the last data byte; null without them.
   * @type {number|null}
   */
  throughput = null;
  /** @type {number|null} */
  goodput = null;
}

/**
 * @typedef {object} CaptureSummary
 * @property {number} flows
 * @property {number} requests
 * @property {number|null} seconds from the first byte that a client sent to the last byte of data of either end, credit
 *   and other framing not counted
 * @property {number|null} roundTrips from the first byte that a client sent to the acknowledgement of the last byte,
 *   in round trips of the shortest path, as the page has them; null where no round trip is known
 * @property {DirectionSummary} clientToServer
 * @property {DirectionSummary} serverToClient
 */

/**
 * The same before it is summed up with that of others.
 * @typedef {{ flows: number, requests: number, directions: [DirectionSummary, DirectionSummary], span: Span }} Cost
 */

/**
 * Linear in the capture's packets.
 * @param {{ tcp: TcpTransport, messages: MessageAnalysis }} analysis
 * @param {Cost[]} [others] of connections of another transport
 * @returns {CaptureSummary}
 */
export const summarizeCapture = ({ tcp, messages }, others = []) =>
  summaryOf([...(tcp.flows.count > 0 || others.length === 0 ? [costOfAll(tcp, messages)] : []), ...others]);

/** @param {TcpTransport} tcp @param {MessageAnalysis} messages */
const costOfAll = (tcp, messages) => costOf(tcp, messages, 0, tcp.flows.count, messages.requestCount);

/**
 * The same of one connection.
 * @param {{ tcp: TcpTransport, messages: MessageAnalysis }} analysis
 * @param {number} flow
 * @returns {CaptureSummary}
 */
export const summarizeConnection = ({ tcp, messages }, flow) =>
  summaryOf([costOf(tcp, messages, flow, flow + 1, messages.counts(flow).requests)]);

/**
 * @param {TcpTransport} tcp
 * @param {MessageAnalysis} messages
 * @param {number} first
 * @param {number} end excluded
 * @param {number} requests
 * @returns {Cost}
 */
function costOf(tcp, messages, first, end, requests) {
  /** @type {[DirectionSummary, DirectionSummary]} */
  const directions = [new DirectionSummary(), new DirectionSummary()];
  const span = { firstNs: Infinity, lastNs: -Infinity, answeredNs: -Infinity, rttNs: Infinity };
  for (let flow = first; flow < end; flow++) addFlow(tcp, messages, flow, directions, span);
  return { flows: end - first, requests, directions, span };
}

/** @param {Cost[]} costs at least one @returns {CaptureSummary} */
export function summaryOf([first, ...others]) {
  const { directions, span } = first;
  let { flows, requests } = first;
  for (const other of others) {
    flows += other.flows;
    requests += other.requests;
    directions.forEach((direction, at) => addDirection(direction, other.directions[at]));
    span.firstNs = Math.min(span.firstNs, other.span.firstNs);
    span.lastNs = Math.max(span.lastNs, other.span.lastNs);
    span.answeredNs = Math.max(span.answeredNs, other.span.answeredNs);
    span.rttNs = Math.min(span.rttNs, other.span.rttNs);
  }
  const seconds = span.lastNs > span.firstNs ? (span.lastNs - span.firstNs) / 1e9 : null;
  for (const direction of directions) {
    direction.throughput = perSecond(direction.uniqueBytes, seconds);
    direction.goodput = perSecond(direction.applicationBytes, seconds);
  }
  const roundTrips =
    span.rttNs < Infinity && span.answeredNs > span.firstNs
      ? Math.round((10 * (span.answeredNs - span.firstNs)) / span.rttNs) / 10
      : null;
  return { flows, requests, seconds, roundTrips, clientToServer: directions[0], serverToClient: directions[1] };
}

/** @param {DirectionSummary} sum @param {DirectionSummary} other */
function addDirection(sum, other) {
  const flights = Math.max(sum.flights, other.flights);
  for (const name of ADDED) {
    const [a, b] = [sum[name], other[name]];
    sum[name] = /** @type {number} */ (a === null ? b : a + (b ?? 0));
  }
  sum.flights = sum.roundTrips = flights;
}

/** Of two directions together. */
const ADDED = /** @type {const} */ ([
  'packets',
  'fullSegments',
  'partialSegments',
  'payloadBytes',
  'uniqueBytes',
  'applicationBytes',
  'creditOnlySegments',
  'creditMessages',
  'retransmissions',
]);

/**
 * Times of the capture: a client's first byte, the last byte of data, its acknowledgement; and the shortest round trip.
 * @typedef {{ firstNs: number, lastNs: number, answeredNs: number, rttNs: number }} Span
 */

/** @param {number} bytes @param {number|null} seconds @returns {number|null} to the thousandth */
const perSecond = (bytes, seconds) => (seconds === null ? null : Math.round((bytes / seconds) * 1e3) / 1e3);

/**
 * @param {TcpTransport} tcp @param {MessageAnalysis} messages @param {number} flow
 * @param {[DirectionSummary, DirectionSummary]} directions @param {Span} span
 */
function addFlow(tcp, messages, flow, directions, span) {
  const { flows } = tcp;
  const packets = tcp.packetsOf(flow);
  const options = tcp.optionsOf(flow);
  const client = flows.clientEndpoint(flow);
  const [mux] = messages.mux.connectionsOf(flow);
  directions.forEach((summary, direction) => {
    const endpoint = direction === 0 ? client : 1 - client;
    const { uniqueBytes, packets: sent, bytes, retransmittedPackets } = flows.direction(flow, endpoint);
    summary.packets += sent;
    summary.payloadBytes += bytes;
    summary.uniqueBytes += uniqueBytes;
    summary.applicationBytes += mux === undefined ? uniqueBytes : 0;
    summary.retransmissions += retransmittedPackets;
    summary.flights = summary.roundTrips = Math.max(summary.flights, flightsOf(packets, direction));
    addSegments(packets, direction, fullSize(packets, options, direction), summary);
  });
  addSpan(packets, span, mux === undefined);
  span.rttNs = Math.min(span.rttNs, roundTripNs(flows, flow));
  span.answeredNs = Math.max(
    span.answeredNs,
    answeredNs(packets, directions[1].uniqueBytes >= directions[0].uniqueBytes),
  );
  if (mux !== undefined) addMux(tcp, messages.mux, mux, client, directions, span);
}

/**
 * @param {TcpPackets} packets
 * @param {number} direction
 * @param {number} full
 * @param {DirectionSummary} summary
 */
function addSegments({ count, direction: directions, length }, direction, full, summary) {
  const counts = { full: 0, partial: 0 };
  for (let i = 0; i < count; i++) {
    if (directions[i] !== direction || length[i] === 0) continue;
    if (length[i] >= full) counts.full++;
    else counts.partial++;
  }
  summary.fullSegments = (summary.fullSegments ?? 0) + counts.full;
  summary.partialSegments = (summary.partialSegments ?? 0) + counts.partial;
}

/**
 * Payload of a full segment: the smaller of both ends' MSS minus the timestamps option; without a handshake the largest
 * seen.
 * @param {TcpPackets} packets @param {ConnectionOptions} options @param {number} direction
 */
function fullSize({ count, direction: directions, length }, { mss, synOptions }, direction) {
  if (mss[0] !== null && mss[1] !== null) {
    return (
      Math.min(mss[0], mss[1]) - ((synOptions[0] & synOptions[1] & OPTION.TIMESTAMPS) !== 0 ? TIMESTAMPS_BYTES : 0)
    );
  }
  let largest = DEFAULT_MSS;
  for (let i = 0; i < count; i++) if (directions[i] === direction) largest = Math.max(largest, length[i]);
  return largest;
}

/**
 * @param {TcpPackets} packets @param {Span} span
 * @param {boolean} isAllData whether every byte is of the application
 */
function addSpan({ count, direction, length, endOffset, timeNs }, span, isAllData) {
  const highest = [1, 1];
  for (let i = 0; i < count; i++) {
    if (length[i] === 0 || endOffset[i] <= highest[direction[i]]) continue;
    highest[direction[i]] = endOffset[i];
    if (direction[i] === 0) span.firstNs = Math.min(span.firstNs, timeNs[i]);
    if (isAllData) span.lastNs = Math.max(span.lastNs, timeNs[i]);
  }
}

/**
 * The shortest, of both sides of the capture point.
 * @param {import('../transport/conversation.js').Conversations} flows @param {number} flow
 * @returns {number} Infinity where none was measured
 */
function roundTripNs(flows, flow) {
  const [one, other] = [flows.direction(flow, 0).shortestRttNs, flows.direction(flow, 1).shortestRttNs];
  return (one ?? 0) + (other ?? 0) || Infinity;
}

/**
 * When the last byte of data was acknowledged or, if that is not captured, sent.
 * @param {TcpPackets} packets
 * @param {boolean} isOfServer the data's direction
 */
function answeredNs({ count, direction, length, endOffset, ackOffset, timeNs }, isOfServer) {
  const way = Number(isOfServer);
  let highest = 0;
  let atNs = -Infinity;
  let isAnswered = false;
  for (let i = 0; i < count; i++) {
    if (direction[i] === way && length[i] > 0 && endOffset[i] > highest) {
      highest = endOffset[i];
      atNs = timeNs[i];
      isAnswered = false;
    } else if (direction[i] !== way && highest > 0 && !isAnswered && ackOffset[i] >= highest) {
      atNs = timeNs[i];
      isAnswered = true;
    }
  }
  return atNs;
}

/**
 * @param {TcpTransport} tcp @param {MuxTable} table @param {MuxRecord} record @param {number} client
 * @param {[DirectionSummary, DirectionSummary]} directions @param {Span} span
 */
function addMux(tcp, table, record, client, directions, span) {
  const totals = muxTotals(table, record);
  const alone = creditOnlySegments(tcp, table, record);
  for (const endpoint of /** @type {const} */ ([0, 1])) {
    const summary = directions[endpoint === client ? 0 : 1];
    summary.applicationBytes += totals[endpoint].payloadBytes;
    summary.creditMessages += totals[endpoint].creditMessages;
    summary.creditOnlySegments += alone?.[endpoint] ?? 0;
  }
  for (const row of table.rowsOf(record)) {
    if (table.kind[row] === KIND.DATA && table.received[row] > 0) span.lastNs = Math.max(span.lastNs, table.endNs[row]);
  }
}
