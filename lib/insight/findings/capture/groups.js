import {
  DIR,
  DIR_INTS,
  FLOATS_PER_FLOW,
  FLOW,
  FLOW_BIT,
  FLOW_BLOCK_BITS,
  FLOW_F,
  FLOW_INTS,
  FLOWS_PER_BLOCK,
  INTS_PER_FLOW,
} from '../../../engine/flow-fields.js';
import { scrambled } from '../../../engine/scrambled.js';

/** @typedef {import('../../../tcpflow/tables/flow-table.js').FlowTable} FlowTable */

/** Connections of a capture that are compared with each other: between the same two hosts. */
export const MAX_COMPARED_FLOWS = 65_536;

/** Words of an address; of IPv4 the last alone is used. */
const ENDPOINT_WORDS = 4;
const PORTS = 65_536;
/** The lower bits of a group's key. */
const LOW_HASHES = 2 ** 21;
/** Entries of a cache of groups, indexed by some bits of their keys: most connections need no lookup in the map. */
const REMEMBERED = 1024;

/**
 * Connections with data from the server, as columns: an object each took more time than all detectors. A group is those
 * between a client's host and a server's port: the peers `order[groupStarts[g]]` up to before `order[groupStarts[g +
 * 1]]`, in the order in which they began. Groups are in the order of their first connection in the table.
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

  get groups() {
    return this.groupStarts.length - 1;
  }

  /** @param {number} group @returns {Int32Array} its peers */
  group(group) {
    return this.order.subarray(this.groupStarts[group], this.groupStarts[group + 1]);
  }

  /** @param {number} group @returns {number} how many peers it has */
  sizeOf(group) {
    return this.groupStarts[group + 1] - this.groupStarts[group];
  }

  /** @param {Int32Array} groupOf each peer's group @param {number} groups */
  arrange(groupOf, groups) {
    const { count, startNs } = this;
    const starts = new Int32Array(groups + 1);
    const next = new Int32Array(groups);
    for (let peer = 0; peer < count; peer++) starts[groupOf[peer] + 1]++;
    for (let group = 0; group < groups; group++) starts[group + 1] += starts[group];
    next.set(starts.subarray(0, groups));
    this.order = new Int32Array(count);
    for (let peer = 0; peer < count; peer++) this.order[next[groupOf[peer]]++] = peer;
    this.groupStarts = starts;
    for (let group = 0; group < groups; group++) {
      if (!this.#isInOrder(group)) this.group(group).sort((a, b) => startNs[a] - startNs[b] || a - b);
    }
  }

  /**
   * Whether its peers began in the order of the table; they do unless the capture's time runs backwards.
   * @param {number} group
   */
  #isInOrder(group) {
    const { order, startNs, groupStarts } = this;
    for (let k = groupStarts[group] + 1; k < groupStarts[group + 1]; k++) {
      if (startNs[order[k]] < startNs[order[k - 1]]) return false;
    }
    return true;
  }
}

/** @param {FlowTable} flows @param {(flow: number) => number} requestsOf @returns {Peers} */
export function peersOf(flows, requestsOf) {
  const compared = Math.min(flows.count, MAX_COMPARED_FLOWS);
  const peers = new Peers(compared);
  const groups = new Groups(compared);
  for (let first = 0; first < compared; first += FLOWS_PER_BLOCK) {
    addBlock(peers, groups, flows, first, Math.min(compared, first + FLOWS_PER_BLOCK), requestsOf);
  }
  peers.arrange(groups.of, groups.count);
  return peers;
}

/**
 * A block of connections at a time, reading its words: the table's accessor functions are not yet compiled by V8 then.
 * @param {Peers} peers @param {Groups} groups to which the peers are added @param {FlowTable} flows
 * @param {number} first of the block
 * @param {number} end connection behind the last
 * @param {(flow: number) => number} requestsOf
 */
function addBlock(peers, groups, flows, first, end, requestsOf) {
  const ints = flows.ints[first >> FLOW_BLOCK_BITS];
  const floats = flows.floats[first >> FLOW_BLOCK_BITS];
  for (let flow = first, at = 0, atFloats = 0; flow < end; flow++, at += INTS_PER_FLOW, atFloats += FLOATS_PER_FLOW) {
    const client = ints[at + FLOW.BITS] & FLOW_BIT.ROLE_GUESSED ? flows.clientEndpoint(flow) : ints[at + FLOW.CLIENT];
    if (ints[at + FLOW_INTS + (1 - client) * DIR_INTS + DIR.DATA_PACKETS] === 0) continue;
    const peer = peers.count++;
    groups.add(peer, ints, at, client);
    peers.flow[peer] = flow;
    peers.startNs[peer] = floats[atFloats + FLOW_F.START];
    peers.endNs[peer] = floats[atFloats + FLOW_F.END];
    peers.handshakeNs[peer] = Math.max(0, floats[atFloats + FLOW_F.HANDSHAKE_RTT]);
    peers.requests[peer] = requestsOf(flow);
  }
}

/** Which group each peer is in. */
class Groups {
  count = 0;
  of;
  /** By key. @type {Map<number, number>} */
  #all = new Map();
  #keys = new Float64Array(REMEMBERED).fill(-1);
  #groups = new Int32Array(REMEMBERED);

  /** @param {number} most peers */
  constructor(most) {
    this.of = new Int32Array(most);
  }

  /**
   * @param {number} peer
   * @param {Int32Array} ints of its block
   * @param {number} at its first word
   * @param {number} client endpoint
   */
  add(peer, ints, at, client) {
    const key = pairKey(ints, at, client);
    const place = (key / LOW_HASHES) & (REMEMBERED - 1);
    if (this.#keys[place] !== key) {
      this.#keys[place] = key;
      this.#groups[place] = this.#numberOf(key);
    }
    this.of[peer] = this.#groups[place];
  }

  /** @param {number} key */
  #numberOf(key) {
    const known = this.#all.get(key);
    if (known !== undefined) return known;
    this.#all.set(key, this.count);
    return this.count++;
  }
}

/**
 * A number for the client's host and the server's host and port: 53 bits of a hash with this run's secret, so that
 * distinguishing 65 536 connections takes no strings, and no crafted capture can make groups collide.
 * @param {Int32Array} ints @param {number} at the connection's first word @param {number} client endpoint
 */
function pairKey(ints, at, client) {
  const ports = ints[at + FLOW.PORTS];
  const port = client === 0 ? ports & 0xffff : ports >>> 16;
  const clientAt = at + (client === 0 ? FLOW.ADDRESS_0 : FLOW.ADDRESS_1);
  const serverAt = at + (client === 0 ? FLOW.ADDRESS_1 : FLOW.ADDRESS_0);
  let low = scrambled(port);
  let high = scrambled(port + PORTS);
  for (let word = ints[at + FLOW.IP_VERSION] === 4 ? ENDPOINT_WORDS - 1 : 0; word < ENDPOINT_WORDS; word++) {
    low = chained(low, ints[clientAt + word], ints[serverAt + word]);
    high = chained(high, ints[clientAt + word], ints[serverAt + word]);
  }
  return (low >>> 0) * LOW_HASHES + (high >>> 11);
}

/** @param {number} before @param {number} client @param {number} server words of their addresses */
const chained = (before, client, server) => scrambled((scrambled((before ^ client) >>> 0) ^ server) >>> 0);
