import { FIRST_PACKET, isEndpoint, messagesWith } from '../../overview/find-packets.js';
import { packetsInOrder } from '../../quicflow/describe/describe-packets.js';
import { UNKNOWN_TYPE } from '../../quicflow/tables/frame-table.js';
import { NO_PN } from '../../quicflow/tables/packet-table.js';
import { frameName } from '../../quicflow/wire/frame-types.js';
import { QUIC_TYPES } from '../../shared/quic-marks.js';
import { fateTest, frameTest, packetTest } from './search-words.js';

/** @typedef {import('../../overview/find-packets.js').OtherPackets} OtherPackets */
/** @typedef {import('../../overview/find-packets.js').Found} Found */
/** @typedef {import('./search-words.js').QuicTracker} QuicTracker */
/** @typedef {import('./search-words.js').Test} Test */
/** @typedef {import('./search-words.js').FateTest} FateTest */
/** @typedef {import('./search-words.js').FrameTest} FrameTest */

/** @param {number} type of a frame */
const nameOf = (type) => (type === UNKNOWN_TYPE ? 'unknown frames' : frameName(type).toUpperCase());

/** Finds packets of QUIC's connections. @implements {OtherPackets} */
export class QuicSearch {
  #quic;
  #messages;

  /** @param {import('../ingest.js').Ingest} ingest with QUIC */
  constructor({ quic, quicMessages }) {
    this.#quic = /** @type {QuicTracker} */ (quic);
    this.#messages = quicMessages;
  }

  /** @param {number} frame */
  *ofFrame(frame) {
    const { packets } = this.#quic;
    for (let row = this.#rowOf(frame); row < packets.count && packets.frame[row] === frame; row++) {
      yield this.#found(row, this.#framesIn(row));
    }
  }

  /** @param {string} text lower case @returns {Iterable<Found>|null} null: it is no word for a packet */
  matching(text) {
    const packet = packetTest(text);
    if (packet !== null) return this.#packetsWith(packet);
    const frame = frameTest(text);
    if (frame !== null) return this.#packetsWith((_, row) => this.#hasFrame(row, frame));
    const fate = fateTest(text);
    return fate === null ? null : this.#packetsThatWere(fate, text);
  }

  /** @param {string} text lower case @param {{ left: number }} heads whose fields are still searched */
  *ofConnections(text, heads) {
    const messages = /** @type {import('../../protocols/message-analysis.js').MessageAnalysis} */ (this.#messages);
    const at = {
      number: (/** @type {number} */ index) => this.#quic.numbers.of(index),
      timeOfFrame: (/** @type {number} */ frame) => this.#quic.packets.timeNs[this.#rowOf(frame)],
    };
    for (const { index, firstRow, handshake } of this.#quic.connections) {
      if (this.#hasEnd(index, text)) yield this.#found(firstRow, FIRST_PACKET);
      else if (handshake.sni?.toLowerCase().includes(text)) yield this.#found(firstRow, `to ${handshake.sni}`);
      yield* messagesWith(messages, index, { text, heads, ...at });
    }
  }

  /** Whether it is an end of one of its paths. @param {number} index of a connection @param {string} text */
  #hasEnd(index, text) {
    const connection = this.#quic.connections[index];
    return connection.paths.some((path) => [0, 1].some((end) => isEndpoint(connection.endpoint(end, path), text)));
  }

  /** @param {Test} test */
  *#packetsWith(test) {
    const { count } = this.#quic.packets;
    for (let row = 0; row < count; row++) if (test(this.#quic, row)) yield this.#found(row, this.#framesIn(row));
  }

  /** @param {FateTest} test @param {string} words */
  *#packetsThatWere(test, words) {
    for (const { row, recovery, place } of packetsInOrder(this.#quic)) {
      const sent = recovery.directions[this.#quic.packets.direction[row]];
      const send = sent.sendOf(place);
      if (send >= 0 && test(sent, send)) yield this.#found(row, words);
    }
  }

  /** @param {number} row @param {FrameTest} test */
  #hasFrame(row, test) {
    const { packets, frames } = this.#quic;
    const end = packets.firstFrame[row] + packets.frameCount[row];
    for (let at = packets.firstFrame[row]; at < end; at++) if (test(frames, at)) return true;
    return false;
  }

  /** Names of the frames in a packet. @param {number} row @returns {string} "ACK, STREAM" */
  #framesIn(row) {
    const { packets, frames } = this.#quic;
    const first = packets.firstFrame[row];
    const types = frames.type.subarray(first, first + packets.frameCount[row]);
    return [...new Set(Array.from(types, nameOf))].join(', ');
  }

  /** @param {number} row @param {string} why @returns {Found} */
  #found(row, why) {
    const { packets, numbers } = this.#quic;
    const name = `${QUIC_TYPES[packets.type[row]]}${packets.pn[row] === NO_PN ? '' : ` ${packets.pn[row]}`}`;
    return {
      flow: numbers.of(packets.connection[row]),
      frame: packets.frame[row],
      ...(packets.index[row] === 0 ? {} : { index: packets.index[row] }),
      seconds: packets.timeNs[row] / 1e9,
      what: why === '' ? name : `${name}: ${why}`,
    };
  }

  /** @param {number} frame @returns {number} the first packet in it, or behind */
  #rowOf(frame) {
    const { packets } = this.#quic;
    let [low, high] = [0, packets.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (packets.frame[middle] < frame) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
