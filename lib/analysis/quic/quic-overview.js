import { ADDRESS_WORDS } from '../../packet/datagram-batch.js';
import { quicLane } from './quic-lane.js';
import { QuicSearch } from './quic-search.js';

/** @typedef {import('../overview-queries.js').OtherLanes} OtherLanes */

/** QUIC's connections for the views of all connections. @implements {OtherLanes} */
export class QuicOverview {
  #ingest;
  #rows;

  /** @param {import('../ingest.js').Ingest} ingest @param {import('./quic-rows.js').QuicRows} rows */
  constructor(ingest, rows) {
    this.#ingest = ingest;
    this.#rows = rows;
  }

  get #quic() {
    return /** @type {import('../../quicflow/quic-tracker.js').QuicTracker} */ (this.#ingest.quic);
  }

  get count() {
    return this.#rows.count;
  }

  get packets() {
    return this.#quic.packets;
  }

  /** @param {number} index */
  numberOf(index) {
    return this.#rows.numberOf(index);
  }

  /** @param {number} index */
  spanOf(index) {
    return this.#quic.connections[index];
  }

  /** Where the client found it first. @param {number} index */
  serverOf(index) {
    const connection = this.#quic.connections[index];
    const [{ words, ipVersion }] = connection.paths;
    return { words: words.subarray(ADDRESS_WORDS, 2 * ADDRESS_WORDS), ipVersion, port: connection.endpoint(1).port };
  }

  /** @param {number} index */
  lossesOf(index) {
    return this.#rows.examined(index).lostNs;
  }

  /** @param {number} index */
  roundTripsOf(index) {
    return this.#rows.examined(index).trips;
  }

  /** @param {number} index */
  rowFacts(index) {
    return this.#rows.rowFacts(index);
  }

  /** Finds packets. */
  get search() {
    return new QuicSearch(this.#ingest);
  }

  /** @param {number} index @param {import('../../overview/lane-walk.js').LaneWindow} window */
  laneOf(index, window) {
    const { messages: ofTcp, quicMessages } = this.#ingest;
    const messages = /** @type {NonNullable<typeof quicMessages>} */ (quicMessages);
    return quicLane(this.#quic, index, window, { messages, first: ofTcp.table?.count ?? 0 });
  }
}
