import { HandshakeReader } from '../../protocols/tls/hellos.js';
import { OrderedBytes } from './ordered-bytes.js';

/** Bytes of a direction's handshake at one level that are held for what comes before them. */
export const MAX_CRYPTO_HELD_BYTES = 64 * 1024;
/** Bytes of a handshake message, certificates included. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** The TLS messages that a direction sends in CRYPTO frames at one level. */
export class CryptoStream {
  #bytes = new OrderedBytes();
  #reader;
  #onMessage;

  /** @param {(type: number, body: Uint8Array, at: import('../../transport/streams.js').Place) => void} onMessage */
  constructor(onMessage) {
    this.#onMessage = onMessage;
    this.#reader = new HandshakeReader(MAX_MESSAGE_BYTES, onMessage);
  }

  /**
   * @param {number} offset
   * @param {Uint8Array} bytes @param {number} from @param {number} length
   * @param {import('../../transport/streams.js').Place} at
   */
  push(offset, bytes, from, length, at) {
    const ordered = this.#bytes;
    if (ordered.heldBytes + length > MAX_CRYPTO_HELD_BYTES) return;
    ordered.add(offset, offset + length, bytes, from, at.frame, at.timeNs);
    for (let range = ordered.take(); range !== null; range = ordered.take()) {
      if (range.bytes !== null) this.#reader.push(range.bytes, at);
    }
  }

  /** Another handshake begins at offset 0. */
  restart() {
    this.#bytes = new OrderedBytes();
    this.#reader = new HandshakeReader(MAX_MESSAGE_BYTES, this.#onMessage);
  }
}
