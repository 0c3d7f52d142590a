import { picked } from '../../transport/sketch.js';
import { CAUSE, FATE } from '../recovery/fates.js';
import { FRAME, STREAM_ID_BIT } from '../wire/frame-types.js';
import { Edge } from './edge.js';
import { heightsOfData, heightsOfNumbers, heightsOfStream, RANGE } from './heights.js';

/** @typedef {import('../recovery/recover.js').DirectionRecovery} DirectionRecovery */
/** @typedef {import('../recovery/packets.js').QuicPackets} QuicPackets */
/** @typedef {import('./heights.js').Heights} Heights */
/** @typedef {'data' | 'numbers' | 'bytes' | number} Ordinate `bytes`: of datagrams; a number: that stream's offsets */

/**
 * A direction's time-sequence diagram, as columns: what was sent as bars, what was acknowledged as a step line and
 * ranges above it, losses, and what the receiver allowed.
 * @param {QuicPackets} packets @param {DirectionRecovery} sent @param {Ordinate} by
 */
export function sequenceOf(packets, sent, by) {
  if (by === 'bytes') return { origin: 0, columns: { ...NOTHING, ...datagramBars(packets, sent.direction) } };
  const { heights, origin } = ordinateOf(packets, sent, by);
  return {
    origin,
    columns: {
      ...barColumns(packets, sent, heights),
      ...acknowledgedColumns(packets, sent, heights, by === 'numbers'),
      ...lossColumns(packets, sent, heights),
      ...limitColumns(packets, sent, by),
    },
  };
}

/** @param {QuicPackets} packets @param {DirectionRecovery} sent @param {Exclude<Ordinate, 'bytes'>} by */
function ordinateOf(packets, sent, by) {
  if (by === 'numbers') return heightsOfNumbers(sent);
  return { heights: by === 'data' ? heightsOfData(packets, sent) : heightsOfStream(packets, sent, by), origin: 0 };
}

const NOTHING = Object.freeze({
  ackTime: new Float64Array(),
  ackRow: new Int32Array(),
  ackHeight: new Float64Array(),
  sackTime: new Float64Array(),
  sackRow: new Int32Array(),
  sackLow: new Float64Array(),
  sackHigh: new Float64Array(),
  lossTime: new Float64Array(),
  lossSent: new Float64Array(),
  lossRow: new Int32Array(),
  lossPn: new Float64Array(),
  lossLow: new Float64Array(),
  lossHigh: new Float64Array(),
  lossCause: new Uint8Array(),
  lossSpurious: new Uint8Array(),
  lossResentRow: new Int32Array(),
  limitTime: new Float64Array(),
  limitRow: new Int32Array(),
  limitHeight: new Float64Array(),
});

/** Datagrams, one on top of the other. @param {QuicPackets} packets @param {number} direction */
function datagramBars({ count, direction: directions, index, datagramBytes, timeNs }, direction) {
  const bars = new Bars();
  let sum = 0;
  for (let row = 0; row < count; row++) {
    if (directions[row] !== direction || index[row] > 0) continue;
    bars.push(row, sum, sum + datagramBytes[row], RANGE.FRESH);
    sum += datagramBytes[row];
  }
  return bars.columns(timeNs);
}

class Bars {
  #row = /** @type {number[]} */ ([]);
  #low = /** @type {number[]} */ ([]);
  #high = /** @type {number[]} */ ([]);
  #kind = /** @type {number[]} */ ([]);

  /** @param {number} row @param {number} low @param {number} high @param {number} kind */
  push(row, low, high, kind) {
    this.#row.push(row);
    this.#low.push(low);
    this.#high.push(high);
    this.#kind.push(kind);
  }

  /** @param {Float64Array} timeNs of packets */
  columns(timeNs) {
    return {
      barTime: picked(timeNs, this.#row),
      barRow: Int32Array.from(this.#row),
      barLow: Float64Array.from(this.#low),
      barHigh: Float64Array.from(this.#high),
      barKind: Uint8Array.from(this.#kind),
    };
  }
}

/**
 * In the order of the capture.
 * @param {QuicPackets} packets
 * @param {DirectionRecovery} sent
 * @param {Heights} heights
 */
function barColumns({ count, direction, ackEliciting, timeNs }, sent, { first, low, high, kind }) {
  const bars = new Bars();
  for (let row = 0; row < count; row++) {
    const send = direction[row] === sent.direction ? sent.sendOf(row) : -1;
    if (send < 0) continue;
    for (let n = first[send]; n < first[send + 1]; n++) {
      if (kind[n] !== RANGE.OTHER || ackEliciting[row]) bars.push(row, low[n], high[n], kind[n]);
    }
  }
  return bars.columns(timeNs);
}

/**
 * @param {QuicPackets} packets @param {DirectionRecovery} sent @param {Heights} heights
 * @param {boolean} isByNumber the line then passes what was declared lost, since that number never comes again
 */
function acknowledgedColumns({ count, timeNs }, { acks, walk }, heights, isByNumber) {
  const edge = new Edge(heights, isByNumber);
  const ackRow = [];
  const ackHeight = [];
  const sackRow = [];
  const sackLow = [];
  const sackHigh = [];
  const lost = isByNumber ? lostInOrder(walk.lostNs) : [];
  let next = 0;
  let before = NaN;
  for (let row = 0; row < count; row++) {
    if (acks.first[row + 1] === acks.first[row]) continue;
    const came = acks.list.subarray(acks.first[row], acks.first[row + 1]);
    const atNs = acks.ackedNs[came[0]];
    for (; next < lost.length && walk.lostNs[lost[next]] <= atNs; next++) edge.pass(lost[next]);
    for (const k of came) edge.pass(k);
    const height = edge.advance();
    if (height === null) continue;
    if (height !== before) {
      ackRow.push(row);
      ackHeight.push(height);
      before = height;
    }
    for (const [low, high] of edge.above(came)) {
      sackRow.push(row);
      sackLow.push(low);
      sackHigh.push(high);
    }
  }
  return {
    ackTime: picked(timeNs, ackRow),
    ackRow: Int32Array.from(ackRow),
    ackHeight: Float64Array.from(ackHeight),
    sackTime: picked(timeNs, sackRow),
    sackRow: Int32Array.from(sackRow),
    sackLow: Float64Array.from(sackLow),
    sackHigh: Float64Array.from(sackHigh),
  };
}

/** @param {Float64Array} lostNs NaN: not lost @returns {number[]} sends, by when they were declared lost */
function lostInOrder(lostNs) {
  const lost = [];
  for (let k = 0; k < lostNs.length; k++) if (!Number.isNaN(lostNs[k])) lost.push(k);
  return lost.sort((a, b) => lostNs[a] - lostNs[b]);
}

/**
 * What the sender declared lost, by when it did.
 * @param {QuicPackets} packets @param {DirectionRecovery} sent @param {Heights} heights
 */
function lossColumns({ timeNs }, { sends, walk, carried }, { first, low, high }) {
  const lost = lostInOrder(walk.lostNs).filter(
    (k) => walk.cause[k] !== CAUSE.NONE && sends.ackEliciting[k] && first[k + 1] > first[k],
  );
  const resent = lost.map((k) => (carried.resentBy[k] < 0 ? -1 : sends.packet[carried.resentBy[k]]));
  const sentNs = (/** @type {number} */ k) => (sends.packet[k] < 0 ? sends.timeNs[k] : timeNs[sends.packet[k]]);
  return {
    lossTime: Float64Array.from(lost, (k) => walk.lostNs[k]),
    lossSent: Float64Array.from(lost, sentNs),
    lossRow: Int32Array.from(lost, (k) => sends.packet[k]),
    lossPn: Float64Array.from(lost, (k) => sends.pn[k]),
    lossLow: Float64Array.from(lost, (k) => low[first[k]]),
    lossHigh: Float64Array.from(lost, (k) => high[first[k + 1] - 1]),
    lossCause: Uint8Array.from(lost, (k) => walk.cause[k]),
    lossSpurious: Uint8Array.from(lost, (k) => Number(walk.fate[k] === FATE.ACKED)),
    lossResentRow: Int32Array.from(resent),
  };
}

/**
 * MAX_DATA, or MAX_STREAM_DATA of one stream, as it passed the capture point; first what the transport parameters
 * allowed.
 * @param {QuicPackets} packets @param {DirectionRecovery} sent @param {Ordinate} by
 */
function limitColumns({ count, direction, timeNs, frameStart, frameCount, frames }, sent, by) {
  const limitTime = [];
  const limitRow = [];
  const limitHeight = [];
  if (by === 'numbers') {
    return { limitTime: new Float64Array(), limitRow: new Int32Array(), limitHeight: new Float64Array() };
  }
  const initial = sent.receiver[initialLimit(by, sent.direction)];
  let most = -1;
  for (let row = 0; row < count; row++) {
    if (direction[row] === sent.direction) continue;
    const before = most;
    if (most < 0 && initial !== undefined) most = initial;
    for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
      if (by === 'data' && frames.type[f] === FRAME.MAX_DATA) most = Math.max(most, frames.a[f]);
      if (frames.type[f] === FRAME.MAX_STREAM_DATA && frames.a[f] === by) most = Math.max(most, frames.b[f]);
    }
    if (most === before) continue;
    limitTime.push(timeNs[row]);
    limitRow.push(row);
    limitHeight.push(most);
  }
  return {
    limitTime: Float64Array.from(limitTime),
    limitRow: Int32Array.from(limitRow),
    limitHeight: Float64Array.from(limitHeight),
  };
}

/** The receiver's transport parameter (RFC 9000 section 18.2). @param {Ordinate} by @param {number} direction */
function initialLimit(by, direction) {
  if (typeof by !== 'number') return 'initial_max_data';
  if ((by & STREAM_ID_BIT.UNIDIRECTIONAL) !== 0) return 'initial_max_stream_data_uni';
  const isReceivers = (by & STREAM_ID_BIT.SERVER_INITIATED) !== direction;
  return isReceivers ? 'initial_max_stream_data_bidi_local' : 'initial_max_stream_data_bidi_remote';
}
