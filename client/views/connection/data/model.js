/**
 * The connection as the view draws it: the server's answers, turned into series and placed messages. Grows with the
 * capture.
 */
import { DAY_NS, epochOfText, floorRest } from '../../../../lib/shared/epoch.js';
import { TCP } from '../../../../lib/shared/packet-enums.js';
import { breather, inPieces } from '../../../base/pieces.js';
import { placeClockJumps } from './clock-jumps.js';
import { DirectionSeries } from './direction-series.js';
import { placeEpisodes } from './episodes.js';
import { placeIcmpErrors } from './icmp-errors.js';
import { frameLookup, placeMessages } from './messages.js';
import { sameVerdicts } from './packet-columns.js';
import { measurePackets } from './path-data.js';
import { streamRows } from './stream-rows.js';

/**
 * @typedef {object} Model
 * @property {import('../../../state/answer-types.js').Connection} flow
 * @property {import('./packet-columns.js').PacketColumns} columns
 * @property {DirectionSeries[]} series by direction
 * @property {import('./messages.js').Message[]} messages
 * @property {import('./messages.js').PlacedMessage[]} placed
 * @property {import('./path-data.js').PathData|null} path null until the server has sent it
 * @property {import('./sender-data.js').Senders|null} sender what is inferred of either; null until the server has sent
 *   it
 * @property {[import('./episodes.js').Episode[], import('./episodes.js').Episode[]]} episodes by direction
 * @property {import('./icmp-errors.js').IcmpErrors} icmpErrors
 * @property {import('../../../plot/time-scale.js').TimeRange[]} clockJumps of the capture's clock, forward
 * @property {number} streamRows rows of the messages lane where streams share the connection or requests are pipelined;
 *   0 where they are not
 * @property {import('../../../plot/time-scale.js').TimeRange} limits first to last packet, with a little air
 * @property {number} originNs first packet
 * @property {string} originName
 * @property {number|null} rttNs a whole round trip
 * @property {number|null} dayNs UTC time of day of the capture's time 0
 * @property {boolean} hasWireNumbers whether sequence numbers are shown as in the packets
 * @property {number} packets how many there are, of which a sketch holds only some
 * @property {number} revision grows with whatever is taken in
 */

/** Margin at both ends of the whole connection, as a share of it. */
const AIR = 0.008;

/**
 * @param {import('../../../state/answer-types.js').Connection} flow
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {import('./messages.js').Message[]} messages
 * @param {string|null} startEpoch decimal seconds with a fraction of nine figures
 * @param {DirectionSeries[]} [series] of these packets, where they are there already
 * @returns {Model}
 */
export function createModel(flow, columns, messages, startEpoch, series) {
  /** @type {Model} */
  const model = {
    flow,
    columns,
    messages,
    placed: [],
    streamRows: 0,
    path: null,
    sender: null,
    hasWireNumbers: false,
    episodes: [[], []],
    icmpErrors: { byRow: new Map(), marks: [[], []] },
    clockJumps: [],
    series: series ?? [new DirectionSeries(0), new DirectionSeries(1)],
    limits: { startNs: 0, endNs: 1 },
    originNs: 0,
    originName: 'the first packet',
    rttNs: null,
    dayNs: timeOfDay(startEpoch),
    packets: 0,
    revision: 0,
  };
  extendModel(model, flow, columns, messages, series);
  return model;
}

/** @param {string|null} epoch @returns {number|null} nanoseconds since midnight UTC */
function timeOfDay(epoch) {
  const ns = epochOfText(epoch);
  return ns === null ? null : Number(floorRest(ns, DAY_NS));
}

/** Packets that are taken in at once; of more the series are made in pieces, so that the page stays responsive. */
const AT_ONCE = 50_000;

/**
 * The series of packets that are not simply a few more than before, made in pieces.
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {Model|null} before
 * @returns {Promise<DirectionSeries[]|undefined>} undefined where `extendModel` may do it at once
 */
export async function seriesInPieces(columns, before) {
  if (columns.rows - (before && goesOn(before, columns) ? before.series[0].rows : 0) <= AT_ONCE) return undefined;
  const series = [new DirectionSeries(0), new DirectionSeries(1)];
  for (const of of series) {
    await inPieces(columns.rows, (_, to) => of.extend(columns, to));
    of.summarise();
    await breather();
  }
  return series;
}

/**
 * @param {Model} model
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @returns {boolean} whether these are the packets it has, and more, judged alike
 */
function goesOn(model, columns) {
  if (columns === model.columns) return true;
  return (
    !columns.reordered &&
    columns.sketch === null &&
    model.columns.sketch === null &&
    columns.rows >= model.series[0].rows &&
    sameVerdicts(model.columns, columns)
  );
}

/**
 * Takes in more packets of the same connection. Where they are not simply more than before, everything is rebuilt.
 * @param {Model} model
 * @param {import('../../../state/answer-types.js').Connection} flow
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {import('./messages.js').Message[]} messages
 * @param {DirectionSeries[]} [series] of these packets, where they are there already
 */
export function extendModel(model, flow, columns, messages, series) {
  const isMore = goesOn(model, columns);
  if (isMore && columns !== model.columns) keepMeasures(model.columns, columns);
  if (series) model.series = series;
  else if (!isMore) model.series = [new DirectionSeries(0), new DirectionSeries(1)];
  if (!series) {
    for (const of of model.series) {
      of.extend(columns);
      of.summarise();
    }
  }
  model.flow = withKnownFindings(flow, model.flow);
  model.columns = columns;
  model.messages = messages;
  model.placed = placeMessages(messages, columns, model.series);
  model.streamRows = streamRows(model.placed);
  model.episodes = placeEpisodes(flow.lossEpisodes ?? []);
  model.icmpErrors = placeIcmpErrors(flow.icmpErrors?.errors ?? [], columns);
  model.clockJumps = placeClockJumps(model.flow, columns);
  model.rttNs = roundTrip(flow);
  model.packets = columns.sketch ?? columns.rows;
  model.revision++;
  if (columns.rows === 0) return;
  const first = columns.time[0];
  const last = columns.time[columns.rows - 1];
  const air = Math.max((last - first) * AIR, 500);
  model.originNs = first;
  model.originName = (columns.flags[0] & TCP.SYN) === 0 ? 'the first packet' : 'the SYN';
  model.limits = { startNs: first - air, endNs: last + air };
}

/**
 * What was measured of the packets that were there before stays until it is measured again.
 * @param {import('./packet-columns.js').PacketColumns} before
 * @param {import('./packet-columns.js').PacketColumns} after
 */
function keepMeasures(before, after) {
  after.rtt.set(before.rtt);
  after.inFlight.set(before.inFlight);
}

/**
 * Takes in what the server says about the path.
 * @param {Model} model
 * @param {import('./path-data.js').PathData} path
 */
export async function takePath(model, path) {
  model.path = path;
  await measurePackets(model.columns, path, frameLookup(model.columns));
  model.revision++;
}

/**
 * Whether its findings have not been searched for yet.
 * @param {import('../../../state/answer-types.js').Connection} flow
 */
export const hasPendingFindings = ({ findingsDeferred, verdict }) =>
  findingsDeferred && verdict.code === 'not_examined';

/**
 * Where the connection has grown since its findings were searched for, they stay until they are searched for
 * again.
 * @param {import('../../../state/answer-types.js').Connection} flow
 * @param {import('../../../state/answer-types.js').Connection} before
 */
function withKnownFindings(flow, before) {
  if (!hasPendingFindings(flow) || hasPendingFindings(before)) return flow;
  const { summary, verdict, findings, unobservable } = before;
  return { ...flow, summary, verdict, findings, unobservable };
}

/**
 * Takes in findings that were searched for when the connection was opened.
 * @param {Model} model
 * @param {import('../../../state/answer-types.js').ConnectionFindings} found
 */
export function takeFindings(model, { summary, verdict, findings, unobservable }) {
  model.flow = { ...model.flow, summary, verdict, findings, unobservable, findingsDeferred: false };
  model.clockJumps = placeClockJumps(model.flow, model.columns);
  model.revision++;
}

/** Takes in what the server infers of the senders. @param {Model} model @param {NonNullable<Model['sender']>} sender */
export function takeSender(model, sender) {
  if (sender.range !== null && model.sender !== null) model.sender.detail = sender;
  else model.sender = sender;
  model.revision++;
}

/**
 * Samples of one direction measure from the capture point to that end and back; both together are the whole path,
 * wherever the capture was taken.
 * @param {import('../../../state/answer-types.js').Connection} flow
 * @returns {number|null}
 */
function roundTrip({ clientToServer, serverToClient }) {
  const seconds = (clientToServer.rtt.min ?? 0) + (serverToClient.rtt.min ?? 0);
  return Math.round(seconds * 1e9) || null;
}

/** @param {Model} model @returns {number} the direction that carries more bytes; server → client when both do alike */
export function busierDirection({ series }) {
  const bytes = series.map(({ sent }) => Math.max(0, sent.value.last));
  if (bytes[0] + bytes[1] === 0) return series[1].highest.count > series[0].highest.count ? 1 : 0;
  return bytes[0] > bytes[1] ? 0 : 1;
}
