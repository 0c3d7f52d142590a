/**
 * An event of the engine's HTTP/1 parser about a message (lib/engine/http1/events.ts): one object on the engine's
 * memory, valid during a call.
 */

import { HTTP1_EVENT, HTTP1_EVENT_F } from '../../engine/flow-fields.js';

export class Http1Event {
  #floats;
  #ints;

  /** @param {import('../../engine/engine.js').Core} core */
  constructor(core) {
    this.#floats = new Float64Array(core.buffer, core.http1Event.value, HTTP1_EVENT.START_FRAME / 2);
    this.#ints = new Int32Array(core.buffer, core.http1Event.value, HTTP1_EVENT.UNUSED);
  }

  /** Stream offset of the message's first byte, and the frame that carried it. */
  get startOffset() {
    return this.#floats[HTTP1_EVENT_F.START_OFFSET];
  }
  get startFrame() {
    return this.#ints[HTTP1_EVENT.START_FRAME];
  }
  get startNs() {
    return this.#floats[HTTP1_EVENT_F.START_NS];
  }
  /** How far the message has come, and the frame at which its last byte was received in order. */
  get endOffset() {
    return this.#floats[HTTP1_EVENT_F.END_OFFSET];
  }
  get endFrame() {
    return this.#ints[HTTP1_EVENT.END_FRAME];
  }
  /** Infinity where only the frame is known. */
  get endNs() {
    return this.#floats[HTTP1_EVENT_F.END_NS];
  }
  get bodyBytes() {
    return this.#floats[HTTP1_EVENT_F.BODY_BYTES];
  }
  get kind() {
    return this.#ints[HTTP1_EVENT.KIND];
  }
  get status() {
    return this.#ints[HTTP1_EVENT.STATUS];
  }
  get minorVersion() {
    return this.#ints[HTTP1_EVENT.MINOR_VERSION];
  }
  /** Of `METHOD`. */
  get method() {
    return this.#ints[HTTP1_EVENT.METHOD];
  }
  get headBytes() {
    return this.#ints[HTTP1_EVENT.HEAD_BYTES];
  }
  /** Offset of the head among those that the engine has kept; −1: none. */
  get headAt() {
    return this.#ints[HTTP1_EVENT.HEAD_AT];
  }
  /** Messages of the direction, this one included. */
  get messages() {
    return this.#ints[HTTP1_EVENT.MESSAGES];
  }
  /** Whether the other direction carries something other than HTTP. */
  get isOtherOpaque() {
    return this.#ints[HTTP1_EVENT.IS_OTHER_OPAQUE] !== 0;
  }
  /** Bits of `NOTE`. */
  get notes() {
    return this.#ints[HTTP1_EVENT.NOTES];
  }
  /** Whether an ended message is complete. */
  get isWhole() {
    return this.#ints[HTTP1_EVENT.IS_WHOLE] !== 0;
  }
  /** Of `CONTENT`: what the head declares. */
  get content() {
    return this.#ints[HTTP1_EVENT.CONTENT];
  }
}
