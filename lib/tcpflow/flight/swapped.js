import { OPTION, TCP } from '../../packet/segment-batch.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/**
 * A capture has an acknowledgement behind what it set off by so much at the most: a network card hands on what it received and what it
 * sent from queues of their own, and so does a mirror port.
 */
const SWAPPED_WITHIN_NS = 50e3;
/** Packets within that time that are looked at. */
const MOST_LOOKED_AT = 32;

/**
 * The packets as they passed their sender where the capture was taken there: as captured, but for acknowledgements that the capture has behind the segment
 * that they released. Two things prove that: the segment echoes a timestamp that nothing before it bore (RFC 7323, section 4), or it lies beyond the
 * window as known before it (RFC 9293, section 3.8.6). The acknowledgement then takes the segment's time.
 */
export class SwappedOrder {
  #packets;
  #direction;
  #windowKnown;
  /** Latest timestamp of the other end, null before the first, and the end of its window. @type {number | null} */
  #stamp = null;
  #edge = Infinity;

  /** @param {ConnectionPackets} packets @param {number} direction of the data @param {boolean} windowKnown */
  constructor(packets, direction, windowKnown) {
    this.#packets = packets;
    this.#direction = direction;
    this.#windowKnown = windowKnown;
  }

  /** @param {Int32Array} packet is filled with the packets in their order @param {Float64Array} timeNs and with their times */
  fill(packet, timeNs) {
    const { count, direction, timeNs: capturedNs } = this.#packets, moved = new Set();
    let placed = 0;
    for (let i = 0; i < count; i++) {
      if (moved.delete(i)) continue;
      if (direction[i] !== this.#direction) this.#take(i);
      else if (this.#isReleased(i)) {
        const ack = this.#releasedBy(i);
        if (ack >= 0 && !moved.has(ack)) {
          moved.add(ack);
          this.#take(ack);
          timeNs[placed] = capturedNs[i];
          packet[placed++] = ack;
        }
      }
      timeNs[placed] = capturedNs[i];
      packet[placed++] = i;
    }
  }

  /** A packet of the other end is known to the sender. @param {number} i */
  #take(i) {
    const { options, tsValue, ackOffset, windowBytes, flags } = this.#packets;
    if (options[i] & OPTION.TIMESTAMPS && (this.#stamp === null || ((tsValue[i] - this.#stamp) | 0) > 0)) this.#stamp = tsValue[i];
    if (!this.#windowKnown || (flags[i] & (TCP.ACK | TCP.RST)) !== TCP.ACK) return;
    const edge = ackOffset[i] + windowBytes[i];
    this.#edge = this.#edge === Infinity ? edge : Math.max(this.#edge, edge);
  }

  /** Whether a segment shows that its sender knew more than what went by before it. @param {number} i */
  #isReleased(i) {
    const { options, tsEcho, ackOffset, endOffset, length } = this.#packets;
    if (length[i] <= 1 || ackOffset[i] < 0) return false;
    return endOffset[i] > this.#edge || ((options[i] & OPTION.TIMESTAMPS) !== 0 && this.#stamp !== null && ((tsEcho[i] - this.#stamp) | 0) > 0);
  }

  /** The packet behind segment i that its sender must have had; −1 none. @param {number} i */
  #releasedBy(i) {
    const { count, direction, timeNs, options, tsValue, tsEcho, endOffset, ackOffset, windowBytes } = this.#packets, isBeyond = endOffset[i] > this.#edge;
    for (let k = i + 1; k < count && k <= i + MOST_LOOKED_AT && timeNs[k] - timeNs[i] <= SWAPPED_WITHIN_NS; k++) {
      if (direction[k] === this.#direction) continue;
      if (isBeyond ? ackOffset[k] + windowBytes[k] >= endOffset[i] : (options[k] & OPTION.TIMESTAMPS) !== 0 && tsValue[k] === tsEcho[i]) return k;
    }
    return -1;
  }
}
