import { packetsOf } from './packets-of.js';
import { Recovery } from './recover.js';

/**
 * What became of a connection's packets; linear in them.
 * @param {import('../quic-tracker.js').QuicTracker} quic @param {number} index of the connection
 */
export function recoveryOf(quic, index) {
  const { parameters } = quic.connections[index].handshake;
  const numbersOf = (/** @type {number} */ end) =>
    Object.fromEntries(Object.entries(parameters[end]?.values ?? {}).map(([k, v]) => [k, Number(v)]));
  return new Recovery(packetsOf(quic, index), { parameters: [numbersOf(0), numbersOf(1)] });
}
