import { DIR, DIR_F } from '../../../engine/flow-fields.js';
import { connectionPackets } from '../../../tcpflow/connection/connection-packets.js';

/** @typedef {import('../../../tcpflow/tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('../../../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../../../tcpflow/tables/flow-table.js').FlowTable} FlowTable */

/**
 * A host answers arriving packets within this (Linux 0.02 to 0.1 ms; slower user-space stacks, up to 0.5 ms, stay
 * undecided); an end nearer by this than the other one is at the capture point.
 */
const FAST_ANSWER_NS = 0.3e6;
const SHARE_AT_END = 0.25;
/** Round trips below this are within one machine (Linux 0.02 to 0.08 ms) or one switch (0.1 to 0.3 ms). */
const LOCAL_NS = 0.3e6;
/** Initial TTLs of hosts: with a smaller TTL there are routers between. */
const INITIAL_TTLS = new Set([30, 32, 60, 64, 128, 255]);
/** Connections searched for others to the same server. */
const MAX_SIBLINGS = 65_536;

/**
 * Whether a connection was captured at its server's host, so that captured packets arrived there: by its own round
 * trips or, where it has none, those of other connections to the same address and port. Undecided where both ends are
 * near, as at one switch.
 * @param {TcpTracker} tcp @param {number} flow index @param {ConnectionPackets} packets its own
 */
export function isAtServer(tcp, flow, packets) {
  const { flows } = tcp;
  const own = placeOf(flows, flow);
  if (own !== null) return own && isWithoutRouter(packets);
  const sibling = siblingsAtServer(tcp).get(serverOf(flows, flow));
  return sibling !== undefined && isWithoutRouter(connectionPackets(tcp, sibling));
}

/** @param {FlowTable} flows @param {number} flow @returns {boolean | null} null: undecided */
function placeOf(flows, flow) {
  const client = flows.clientEndpoint(flow);
  if (flows.endpoint(flow, 0).address === flows.endpoint(flow, 1).address) return true;
  const toServer = shortestNs(flows, flow, client);
  const toClient = shortestNs(flows, flow, 1 - client);
  if (toServer === null) return null;
  if (toServer > FAST_ANSWER_NS) return false;
  if (toClient === null || toClient < LOCAL_NS) return null;
  return toServer <= toClient * SHARE_AT_END;
}

/** @param {FlowTable} flows @param {number} flow @param {number} endpoint */
const shortestNs = (flows, flow, endpoint) =>
  flows.dirInt(flow, endpoint, DIR.RTT_SAMPLES) > 0 ? flows.dirFloat(flow, endpoint, DIR_F.RTT_MIN) : null;

/** @param {ConnectionPackets} packets */
const isWithoutRouter = ({ seen }) => INITIAL_TTLS.has(seen.ttl[1]);

/** @param {FlowTable} flows @param {number} flow */
function serverOf(flows, flow) {
  const { address, port } = flows.endpoint(flow, 1 - flows.clientEndpoint(flow));
  return `${address} ${port}`;
}

/** By server at whose host the capture was taken, a connection that shows it. @type {WeakMap<TcpTracker, Siblings>} */
const known = new WeakMap();
/** @typedef {{ count: number, byServer: Map<string, number> }} Siblings */

/** @param {TcpTracker} tcp */
function siblingsAtServer(tcp) {
  const { flows } = tcp;
  const before = known.get(tcp);
  if (before?.count === flows.count) return before.byServer;
  /** @type {Map<string, number>} */
  const byServer = new Map();
  for (let flow = 0; flow < Math.min(flows.count, MAX_SIBLINGS); flow++) {
    if (placeOf(flows, flow) !== true) continue;
    const server = serverOf(flows, flow);
    if (!byServer.has(server)) byServer.set(server, flow);
  }
  known.set(tcp, { count: flows.count, byServer });
  return byServer;
}
