import { arcsFrame } from '../overview/arcs.js';
import { LaneDensity } from '../overview/density.js';
import { findPackets } from '../overview/find-packets.js';
import { IoGraph } from '../overview/io-graph.js';
import { laneOrder, laneOrderFrame } from '../overview/lane-order.js';
import { overviewLanes, tcpLane } from '../overview/lanes.js';
import { MAX_ARC_MESSAGES } from '../overview/limits.js';
import { SpanFigures } from '../overview/span-figures.js';
import { Waterfalls } from '../overview/waterfall.js';
import { isQuicFlow, QUIC_FLOWS } from '../shared/quic-flow.js';
import { QuicMessages } from './messages/quic-messages.js';

/**
 * @typedef {import('../overview/lane-walk.js').LaneWindow} LaneWindow
 * @typedef {import('../overview/lanes.js').Lane} Lane
 * @typedef {import('../transport/other-connections.js').OtherConnections & {
 *   laneOf: (index: number, window: LaneWindow) => Lane, rowFacts: (index: number) => object,
 *   search: import('../overview/find-packets.js').OtherPackets }} OtherLanes
 */

/** Answers about many connections: column frames of the overview and of waterfalls. */
export class OverviewQueries {
  #ingest;
  #connections;
  /**
   * Connections beside TCP's; set by who has loaded what describes them. Null: there are none, or it is not loaded.
   * @type {OtherLanes|null}
   */
  other = null;

  /**
   * @param {import('./ingest.js').Ingest} ingest
   * @param {import('./connection-queries.js').ConnectionQueries} connections
   */
  constructor(ingest, connections) {
    this.#ingest = ingest;
    this.#connections = connections;
    /** Requests and responses of a connection, of a page or of all. */
    this.waterfalls = new Waterfalls(ingest.tcp, ingest.messages, () => QuicMessages.of(ingest));
  }

  /** @param {Uint32Array} indexes of connections @returns the column frame `overview-order` */
  order(indexes) {
    return laneOrderFrame(this.#ingest.tcp.flows, indexes, this.#ingest.durationNs, this.other);
  }

  /**
   * All lanes downsampled, still to be counted.
   * @param {Uint32Array} indexes of connections
   * @param {{ rows: number, bins: number }} asked
   */
  density(indexes, asked) {
    const { tcp, durationNs } = this.#ingest;
    const { order } = laneOrder(tcp.flows, indexes, this.other);
    return new LaneDensity(tcp, order, { ...asked, durationNs }, this.other);
  }

  /**
   * Connections on the capture's time axis.
   * @param {number[]} indexes
   * @param {import('../overview/lane-walk.js').LaneWindow} window for connections of many packets
   * @returns {import('../shared/columns/column-frame.js').ColumnFrame} `overview-lanes`, with the connections' rows in
   *   `meta`
   */
  lanes(indexes, window) {
    const { tcp, messages } = this.#ingest;
    const { other } = this;
    const isOther = (/** @type {number} */ index) => other !== null && isQuicFlow(index);
    const rows = indexes.map((index) =>
      isOther(index) ? other?.rowFacts(index - QUIC_FLOWS) : this.#connections.rowFacts(index),
    );
    const lanes = indexes.map((index) =>
      other !== null && isOther(index)
        ? other.laneOf(index - QUIC_FLOWS, window)
        : tcpLane(tcp, messages, index, window),
    );
    const frame = overviewLanes(lanes, window);
    return { ...frame, meta: { ...frame.meta, connections: rows } };
  }

  /**
   * What was sent over time, still to be counted.
   * @param {Uint32Array} indexes of connections
   * @param {ConstructorParameters<typeof IoGraph>[2]} asked
   */
  ioGraph(indexes, asked) {
    return new IoGraph(this.#ingest.tcp, indexes, asked, this.other);
  }

  /**
   * Figures of connections in a range of time, still to be counted.
   * @param {Uint32Array} indexes of connections
   * @param {{ startNs: number, endNs: number }} span
   */
  spanFigures(indexes, span) {
    return new SpanFigures(this.#ingest, indexes, span, this.other);
  }

  /** Who asked for what: the column frame `overview-arcs`. */
  arcs() {
    return arcsFrame(this.#ingest.messages, QuicMessages.of(this.#ingest)?.firstInOrder(MAX_ARC_MESSAGES));
  }

  /** Packets of all connections that match a query. @param {string} text */
  findPackets(text) {
    return findPackets(this.#ingest.tcp, this.#ingest.messages, text, this.other?.search);
  }
}
