import { FRAME, isStream, STREAM_ID_BIT } from '../wire/frame-types.js';
import { endsStream } from './packets.js';

/** Streams of one type have IDs so far apart (RFC 9000 section 2.1). */
const STREAM_STEP = 4;

/** How far each stream of a sender may go, and how many it may open (RFC 9000 section 4). */
export class StreamCredit {
  /** @type {Map<number, number>} */
  #limits = new Map();
  /** Streams that the other end has finished: requests that wait for a response. @type {Set<number>} */
  #asked = new Set();
  #ownBit;
  #streams;
  #first;

  /** @param {number} direction of the data @param {import('./recover.js').Parameters} receiver */
  constructor(direction, receiver) {
    this.#ownBit = direction;
    this.#streams = [receiver.initial_max_streams_bidi ?? Infinity, receiver.initial_max_streams_uni ?? Infinity];
    this.#first = {
      own: receiver.initial_max_stream_data_bidi_remote ?? Infinity,
      other: receiver.initial_max_stream_data_bidi_local ?? Infinity,
      uni: receiver.initial_max_stream_data_uni ?? Infinity,
    };
  }

  /** @param {import('./packets.js').QuicPackets} packets @param {number} row that came */
  read({ frameStart, frameCount, frames }, row) {
    for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
      const type = frames.type[f];
      if (isStream(type) && endsStream(type)) this.#asked.add(frames.a[f]);
      else if (type === FRAME.MAX_STREAM_DATA) {
        this.#limits.set(frames.a[f], Math.max(this.of(frames.a[f]), frames.b[f]));
      } else if (type === FRAME.MAX_STREAMS) this.#streams[0] = Math.max(this.#streams[0], frames.a[f]);
      else if (type === FRAME.MAX_STREAMS_UNI) this.#streams[1] = Math.max(this.#streams[1], frames.a[f]);
    }
  }

  /** @param {number} id */
  of(id) {
    const known = this.#limits.get(id);
    if (known !== undefined) return known;
    if (id & STREAM_ID_BIT.UNIDIRECTIONAL) return this.#first.uni;
    return this.#isOwn(id) ? this.#first.own : this.#first.other;
  }

  /** @param {number} id */
  #isOwn(id) {
    return (id & STREAM_ID_BIT.SERVER_INITIATED) === this.#ownBit;
  }

  /** @param {number} id */
  isAsked(id) {
    return this.#asked.has(id);
  }

  /** Whether a stream may not be opened yet. @param {number} id */
  isShut(id) {
    return this.#isOwn(id) && Math.floor(id / STREAM_STEP) >= this.#streams[id & STREAM_ID_BIT.UNIDIRECTIONAL ? 1 : 0];
  }
}
