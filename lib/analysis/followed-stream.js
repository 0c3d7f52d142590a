import { decodeHere } from './capture-decoder.js';
import { Ingest } from './ingest.js';

/** @typedef {import('../protocols/stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../transport/streams.js').Place} Place */

/** @typedef {import('../export/stream/stream-text.js').StreamPiece} StreamPiece */

/**
 * Layers that can be followed: the bytes of TCP, decrypted TLS, or the messages of a WebSocket, unmasked and unpacked.
 */
export const LAYERS = /** @type {const} */ (['tcp', 'tls', 'websocket']);

/**
 * @typedef {typeof LAYERS[number]} Layer
 *
 * @typedef {object} Following
 * @property {(piece: StreamPiece) => void|Promise<void>} write takes the next one
 * @property {number} [skip] bytes of both directions to skip
 * @property {number} [limit] bytes to write
 */

/**
 * @param {Ingest} ingest of the whole capture @param {number} flow index
 * @returns {Layer[]} layers that can be followed, the best first
 */
export function layersOf({ messages }, flow) {
  const { table } = messages;
  const hasMessages = table !== null && table.rowsOf(flow).some((row) => table.protocolOf(row) === 'websocket');
  return [
    ...(messages.tlsOf(flow)?.decrypted ? /** @type {const} */ (['tls']) : []),
    'tcp',
    ...(hasMessages ? /** @type {const} */ (['websocket']) : []),
  ];
}

/** The requested part of a conversation, in bytes of both directions. */
export class Stretch {
  #skip;
  #left;
  /** Whether there are more bytes than were asked for. */
  isCut = false;

  /** @param {number} skip bytes to skip @param {number} limit bytes to write */
  constructor(skip, limit) {
    this.#skip = skip;
    this.#left = limit;
  }

  /** @param {StreamPiece} piece the next @returns {StreamPiece|null} its part to write */
  cut(piece) {
    const { bytes, missing, offset } = piece;
    if (this.isCut) return null;
    const skipped = Math.min(this.#skip, bytes.length);
    this.#skip -= skipped;
    if (this.#skip > 0 || (skipped > 0 && skipped === bytes.length)) return null;
    const given = bytes.subarray(skipped, skipped + Math.min(this.#left, bytes.length - skipped));
    this.isCut = given.length < bytes.length - skipped;
    this.#left -= given.length;
    return given.length === 0 && missing === 0 ? null : { ...piece, offset: offset + skipped, bytes: given };
  }
}

/**
 * Both directions' bytes of one connection, in the order in which they came: a target for `readCapture`, on one more
 * reading of the capture. What came with a chunk is held until `ready`.
 */
export class FollowedStream {
  #ingest;
  #flow;
  #client;
  #write;
  #stretch;
  /** @type {StreamPiece[]} */
  #pieces = [];
  /**
   * @param {Ingest} first of the whole capture
   * @param {number} flow index
   * @param {Following & { layer: 'tcp'|'tls' }} how
   */
  constructor(first, flow, { layer, write, skip = 0, limit = Infinity }) {
    this.#flow = flow;
    this.#client = first.tcp.flows.clientEndpoint(flow);
    this.#write = write;
    this.#stretch = new Stretch(skip, limit);
    this.#ingest = new Ingest({
      ...first.settings,
      decoder: decodeHere,
      body: {
        wants: (one) => one === flow,
        take: () => {},
        ...(layer === 'tls' ? { content: this.#contentOf() } : { sink: this.#sink }),
      },
    });
  }

  get chunks() {
    return this.#ingest.chunks;
  }

  /** Whether there are more bytes than were asked for. */
  get isCut() {
    return this.#stretch.isCut;
  }

  /** No more input is needed. */
  get finished() {
    return this.isCut;
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
    const pieces = this.#pieces;
    this.#pieces = [];
    for (const piece of pieces) await this.#write(piece);
  }

  /** Writes the rest; to be awaited after the capture's end. */
  async finish() {
    await this.ready();
  }

  /** The bytes of TCP. @type {import('../transport/streams.js').StreamSink} */
  #sink = {
    onData: (flow, endpoint, offset, bytes, start, end, at) => {
      if (flow !== this.#flow) return Infinity;
      this.#add(endpoint, offset, bytes.subarray(start, end), 0, at);
      return offset + end - start;
    },
    onGap: (flow, endpoint, offset, length, at) => {
      if (flow !== this.#flow) return Infinity;
      this.#add(endpoint, offset, new Uint8Array(0), length, at);
      return offset + length;
    },
    onEnd: () => undefined,
  };

  /** The content of the outermost TLS. */
  #contentOf() {
    let isOpen = false;
    return (/** @type {StreamParser|null} */ inner) => {
      if (isOpen) return inner;
      isOpen = true;
      return this.#tee(inner);
    };
  }

  /** @param {StreamParser|null} inner @returns {StreamParser} */
  #tee(inner) {
    return {
      push: (endpoint, offset, bytes, start, end, at) => {
        this.#add(endpoint, offset, bytes.subarray(start, end), 0, at);
        inner?.push(endpoint, offset, bytes, start, end, at);
        return offset + end - start;
      },
      gap: (endpoint, offset, length, at) => {
        this.#add(endpoint, offset, new Uint8Array(0), length, at);
        inner?.gap(endpoint, offset, length, at);
        return offset + length;
      },
      end: (endpoint, how, at) => inner?.end(endpoint, how, at),
    };
  }

  /**
   * @param {0|1} endpoint @param {number} offset @param {Uint8Array} bytes @param {number} missing @param {Place} at
   */
  #add(endpoint, offset, bytes, missing, at) {
    const direction = endpoint === this.#client ? 'clientToServer' : 'serverToClient';
    const { frame, timeNs } = at;
    const piece = this.#stretch.cut({ direction, offset, time: timeNs / 1e9, frame, bytes, missing });
    if (piece !== null) this.#pieces.push({ ...piece, bytes: piece.bytes.slice() });
  }
}
