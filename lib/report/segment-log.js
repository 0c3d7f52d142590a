/** Headers of TCP segments as columns of differences: the tracker's input, without payload. */
import { TCP } from '../engine/segment-batch.js';
import { VarintReader, VarintWriter } from '../shared/columns/varints.js';

/** @typedef {import('../engine/segment-batch.js').SegmentBatch} SegmentBatch */
/** @typedef {import('../tcpflow/tracker.js').TcpTracker} TcpTracker */

/** Columns of a batch that are kept, each as the difference from the direction's previous segment. */
const FIELDS = /** @type {const} */ ([
  'payloadLength',
  'payloadCaptured',
  'recordLength',
  'frameLength',
  'seq',
  'ack',
  'scope',
  'optionOrder',
  'mss',
  'tsValue',
  'tsEcho',
  'window',
  'flags',
  'urgent',
  'ipId',
  'options',
  'windowScale',
  'ttl',
  'ecn',
  'checksum',
  'sackCount',
  'dscp',
]);
/** Of the first format, without those that were added. */
const MIN_FIELDS = 21;
const LENGTH = FIELDS.indexOf('payloadLength');
const SEQ = FIELDS.indexOf('seq');
const FLAGS = FIELDS.indexOf('flags');
/** Lengths predicted from the payload's. */
const IS_BESIDE_LENGTH = FIELDS.map((name) => ['payloadCaptured', 'recordLength', 'frameLength'].includes(name));
const SACK_WORDS = 8;
export const ADDRESS_WORDS = 4;
/** Of a connection's ends: both addresses, ports, IP version. */
const ENDS_WORDS = 2 * ADDRESS_WORDS + 2;
const EDGES = { left: 0, right: 1 };

/**
 * @typedef {object} KeptSegments
 * @property {number} count
 * @property {Int32Array} ends of each connection: addresses of endpoints 0 and 1, ports, IP version
 * @property {Uint8Array} timeNs differences, as all that follow
 * @property {Uint8Array} frame
 * @property {Uint8Array} flowEnd
 * @property {Uint8Array} sackEdges
 * @property {Uint8Array[]} fields
 */

/** Predicted values of the next segment of each direction. */
class Expected {
  #values = new Int32Array(FIELDS.length * 64);

  /** @param {number} flowEnd @returns {number} start of its values in `values` */
  placeOf(flowEnd) {
    const place = flowEnd * FIELDS.length;
    if (place + FIELDS.length > this.#values.length) {
      const longer = new Int32Array(Math.max(place + FIELDS.length, this.#values.length * 2));
      longer.set(this.#values);
      this.#values = longer;
    }
    return place;
  }

  get values() {
    return this.#values;
  }

  /** Sequence numbers continue after the segment. @param {number} place */
  pass(place) {
    const values = this.#values;
    const flags = values[place + FLAGS];
    values[place + SEQ] += values[place + LENGTH] + Number((flags & TCP.SYN) !== 0) + Number((flags & TCP.FIN) !== 0);
  }
}

/** Takes batches that the tracker has processed. */
export class SegmentLog {
  count = 0;
  #lastNs = 0;
  #lastFrame = 0;
  #lastEnd = 0;
  #expected = new Expected();
  #time = new VarintWriter();
  #frame = new VarintWriter();
  #flowEnd = new VarintWriter();
  #sackEdges = new VarintWriter();
  #fields = FIELDS.map(() => new VarintWriter());
  /** @type {number[]} */
  #ends = [];

  /** @param {SegmentBatch} batch */
  take(batch) {
    for (let i = 0; i < batch.count; i++) this.#add(batch, i);
    this.count += batch.count;
  }

  /** @param {SegmentBatch} batch @param {number} i */
  #add(batch, i) {
    const end = batch.flowEnd[i];
    if ((end >> 1) * ENDS_WORDS >= this.#ends.length) this.#addEnds(batch, i);
    this.#time.add(batch.timeNs[i] - this.#lastNs);
    this.#frame.add(batch.frame[i] - this.#lastFrame - 1);
    this.#flowEnd.add(end - this.#lastEnd);
    this.#lastNs = batch.timeNs[i];
    this.#lastFrame = batch.frame[i];
    this.#lastEnd = end;
    const place = this.#expected.placeOf(end);
    const { values } = this.#expected;
    for (let f = 0; f < FIELDS.length; f++) {
      const beside = IS_BESIDE_LENGTH[f] ? batch.payloadLength[i] : 0;
      const value = (batch[FIELDS[f]][i] - beside) | 0;
      this.#fields[f].add((value - values[place + f]) | 0);
      values[place + f] = value;
    }
    this.#expected.pass(place);
    for (let edge = 0; edge < batch.sackCount[i] * 2; edge++) {
      const at = i * SACK_WORDS + edge;
      this.#sackEdges.add(
        (batch.sackEdges[at] - (edge % 2 === EDGES.left ? batch.ack[i] : batch.sackEdges[at - 1])) | 0,
      );
    }
  }

  /** @param {SegmentBatch} batch @param {number} i first segment of a connection, by its endpoint 0 */
  #addEnds(batch, i) {
    const at = i * ADDRESS_WORDS;
    const words = [batch.sourceAddress, batch.destinationAddress].flatMap((column) => [
      ...column.subarray(at, at + ADDRESS_WORDS),
    ]);
    this.#ends.push(...words, batch.ports[i], batch.ipVersion[i]);
  }

  /** @returns {KeptSegments} */
  get kept() {
    return {
      count: this.count,
      ends: Int32Array.from(this.#ends),
      timeNs: this.#time.bytes,
      frame: this.#frame.bytes,
      flowEnd: this.#flowEnd.bytes,
      sackEdges: this.#sackEdges.bytes,
      fields: this.#fields.map((field) => field.bytes),
    };
  }
}

/** Most bytes of a segment, as its IP header counts them, and most ranges of its SACK option. */
const MAX_SEGMENT_BYTES = 0xffff;
const SACK_RANGES = SACK_WORDS / 2;

/** Replays a log, a batch at a time. */
export class SegmentReplay {
  #kept;
  #left;
  #lastNs = 0;
  #lastFrame = 0;
  #lastEnd = 0;
  #expected = new Expected();
  #time;
  #frame;
  #flowEnd;
  #sackEdges;
  #fields;

  /** @param {KeptSegments} kept @throws {RangeError} it is no log */
  constructor(kept) {
    const columns = [kept.timeNs, kept.frame, kept.flowEnd, kept.sackEdges, ...kept.fields];
    const isLog =
      kept.fields.length >= MIN_FIELDS &&
      kept.fields.length <= FIELDS.length &&
      columns.every((column) => column instanceof Uint8Array) &&
      kept.ends instanceof Int32Array &&
      kept.ends.length % ENDS_WORDS === 0;
    // Each segment takes a byte of each column at least.
    if (!isLog || !(kept.count >= 0 && kept.count <= kept.timeNs.length)) throw new RangeError('it is no log');
    this.#kept = kept;
    this.#left = kept.count;
    this.#time = new VarintReader(kept.timeNs);
    this.#frame = new VarintReader(kept.frame);
    this.#flowEnd = new VarintReader(kept.flowEnd);
    this.#sackEdges = new VarintReader(kept.sackEdges);
    this.#fields = kept.fields.map((field) => new VarintReader(field));
  }

  /**
   * @param {SegmentBatch} batch
   * @param {number} most segments
   * @returns {boolean} whether there was any
   * @throws {RangeError} the log is damaged
   */
  fill(batch, most) {
    const count = Math.min(most, batch.capacity, this.#left);
    for (let i = 0; i < count; i++) this.#read(batch, i);
    this.#left -= count;
    batch.count = count;
    return count > 0;
  }

  /** @param {SegmentBatch} batch @param {number} i */
  #read(batch, i) {
    this.#lastNs += this.#time.next();
    this.#lastFrame += this.#frame.next() + 1;
    this.#lastEnd += this.#flowEnd.next();
    if (!(this.#lastEnd >= 0 && (this.#lastEnd >> 1) * ENDS_WORDS < this.#kept.ends.length)) {
      throw new RangeError('a segment of no connection');
    }
    batch.timeNs[i] = this.#lastNs;
    batch.frame[i] = this.#lastFrame;
    this.#readEnds(batch, i);
    const place = this.#expected.placeOf(this.#lastEnd);
    const { values } = this.#expected;
    for (let f = 0; f < FIELDS.length; f++) {
      values[place + f] += this.#fields[f]?.next() ?? 0;
      batch[FIELDS[f]][i] = values[place + f] + (IS_BESIDE_LENGTH[f] ? values[place + LENGTH] : 0);
    }
    this.#expected.pass(place);
    const length = values[place + LENGTH];
    if (
      length < 0 ||
      length > MAX_SEGMENT_BYTES ||
      batch.payloadCaptured[i] > length ||
      batch.sackCount[i] > SACK_RANGES
    ) {
      throw new RangeError('a segment that no packet can hold');
    }
    batch.payloadOffset[i] = 0;
    for (let edge = 0; edge < batch.sackCount[i] * 2; edge++) {
      const at = i * SACK_WORDS + edge;
      const from = edge % 2 === EDGES.left ? batch.ack[i] : batch.sackEdges[at - 1];
      batch.sackEdges[at] = from + this.#sackEdges.next();
    }
  }

  /** @param {SegmentBatch} batch @param {number} i */
  #readEnds(batch, i) {
    const { ends } = this.#kept;
    const at = (this.#lastEnd >> 1) * ENDS_WORDS;
    const isSecond = (this.#lastEnd & 1) === 1;
    const first = ends.subarray(at, at + ADDRESS_WORDS);
    const second = ends.subarray(at + ADDRESS_WORDS, at + 2 * ADDRESS_WORDS);
    batch.sourceAddress.set(isSecond ? second : first, i * ADDRESS_WORDS);
    batch.destinationAddress.set(isSecond ? first : second, i * ADDRESS_WORDS);
    const ports = ends[at + 2 * ADDRESS_WORDS];
    batch.ports[i] = isSecond ? (ports << 16) | (ports >>> 16) : ports;
    batch.ipVersion[i] = ends[at + 2 * ADDRESS_WORDS + 1];
  }
}

/**
 * Changes the addresses of all connections.
 * @param {KeptSegments} kept
 * @param {(words: Int32Array, ipVersion: number) => Int32Array} change
 */
export function changeAddresses({ ends }, change) {
  for (let at = 0; at < ends.length; at += ENDS_WORDS) {
    const ipVersion = ends[at + ENDS_WORDS - 1];
    for (const side of [at, at + ADDRESS_WORDS]) {
      ends.set(change(ends.slice(side, side + ADDRESS_WORDS), ipVersion), side);
    }
  }
}
