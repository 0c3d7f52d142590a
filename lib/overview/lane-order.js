/** The order of lanes: by server, in the order in which the servers first appear, then by the connections' order. */
import { scrambled } from '../shared/scrambled.js';

/**
 * @param {import('../transport/conversation.js').Conversations} flows
 * @param {Uint32Array} rows connections shown, by number
 * @returns {{ order: Uint32Array, groups: Uint32Array }} connections in the order of their lanes; the first lane of
 *   each server
 */
export function laneOrder(flows, rows) {
  /** @type {Map<number|string, number>} */
  const known = new Map();
  const groupOf = Uint32Array.from(rows, (index) => {
    const key = serverKey(flows, index);
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
  const last = flow.addressWord(server, 3) >>> 0;
  if (flow.ipVersion === 4) return scrambled(last * 0x10000 + port);
  return `${flow.addressWord(server, 0)} ${flow.addressWord(server, 1)} ${flow.addressWord(server, 2)} ${last} ${port}`;
}

/**
 * The column frame `overview-order` of docs/protocol.md.
 * @param {import('../transport/conversation.js').Conversations} flows
 * @param {Uint32Array} rows
 * @param {number} durationNs of the capture
 * @returns {import('../shared/columns/column-frame.js').ColumnFrame}
 */
export function laneOrderFrame(flows, rows, durationNs) {
  const { order, groups } = laneOrder(flows, rows);
  return {
    kind: 'overview-order',
    rows: order.length,
    meta: { total: flows.count, durationNs },
    columns: { flow: Uint32Array.from(order, (index) => flows.number(index)), group: groups },
  };
}
