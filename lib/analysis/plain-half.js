import { betweenConnections } from '../insight/findings/capture/overall.js';
import { KeptMessages } from '../messages/kept-messages.js';
import { AddressNames } from '../name-resolution/address-names.js';
import { PlainFlowWriter } from './plain-flow-writer.js';
import { FlowTable } from '../tcpflow/tables/flow-table.js';
import { PacketTable } from '../tcpflow/tables/packet-table.js';

/**
 * What such a thread gets: `messageRoom` for the messages of a connection (`FlowTable.takeMessageRoom`).
 * @typedef {import('./segment-analysis.js').PlainParts & { messageRoom: number }} HalfParts
 */

/** What another thread than the analysis' can say of a capture that has been read. */
export class PlainHalf {
  #flows;
  #messages;

  /** @param {import('../engine/engine.js').Core} core of this thread, on the analysis' memory @param {HalfParts} parts */
  constructor(core, parts) {
    this.#flows = new FlowTable(core, new PacketTable(core));
    this.#flows.refresh(parts.flowCount);
    this.#messages = new KeptMessages(parts.messages);
    this.plain = new PlainFlowWriter(this.#flows, this.#messages, new AddressNames(parts.names), () => parts.messageRoom);
  }

  /** What shows between the connections. */
  between() { return betweenConnections(this.#flows, (flow) => this.#messages.counts(flow).requests); }
}
