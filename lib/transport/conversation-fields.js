/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */

/** Words of the engine's memory, from some of them on. */
class Words {
  /** @param {Int32Array} ints @param {number} intAt @param {Float64Array} floats @param {number} floatAt */
  constructor(ints, intAt, floats, floatAt) {
    /** @protected */
    this.ints = ints;
    /** @protected */
    this.intAt = intAt;
    /** @protected */
    this.floats = floats;
    /** @protected */
    this.floatAt = floatAt;
  }
}

/** Of a conversation as a whole; times in ns since the capture's first packet. */
export class ConversationFields extends Words {
  get ipVersion() {
    return this.ints[this.intAt + 0];
  }
  /** Number of the stream, as Wireshark's `tcp.stream`. */
  get stream() {
    return this.ints[this.intAt + 12];
  }
  /** Bits of `FLOW_BIT`. */
  get bits() {
    return this.ints[this.intAt + 13];
  }
  get firstRow() {
    return this.ints[this.intAt + 15];
  }
  get lastRow() {
    return this.ints[this.intAt + 16];
  }
  get packets() {
    return this.ints[this.intAt + 17];
  }
  get startNs() {
    return this.floats[this.floatAt + 0];
  }
  get endNs() {
    return this.floats[this.floatAt + 1];
  }
  /** Time of the latest SYN without ACK. */
  get openingNs() {
    return this.floats[this.floatAt + 2];
  }
  /** Wireshark's iRTT. */
  get handshakeNs() {
    return this.floats[this.floatAt + 3];
  }
}

/** Of one direction: what an end sent, and the round trips that its data took. */
export class DirectionFields extends Words {
  /** The VLANs and tunnels this direction is seen in; −1 while nothing was sent. */
  get scope() {
    return this.ints[this.intAt + 1];
  }
  get packets() {
    return this.ints[this.intAt + 4];
  }
  get dataPackets() {
    return this.ints[this.intAt + 5];
  }
  get retransmittedPackets() {
    return this.ints[this.intAt + 6];
  }
  get reorderedPackets() {
    return this.ints[this.intAt + 7];
  }
  get rttSamples() {
    return this.ints[this.intAt + 14];
  }
  get bytes() {
    return this.floats[this.floatAt + 5];
  }
  get uniqueBytes() {
    return this.floats[this.floatAt + 6];
  }
  get retransmittedBytes() {
    return this.floats[this.floatAt + 7];
  }
  get rttMinNs() {
    return this.floats[this.floatAt + 8];
  }
  get rttMaxNs() {
    return this.floats[this.floatAt + 9];
  }
}
