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

/** The messages of one kind of transport, whose bodies are collected. */
class Source {
  /** Rows by what identifies a message on both readings. @type {Map<string, number>} */
  rows = new Map();

  /**
   * @param {import('../protocols/message-analysis.js').MessageAnalysis} messages of the first reading
   * @param {number} firstIndex of its messages
   * @param {(flow: number) => boolean} wants
   */
  constructor(messages, firstIndex, wants) {
    const { table } = messages;
    if (table === null) throw new Error('messages were only counted, not kept');
    for (let row = 0; row < table.count; row++) {
      if (wants(table.flow[row]) && table.bodyBytes[row] > 0) this.rows.set(keyOf(table, row), row);
    }
    this.messages = messages;
    this.table = table;
    this.firstIndex = firstIndex;
    this.collector = new BodiesCollector(wants);
  }
}

/**
 * The bodies of all messages of some connections, on a second reading of the capture: a target for `readCapture`. Only
 * bodies of unfinished messages are held.
 */
export class MessageBodies {
  /** Those of TCP's messages, and of QUIC's. @type {Source[]} */
  #sources;
  #ingest;
  /** The latest unpacked data of a direction of a WebSocket. @type {Map<string, Uint8Array>} */
  #histories = new Map();
  #decodedBytes = 0;
  #how;

  /**
   * @param {Ingest} first of the whole capture, with its messages kept
   * @param {object} how
   * @param {(flow: number) => boolean} how.wants which connections', by index
   * @param {(connection: number) => boolean} [how.wantsQuic] the same of QUIC's connections; by default none
   * @param {import('../protocols/bodies/codings.js').Decoder} how.decode
   * @param {import('../protocols/tls/ciphers.js').Ciphers['inflate']} how.inflate
   * @param {(index: number, body: Body) => void} how.onBody gets the body of a message, as soon as it is complete; not
   *   called without a body; QUIC's indexes follow TCP's
   * @param {number} how.limit most bytes of a body, with its codings undone
   */
  constructor(first, how) {
    const tcp = new Source(first.messages, 0, how.wants);
    const { quicMessages } = first;
    const quic =
      quicMessages !== null && how.wantsQuic !== undefined
        ? new Source(quicMessages, tcp.table.count, how.wantsQuic)
        : null;
    this.#sources = quic === null ? [tcp] : [tcp, quic];
    this.#how = how;
    const collectors = { body: tcp.collector, quicBody: quic?.collector };
    this.#ingest = new Ingest({ ...first.settings, ...collectors, decoder: decodeHere });
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
    await this.#ingest.ready();
    await this.#handOn(false);
  }

  /** Passes on the rest; to be awaited after the capture's end. */
  async finish() {
    await this.#handOn(true);
  }

  /** @param {boolean} isEnd */
  async #handOn(isEnd) {
    for (const source of this.#sources) {
      const { table } = source.collector;
      if (table === null) continue;
      for (const taken of source.collector.over(isEnd)) {
        const row = source.rows.get(keyOf(table, taken.row));
        if (row === undefined) continue;
        this.#how.onBody(source.firstIndex + row, await this.#bodyOf(source, row, taken));
      }
    }
  }

  /**
   * @param {Source} source @param {number} row @param {import('../protocols/bodies/all-bodies.js').TakenBody} taken
   * @returns {Promise<Body>}
   */
  async #bodyOf(source, row, { bytes, isCut }) {
    /** @type {Body} */
    const body = { decodedBytes: 0, bytes: null, notes: new Set(isCut ? ['body_cut'] : []), unknownCoding: null };
    const pieces = isDeflated(source.table, row)
      ? [this.#inflated(source, row, bytes, body)]
      : this.#decoded(source, row, bytes, body);
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

  /**
   * @param {Source} source @param {number} row @param {Uint8Array} bytes @param {Body} body
   * @returns {AsyncIterable<Uint8Array>}
   */
  #decoded(source, row, bytes, body) {
    const codings = codingsOf(source.messages.describe(row).headers);
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
   * @param {Source} source @param {number} row @param {Uint8Array} bytes @param {Body} body
   */
  #inflated({ table, firstIndex }, row, bytes, body) {
    const { flow, endpoint, stream } = table;
    const direction = `${firstIndex} ${flow[row]} ${endpoint[row]} ${stream[row]}`;
    if ((table.notes[row] & NOTE.BYTES_MISSING_BEFORE) !== 0) this.#histories.delete(direction);
    const history = this.#histories.get(direction) ?? new Uint8Array(0);
    const plain = inflateBehind(bytes, history, this.#how.inflate, this.#roomForDecoded);
    if (plain === null || (table.flags[row] & MESSAGE_FLAG.COMPLETE) === 0) {
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
