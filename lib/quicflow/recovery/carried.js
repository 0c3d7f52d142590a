import { FRAME, isStream } from '../wire/frame-types.js';
import { endsStream } from './packets.js';

/** @typedef {import('./packets.js').QuicPackets} QuicPackets */
/** @typedef {import('./sends.js').Sends} Sends */

/** What was sent of a stream: its first transmissions in order of offset, each with the latest send that carried it. */
class SentStream {
  /** @type {number[]} */
  offset = [];
  /** @type {number[]} */
  end = [];
  /** @type {number[]} */
  carrier = [];
  top = 0;
  isEnded = false;

  /** The first transmission that reaches beyond an offset. @param {number} offset */
  at(offset) {
    let low = 0;
    let high = this.end.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.end[middle] <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Spaces' handshake bytes are streams of their own, numbered from −1 down. */
const CRYPTO = -1;

/** The data of streams and handshake that sends carried, and carried again. */
export class Carried {
  /** Of each send: bytes, those of streams that are new, and those sent before. */
  bytes;
  fresh;
  again;
  /** The first later send with data of it; −1: none. */
  resentBy;
  /** Of the first new data of each send: its stream and offset, NaN where there is none. */
  freshStream;
  freshOffset;
  /** From each send on the next with new data of streams, and with any data; as many as there are: none. */
  nextFresh;
  nextData;
  /** The last send with new data; −1: none. */
  lastFresh = -1;
  /** Behind each send: the sum of the highest offsets of all streams, which MAX_DATA limits, and open streams. */
  total;
  open;
  /** Data sent again: by which send, of which stream (below 0: handshake), from where, and the send before. */
  resends = {
    /** @type {number[]} */ send: [],
    /** @type {number[]} */ stream: [],
    /** @type {number[]} */ offset: [],
    /** @type {number[]} */ length: [],
    /** @type {number[]} */ of: [],
  };
  /** @type {Map<number, SentStream>} */
  #streams = new Map();
  #sum = 0;
  #opened = 0;

  /** @param {QuicPackets} packets @param {Sends} sends */
  constructor(packets, { count, packet }) {
    this.bytes = new Uint32Array(count);
    this.fresh = new Float64Array(count);
    this.again = new Uint32Array(count);
    this.resentBy = new Int32Array(count).fill(-1);
    this.freshStream = new Float64Array(count).fill(NaN);
    this.freshOffset = new Float64Array(count).fill(NaN);
    this.nextFresh = new Int32Array(count);
    this.nextData = new Int32Array(count);
    this.total = new Float64Array(count);
    this.open = new Uint32Array(count);
    for (let k = 0; k < count; k++) {
      if (packet[k] >= 0) this.#read(packets, k, packet[k]);
      this.total[k] = this.#sum;
      this.open[k] = this.#opened;
    }
    let fresh = count;
    let data = count;
    for (let k = count - 1; k >= 0; k--) {
      if (this.fresh[k] > 0) {
        fresh = k;
        this.lastFresh = Math.max(this.lastFresh, k);
      }
      if (this.bytes[k] > 0) data = k;
      this.nextFresh[k] = fresh;
      this.nextData[k] = data;
    }
  }

  /** @param {QuicPackets} packets @param {number} k @param {number} row */
  #read({ frameStart, frameCount, frames: { type, a, b, c }, space }, k, row) {
    const before = this.#sum;
    for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
      if (type[f] === FRAME.CRYPTO) this.#span(k, CRYPTO - space[row], b[f], c[f]);
      else if (type[f] === FRAME.RESET_STREAM) this.#end(this.#streamOf(a[f]));
      else if (isStream(type[f])) {
        const stream = this.#span(k, a[f], b[f], c[f]);
        if (endsStream(type[f])) this.#end(stream);
      }
    }
    this.fresh[k] = this.#sum - before;
  }

  /** @param {number} id */
  #streamOf(id) {
    let stream = this.#streams.get(id);
    if (stream === undefined) {
      stream = new SentStream();
      this.#streams.set(id, stream);
      if (id >= 0) this.#opened++;
    }
    return stream;
  }

  /** @param {SentStream} stream */
  #end(stream) {
    if (!stream.isEnded) this.#opened--;
    stream.isEnded = true;
  }

  /** @param {number} k @param {number} id @param {number} from @param {number} length */
  #span(k, id, from, length) {
    const stream = this.#streamOf(id);
    const end = from + length;
    this.bytes[k] += length;
    if (from < stream.top) this.#repeat(k, id, stream, from, Math.min(end, stream.top));
    if (end <= stream.top) return stream;
    stream.offset.push(Math.max(from, stream.top));
    stream.end.push(end);
    stream.carrier.push(k);
    if (id >= 0) {
      this.#sum += end - stream.top;
      if (Number.isNaN(this.freshStream[k])) {
        this.freshStream[k] = id;
        this.freshOffset[k] = stream.top;
      }
    }
    stream.top = end;
    return stream;
  }

  /** @param {number} k @param {number} id @param {SentStream} stream @param {number} from @param {number} end */
  #repeat(k, id, stream, from, end) {
    const { offset, end: ends, carrier } = stream;
    const { resends } = this;
    for (let n = stream.at(from); n < offset.length && offset[n] < end; n++) {
      const begin = Math.max(from, offset[n]);
      const length = Math.min(end, ends[n]) - begin;
      resends.send.push(k);
      resends.stream.push(id);
      resends.offset.push(begin);
      resends.length.push(length);
      resends.of.push(carrier[n]);
      if (this.resentBy[carrier[n]] < 0) this.resentBy[carrier[n]] = k;
      this.again[k] += length;
      carrier[n] = k;
    }
  }
}
