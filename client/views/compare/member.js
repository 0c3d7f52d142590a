/**
 * One side of the comparison: a connection with the times by which it is aligned, and its flights.
 */
import { TCP } from '../../../lib/shared/packet-enums.js';
import { bisectRight } from '../../vendor/d3.js';
import { busierDirection } from '../connection/data/model.js';
import { isPartial } from '../connection/data/partial-packets.js';
import { creditOnlyFrames } from './credit-frames.js';

/** @typedef {import('../connection/data/model.js').Model} Model */
/** @typedef {import('../../plot/series-columns.js').BarSeries} BarSeries */
/** @typedef {import('../../plot/series-columns.js').LineSeries} LineSeries */
/**
 * @typedef {{ startNs: number, endNs: number, segments: number, bytes: number }} Flight segments sent without waiting;
 *   times of the capture
 */

/**
 * A connection of any transport as the comparison draws it; a byte's place in its direction counts from 1.
 * @typedef {object} ComparedModel
 * @property {{ flow: number|string, transport: string }} flow
 * @property {Pick<Model['columns'], 'rows'|'time'|'direction'|'length'|'frame'>} columns `length`: of data
 * @property {{ acks: LineSeries, segments: BarSeries, retransmissions: BarSeries, lateArrivals: BarSeries,
 *   inFlight: LineSeries }[]} series by direction
 * @property {number} originNs first packet
 * @property {number|null} rttNs a whole round trip
 */

/**
 * @typedef {object} Member
 * @property {import('./state.js').MemberId} of
 * @property {string} letter A, B, C…
 * @property {string} name of its capture
 * @property {number} flow the connection that is drawn
 * @property {ComparedModel} model
 * @property {Model|null} full all of it, where the page may have only a part at first
 * @property {number} direction which way its bytes go, mostly
 * @property {Record<import('./state.js').Align, number>} alignNs in the capture's time
 * @property {number} lastDataNs
 * @property {number} endNs when the last byte was acknowledged; when it was sent, where that is not seen
 * @property {boolean} isAcknowledged
 * @property {boolean} isPart whether the page has only the packets that make the picture
 * @property {Flight[]} flights none where not all packets are there to tell
 * @property {number} payloadBytes without repeats
 * @property {number} largestSegment bytes of payload, in the direction of the data
 * @property {Pick<import('../../state/answer-types.js').CostSummary, 'flows'|'clientToServer'|'serverToClient'>}
 *   summary
 * @property {Pick<import('../../state/answer-types.js').CostDifference, 'bandwidthLost'>|null} difference from the
 *   first; null of the first
 * @property {ReadonlySet<number>} creditOnly frames of packets against the direction of the data that carry MUX's
 *   credit and nothing else
 * @property {import('../connection/data/sender-data.js').Senders|null} senders null: not known, or not yet
 * @property {{ cause: string, seconds: number }|null} [heldBack] what its data was held back by for the longest time;
 *   null: not known; missing: not yet
 * @property {number|null} handshakeNs of transport and TLS; null: not seen
 * @property {number|null} [maxInFlightBytes] where that is known from the start
 */

/**
 * Whether it represents a capture of several connections: the largest is drawn, and sums are of all.
 * @param {Member} member
 */
export const isWhole = ({ of, summary }) => of.flow === null && summary.flows > 1;

/** Nothing that held data back, as far as shows. */
const UNTOLD = ['idle', 'handshake', 'not_observable'];

/**
 * @param {import('../connection/data/sender-data.js').SenderData} sender
 * @param {import('../../plot/time-scale.js').TimeRange} range
 * @returns what held its data back for the longest time; null: nothing that shows
 */
export const longestOf = (sender, range) => sender.sums(range).find(({ cause }) => !UNTOLD.includes(cause)) ?? null;

/** A pause of this share of a round trip parts two flights. */
const FLIGHT_GAP = 0.4;
/** Without a round trip: a pause this much longer than usual. */
const UNKNOWN_GAP_NS = 10e6;

/**
 * @param {Pick<Member, 'of' | 'letter' | 'name' | 'flow' | 'summary' | 'difference'> & { model: Model, fragments?:
 *   import('../../../lib/shared/columns/column-frame.js').ColumnFrame|null }} given
 * @returns {Member}
 */
export function createMember({ fragments = null, ...given }) {
  const { model } = given;
  const direction = busierDirection(model);
  const series = model.series[direction];
  const isPart = isPartial(model.columns);
  const lastDataNs = series.highest.count > 0 ? timeOfLastNewByte(series) : model.originNs;
  const highest = Math.max(0, series.highest.value.last);
  const answered = series.acknowledgement(highest - finLength(model, direction));
  return {
    ...given,
    full: model,
    direction,
    lastDataNs,
    handshakeNs: handshakeOf(model),
    senders: null,
    creditOnly: fragments ? creditOnlyFrames(fragments, 1 - direction) : new Set(),
    alignNs: { syn: model.originNs, request: firstPayloadNs(model, 0), byte: firstPayloadNs(model, 1) },
    endNs: answered === null ? lastDataNs : model.columns.time[answered],
    isAcknowledged: answered !== null,
    isPart,
    flights: isPart ? [] : flightsOf(model, direction),
    payloadBytes: isPart ? Math.max(0, highest - finLength(model, direction) - 1) : payloadOf(model, direction),
    largestSegment: largestSegment(model, direction),
  };
}

/** TCP's, and TLS's. @param {Model} model */
function handshakeOf({ flow: { handshakeRtt, tls } }) {
  if (handshakeRtt === null) return null;
  return (handshakeRtt + (tls?.handshakeSeconds ?? 0)) * 1e9;
}

/** @param {Model} model @param {number} direction @returns {number} the first packet's time where none has payload */
function firstPayloadNs({ columns, originNs }, direction) {
  for (let row = 0; row < columns.rows; row++) {
    if (columns.direction[row] === direction && columns.length[row] > 0) return columns.time[row];
  }
  return originNs;
}

/** A FIN takes a sequence number, but is no byte of data. @param {Model} model @param {number} direction */
function finLength({ columns }, direction) {
  for (let row = columns.rows - 1; row >= 0; row--) {
    if (columns.direction[row] === direction && (columns.flags[row] & TCP.FIN) !== 0) return 1;
  }
  return 0;
}

/** @param {Pick<ComparedModel['series'][number], 'segments'|'retransmissions'|'lateArrivals'>} series */
export function timeOfLastNewByte({ segments, retransmissions, lateArrivals }) {
  return Math.max(
    ...[segments, retransmissions, lateArrivals]
      .map(({ count, times }) => (count > 0 ? times[count - 1] : -Infinity))
      .filter(Number.isFinite),
    0,
  );
}

/** @param {Model} model @param {number} direction */
function payloadOf({ columns }, direction) {
  let highest = 1;
  let bytes = 0;
  for (let row = 0; row < columns.rows; row++) {
    const end = columns.seq[row] + columns.length[row];
    if (columns.direction[row] !== direction || columns.length[row] === 0 || end <= highest) continue;
    bytes += Math.min(columns.length[row], end - highest);
    highest = end;
  }
  return bytes;
}

/** @param {Model} model @param {number} direction */
function largestSegment({ columns }, direction) {
  let largest = 1;
  for (let row = 0; row < columns.rows; row++) {
    if (columns.direction[row] === direction) largest = Math.max(largest, columns.length[row]);
  }
  return largest;
}

/**
 * Segments close to each other are a flight; the next one waits for acknowledgements of it, a round trip.
 * @param {Pick<ComparedModel, 'series'|'rttNs'>} model @param {number} direction
 * @returns {Flight[]}
 */
export function flightsOf({ series, rttNs }, direction) {
  const { segments } = series[direction];
  const gapNs = rttNs === null ? UNKNOWN_GAP_NS : FLIGHT_GAP * rttNs;
  /** @type {Flight[]} */
  const flights = [];
  for (let i = 0; i < segments.count; i++) {
    const timeNs = segments.times[i];
    const last = flights.at(-1);
    const bytes = segments.high[i] - segments.low[i];
    if (last === undefined || timeNs - last.endNs > gapNs) {
      flights.push({ startNs: timeNs, endNs: timeNs, segments: 1, bytes });
      continue;
    }
    last.endNs = timeNs;
    last.segments += 1;
    last.bytes += bytes;
  }
  return flights;
}

/**
 * What arrived at another capture point is no figure of the sender's.
 * @param {Member} member
 * @returns {number | null} bytes that the sender had in flight; null: not seen, or not known yet
 */
export function mostInFlight({ model, direction, senders, maxInFlightBytes }) {
  if (maxInFlightBytes !== undefined) return maxInFlightBytes;
  if (senders?.facts[direction]?.place !== 'sender') return null;
  const { inFlight } = model.series[direction];
  let most = 0;
  for (let i = 0; i < inFlight.count; i++) most = Math.max(most, inFlight.high[i]);
  return most;
}

/**
 * @param {import('../../plot/series-columns.js').LineSeries} series
 * @param {number} timeNs
 * @returns {number} what holds then, 0 before
 */
export function valueThen({ times, low, count }, timeNs) {
  const after = bisectRight(times, timeNs, 0, count);
  return after === 0 ? 0 : low[after - 1];
}
