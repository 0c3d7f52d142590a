/**
 * What the engine's parser of HTTP/1 says of a message (lib/engine/http1/events.ts): one object on the engine's memory,
 * valid during a call.
 */

/** Words of 64 and of 32 bits. */
const EVENT_F = Object.freeze({ START_OFFSET: 0, START_NS: 1, END_OFFSET: 2, BODY_BYTES: 3, END_NS: 4 });
const EVENT = Object.freeze({
  START_FRAME: 10,
  END_FRAME: 11,
  KIND: 12,
  STATUS: 13,
  MINOR_VERSION: 14,
  METHOD: 15,
  HEAD_BYTES: 16,
  HEAD_AT: 17,
  MESSAGES: 18,
  IS_OTHER_OPAQUE: 19,
  NOTES: 20,
  IS_WHOLE: 21,
});
const EVENT_INTS = 22;

export class Http1Event {
  #floats;
  #ints;

  /** @param {import('../../engine/engine.js').Core} core */
  constructor(core) {
    this.#floats = new Float64Array(core.buffer, core.http1Event.value, EVENT.START_FRAME / 2);
    this.#ints = new Int32Array(core.buffer, core.http1Event.value, EVENT_INTS);
  }

  /** Stream offset of the message's first byte, and the frame that carried it. */
  get startOffset() {
    return this.#floats[EVENT_F.START_OFFSET];
  }
  get startFrame() {
    return this.#ints[EVENT.START_FRAME];
  }
  get startNs() {
    return this.#floats[EVENT_F.START_NS];
  }
  /** How far the message has come, and the frame at which its last byte was there in order. */
  get endOffset() {
    return this.#floats[EVENT_F.END_OFFSET];
  }
  get endFrame() {
    return this.#ints[EVENT.END_FRAME];
  }
  /** Infinity where only the frame is known. */
  get endNs() {
    return this.#floats[EVENT_F.END_NS];
  }
  get bodyBytes() {
    return this.#floats[EVENT_F.BODY_BYTES];
  }
  get kind() {
    return this.#ints[EVENT.KIND];
  }
  get status() {
    return this.#ints[EVENT.STATUS];
  }
  get minorVersion() {
    return this.#ints[EVENT.MINOR_VERSION];
  }
  /** Of `METHOD`. */
  get method() {
    return this.#ints[EVENT.METHOD];
  }
  get headBytes() {
    return this.#ints[EVENT.HEAD_BYTES];
  }
  /** Where the head lies among those that the engine has kept; −1: it does not. */
  get headAt() {
    return this.#ints[EVENT.HEAD_AT];
  }
  /** Messages of the direction, this one included. */
  get messages() {
    return this.#ints[EVENT.MESSAGES];
  }
  /** Whether the other direction carries something else than HTTP. */
  get isOtherOpaque() {
    return this.#ints[EVENT.IS_OTHER_OPAQUE] !== 0;
  }
  /** Bits of `NOTE`. */
  get notes() {
    return this.#ints[EVENT.NOTES];
  }
  /** Whether a message that has ended came to its end. */
  get isWhole() {
    return this.#ints[EVENT.IS_WHOLE] !== 0;
  }
}
