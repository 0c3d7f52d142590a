import { MAX_COMPARED_FLOWS } from './groups.js';

/** @typedef {import('../../../transport/tcp/tcp-transport.js').Connections} Connections */

/** A client that tries a host's addresses goes on at once where one refuses, and after 250 ms else (RFC 8305). */
const GOES_ON_WITHIN_NS = 2e9;

/** @param {string} address */
const isLoopback = (address) => address === '::1' || address.startsWith('127.');

/**
 * Connections that were refused at this host's address of one version of IP while the client reached it at the
 * other's: "localhost" is ::1 first for most clients, and many servers listen on 127.0.0.1 alone. Of other hosts the
 * capture does not show that two addresses are one's.
 * @param {Connections} flows
 * @returns {Map<number, string>} where each of them went on, by index
 */
export function reachedAtOtherFamily(flows) {
  const compared = Math.min(flows.count, MAX_COMPARED_FLOWS);
  const local = [];
  for (let flow = 0; flow < compared; flow++) {
    const { address, port } = flows.endpoint(flow, 1);
    if (flows.clientEndpoint(flow) !== 0 || !isLoopback(address) || flows.direction(flow, 0).syns === 0) continue;
    local.push({ flow, address, port, startNs: flows.at(flow).startNs, isOpen: flows.direction(flow, 1).syns > 0 });
  }
  /** The latest that opened, by port and version. @type {Map<string, { startNs: number, address: string }>} */
  const opened = new Map();
  /** @type {Map<number, string>} */
  const reached = new Map();
  for (const { flow, address, port, startNs, isOpen } of local.sort((a, b) => b.startNs - a.startNs)) {
    const isV6 = address === '::1';
    const later = opened.get(`${port} ${!isV6}`);
    if (isOpen) opened.set(`${port} ${isV6}`, { startNs, address });
    else if (later && later.startNs - startNs <= GOES_ON_WITHIN_NS) reached.set(flow, later.address);
  }
  return reached;
}
