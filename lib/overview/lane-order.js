/** The order of lanes: by server, in the order in which the servers first appear, then by the connections' order. */
import { FLOW } from '../engine/flow-fields.js';
import { scrambled } from '../engine/scrambled.js';

/**
 * @param {import('../tcpflow/tables/flow-table.js').FlowTable} flows
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
 * @param {import('../tcpflow/tables/flow-table.js').FlowTable} flows
 * @param {number} index
 * @returns {number|string} key of address and port; for IPv4, i.e. most, a number, since strings for 100 000 would take
 *   half of the time
 */
function serverKey(flows, index) {
  const server = 1 - flows.clientEndpoint(index);
  const first = server === 0 ? FLOW.ADDRESS_0 : FLOW.ADDRESS_1;
  const ports = flows.int(index, FLOW.PORTS);
  const port = server === 0 ? ports >>> 16 : ports & 0xffff;
  const last = flows.int(index, first + 3) >>> 0;
  if (flows.int(index, FLOW.IP_VERSION) === 4) return scrambled(last * 0x10000 + port);
  return `${flows.int(index, first)} ${flows.int(index, first + 1)} ${flows.int(index, first + 2)} ${last} ${port}`;
}

/**
 * The column frame `overview-order` of docs/protocol.md.
 * @param {import('../tcpflow/tables/flow-table.js').FlowTable} flows
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
