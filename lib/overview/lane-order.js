/** The order of lanes: by server, in the order in which the servers first appear, then by the connections' order. */
import { isQuicFlow, QUIC_FLOWS } from '../shared/quic-flow.js';
import { scrambled } from '../shared/scrambled.js';

/** @typedef {import('../transport/other-connections.js').OtherConnections} OtherConnections */

/**
 * @param {import('../transport/conversation.js').Conversations} flows
 * @param {Uint32Array} rows connections shown, by index
 * @param {OtherConnections|null} [other] null: there are none
 * @returns {{ order: Uint32Array, groups: Uint32Array }} connections in the order of their lanes; the first lane of
 *   each server
 */
export function laneOrder(flows, rows, other = null) {
  /** @type {Map<number|string, number>} */
  const known = new Map();
  const groupOf = Uint32Array.from(rows, (index) => {
    const key = isQuicFlow(index) && other ? keyOf(other.serverOf(index - QUIC_FLOWS)) : serverKey(flows, index);
    const group = known.get(key) ?? known.size;
    known.set(key, group);
    return group;
  });
  const groups = new Uint32Array(known.size + 1);
  for (const group of groupOf) groups[group + 1]++;
  for (let group = 0; group < known.size; group++) groups[group + 1] += groups[group];
  const next = groups.slice(0, known.size);
  const order = new Uint32Array(rows.length);
  rows.forEach((index, at) => {
    order[next[groupOf[at]]++] = index;
  });
  return { order, groups: groups.subarray(0, known.size) };
}

/**
 * @param {import('../transport/conversation.js').Conversations} flows
 * @param {number} index
 * @returns {number|string} key of address and port; for IPv4, i.e. most, a number, since strings for 100 000 would take
 *   half of the time
 */
function serverKey(flows, index) {
  const server = 1 - flows.clientEndpoint(index);
  const flow = flows.at(index);
  const port = flows.port(index, server);
  if (flow.ipVersion === 4) return keyOfIpv4(flow.addressWord(server, 3), port);
  return keyOfIpv6((word) => flow.addressWord(server, word), port);
}

/** @param {number} word @param {number} port */
const keyOfIpv4 = (word, port) => scrambled((word >>> 0) * 0x10000 + port);

/** @param {(word: number) => number} read @param {number} port */
const keyOfIpv6 = (read, port) => `${read(0) >>> 0} ${read(1) >>> 0} ${read(2) >>> 0} ${read(3) >>> 0} ${port}`;

/** The same of another transport's server. @param {import('../transport/other-connections.js').OtherEnd} server */
const keyOf = ({ words, ipVersion, port }) =>
  ipVersion === 4 ? keyOfIpv4(words[3], port) : keyOfIpv6((word) => words[word], port);

/**
 * The column frame `overview-order` of docs/protocol.md.
 * @param {import('../transport/conversation.js').Conversations} flows
 * @param {Uint32Array} rows
 * @param {number} durationNs of the capture
 * @param {OtherConnections|null} [other] null: there are none
 * @returns {import('../shared/columns/column-frame.js').ColumnFrame}
 */
export function laneOrderFrame(flows, rows, durationNs, other = null) {
  const { order, groups } = laneOrder(flows, rows, other);
  const numberOf = (/** @type {number} */ index) =>
    isQuicFlow(index) && other ? other.numberOf(index - QUIC_FLOWS) : flows.number(index);
  return {
    kind: 'overview-order',
    rows: order.length,
    meta: { total: flows.count + (other?.count ?? 0), durationNs },
    columns: { flow: Uint32Array.from(order, numberOf), group: groups },
  };
}
