/** What a decoder reports to the encoder of the other end (RFC 9204 section 4.4). */
import { BadBlock, CutBlock, PrefixedReader } from '../../http-fields/prefixed.js';
import { Pending } from '../pending.js';

/** An integer is no longer. */
const MAX_INSTRUCTION_BYTES = 16;

export class DecoderStream {
  #reader = new PrefixedReader();
  #pending = new Pending(MAX_INSTRUCTION_BYTES);
  #isCut = false;
  acknowledged = 0;
  cancelled = 0;

  /** @param {Uint8Array} bytes @param {number} start @param {number} end the next ones of the stream */
  push(bytes, start, end) {
    const whole = this.#isCut ? null : this.#pending.join(bytes, start, end);
    if (whole === null) return;
    const reader = this.#reader;
    reader.begin(whole.bytes, whole.start, whole.end);
    let read = whole.start;
    try {
      for (; !reader.isAtEnd; read = reader.at) this.#read();
    } catch (error) {
      if (!(error instanceof BadBlock)) throw error;
      if (!(error instanceof CutBlock)) this.cut();
    }
    this.#pending.keep(whole.bytes, read, whole.end);
  }

  /** Bytes are missing: where the next instruction begins is unknown. */
  cut() {
    this.#isCut = true;
  }

  #read() {
    const first = this.#reader.next;
    this.#reader.integer(first & 0x80 ? 7 : 6);
    if (first & 0x80) this.acknowledged++;
    else if (first & 0x40) this.cancelled++;
  }
}
