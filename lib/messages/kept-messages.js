import { firstServerAsked } from '../protocols/describe-message.js';
import { exchangesOf, spansOf } from '../protocols/model/exchanges.js';
import { FlowFacts } from '../protocols/model/flow-facts.js';
import { KnownTexts } from '../protocols/model/text-cache.js';
import { MessageTable } from '../protocols/model/message-table.js';
import { pipeliningOf } from '../protocols/model/pipelining.js';

/** @typedef {{ table: import('../protocols/model/message-table.js').TableParts, facts: import('../protocols/model/flow-facts.js').FactParts }} MessageParts */

/** The messages of a capture that has ended, on another thread than the one that took them; of connections that
 * `MessageAnalysis.unplainFlows` does not name. */
export class KeptMessages {
  #facts;
  #table;
  #hosts = new KnownTexts();

  /** @param {MessageParts} parts */
  constructor({ table, facts }) {
    this.#table = MessageTable.of(table);
    this.#facts = FlowFacts.of(facts);
  }

  /** @param {number} flow as `MessageAnalysis.counts` */
  counts(flow) { return this.#facts.counts(flow); }

  /** @param {number} flow */
  protocolOf(flow) { return this.#facts.protocolOf(flow); }

  /** @param {number} flow */
  warningsOf(flow) { return this.#facts.warningsOf(flow); }

  /** @returns {null} none of them speaks TLS */
  tlsOf() { return null; }

  /** @param {number} flow */
  serverAsked(flow) { return firstServerAsked(this.#table, flow, this.#hosts); }

  /** @param {number} flow @param {import('./message-room.js').MessageRoom} room */
  layMessages(flow, room) { return room.lay(this.#table, flow); }

  /** @param {number} flow @param {import('../protocols/model/exchanges.js').RoundTrips} rtt */
  pipeliningOf(flow, { path }) { return pipeliningOf(exchangesOf(spansOf(this.#table, this.#table.rowsOf(flow)), path)); }
}
