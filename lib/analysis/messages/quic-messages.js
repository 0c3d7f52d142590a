import { exchangesOf } from '../../protocols/model/exchanges.js';
import { QUIC_FLOWS } from '../../shared/quic-flow.js';

/** @typedef {import('../../protocols/describe-message.js').Message} Message */
/** @typedef {Omit<Message, 'flow'> & { flow: string }} QuicMessage `flow`: the connection's name */

/** The messages on QUIC's streams. Their indexes follow those of TCP's, as they were when this was made. */
export class QuicMessages {
  #first;
  #messages;
  #quic;

  /**
   * @param {Pick<import('../ingest.js').Ingest, 'messages'>} ingest
   * @param {NonNullable<import('../ingest.js').Ingest['quic']>} quic
   * @param {import('../../protocols/message-analysis.js').MessageAnalysis} messages
   */
  constructor({ messages: ofTcp }, quic, messages) {
    this.#first = ofTcp.table?.count ?? 0;
    this.#messages = messages;
    this.#quic = quic;
  }

  /** @param {import('../ingest.js').Ingest} ingest @returns {QuicMessages|null} null: there is no QUIC */
  static of(ingest) {
    const { quic, quicMessages } = ingest;
    return quic === null || quicMessages === null ? null : new QuicMessages(ingest, quic, quicMessages);
  }

  /** @returns {Generator<QuicMessage>} all, in the order of their first frames */
  *inOrder() {
    /** @type {Map<number, ReturnType<QuicMessages['timingsOf']>>} */
    const known = new Map();
    for (const row of this.#messages.inOrder()) {
      const connection = this.#messages.flowOf(row);
      const timings = known.get(connection) ?? this.timingsOf(connection);
      known.set(connection, timings);
      yield this.#describe(row, timings.get(row));
    }
  }

  /** The connection of a message; −1: there is no such message. @param {number} index */
  flowOf(index) {
    return index < this.#first ? -1 : this.#messages.flowOf(index - this.#first);
  }

  /** @param {number} index of a connection, as a session knows it */
  numberOf(index) {
    return this.#quic.numbers.of(index - QUIC_FLOWS);
  }

  /** The first ones, by number of the connection. @param {number} most @returns {Message[]} */
  firstInOrder(most) {
    return this.#messages
      .inOrder()
      .slice(0, most)
      .map((row) => ({
        .../** @type {Message} */ (/** @type {unknown} */ (this.#describe(row))),
        flow: this.#quic.numbers.of(this.#messages.flowOf(row)),
      }));
  }

  /** @param {number} connection index */
  timingsOf(connection) {
    return this.#messages.timingsOf(connection, this.roundTripsOf(connection));
  }

  /** @param {number} connection index @returns {import('../../protocols/model/exchanges.js').RoundTrips} */
  roundTripsOf(connection) {
    const { initialNs, readyNs } = this.#quic.connections[connection];
    const pathNs = this.#quic.serverRoundTripNs(connection);
    return {
      handshake: initialNs < 0 || readyNs < initialNs ? null : (readyNs - initialNs) / 1e9,
      path: Number.isFinite(pathNs) ? pathNs / 1e9 : null,
    };
  }

  /** The exchanges of all, for pages. */
  exchanges() {
    return this.#messages.exchanges(
      (connection) => this.roundTripsOf(connection),
      (row) => /** @type {Message} */ (/** @type {unknown} */ (this.#describe(row))),
    );
  }

  /**
   * Connections that have messages, for a HAR.
   * @param {(connection: number) => boolean} wants
   * @returns {import('../../export/har/har.js').HarConnection[]}
   */
  harConnections(wants) {
    return this.#quic.connections
      .map((connection) => ({ connection, rows: this.#messages.messagesOf(connection.index) }))
      .filter(({ connection, rows }) => rows.length > 0 && wants(connection.index))
      .map(({ connection, rows }) => {
        const { address, port } = connection.endpoint(1);
        return {
          flow: this.#quic.numbers.nameOf(connection.index),
          serverAddress: address,
          serverPort: port,
          start: connection.startNs / 1e9,
          end: connection.endNs / 1e9,
          ...this.roundTripsOf(connection.index),
          tls: null,
          messages: rows.map((row) => /** @type {Message} */ (/** @type {unknown} */ (this.#describe(row)))),
        };
      });
  }

  /** @param {number} connection index @param {number} offset @param {number} limit */
  ofConnection(connection, offset, limit) {
    const all = this.#messages.messagesOf(connection);
    const timings = limit === 0 ? new Map() : this.timingsOf(connection);
    const messages = all.slice(offset, offset + limit).map((row) => this.#describe(row, timings.get(row)));
    return { total: all.length, messages };
  }

  /**
   * A message and its other half, and the messages of the stream that the request opened.
   * @param {number} connection index @param {number} index of the message
   */
  exchange(connection, index) {
    if (this.flowOf(index) !== connection) return null;
    const one = this.#describe(index - this.#first);
    const other = one.pair === null ? null : this.#describe(one.pair - this.#first);
    const [request, response] = one.kind === 'request' ? [one, other] : [other, one];
    const stream = request && this.#messages.streamMessages(connection, request.index - this.#first);
    return { request, response, stream };
  }

  /**
   * A connection's exchanges, for a waterfall.
   * @param {number} connection index @param {number} most messages that are looked at
   * @returns {import('../../overview/waterfall.js').Entry[]}
   */
  entriesOf(connection, most) {
    const rows = this.#messages.messagesOf(connection).slice(0, most);
    const { initialNs, readyNs } = this.#quic.connections[connection];
    const { path } = this.roundTripsOf(connection);
    const exchanges = exchangesOf(rows.map((row) => /** @type {any} */ (this.#describe(row))));
    return exchanges.map((exchange, place) => ({
      exchange,
      index: QUIC_FLOWS + connection,
      connectNs: place === 0 && initialNs >= 0 && readyNs >= initialNs ? [initialNs, readyNs] : [-1, -1],
      tlsNs: [-1, -1],
      rttNs: path === null ? -1 : Math.round(path * 1e9),
      clientRttNs: -1,
      unanswered: unansweredOf(exchange),
      streamed: 0,
      deliveredNs: -1,
    }));
  }

  /** Exchanges of all connections, for a waterfall. @param {number} most messages of each that are looked at */
  entries(most) {
    return this.#quic.connections.flatMap(({ index }) => this.entriesOf(index, most));
  }

  get count() {
    return this.#messages.table?.count ?? 0;
  }

  /** @param {number} connection index */
  countOf(connection) {
    return this.#messages.messagesOf(connection).length;
  }

  /** @param {number} row @param {Message['timings']} [timings] @returns {QuicMessage} */
  #describe(row, timings) {
    const message = this.#messages.describe(row, timings);
    const { flow, index, pair } = message;
    return Object.assign(message, {
      flow: this.#quic.numbers.nameOf(flow),
      index: this.#first + index,
      pair: pair === null ? null : this.#first + pair,
    });
  }
}

/** Until the stream was reset. @param {import('../../protocols/model/exchanges.js').Exchange} exchange */
function unansweredOf({ request: { reset, end } }) {
  return reset === undefined ? null : { endNs: Math.round(Math.max(reset.at, end) * 1e9), isFailed: true };
}
