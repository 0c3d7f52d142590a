import { FLOW, FLOW_F, DIR } from '../../../tcpflow/flow-fields.js';

/** @typedef {import('../../../tcpflow/flow-table.js').FlowTable} FlowTable */

/** Connections of a capture that are compared with each other: between the same two hosts. */
export const MAX_COMPARED_FLOWS = 65_536;

const ADDRESS_WORDS = 8;
const CLIENT_FIRST = [0, 1, 2, 3, 4, 5, 6, 7].map((word) => FLOW.ADDRESS_0 + word), SERVER_FIRST = [4, 5, 6, 7, 0, 1, 2, 3].map((word) => FLOW.ADDRESS_0 + word);

/**
 * A connection between a client's host and a server's port.
 * @typedef {object} Peer
 * @property {number} flow index
 * @property {number} startNs
 * @property {number} endNs
 * @property {number} requests HTTP requests that could be read
 * @property {number} dataPackets of the server
 * @property {number} handshakeNs its round trip, 0 where it is not known
 */

/**
 * Connections with data from the server, by client's host and server's port, each in the order in which they began.
 * @param {FlowTable} flows @param {(flow: number) => number} requestsOf
 * @returns {Peer[][]}
 */
export function peersOf(flows, requestsOf) {
  /** @type {Map<number, Peer[]>} */
  const groups = new Map();
  const compared = Math.min(flows.count, MAX_COMPARED_FLOWS);
  for (let flow = 0; flow < compared; flow++) {
    const client = flows.clientEndpoint(flow), dataPackets = flows.dirInt(flow, 1 - client, DIR.DATA_PACKETS);
    if (dataPackets === 0) continue;
    const key = pairKey(flows, flow, client), group = groups.get(key);
    const peer = { flow, startNs: flows.float(flow, FLOW_F.START), endNs: flows.float(flow, FLOW_F.END), requests: requestsOf(flow), dataPackets, handshakeNs: Math.max(0, flows.float(flow, FLOW_F.HANDSHAKE_RTT)) };
    if (group === undefined) groups.set(key, [peer]);
    else group.push(peer);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a.startNs - b.startNs));
}

/**
 * A number for the client's host and the server's host and port: 53 bits of a hash, so that telling 65 536 connections apart takes no text of any.
 * @param {FlowTable} flows @param {number} flow @param {number} client endpoint
 */
function pairKey(flows, flow, client) {
  const ports = flows.int(flow, FLOW.PORTS), port = client === 0 ? ports & 0xffff : ports >>> 16;
  let low = port + 1, high = ~port;
  for (let word = 0; word < ADDRESS_WORDS; word++) {
    const value = flows.int(flow, (client === 0 ? CLIENT_FIRST : SERVER_FIRST)[word]);
    low = Math.imul(low ^ value, 0x01000193) ^ (low >>> 15);
    high = Math.imul(high ^ value, 0x5bd1e995) ^ (high >>> 13);
  }
  return (low >>> 0) * 2 ** 21 + (high >>> 11);
}
