import { codingsOf, decodeBody } from '../protocols/bodies/codings.js';
import { MAX_DECODED_BODY_BYTES } from '../protocols/bodies/limits.js';
import { inflateMessage } from '../protocols/bodies/permessage-deflate.js';
import { BodyCollector, marksOf } from '../protocols/bodies/collector.js';

/** @typedef {import('./capture-analysis.js').CaptureAnalysis} CaptureAnalysis */
/** @typedef {import('../protocols/bodies/codings.js').Body} Body */

/**
 * The body of one message. Bodies are not kept: the capture is read a second time, up to the frame that completed the message; only its
 * connection is taken apart again. A target for `readCapture`.
 */
export class MessageBody {
  #analysis;
  #collector;
  #lastFrame;
  #codings;

  /**
   * @param {CaptureAnalysis} first of the whole capture, with its messages kept
   * @param {number} index of the message
   * @param {number} [limit] bytes
   * @throws {Error} there is no such message
   */
  constructor(first, index, limit) {
    const { table } = first.messages;
    if (table === null || !(index >= 0 && index < table.count)) throw new Error(`no message ${index}`);
    this.#collector = new BodyCollector(marksOf(table, index), limit);
    this.#lastFrame = table.lastFrame[index];
    this.#codings = codingsOf(first.messages.describe(index).headers);
    this.#analysis = first.again(this.#collector);
  }

  get chunks() { return this.#analysis.chunks; }

  /** The message is all there. */
  get finished() { return this.#analysis.reader.frames >= this.#lastFrame; }

  /** @param {Uint8Array} chunk */
  push(chunk) { this.#analysis.push(chunk); }

  end() { this.#analysis.end(); }

  /** @returns {Body} as transferred, without chunked framing and padding */
  get raw() {
    const { bytes, isCut } = this.#collector;
    return { bytes, notes: isCut ? ['body_cut'] : [] };
  }

  /** @param {import('../protocols/bodies/codings.js').Decoder} decoder @param {number} [limit] bytes @returns {Promise<Body>} with its codings undone */
  async decoded(decoder, limit) {
    const { bytes, notes } = this.raw, { isDeflated, context } = this.#collector;
    const body = isDeflated
      ? await inflateMessage(bytes, context.bytes, decoder, limit ?? MAX_DECODED_BODY_BYTES)
      : await decodeBody(bytes, this.#codings, decoder, limit);
    return { bytes: body.bytes, notes: [...notes, ...body.notes] };
  }
}
