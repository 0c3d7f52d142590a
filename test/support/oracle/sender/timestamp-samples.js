import { OPTION } from '../../../../lib/engine/segment-batch.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/**
 * Timestamps of one direction that wait for their echo, as pping does it: the first packet that bears a value, and the
 * first of the other direction that echoes it. Values only rise, so those below an echo will not come any more: linear.
 */
export class TimestampEchoes {
  #packets;
  #direction;
  #waiting;
  #from = 0;
  #to = 0;

  /** @param {ConnectionPackets} packets @param {number} direction whose values are followed */
  constructor(packets, direction) {
    this.#packets = packets;
    this.#direction = direction;
    this.#waiting = new Int32Array(packets.count);
  }

  /** @param {number} i the next packet @returns {number} the packet whose value it echoes for the first time, or −1 */
  take(i) {
    if ((this.#packets.options[i] & OPTION.TIMESTAMPS) === 0) return -1;
    const { direction, tsValue, tsEcho, ackOffset } = this.#packets;
    if (direction[i] !== this.#direction) return ackOffset[i] >= 0 ? this.#echo(tsEcho[i]) : -1;
    if (this.#to === 0 || ((tsValue[i] - tsValue[this.#waiting[this.#to - 1]]) | 0) > 0) this.#waiting[this.#to++] = i;
    return -1;
  }

  /** @param {number} echo */
  #echo(echo) {
    const { tsValue } = this.#packets;
    if (this.#to === 0 || ((tsValue[this.#waiting[this.#to - 1]] - echo) | 0) < 0) return -1; // never sent
    while (this.#from < this.#to) {
      const i = this.#waiting[this.#from];
      const ahead = (tsValue[i] - echo) | 0;
      if (ahead > 0) return -1;
      this.#from++;
      if (ahead === 0) return i;
    }
    return -1;
  }
}
