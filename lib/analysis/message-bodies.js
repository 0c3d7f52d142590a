import { BodiesCollector } from '../protocols/bodies/all-bodies.js';
import { codingsOf, decodeBody } from '../protocols/bodies/codings.js';
import { isDeflated, keyOf } from '../protocols/bodies/collector.js';
import { MAX_BODIES_DECODED_BYTES, MAX_DECODED_BODY_BYTES, MAX_HISTORY_BYTES } from '../protocols/bodies/limits.js';
import { inflateBehind } from '../protocols/bodies/permessage-deflate.js';
import { concatBytes } from '../protocols/model/concat-bytes.js';
import { MESSAGE_FLAG } from '../protocols/model/message-table.js';
import { NOTE } from '../protocols/model/notes.js';
import { decodeHere } from './capture-decoder.js';
import { Ingest } from './ingest.js';

/** @typedef {import('../protocols/bodies/codings.js').BodyNote} BodyNote */

/**
 * A body with its codings undone.
 * @typedef {object} Body
 * @property {number|null} decodedBytes its length; null: not known
 * @property {Uint8Array|null} bytes null: more than the limit
 * @property {Set<BodyNote>} notes notes about them
 * @property {string|null} unknownCoding the coding that could not be undone
 */

/**
 * The bodies of all messages of some connections, on a second reading of the capture: a target for `readCapture`. Only
 * bodies of unfinished messages are held.
 */
export class MessageBodies {
  #collector;
  #ingest;
  #first;
  #table;
  /** @type {Map<string, number>} */
  #indexes = new Map();
  /** The latest unpacked data of a direction of a WebSocket. @type {Map<string, Uint8Array>} */
  #histories = new Map();
  #decodedBytes = 0;
  #how;

  /**
   * @param {Ingest} first of the whole capture, with its messages kept
   * @param {object} how
   * @param {(flow: number) => boolean} how.wants which connections', by index
   * @param {import('../protocols/bodies/codings.js').Decoder} how.decode
   * @param {import('../protocols/tls/ciphers.js').Ciphers['inflate']} how.inflate
   * @param {(index: number, body: Body) => void} how.onBody gets the body of a message, as soon as it is complete; not
   *   called without a body
   * @param {number} how.limit most bytes of a body, with its codings undone
   */
  constructor(first, how) {
    const { table } = first.messages;
    if (table === null) throw new Error('messages were only counted, not kept');
    for (let row = 0; row < table.count; row++) {
      if (how.wants(table.flow[row]) && table.bodyBytes[row] > 0) this.#indexes.set(keyOf(table, row), row);
    }
    this.#first = first;
    this.#table = table;
    this.#how = how;
    this.#collector = new BodiesCollector(how.wants);
    this.#ingest = new Ingest({ ...first.settings, body: this.#collector, decoder: decodeHere });
  }

  get chunks() {
    return this.#ingest.chunks;
  }

  /** @param {Uint8Array} chunk */
  push(chunk) {
    this.#ingest.push(chunk);
  }

  end() {
    this.#ingest.end();
  }

  /** Passes on complete ones; to be awaited before more is pushed. */
  async ready() {
    await this.#handOn(false);
  }

  /** Passes on the rest; to be awaited after the capture's end. */
  async finish() {
    await this.#handOn(true);
  }

  /** @param {boolean} isEnd */
  async #handOn(isEnd) {
    const { table } = this.#collector;
    if (table === null) return;
    for (const taken of this.#collector.over(isEnd)) {
      const index = this.#indexes.get(keyOf(table, taken.row));
      if (index === undefined) continue;
      this.#how.onBody(index, await this.#bodyOf(index, taken));
    }
  }

  /**
   * @param {number} index @param {import('../protocols/bodies/all-bodies.js').TakenBody} taken
   * @returns {Promise<Body>}
   */
  async #bodyOf(index, { bytes, isCut }) {
    /** @type {Body} */
    const body = { decodedBytes: 0, bytes: null, notes: new Set(isCut ? ['body_cut'] : []), unknownCoding: null };
    const table = this.#table;
    const pieces = isDeflated(table, index)
      ? [this.#inflated(table, index, bytes, body)]
      : this.#decoded(index, bytes, body);
    await this.#fill(body, pieces);
    return body;
  }

  /** @param {Body} body @param {Iterable<Uint8Array>|AsyncIterable<Uint8Array>} pieces */
  async #fill(body, pieces) {
    const { limit } = this.#how;
    /** @type {Uint8Array[]} */
    const kept = [];
    let length = 0;
    for await (const piece of pieces) {
      length += piece.length;
      if (length <= limit) kept.push(piece.slice());
    }
    this.#decodedBytes += length;
    body.bytes = length > limit ? null : concatBytes(kept);
    body.decodedBytes = body.notes.has('body_cut') || body.notes.has('coding_unknown') ? null : length;
  }

  /** @param {number} index @param {Uint8Array} bytes @param {Body} body @returns {AsyncIterable<Uint8Array>} */
  #decoded(index, bytes, body) {
    const codings = codingsOf(this.#first.messages.describe(index).headers);
    return decodeBody(pieceOf(bytes), codings, {
      decode: this.#how.decode,
      limit: this.#roomForDecoded,
      onNote: (note, coding) => {
        body.notes.add(note);
        if (note === 'coding_unknown') body.unknownCoding = coding ?? null;
      },
    });
  }

  get #roomForDecoded() {
    return Math.min(MAX_DECODED_BODY_BYTES, Math.max(0, MAX_BODIES_DECODED_BYTES - this.#decodedBytes));
  }

  /**
   * A compressed message of a WebSocket, which may refer to earlier ones of its direction.
   * @param {import('../protocols/model/message-table.js').MessageTable} table
   * @param {number} index @param {Uint8Array} bytes @param {Body} body
   */
  #inflated(table, index, bytes, body) {
    const { flow, endpoint, stream } = table;
    const direction = `${flow[index]} ${endpoint[index]} ${stream[index]}`;
    if ((table.notes[index] & NOTE.BYTES_MISSING_BEFORE) !== 0) this.#histories.delete(direction);
    const history = this.#histories.get(direction) ?? new Uint8Array(0);
    const plain = inflateBehind(bytes, history, this.#how.inflate, this.#roomForDecoded);
    if (plain === null || (table.flags[index] & MESSAGE_FLAG.COMPLETE) === 0) {
      this.#histories.delete(direction); // later messages may refer to missing data
      body.notes.add('coding_broken');
      return plain ?? new Uint8Array(0);
    }
    this.#histories.set(direction, concatBytes([history, plain]).slice(-MAX_HISTORY_BYTES));
    return plain;
  }
}

/** @param {Uint8Array} bytes */
async function* pieceOf(bytes) {
  yield bytes;
}
