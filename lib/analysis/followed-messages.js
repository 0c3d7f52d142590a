import { Stretch } from './followed-stream.js';
import { MessageBodies } from './message-bodies.js';

/** Most bytes shown of a WebSocket message; a longer one is replaced by a note. */
export const MAX_FOLLOWED_MESSAGE_BYTES = 1024 * 1024;

/**
 * The messages of a connection's WebSockets with their content, in the order in which they ended: a target for
 * `readCapture`, as `FollowedStream` is.
 */
export class FollowedMessages {
  #bodies;
  #write;
  #stretch;
  /** @type {import('../export/stream/stream-text.js').StreamPiece[]} */
  #pieces = [];

  /**
   * @param {import('./ingest.js').Ingest} first of the whole capture, with its messages kept
   * @param {number} flow index
   * @param {import('./followed-stream.js').Following &
   *   Pick<ConstructorParameters<typeof MessageBodies>[1], 'decode'|'inflate'>} how
   */
  constructor(first, flow, { decode, inflate, write, skip = 0, limit = Infinity }) {
    this.#write = write;
    this.#stretch = new Stretch(skip, limit);
    this.#bodies = new MessageBodies(first, {
      wants: (one) => one === flow,
      decode,
      inflate,
      limit: MAX_FOLLOWED_MESSAGE_BYTES,
      onBody: (index, { bytes }) => this.#add(first.messages.describe(index), bytes),
    });
  }

  get chunks() {
    return this.#bodies.chunks;
  }

  /** Whether there are more bytes than were asked for. */
  get isCut() {
    return this.#stretch.isCut;
  }

  get finished() {
    return this.isCut;
  }

  /** @param {Uint8Array} chunk */
  push(chunk) {
    this.#bodies.push(chunk);
  }

  end() {
    this.#bodies.end();
  }

  /** Writes what has come; to be awaited before more is pushed. */
  async ready() {
    await this.#bodies.ready();
    await this.#handOn();
  }

  /** Writes the rest; to be awaited after the capture's end. */
  async finish() {
    await this.#bodies.finish();
    await this.#handOn();
  }

  async #handOn() {
    const pieces = this.#pieces;
    this.#pieces = [];
    for (const piece of pieces) await this.#write(piece);
  }

  /** @param {import('../protocols/describe-message.js').Message} message @param {Uint8Array|null} bytes */
  #add({ protocol, direction, streamOffset, start, firstFrame, opcode, bodyBytes }, bytes) {
    if (protocol !== 'websocket') return;
    const piece = this.#stretch.cut({
      direction,
      offset: streamOffset,
      time: start,
      frame: firstFrame,
      bytes: bytes ?? new Uint8Array(0),
      missing: bytes === null ? bodyBytes : 0,
      what: opcode ?? undefined,
    });
    if (piece !== null) this.#pieces.push(piece);
  }
}
