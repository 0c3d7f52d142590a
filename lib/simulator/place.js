/** @typedef {import('./network.js').Packet} Packet */
/** @typedef {import('./network.js').Tap} Tap */
/** @typedef {import('./network.js').HopLink} HopLink */
/**
 * @typedef {{ access: import('./engine/link.js').Link<Packet>|null, receive: (packet: Packet) => void }} Receiver an
 *   end, for packets of its own kind
 */

/** @param {Packet} packet @param {Receiver} end for which it is */
function arrive(packet, end) {
  if (end.access === null) end.receive(packet);
  else end.access.send(packet);
}

/**
 * Between two hops of a network, or at its end: what comes is seen by the taps there, and goes to an end that is here
 * or on over the next hop.
 */
export class Place {
  /** @type {Tap[]} */
  taps = [];
  /** Takes note of all that passes. @type {import('./scenario/fingerprint.js').Fingerprint|null} */
  fingerprint = null;
  /** The next hop away from clients; null at the last place. @type {HopLink|null} */
  toServer = null;
  /** The next hop towards clients; null at the first place. @type {HopLink|null} */
  toClient = null;
  #events;

  /** @param {import('./engine/event-queue.js').EventQueue} events @param {number} index counted from the client */
  constructor(events, index) {
    this.#events = events;
    this.index = index;
  }

  /** @param {Packet} packet has come here, or is sent here */
  pass(packet) {
    if (this.fingerprint !== null) this.fingerprint.add(packet, this.#events.nowNs);
    if (this.taps.length > 0) this.#show(packet);
    const { isClient, peer } = packet.from;
    if (peer !== null && peer.place === this.index) arrive(packet, /** @type {Receiver} */ (peer));
    else (isClient ? this.toServer : this.toClient)?.send(packet);
  }

  #show(/** @type {Packet} */ packet) {
    const { taps } = this;
    const { nowNs } = this.#events;
    for (let index = 0; index < taps.length; index++) taps[index](packet, nowNs);
  }
}
