/** @typedef {import('../context.js').Context} Context */

/**
 * Sooner no middlebox forgets a connection, nor does a server end it for being idle without saying so: load balancers
 * after 50 s (HAProxy), 60 (AWS, most reverse proxies), 240 (Azure) or 350 s (AWS, by packets), firewalls after an
 * hour, NAT after 2 h 4 min (RFC 5382 section 5) or, as home routers do, after minutes.
 */
export const FORGOTTEN_IDLE_NS = 30e9;

/**
 * The longest silence that ended while one end went on without hearing anything of the other, up to a packet.
 * @typedef {object} Silence
 * @property {number} ns
 * @property {number} first the packet that ended it
 */

/**
 * @param {Context['packets']} packets
 * @param {number} last packet of those that one end sent in a row, from what the other had sent last
 * @returns {Silence | null} null: none was so long that the connection may have been forgotten
 */
export function silenceBefore({ direction, timeNs }, last) {
  let found = null;
  for (let i = last; i > 0 && direction[i] === direction[last]; i--) {
    const ns = timeNs[i] - timeNs[i - 1];
    if (ns >= FORGOTTEN_IDLE_NS && ns > (found?.ns ?? 0)) found = { ns, first: i };
  }
  return found;
}

/** A silence that a packet ends. @param {Context['packets']} packets @param {number} i @returns {Silence | null} */
export function directlyBefore({ timeNs }, i) {
  const ns = i > 0 ? timeNs[i] - timeNs[i - 1] : 0;
  return ns >= FORGOTTEN_IDLE_NS ? { ns, first: i } : null;
}
