import { describePages } from '../protocols/model/pages.js';
import { QUIC_FLOWS } from '../shared/quic-flow.js';
import { roundTripsOf } from '../transport/conversation.js';
import { QuicMessages } from './messages/quic-messages.js';
import { StatementSums } from './messages/statements.js';

/** @typedef {import('../protocols/describe-message.js').Message} Message */
/** @typedef {ReturnType<import('../protocols/message-analysis.js').MessageAnalysis['streamMessages']>} Stream */

/** Answers about the messages of a capture: requests and responses, pages, fragments of WebMUX. */
export class MessageQueries {
  #messages;
  #flows;
  #transfers;
  #ingest;

  /**
   * @param {import('./ingest.js').Ingest} ingest
   * @param {import('./messages/ftp-transfers.js').FtpTransfers} transfers
   */
  constructor(ingest, transfers) {
    this.#ingest = ingest;
    this.#messages = ingest.messages;
    this.#flows = ingest.tcp.flows;
    this.#transfers = transfers;
  }

  /**
   * Messages of a connection as `analyze --messages` prints them.
   * @param {number} index of the connection
   * @param {number} offset
   * @param {number} limit
   */
  ofConnection(index, offset, limit) {
    const all = this.#messages.messagesOf(index);
    const timings = limit === 0 ? new Map() : this.#timingsOf(index);
    const gaps = limit === 0 ? new Map() : this.#messages.webSocketGaps(index);
    return {
      total: all.length,
      messages: all
        .slice(offset, offset + limit)
        .map((message) => this.#describe(message, timings.get(message), gaps.get(message))),
    };
  }

  /** The same of a connection of QUIC. @param {number} connection index @param {number} offset @param {number} limit */
  ofQuic(connection, offset, limit) {
    return QuicMessages.of(this.#ingest)?.ofConnection(connection, offset, limit) ?? { total: 0, messages: [] };
  }

  /** As `exchange`, of a connection of QUIC. @param {number} connection index @param {number} message */
  quicExchange(connection, message) {
    return QuicMessages.of(this.#ingest)?.exchange(connection, message) ?? null;
  }

  /** The connection of a message, as a session knows it. @param {number} message index */
  flowOf(message) {
    const ofQuic = QuicMessages.of(this.#ingest)?.flowOf(message) ?? -1;
    return ofQuic < 0 ? this.#messages.flowOf(message) : QUIC_FLOWS + ofQuic;
  }

  /** All messages as `analyze --messages` prints them, QUIC's too, in the order of their first frames. */
  *ofAllTransports() {
    const ofQuic = (QuicMessages.of(this.#ingest)?.inOrder() ?? [])[Symbol.iterator]();
    let other = ofQuic.next();
    for (const message of this.inOrder()) {
      for (; !other.done && other.value.firstFrame < message.firstFrame; other = ofQuic.next()) yield other.value;
      yield message;
    }
    for (; !other.done; other = ofQuic.next()) yield other.value;
  }

  /** The same of TCP's connections. */
  *inOrder() {
    /** @type {Map<number, ReturnType<import('../protocols/message-analysis.js').MessageAnalysis['timingsOf']>>} */
    const known = new Map();
    /** @type {Map<number, ReturnType<import('../protocols/message-analysis.js').MessageAnalysis['webSocketGaps']>>} */
    const gapsOf = new Map();
    for (const message of this.#messages.inOrder()) {
      const flow = this.#messages.flowOf(message);
      const timings = known.get(flow) ?? this.#timingsOf(flow);
      known.set(flow, timings);
      const gaps = gapsOf.get(flow) ?? this.#messages.webSocketGaps(flow);
      gapsOf.set(flow, gaps);
      yield this.#describe(message, timings.get(message), gaps.get(message));
    }
  }

  /**
   * @param {number} row @param {import('../protocols/describe-message.js').Message['timings']} [timings]
   * @param {{ gap?: number }} [gap] of a WebSocket message
   */
  #describe(row, timings, gap = {}) {
    const message = Object.assign(this.#messages.describe(row, timings), gap);
    const joined = this.#transfers.ofCommand(row);
    return joined === null ? message : Object.assign(message, { dataFlow: this.#flows.number(joined.flow) });
  }

  /** @param {number} index of a connection */
  #timingsOf(index) {
    return this.#messages.timingsOf(index, roundTripsOf(this.#flows, index));
  }

  /**
   * A message and its other half, as `analyze --messages` prints them, and the messages of the stream that the request
   * opened.
   * @param {number} index of the connection @param {number} message
   * @returns {{ request: Message|null, response: Message|null, stream: Stream }|null} null: it has no such message
   */
  exchange(index, message) {
    if (this.#messages.flowOf(message) !== index) return null;
    const one = this.#describe(message);
    const other = one.pair === null ? null : this.#describe(one.pair);
    const [request, response] = one.kind === 'request' ? [one, other] : [other, one];
    return { request, response, stream: request && this.#messages.streamMessages(index, request.index) };
  }

  /**
   * What connections' requests asked for, as `statements` of `analyze --json`.
   * @param {Iterable<number>} [indexes] of connections; without them of all
   */
  statements(indexes = Array.from({ length: this.#flows.count }, (_, index) => index)) {
    const sums = this.statementSums();
    for (const index of indexes) sums.add(index);
    return sums.list();
  }

  /** To sum them up in steps. */
  statementSums() {
    return new StatementSums(this.#ingest);
  }

  /** Requests of TCP's and QUIC's connections that belong together, and what of them needs no verdict. */
  pages() {
    const ofQuic = QuicMessages.of(this.#ingest)?.exchanges() ?? [];
    return describePages([...this.#messages.exchanges((index) => roundTripsOf(this.#flows, index)), ...ofQuic]);
  }

  /** Fragments of WebMUX as `analyze --mux` prints them. */
  *muxFragments() {
    for (const row of this.#messages.mux.rows()) yield this.#messages.describeFragment(row);
  }
}
