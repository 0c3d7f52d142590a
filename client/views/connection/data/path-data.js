/**
 * What the server says about the path between both ends: round trips by method, bytes in flight at the sender, and
 * where the capture was taken. It comes after the packets, and again while the capture grows.
 */
import { inPieces } from '../../../base/pieces.js';
import { GrowingColumn } from '../../../plot/growing-column.js';
import { LineSeries } from '../../../plot/series-columns.js';
import { spanWords } from '../../timeline/times.js';

/** @typedef {import('../../../../lib/shared/columns/column-frame.js').ColumnFrame} ColumnFrame */
/** @typedef {'sequence_ack'|'sack'|'timestamp'|'handshake'} Method */
/** @typedef {{ statistic: string, means: 'whole'|'part'|'nothing', words: string }} Meaning */

/**
 * Where a direction's data was captured (docs/protocol.md).
 * @typedef {{ place: 'sender'|'receiver'|'middle'|'unknown', confidence: number, senderNs: number|null, receiverNs:
 *   number|null, meanings: Meaning[] }} Vantage
 */

/** @type {readonly Method[]} in the order in which they are drawn, the surest last */
export const METHODS = ['timestamp', 'sack', 'sequence_ack', 'handshake'];
/** Weight of a new sample in the smoothed round trip (RFC 6298, section 2). */
const SRTT_GAIN = 1 / 8;
/** Below this confidence bytes in flight are marked as doubtful. */
const DOUBTFUL = 0.7;

/** Round trips of the packets of one direction: from the capture point to their receiver and back. */
export class RoundTrips {
  constructor() {
    this.byMethod = /** @type {Record<Method, LineSeries>} */ (
      Object.fromEntries(METHODS.map((method) => [method, new LineSeries()]))
    );
    this.all = new LineSeries();
    this.smoothed = new LineSeries();
    this.minNs = Infinity;
  }

  /** @param {Method} method @param {number} timeNs @param {number} rttNs @param {number} frame of the answer */
  push(method, timeNs, rttNs, frame) {
    this.byMethod[method]?.push(timeNs, rttNs, frame);
    const before = this.smoothed.value.last;
    this.all.push(timeNs, rttNs, frame);
    this.smoothed.push(timeNs, this.smoothed.count === 0 ? rttNs : before + SRTT_GAIN * (rttNs - before), frame);
    this.minNs = Math.min(this.minNs, rttNs);
  }
}

/** Bytes in flight of one direction at its sender. */
export class Flight {
  constructor() {
    this.bytes = new LineSeries();
    this.confidence = new GrowingColumn();
    /** Spans in which the confidence is below DOUBTFUL. */
    this.doubts = { start: new GrowingColumn(16), end: new GrowingColumn(16) };
    /** `captured` at the sender, or inferred by `echoes` of timestamps or `shifted` in time. */
    this.order = 'captured';
  }

  /** @param {number} timeNs @param {number} bytes @param {number} confidence 0 to 1 @param {number} frame */
  push(timeNs, bytes, confidence, frame) {
    const { start, end } = this.doubts;
    if (end.last === Infinity) end.values[end.length - 1] = timeNs;
    const goesOn = end.length > 0 && end.last === timeNs && this.confidence.last < DOUBTFUL;
    if (confidence < DOUBTFUL && goesOn) end.values[end.length - 1] = Infinity;
    else if (confidence < DOUBTFUL) {
      start.push(timeNs);
      end.push(Infinity);
    }
    this.bytes.push(timeNs, bytes, frame);
    this.confidence.push(confidence);
  }

  get isInferred() {
    return this.order !== 'captured';
  }
}

/**
 * @typedef {{ roundTrips: [RoundTrips, RoundTrips], flight: [Flight, Flight], vantages: [Vantage, Vantage] }} PathData
 *   by direction
 */

/**
 * @param {ColumnFrame} rtt frame of this kind
 * @param {ColumnFrame} flight frame of this kind
 * @returns {Promise<PathData>} made in pieces
 */
export async function pathData(rtt, flight) {
  return { roundTrips: await readRoundTrips(rtt), flight: await readFlight(flight), vantages: rtt.meta.vantages };
}

/** Methods whose samples are beside their packet in the table. @type {ReadonlySet<Method>} */
const BESIDE_PACKETS = new Set(['sequence_ack', 'handshake']);

/**
 * Writes the round trip that each ACK gives, and what was in flight after each segment, beside the packets.
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {PathData} path
 * @param {(frame: number) => number} rowOf fastest for frames that follow each other
 */
export async function measurePackets(columns, { roundTrips, flight }, rowOf) {
  for (const { byMethod } of roundTrips) {
    for (const method of BESIDE_PACKETS) await writeBeside(columns.rtt, byMethod[method], rowOf, () => true);
  }
  for (const direction of [0, 1]) {
    await writeBeside(
      columns.inFlight,
      flight[direction].bytes,
      rowOf,
      (row) => columns.direction[row] === direction && columns.length[row] > 0,
    );
  }
}

/**
 * @param {Float64Array} column
 * @param {LineSeries} series whose `row` is a frame
 * @param {(frame: number) => number} rowOf
 * @param {(row: number) => boolean} isOwn
 */
const writeBeside = (column, series, rowOf, isOwn) =>
  inPieces(series.count, (from, to) => {
    for (let i = from; i < to; i++) {
      const row = rowOf(series.row.values[i]);
      if (row >= 0 && isOwn(row)) column[row] = series.low[i];
    }
  });

/** @param {ColumnFrame} frame @returns {Promise<[RoundTrips, RoundTrips]>} */
async function readRoundTrips({ rows, columns, meta }) {
  /** @type {[RoundTrips, RoundTrips]} */
  const both = [new RoundTrips(), new RoundTrips()];
  await inPieces(rows, (from, to) => {
    for (let row = from; row < to; row++) {
      both[columns.direction[row]].push(
        meta.methods[columns.method[row]],
        columns.time[row],
        columns.rtt[row],
        columns.frame[row],
      );
    }
  });
  for (const { byMethod, all, smoothed } of both) {
    [...Object.values(byMethod), all, smoothed].forEach((series) => series.summarise());
  }
  return both;
}

/** @param {ColumnFrame} frame @returns {Promise<[Flight, Flight]>} */
async function readFlight({ rows, columns, meta }) {
  /** @type {[Flight, Flight]} */
  const both = [new Flight(), new Flight()];
  await inPieces(rows, (from, to) => {
    for (let row = from; row < to; row++) {
      both[columns.direction[row]].push(
        columns.time[row],
        columns.bytes[row],
        columns.confidence[row] / 255,
        columns.frame[row],
      );
    }
  });
  both.forEach((of, direction) => {
    of.order = meta.orders?.[direction] ?? 'captured';
    of.bytes.summarise();
  });
  return both;
}

/**
 * The half of the path whose round trips are informative about a direction's data: to its receiver, or, where the
 * capture was taken there, to its sender.
 * @param {PathData} path
 * @param {number} direction
 * @returns {number} direction of the packets that the samples answer
 */
export function halfShown({ vantages, roundTrips }, direction) {
  const isVoid = vantages[direction]?.meanings.some(
    ({ statistic, means }) => statistic === 'rtt' && means === 'nothing',
  );
  return isVoid && roundTrips[1 - direction].all.count > 0 ? 1 - direction : direction;
}

const ENDS = ['client', 'server'];

/** From this confidence on a vantage point is stated without "probably". */
const SURE = 0.6;

/** @param {Vantage} vantage @param {number} direction of the data @returns {string} "near the sender (server)" */
export function placeWords({ place, confidence }, direction) {
  if (place === 'unknown') return 'These packets do not tell where.';
  const doubt = confidence < SURE ? 'probably ' : '';
  return `${doubt}${place === 'middle' ? 'between both ends' : `near the ${place} (${ENDS[place === 'sender' ? direction : 1 - direction]})`}`;
}

/**
 * @param {Vantage} vantage
 * @param {number} direction of the data
 * @returns {string} "near the sender (server), 0.2 ms from it; 59 ms to the receiver", in round trips
 */
export function vantageWords(vantage, direction) {
  const { place, senderNs, receiverNs } = vantage;
  const words = placeWords(vantage, direction);
  if (place === 'unknown') return words;
  const distance = (/** @type {number|null} */ ns, /** @type {string} */ words) =>
    ns === null ? '' : `${spanWords(ns)} ${words}`;
  if (place === 'middle') {
    const distances = [
      distance(senderNs, `to the sender (${ENDS[direction]})`),
      distance(receiverNs, `to the receiver (${ENDS[1 - direction]})`),
    ];
    return `${words}, ${distances.filter(Boolean).join(', ')}`;
  }
  const atSender = place === 'sender';
  const distances = [
    distance(atSender ? senderNs : receiverNs, 'from it'),
    atSender ? distance(receiverNs, 'to the receiver') : distance(senderNs, 'to the sender'),
  ];
  return [words, distances.filter(Boolean).join('; ')].filter(Boolean).join(', ');
}

/**
 * @param {PathData|null} path
 * @param {number} direction
 * @param {string} statistic as the server names it
 * @returns {Meaning|null} what it means here, where that is not all that its name says
 */
export function doubtAbout(path, direction, statistic) {
  return (
    path?.vantages[direction]?.meanings.find(
      (meaning) => meaning.statistic === statistic && meaning.means !== 'whole',
    ) ?? null
  );
}
