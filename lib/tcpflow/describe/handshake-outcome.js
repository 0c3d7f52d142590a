import { DIR, FLOW, FLOW_BIT } from '../../engine/flow-fields.js';

/** @typedef {import('../tables/flow-table.js').FlowTable} FlowTable */
/** @typedef {'complete' | 'unanswered' | 'refused' | 'unfinished' | 'not_captured'} HandshakeOutcome */

/**
 * How a connection's handshake ended: `unanswered` where nothing came back to the SYN, `refused` where a reset did,
 * `unfinished` where the SYN-ACK was not acknowledged; `not_captured` where a SYN is missing though there is data.
 * @param {FlowTable} flows
 * @param {number} flow index
 * @returns {HandshakeOutcome}
 */
export function handshakeOf(flows, flow) {
  const client = flows.clientEndpoint(flow);
  const server = 1 - client;
  const [sent, syns] = [flows.dirInt(flow, client, DIR.PACKETS), flows.dirInt(flow, client, DIR.SYNS)];
  const [answers, synAcks] = [flows.dirInt(flow, server, DIR.PACKETS), flows.dirInt(flow, server, DIR.SYNS)];
  if (syns === 0) return 'not_captured';
  if (synAcks > 0) return sent === syns && answers === synAcks ? 'unfinished' : 'complete';
  if (answers > 0) return flows.int(flow, FLOW.BITS) & FLOW_BIT.RESET && sent === syns ? 'refused' : 'not_captured';
  return sent === syns ? 'unanswered' : 'not_captured';
}
