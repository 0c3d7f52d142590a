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
          flow: this.#quic.nameOf(connection.index),
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

  /** @param {number} row @param {Message['timings']} [timings] @returns {QuicMessage} */
  #describe(row, timings) {
    const message = this.#messages.describe(row, timings);
    const { flow, index, pair } = message;
    return Object.assign(message, {
      flow: this.#quic.nameOf(flow),
      index: this.#first + index,
      pair: pair === null ? null : this.#first + pair,
    });
  }
}
