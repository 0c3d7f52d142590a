const FIRST_CAPACITY = 16;

/**
 * RTT samples as columns that grow: when the answer came, how long after what it answers, the packets of both, the method.
 */
export class SampleList {
  count = 0;
  timeNs = new Float64Array(FIRST_CAPACITY);
  rttNs = new Float64Array(FIRST_CAPACITY);
  /** Indexes of the connection's packets: the answer, and what it answers. */
  answer = new Int32Array(FIRST_CAPACITY);
  asked = new Int32Array(FIRST_CAPACITY);
  /** Values of `METHOD`. */
  method = new Uint8Array(FIRST_CAPACITY);

  /**
   * @param {import('../connection/connection-packets.js').ConnectionPackets} packets
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
    const twice = this.count * 2;
    /** @template {Float64Array|Int32Array|Uint8Array} T @param {T} column @param {new (length: number) => T} type @returns {T} */
    const longer = (column, type) => {
      const grown = new type(twice);
      grown.set(column);
      return grown;
    };
    this.timeNs = longer(this.timeNs, Float64Array);
    this.rttNs = longer(this.rttNs, Float64Array);
    this.answer = longer(this.answer, Int32Array);
    this.asked = longer(this.asked, Int32Array);
    this.method = longer(this.method, Uint8Array);
  }
}
