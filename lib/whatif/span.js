/** From when to when a connection was at work, in a capture and in a replay alike. */

/** @typedef {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {{ startNs: number, endNs: number }} Span from the first byte of data to the last acknowledgement of new data */

/** Follows one connection, packet by packet. The handshake is not counted: what chance does to a SYN says nothing of the rest. */
export class SpanMeter {
  startNs = -1;
  endNs = -1;
  /** Sequence offsets behind the data of either direction, and whether they still wait. */
  #highest = [1, 1];
  #acknowledged = [1, 1];

  /** @param {number} timeNs @param {number} direction @param {number} dataEnd sequence offset behind its payload; 0 without payload @param {number} ack −1 without */
  see(timeNs, direction, dataEnd, ack) {
    if (this.startNs < 0 && dataEnd > 0) {
      this.startNs = timeNs;
      this.endNs = timeNs;
    }
    const other = 1 - direction, acked = Math.min(ack, this.#highest[other]);
    if (this.startNs >= 0 && acked > this.#acknowledged[other]) {
      this.#acknowledged[other] = acked;
      this.endNs = timeNs;
    }
    this.#highest[direction] = Math.max(this.#highest[direction], dataEnd);
  }
}

/** @param {ConnectionPackets} packets @returns {Span} */
export function observedSpan(packets) {
  const meter = new SpanMeter();
  for (let i = 0; i < packets.count; i++) {
    const dataEnd = packets.length[i] === 0 ? 0 : packets.endOffset[i] - (packets.flags[i] & FIN);
    meter.see(packets.timeNs[i], packets.direction[i], dataEnd, packets.ackOffset[i]);
  }
  return { startNs: Math.max(0, meter.startNs), endNs: Math.max(0, meter.endNs) };
}

const FIN = 1;
