/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */

import { Direction } from '../conversation.js';

/** Of one direction of a TCP connection. */
export class TcpDirection extends Direction {
  /** Bits of `DIR_BIT`. */
  get bits() {
    return this.ints[this.intAt + 0];
  }
  /** Wire sequence number of offset 0: the SYN, or one before the first byte seen. */
  get baseSeq() {
    return this.ints[this.intAt + 2];
  }
  get mss() {
    return this.ints[this.intAt + 8];
  }
  /** Shift offered: −1 not known (no SYN seen), −2 known not to scale. */
  get windowScale() {
    return this.ints[this.intAt + 9];
  }
  /** Bits of `OPTION`, and `SIGNED`, ever seen in a SYN of this direction. */
  get synOptions() {
    return this.ints[this.intAt + 10];
  }
  /** The first SYN's options in their order, as a batch's `optionOrder`; 0 without any. */
  get synOrder() {
    return this.ints[this.intAt + 11];
  }
  /** The first SYN's window, above it its TTL (8 bits), and a bit: its IP identification was 0. */
  get synHeader() {
    return this.ints[this.intAt + 12];
  }
  /** Packets with SYN. */
  get syns() {
    return this.ints[this.intAt + 18];
  }
  get fins() {
    return this.ints[this.intAt + 19];
  }
  get resets() {
    return this.ints[this.intAt + 20];
  }
}
