import { TCP } from '../../../../lib/engine/segment-batch.js';
import { VERDICT } from '../../../../lib/tcpflow/verdicts/verdict.js';
import { takesSequenceSpace } from './sequence-pieces.js';

/** A window is no larger (RFC 7323, section 2.3). */
const MAX_BYTES = 2 ** 30;

/** What was in flight when the capture began in mid-connection: acknowledgements below the first byte seen tell. */
export class Unseen {
  #packets;
  bytes = 0;

  /**
   * @param {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} packets
   * @param {number} direction of the data
   * @param {import('./sender-order.js').SenderOrder} order
   */
  constructor(packets, direction, order) {
    this.#packets = packets;
    const all = [...order.packet.subarray(0, packets.count)];
    const sent = (/** @type {number} */ i) =>
      takesSequenceSpace(packets, i) && packets.verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE;
    const first = all.find((i) => packets.direction[i] === direction && sent(i));
    const answer = all.find((i) => packets.direction[i] !== direction && packets.flags[i] & TCP.ACK);
    if (first === undefined || answer === undefined || packets.flags[first] & TCP.SYN) return;
    const bytes = 1 - packets.ackOffset[answer];
    if (bytes > 0 && bytes <= MAX_BYTES) this.bytes = bytes;
  }

  /** @param {number} i */
  acknowledgesSomething(i) {
    return this.#packets.ackOffset[i] >= 0 || (this.bytes > 0 && (this.#packets.flags[i] & TCP.ACK) !== 0);
  }

  /** @param {number} i */
  acknowledge(i) {
    this.bytes = Math.max(0, Math.min(this.bytes, 1 - this.#packets.ackOffset[i]));
  }
}
