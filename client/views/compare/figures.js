/** The table of differences, and its summary in a sentence. */
import { count, formatBytes, formatNumber, tripsIn } from '../../base/format.js';
import { factorWords, inSeconds } from './difference-table.js';
import { isWhole, mostInFlight } from './member.js';
import { areOfOneTransport, unitOf } from './transports.js';

/** @typedef {import('./member.js').Member} Member */
/** @typedef {import('./difference-table.js').Figure} Figure */

const plain = (/** @type {number} */ value) => formatNumber(value);
const oneDecimal = (/** @type {number} */ value) => formatNumber(value, 1);
const twoDecimals = (/** @type {number} */ value) => formatNumber(value, 2);

/** @param {Member} member @returns {number} from the request to the last byte's acknowledgement */
const costNs = ({ alignNs, endNs }) => Math.max(0, endNs - alignNs.request);

/** @param {Member} member @returns {number} the same from its first packet, its handshakes included */
const wholeCostNs = ({ alignNs, endNs }) => Math.max(0, endNs - alignNs.syn);
/** @typedef {typeof costNs} Cost */

/** @param {Member} member @returns {number | null} null where they say nothing */
const roundTripsOf = (member) => tripsIn(costNs(member), member.model.rttNs);
/** @param {Member} member @returns {number | null} Mbit/s */
const goodputOf = (member) => (costNs(member) === 0 ? null : (member.payloadBytes * 8e3) / costNs(member));

/** The side of the summary that goes the way of the data, and the other. @param {Member} member */
const data = ({ summary, direction }) => (direction === 1 ? summary.serverToClient : summary.clientToServer);
/** @param {Member} member */
const answers = ({ summary, direction }) => (direction === 1 ? summary.clientToServer : summary.serverToClient);

/** @param {Member[]} members @returns {Figure[]} */
export function figuresOf(members) {
  const all = (/** @type {(member: Member) => number | null} */ read) => members.map(read);
  const isOfOneTransport = areOfOneTransport(members);
  const isMux = members.some((member) => answers(member).creditMessages > 0 || data(member).creditMessages > 0);
  /** @type {Figure[]} */
  const figures = [
    ...(isOfOneTransport ? [] : connectFigures(members)),
    {
      name: 'Request to last byte',
      values: all(costNs),
      write: inSeconds,
      change: 'difference',
      strong: isOfOneTransport,
    },
    { name: 'Round trips', values: all(roundTripsOf), write: oneDecimal, change: 'difference' },
    { name: 'Goodput, Mbit/s', values: all(goodputOf), write: twoDecimals, change: 'factor' },
    {
      name: `First flight, ${unitOf(members)}s`,
      values: all(({ flights }) => flights[0]?.segments ?? null),
      write: plain,
      change: 'difference',
      apart: true,
    },
    {
      name: 'Flights',
      values: all(({ flights, isPart }) => (isPart ? null : flights.length)),
      write: plain,
      change: 'difference',
    },
    { name: 'Max in flight', values: all(mostInFlight), write: formatBytes, change: 'factor' },
    {
      name: 'Packets server → client',
      values: all(({ summary }) => summary.serverToClient.packets),
      write: plain,
      change: 'difference',
      apart: true,
      isOfSummary: true,
    },
    {
      name: 'Packets client → server',
      values: all(({ summary }) => summary.clientToServer.packets),
      write: plain,
      change: 'difference',
      isOfSummary: true,
    },
    ...segmentFigures(members),
    {
      name: 'Payload',
      values: all((member) => data(member).payloadBytes),
      write: formatBytes,
      change: 'difference',
      isOfSummary: true,
    },
    {
      name: 'Retransmitted',
      values: all((member) => data(member).retransmissions),
      write: plain,
      change: 'difference',
      isOfSummary: true,
    },
    { name: 'RTT min', values: all(({ model }) => model.rttNs), write: inSeconds, change: 'none', apart: true },
  ];
  return isMux ? [...figures, ...creditFigures(members)] : figures;
}

/**
 * Of QUIC, whose packets mix frames, there are none: they need two of TCP.
 * @param {Member[]} members @returns {Figure[]}
 */
function segmentFigures(members) {
  const figures = /** @type {const} */ ([
    ['Full segments', 'fullSegments'],
    ['Partial segments', 'partialSegments'],
  ]).map(([name, field]) => ({
    name,
    values: members.map((member) => data(member)[field]),
    write: plain,
    change: /** @type {const} */ ('difference'),
    isOfSummary: true,
  }));
  const isTold = figures[0].values.filter((value) => value !== null).length > 1 || members.length === 1;
  return isTold ? figures : [];
}

/** What begins each otherwise: TCP and TLS, or QUIC. @param {Member[]} members @returns {Figure[]} */
const connectFigures = (members) => [
  {
    name: 'First packet to last byte',
    values: members.map(wholeCostNs),
    write: inSeconds,
    change: 'difference',
    strong: true,
  },
  { name: 'Handshakes', values: members.map((one) => one.handshakeNs), write: inSeconds, change: 'difference' },
];

/** @param {Member[]} members @returns {Figure[]} the W3C's counts of its MUX experiment */
function creditFigures(members) {
  return [
    {
      name: 'Credit messages',
      values: members.map((member) => answers(member).creditMessages),
      write: plain,
      change: 'difference',
      apart: true,
      isOfSummary: true,
    },
    {
      name: 'Credit alone in a packet',
      values: members.map((member) => answers(member).creditOnlySegments),
      write: plain,
      change: 'difference',
      isOfSummary: true,
    },
    {
      name: 'Bandwidth lost',
      values: members.map(({ difference }) => difference?.bandwidthLost ?? null),
      write: (share) => `${formatNumber(share * 100)} %`,
      change: 'none',
      strong: true,
      isOfSummary: true,
    },
  ];
}

/**
 * What the comparison comes to, the first against the last.
 * @param {Member[]} members two at least
 * @returns {{ strong: string, rest: string }}
 */
export function headline(members) {
  const first = members[0];
  const last = members[members.length - 1];
  const isOfOneTransport = areOfOneTransport(members);
  const cost = isOfOneTransport ? costNs : wholeCostNs;
  const time = `${inSeconds(cost(last))} instead of ${inSeconds(cost(first))}`;
  const isSame =
    Math.abs(first.payloadBytes - last.payloadBytes) <= 0.02 * Math.max(first.payloadBytes, last.payloadBytes);
  const strong = isSame
    ? `${formatBytes(last.payloadBytes)} in ${time}.`
    : [first, last]
        .map((one) => `${one.letter}: ${formatBytes(one.payloadBytes)} in ${inSeconds(cost(one))}`)
        .join('; ')
        .concat('.');
  const parts = [
    isOfOneTransport ? lostSentence(first, last) : 'Handshakes included.',
    tripsSentence(first, last, cost),
    packetsSentence(first, last),
  ];
  return { strong, rest: parts.filter(Boolean).join(' ') };
}

/**
 * By the goodput of the exchange, as the table has it.
 * @param {Member} first @param {Member} last
 */
function lostSentence(first, last) {
  const [a, b] = [first, last].map(goodputOf);
  const percent = a === null || b === null ? '0' : formatNumber(100 * Math.max(0, 1 - b / a));
  return percent === '0' ? '' : `${last.letter}'s goodput is ${percent} % lower.`;
}

/** Shortest round trips that differ by up to this share are of paths of one length. */
const SAME_PATH = 0.1;

/** @param {Member} first @param {Member} last @param {Cost} cost */
function tripsSentence(first, last, cost) {
  const { rttNs } = first.model;
  const other = last.model.rttNs;
  if (rttNs === null || other === null || roundTripsOf(first) === null || roundTripsOf(last) === null) return '';
  // Of paths of different length a difference in round trips of one says nothing.
  if (Math.abs(rttNs - other) > SAME_PATH * Math.max(rttNs, other)) return '';
  const trips = Math.round((cost(first) - cost(last)) / rttNs);
  return trips === 0
    ? ''
    : `${count(Math.abs(trips), 'round trip')} ${trips > 0 ? 'fewer' : 'more'} on a ${inSeconds(rttNs)} path.`;
}

/** @param {Member} first @param {Member} last */
function packetsSentence(first, last) {
  if (isWhole(first) || isWhole(last)) return ''; // of whole captures, not of these exchanges
  const [a, b] = [first, last].map(({ summary }) => summary.clientToServer.packets + summary.serverToClient.packets);
  if (a === b) return 'The same number of packets.';
  const factor = b / a;
  return factor > 1.2 || factor < 0.8
    ? `${factorWords(factor, 1)} times the packets.`
    : `${count(Math.abs(b - a), 'packet')} ${b > a ? 'more' : 'fewer'}.`;
}
