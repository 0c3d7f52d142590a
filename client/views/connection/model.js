/**
 * The connection as the view draws it: the server's answers, turned into series and placed messages. Grows with the capture.
 */
import { DirectionSeries } from './direction-series.js';
import { placeEpisodes } from './episodes.js';
import { placeMessages } from './messages.js';
import { streamRows } from './stream-rows.js';
import { TCP, sameVerdicts } from './packet-columns.js';

/**
 * @typedef {object} Model
 * @property {any} flow the connection as the server describes it
 * @property {import('./packet-columns.js').PacketColumns} columns
 * @property {DirectionSeries[]} series by direction
 * @property {import('./messages.js').Message[]} messages
 * @property {import('./messages.js').PlacedMessage[]} placed
 * @property {import('./path-data.js').PathData|null} path null until the server has told it
 * @property {[import('./episodes.js').Episode[], import('./episodes.js').Episode[]]} episodes by direction
 * @property {number} streamRows rows of the messages lane where streams share the connection; 0 where they do not
 * @property {import('../../plot/time-scale.js').TimeRange} limits first to last packet, with a little air
 * @property {number} originNs first packet
 * @property {string} originName
 * @property {number|null} rttNs a whole round trip
 * @property {number|null} dayNs UTC time of day of the capture's time 0
 */

/** Air at both ends of the whole connection, as share of it. */
const AIR = 0.008;

/**
 * @param {any} flow
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {import('./messages.js').Message[]} messages
 * @param {string|null} startEpoch decimal seconds with a fraction of nine figures
 * @returns {Model}
 */
export function createModel(flow, columns, messages, startEpoch) {
  /** @type {Model} */
  const model = {
    flow, columns, messages, placed: [], streamRows: 0, path: null, episodes: [[], []], series: [new DirectionSeries(0), new DirectionSeries(1)],
    limits: { startNs: 0, endNs: 1 }, originNs: 0, originName: 'the first packet', rttNs: null,
    dayNs: timeOfDay(startEpoch),
  };
  extendModel(model, flow, columns, messages);
  return model;
}

/** @param {string|null} epoch @returns {number|null} nanoseconds since midnight UTC */
function timeOfDay(epoch) {
  const match = /^(\d+)(?:\.(\d{1,9}))?$/.exec(epoch ?? '');
  return match && (Number(match[1]) % 86400) * 1e9 + Number((match[2] ?? '').padEnd(9, '0'));
}

/**
 * Takes in more packets of the same connection. Where they are not simply more than before, everything is built anew.
 * @param {Model} model
 * @param {any} flow
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {import('./messages.js').Message[]} messages
 */
export function extendModel(model, flow, columns, messages) {
  const isSame = !columns.reordered && columns.rows >= model.series[0].rows && (columns === model.columns || sameVerdicts(model.columns, columns));
  if (!isSame) model.series = [new DirectionSeries(0), new DirectionSeries(1)];
  for (const series of model.series) series.extend(columns);
  model.flow = flow;
  model.columns = columns;
  model.messages = messages;
  model.placed = placeMessages(messages, columns, model.series);
  model.streamRows = streamRows(model.placed);
  model.episodes = placeEpisodes(flow.lossEpisodes ?? []);
  model.rttNs = roundTrip(model.series);
  if (columns.rows === 0) return;
  const first = columns.time[0];
  const last = columns.time[columns.rows - 1];
  const air = Math.max((last - first) * AIR, 500);
  model.originNs = first;
  model.originName = (columns.flags[0] & TCP.SYN) === 0 ? 'the first packet' : 'the SYN';
  model.limits = { startNs: first - air, endNs: last + air };
}

/**
 * Samples of one direction measure from the capture point to that end and back; both together are the whole way, wherever
 * the capture was taken.
 * @param {DirectionSeries[]} series
 * @returns {number|null}
 */
function roundTrip(series) {
  const known = series.map(({ minRttNs }) => minRttNs).filter((rttNs) => Number.isFinite(rttNs));
  return known.length === 0 ? null : known.reduce((sum, rttNs) => sum + rttNs, 0) || null;
}

/** @param {Model} model @returns {number} the direction that carries more bytes; server → client when both do alike */
export function busierDirection({ series }) {
  const bytes = series.map(({ sent }) => Math.max(0, sent.value.last));
  if (bytes[0] + bytes[1] === 0) return series[1].highest.count > series[0].highest.count ? 1 : 0;
  return bytes[0] > bytes[1] ? 0 : 1;
}
