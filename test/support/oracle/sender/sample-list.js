import { ColumnRoom } from '../../../../lib/engine/columns.js';

const FIRST_CAPACITY = 16;

/** @param {number} capacity */
const roomFor = (capacity) => new ColumnRoom(capacity, 5, 25);

/**
 * RTT samples as columns that grow: when the answer came, how long after what it answers, the packets of both, the
 * method.
 */
export class SampleList {
  count = 0;
  #room = roomFor(FIRST_CAPACITY);
  timeNs = this.#room.float64();
  rttNs = this.#room.float64();
  /** Indexes of the connection's packets: the answer, and what it answers. */
  answer = this.#room.int32();
  asked = this.#room.int32();
  /** Values of `METHOD`. */
  method = this.#room.uint8();

  /**
   * @param {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} packets
   * @param {number} method of `METHOD` @param {number} asked @param {number} answer
   */
  add(packets, method, asked, answer) {
    const rttNs = packets.timeNs[answer] - packets.timeNs[asked];
    if (rttNs < 0) return; // a clock that was set back
    if (this.count === this.timeNs.length) this.#grow();
    const at = this.count++;
    this.timeNs[at] = packets.timeNs[answer];
    this.rttNs[at] = rttNs;
    this.answer[at] = answer;
    this.asked[at] = asked;
    this.method[at] = method;
  }

  #grow() {
    const { timeNs, rttNs, answer, asked, method } = this;
    const room = roomFor(this.count * 2);
    (this.timeNs = room.float64()).set(timeNs);
    (this.rttNs = room.float64()).set(rttNs);
    (this.answer = room.int32()).set(answer);
    (this.asked = room.int32()).set(asked);
    (this.method = room.uint8()).set(method);
  }
}
