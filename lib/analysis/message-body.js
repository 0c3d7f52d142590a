import { codingsOf, decodeBody } from '../protocols/bodies/codings.js';
import { BodyCollector, isDeflated, marksOf } from '../protocols/bodies/collector.js';
import { MAX_DECODED_BODY_BYTES } from '../protocols/bodies/limits.js';
import { inflateMessage } from '../protocols/bodies/permessage-deflate.js';
import { concatBytes } from '../protocols/model/concat-bytes.js';
import { decodeHere } from './capture-decoder.js';
import { Ingest } from './ingest.js';

/** @typedef {import('../protocols/bodies/codings.js').BodyNote} BodyNote */

/** Takes no body. @type {import('../protocols/bodies/collector.js').BodyTaker} */
const NOTHING = { wants: () => false, take: () => {} };

/**
 * The body of one message. Bodies are not kept: the capture is read a second time, up to the frame that completed the
 * message; only its connection is parsed again. A target for `readCapture`, which writes the body, as transferred but
 * without chunked framing and padding, while it reads: only a chunk's part of it is held.
 */
export class MessageBody {
  #ingest;
  #collector;
  #lastFrame;
  #codings;
  #isDeflated;
  #write;
  #limit;
  /** Notes about the bytes, complete when they have been written. @type {Set<BodyNote>} */
  notes = new Set();
  /** The coding that could not be undone. @type {string|null} */
  unknownCoding = null;

  /**
   * @param {Ingest} first of the whole capture, with its messages kept
   * @param {number} index of the message; QUIC's follow TCP's
   * @param {(bytes: Uint8Array) => void|Promise<void>} write takes the next bytes
   * @param {{ limit?: number, decodedLimit?: number }} [limits] bytes
   * @throws {Error} there is no such message
   */
  constructor(first, index, write, { limit, decodedLimit = MAX_DECODED_BODY_BYTES } = {}) {
    const ofTcp = first.messages.table?.count ?? 0;
    const isQuic = index >= ofTcp;
    const row = isQuic ? index - ofTcp : index;
    const messages = isQuic ? first.quicMessages : first.messages;
    const table = messages?.table ?? null;
    if (messages === null || table === null || !(row >= 0 && row < table.count)) throw new Error(`no message ${index}`);
    this.#collector = new BodyCollector(marksOf(table, row), limit);
    this.#lastFrame = table.lastFrame[row];
    this.#codings = codingsOf(messages.describe(row).headers);
    this.#isDeflated = isDeflated(table, row);
    const collectors = isQuic ? { body: NOTHING, quicBody: this.#collector } : { body: this.#collector };
    this.#ingest = new Ingest({ ...first.settings, ...collectors, decoder: decodeHere });
    this.#write = write;
    this.#limit = decodedLimit;
  }

  get chunks() {
    return this.#ingest.chunks;
  }

  /** The requested part of the message is complete. */
  get finished() {
    return this.#collector.isCut || this.#ingest.reader.frames >= this.#lastFrame;
  }

  /** @param {Uint8Array} chunk */
  push(chunk) {
    this.#ingest.push(chunk);
  }

  end() {
    this.#ingest.end();
  }

  /** Writes what has come; to be awaited before more is pushed. */
  async ready() {
    await this.#ingest.ready();
    if (this.#collector.isCut) this.notes.add('body_cut');
    const bytes = this.#collector.collected();
    if (bytes.length > 0) await this.#write(bytes);
  }

  /**
   * @param {AsyncIterable<Uint8Array>} pieces what was written
   * @param {import('../protocols/bodies/codings.js').Decoder} decode
   * @returns {AsyncIterable<Uint8Array>} with its codings undone
   */
  decoded(pieces, decode) {
    const decoding = {
      decode,
      limit: this.#limit,
      onNote: (/** @type {BodyNote} */ note, /** @type {string|undefined} */ coding) => {
        this.notes.add(note);
        this.unknownCoding ??= coding ?? null;
      },
    };
    return this.#isDeflated ? this.#inflated(pieces, decoding) : decodeBody(pieces, this.#codings, decoding);
  }

  /**
   * @param {AsyncIterable<Uint8Array>} pieces
   * @param {Required<import('../protocols/bodies/codings.js').Decoding>} decoding
   */
  async *#inflated(pieces, decoding) {
    const bytes = await gathered(pieces);
    yield* inflateMessage(bytes, this.#collector.context.pieces, decoding);
  }
}

/** @param {AsyncIterable<Uint8Array>} pieces @returns {Promise<Uint8Array>} all of them */
export async function gathered(pieces) {
  const all = [];
  for await (const piece of pieces) all.push(piece);
  return concatBytes(all);
}
