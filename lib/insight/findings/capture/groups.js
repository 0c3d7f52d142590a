import { FLOW, FLOW_F, DIR } from '../../../tcpflow/flow-fields.js';

/** @typedef {import('../../../tcpflow/flow-table.js').FlowTable} FlowTable */

/** Connections of a capture that are compared with each other: between the same two hosts. */
export const MAX_COMPARED_FLOWS = 65_536;

const ADDRESS_WORDS = 8;
const CLIENT_FIRST = [0, 1, 2, 3, 4, 5, 6, 7].map((word) => FLOW.ADDRESS_0 + word);
const SERVER_FIRST = [4, 5, 6, 7, 0, 1, 2, 3].map((word) => FLOW.ADDRESS_0 + word);

/**
 * Connections with data from the server, as columns: one object each took more time than all that is found in them. A group is those
 * between a client's host and a server's port: the peers `order[groupStarts[g]]` up to before `order[groupStarts[g + 1]]`, in the order in
 * which they began. Groups are in the order of their first connection in the table.
 */
export class Peers {
  count = 0;
  /** Index in the flow table. */
  flow;
  startNs;
  endNs;
  /** The handshake's round trip, 0 where it is not known. */
  handshakeNs;
  /** HTTP requests that could be read. */
  requests;
  /** Peers, group by group. */
  order = new Int32Array(0);
  groupStarts = new Int32Array(1);

  /** @param {number} most peers */
  constructor(most) {
    this.flow = new Int32Array(most);
    this.startNs = new Float64Array(most);
    this.endNs = new Float64Array(most);
    this.handshakeNs = new Float64Array(most);
    this.requests = new Int32Array(most);
  }

  get groups() { return this.groupStarts.length - 1; }

  /** @param {number} group @returns {Int32Array} its peers */
  group(group) { return this.order.subarray(this.groupStarts[group], this.groupStarts[group + 1]); }

  /** @param {number} group @returns {number} how many peers it has */
  sizeOf(group) { return this.groupStarts[group + 1] - this.groupStarts[group]; }

  /** @param {Int32Array} groupOf each peer's group @param {number} groups */
  arrange(groupOf, groups) {
    const { count, startNs } = this, starts = new Int32Array(groups + 1), next = new Int32Array(groups);
    for (let peer = 0; peer < count; peer++) starts[groupOf[peer] + 1]++;
    for (let group = 0; group < groups; group++) starts[group + 1] += starts[group];
    next.set(starts.subarray(0, groups));
    this.order = new Int32Array(count);
    for (let peer = 0; peer < count; peer++) this.order[next[groupOf[peer]]++] = peer;
    this.groupStarts = starts;
    for (let group = 0; group < groups; group++) if (!this.#isInOrder(group)) this.group(group).sort((a, b) => startNs[a] - startNs[b] || a - b);
  }

  /** Whether its peers began in the order of the table, as they do but where the capture's time runs backwards. @param {number} group */
  #isInOrder(group) {
    const { order, startNs, groupStarts } = this;
    for (let k = groupStarts[group] + 1; k < groupStarts[group + 1]; k++) if (startNs[order[k]] < startNs[order[k - 1]]) return false;
    return true;
  }
}

/** @param {FlowTable} flows @param {(flow: number) => number} requestsOf @returns {Peers} */
export function peersOf(flows, requestsOf) {
  const compared = Math.min(flows.count, MAX_COMPARED_FLOWS), peers = new Peers(compared), groupOf = new Int32Array(compared);
  /** @type {Map<number, number>} */
  const groups = new Map();
  for (let flow = 0; flow < compared; flow++) {
    const client = flows.clientEndpoint(flow);
    if (flows.dirInt(flow, 1 - client, DIR.DATA_PACKETS) === 0) continue;
    const key = pairKey(flows, flow, client), group = groups.get(key) ?? groups.size, peer = peers.count++;
    if (group === groups.size) groups.set(key, group);
    groupOf[peer] = group;
    peers.flow[peer] = flow;
    peers.startNs[peer] = flows.float(flow, FLOW_F.START);
    peers.endNs[peer] = flows.float(flow, FLOW_F.END);
    peers.handshakeNs[peer] = Math.max(0, flows.float(flow, FLOW_F.HANDSHAKE_RTT));
    peers.requests[peer] = requestsOf(flow);
  }
  peers.arrange(groupOf, groups.size);
  return peers;
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
