import { NS_PER_SECOND } from '../units.js';

/**
 * One completed transfer: a response, or a bulk transfer.
 * @typedef {{ flow: number, name: string, startNs: number, askedNs?: number, firstNs?: number, endNs: number, bytes:
 *   number }} Transfer
 *   of a page's objects: askedNs: when it had a connection; firstNs: when the first byte of its body had come
 */

/**
 * @param {object} run
 * @param {import('./run.js').Scenario} run.scenario
 * @param {import('../network.js').Network} run.network
 * @param {Transfer[]} run.transfers
 * @param {number} run.expected transfers
 * @param {number} run.fingerprint
 */
export function summarize({ scenario, network, transfers, expected, fingerprint }) {
  return {
    title: scenario.title ?? null,
    seed: scenario.seed ?? 1,
    fingerprint: fingerprint.toString(16).padStart(8, '0'),
    endSeconds: network.events.nowNs / NS_PER_SECOND,
    complete: transfers.length === expected,
    expectedTransfers: expected,
    transfers: transfers.map(({ flow, name, startNs, askedNs, firstNs, endNs, bytes }) => ({
      flow,
      name,
      start: startNs / NS_PER_SECOND,
      ...(askedNs === undefined || firstNs === undefined
        ? {}
        : { asked: askedNs / NS_PER_SECOND, first: firstNs / NS_PER_SECOND }),
      end: endNs / NS_PER_SECOND,
      seconds: (endNs - startNs) / NS_PER_SECOND,
      bytes,
    })),
    links: network.hops.map(({ name, clientToServer, serverToClient }) => ({
      name,
      clientToServer: { ...clientToServer.counts, onTheWay: clientToServer.onTheWay },
      serverToClient: { ...serverToClient.counts, onTheWay: serverToClient.onTheWay },
    })),
  };
}
