import { FAST_ANSWER_NS, LOCAL_NS } from '../../../transport/path.js';

/** @typedef {import('../../../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('../../../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('../../../transport/tcp/tcp-transport.js').Connections} Connections */

const SHARE_AT_END = 0.25;
/** Initial TTLs of hosts: with a smaller TTL there are routers between. */
const INITIAL_TTLS = new Set([30, 32, 60, 64, 128, 255]);
/** Connections searched for others to the same server. */
const MAX_SIBLINGS = 65_536;

/**
 * Whether a connection was captured at its server's host, so that captured packets arrived there: by its own round
 * trips or, where it has none, those of other connections to the same address and port. Undecided where both ends are
 * near, as at one switch.
 * @param {TcpTransport} tcp @param {number} flow index @param {TcpPackets} packets its own
 */
export function isAtServer(tcp, flow, packets) {
  const { flows } = tcp;
  const own = placeOf(flows, flow);
  if (own !== null) return own && isWithoutRouter(packets);
  const sibling = siblingsAtServer(tcp).get(serverOf(flows, flow));
  return sibling !== undefined && isWithoutRouter(tcp.packetsOf(sibling));
}

/** @param {Connections} flows @param {number} flow @returns {boolean | null} null: undecided */
function placeOf(flows, flow) {
  const client = flows.clientEndpoint(flow);
  if (flows.endpoint(flow, 0).address === flows.endpoint(flow, 1).address) return true;
  const toServer = flows.direction(flow, client).shortestRttNs;
  const toClient = flows.direction(flow, 1 - client).shortestRttNs;
  if (toServer === null) return null;
  if (toServer > FAST_ANSWER_NS) return false;
  if (toClient === null || toClient < LOCAL_NS) return null;
  return toServer <= toClient * SHARE_AT_END;
}

/** @param {TcpPackets} packets */
const isWithoutRouter = ({ seen }) => INITIAL_TTLS.has(seen.ttl[1]);

/** @param {Connections} flows @param {number} flow */
function serverOf(flows, flow) {
  const { address, port } = flows.endpoint(flow, 1 - flows.clientEndpoint(flow));
  return `${address} ${port}`;
}

/**
 * By server at whose host the capture was taken, a connection that shows it.
 * @type {WeakMap<TcpTransport, Siblings>}
 */
const known = new WeakMap();
/** @typedef {{ count: number, byServer: Map<string, number> }} Siblings */

/** @param {TcpTransport} tcp */
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
