/**
 * Figures of connections in a range of time. Connections are walked one by one and packets block by block, so that
 * other work runs in between.
 */
import { REQUEST } from '../protocols/http1/start-line.js';
import { isQuicFlow, QUIC_FLOWS } from '../shared/quic-flow.js';
import { IoGraph } from './io-graph.js';

/**
 * Client → server first; times in seconds.
 * @typedef {object} SpanSums
 * @property {number} connections that were open in it
 * @property {[number, number]} packets
 * @property {[number, number]} bytes of payload
 * @property {[number, number]} retransmissions packets with data
 * @property {number} requests that began in it
 * @property {{ p5: number, median: number, p95: number }|null} rtt of the half of the path that is the longer one
 */

export class SpanFigures {
  #ingest;
  #span;
  /** By direction; the first counts round trips, too. */
  #graphs;
  #requests = 0;
  /** Indexes of the connections that were open in the span. */
  rows;

  /**
   * @param {Pick<import('../analysis/ingest.js').Ingest, 'tcp'|'messages'|'verdicts'|'quicMessages'>} ingest
   * @param {Uint32Array} rows indexes of the connections that count
   * @param {{ startNs: number, endNs: number }} span both ends included
   * @param {import('../transport/other-connections.js').OtherConnections|null} [other] null: there are none
   */
  constructor(ingest, rows, span, other = null) {
    const { flows } = ingest.tcp;
    this.#ingest = ingest;
    this.#span = span;
    this.rows = rows.filter((index) => {
      const { startNs, endNs } = isQuicFlow(index) && other ? other.spanOf(index - QUIC_FLOWS) : flows.at(index);
      return startNs <= span.endNs && endNs >= span.startNs;
    });
    this.#graphs = /** @type {const} */ (['client', 'server']).map(
      (direction) =>
        new IoGraph(
          ingest.tcp,
          this.rows,
          { startNs: span.startNs, endNs: span.endNs + 1, bins: 1, direction, hasTrips: direction === 'client' },
          other,
        ),
    );
  }

  /** Blocks of the packet table. */
  get blocks() {
    return this.#graphs[0].blocks;
  }

  /** Before the packets are counted, as it classifies retransmissions. @param {number} index of a connection */
  addConnection(index) {
    const { verdicts, messages, quicMessages } = this.#ingest;
    const isOther = isQuicFlow(index);
    if (!isOther) verdicts.refresh(index);
    for (const graph of this.#graphs) graph.addConnection(index);
    if (!isOther) this.#addRequests(messages, index);
    else if (quicMessages !== null) this.#addRequests(quicMessages, index - QUIC_FLOWS);
  }

  /** @param {import('../protocols/message-analysis.js').MessageAnalysis} messages @param {number} index */
  #addRequests(messages, index) {
    const { startNs, endNs } = this.#span;
    const { table } = messages;
    if (table === null) return;
    for (const row of messages.messagesOf(index)) {
      if (table.kind[row] !== REQUEST || table.startNs[row] < startNs || table.startNs[row] > endNs) continue;
      this.#requests++;
    }
  }

  /** @param {number} number */
  addBlock(number) {
    for (const graph of this.#graphs) graph.addBlock(number);
  }

  /** @returns {SpanSums} */
  figures() {
    const [sent, received] = this.#graphs.map((graph) => graph.frame().columns);
    const both = (/** @type {string} */ name) => /** @type {[number, number]} */ ([sent[name][0], received[name][0]]);
    const seconds = (/** @type {string} */ name) => sent[name][0] / 1e9;
    return {
      connections: this.rows.length,
      packets: both('packets'),
      bytes: both('bytes'),
      retransmissions: both('retransmissions'),
      requests: this.#requests,
      rtt: Number.isNaN(sent.rttMedian[0])
        ? null
        : { p5: seconds('rttP5'), median: seconds('rttMedian'), p95: seconds('rttP95') },
    };
  }
}
