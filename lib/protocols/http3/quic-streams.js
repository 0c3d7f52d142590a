import { Http3Connection } from './connection.js';
import { HTTP3 } from './protocol.js';

/** @typedef {import('../stream-parser.js').Place} Place */

/** The streams of a capture's QUIC connections, as far as they carry HTTP/3. */
export class QuicStreams {
  /** By connection; null: it carries something else. @type {Map<number, Http3Connection|null>} */
  #connections = new Map();
  #host;
  #table;

  /**
   * @param {import('../host.js').MessageHost} host
   * @param {import('../model/message-table.js').MessageTable|null} table null to count only
   */
  constructor(host, table) {
    this.#host = host;
    this.#table = table;
  }

  /**
   * The parser of a connection, the same each time.
   * @param {number} flow @param {0|1} client its endpoint
   * @param {string|null} alpn agreed on, or offered as long as that is not known
   * @param {boolean} isMidConnection whether streams may have begun before the capture
   * @returns {Http3Connection|null} null: it is not HTTP/3, or not of interest
   */
  of(flow, client, alpn, isMidConnection) {
    const known = this.#connections.get(flow);
    if (known !== undefined) return known;
    const isRead = HTTP3.agreed?.includes(alpn ?? '') && this.#host.body?.wants(flow) !== false;
    const inside = /** @type {const} */ ({ flow, carrier: 'quic', stream: null, depth: 0, client });
    const connection = isRead ? new Http3Connection(this.#host, this.#table, inside, isMidConnection) : null;
    this.#connections.set(flow, connection);
    return connection;
  }

  /** A connection, or the capture, ends. @param {number} flow @param {Place} at */
  close(flow, at) {
    this.#connections.get(flow)?.close(at);
    this.#connections.set(flow, null);
  }
}
