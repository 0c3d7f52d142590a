/** @typedef {import('../../../transport/tcp/tcp-transport.js').Connections} Connections */
/** @typedef {{ flow: number, found: import('../finding.js').Finding }} FoundOf */

/** Waits that are compared with each other. */
const MAX_COMPARED_WAITS = 2048;
/** Of a server's wait, what it waited for another one meanwhile. */
const NEARLY_ALL = 0.9;

/**
 * Servers' waits without those of a host that was waiting for another server all the time, as a proxy, or a service
 * that asks a database: the other one is named. One wait is then not counted twice.
 * @param {readonly FoundOf[]} waits @param {Connections} flows
 * @returns {readonly FoundOf[]}
 */
export function withoutPassedOn(waits, flows) {
  if (waits.length < 2 || waits.length > MAX_COMPARED_WAITS) return waits;
  /** By the address of who waited. @type {Map<string, FoundOf[]>} */
  const waiting = new Map();
  for (const wait of waits) {
    const { address } = flows.endpoint(wait.flow, flows.clientEndpoint(wait.flow));
    waiting.set(address, [...(waiting.get(address) ?? []), wait]);
  }
  return waits.filter((wait) => {
    const { address } = flows.endpoint(wait.flow, 1 - flows.clientEndpoint(wait.flow));
    return !waiting.get(address)?.some((other) => other.flow !== wait.flow && isWithin(other.found, wait.found));
  });
}

/**
 * Whether a wait began and ended within another one, and is nearly all of it.
 * @param {FoundOf['found']} inner @param {FoundOf['found']} outer
 */
const isWithin = (inner, outer) =>
  inner.start > outer.start &&
  inner.end < outer.end &&
  (inner.costSeconds ?? 0) >= (outer.costSeconds ?? Infinity) * NEARLY_ALL;
