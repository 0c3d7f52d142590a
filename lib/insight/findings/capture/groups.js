import { scrambled } from '../../../shared/scrambled.js';

/** @typedef {import('../../../transport/tcp/tcp-transport.js').Connections} Connections */

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

/** @param {Connections} flows @param {(flow: number) => number} requestsOf @returns {Peers} */
export function peersOf(flows, requestsOf) {
  const compared = Math.min(flows.count, MAX_COMPARED_FLOWS);
  const peers = new Peers(compared);
  const groups = new Groups(compared);
  for (let flow = 0; flow < compared; flow++) {
    const client = flows.clientEndpoint(flow);
    if (flows.direction(flow, 1 - client).dataPackets === 0) continue;
    const peer = peers.count++;
    const conversation = flows.at(flow);
    groups.add(peer, pairKey(conversation, client, flows.port(flow, 1 - client)));
    peers.flow[peer] = flow;
    peers.startNs[peer] = conversation.startNs;
    peers.endNs[peer] = conversation.endNs;
    peers.handshakeNs[peer] = Math.max(0, conversation.handshakeNs);
    peers.requests[peer] = requestsOf(flow);
  }
  peers.arrange(groups.of, groups.count);
  return peers;
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

  /** @param {number} peer @param {number} key of its group */
  add(peer, key) {
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
 * @param {import('../../../transport/conversation.js').Conversation} flow
 * @param {number} client endpoint @param {number} port the server's
 */
function pairKey(flow, client, port) {
  let low = scrambled(port);
  let high = scrambled(port + PORTS);
  for (let word = flow.ipVersion === 4 ? ENDPOINT_WORDS - 1 : 0; word < ENDPOINT_WORDS; word++) {
    const [asked, answered] = [flow.addressWord(client, word), flow.addressWord(1 - client, word)];
    low = chained(low, asked, answered);
    high = chained(high, asked, answered);
  }
  return (low >>> 0) * LOW_HASHES + (high >>> 11);
}

/** @param {number} before @param {number} client @param {number} server words of their addresses */
const chained = (before, client, server) => scrambled((scrambled((before ^ client) >>> 0) ^ server) >>> 0);
