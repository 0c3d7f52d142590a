/**
 * One requested object, as seen by a connection.
 * @typedef {object} Exchange
 * @property {number} id
 * @property {string} host
 * @property {import('./dependencies.js').PageObject} object
 * @property {() => void} onAsked it has a connection
 * @property {(flow: number, bodyBytes: number) => void} onBody total bytes of the body read
 */
/**
 * A connection of either kind, with both its ends.
 * @typedef {object} Channel
 * @property {number} outstanding exchanges that are not over
 * @property {boolean} hasRoom may take another
 * @property {boolean} isOver takes none any more
 * @property {(exchange: Exchange) => void} ask
 * @property {() => void} close the client closes it
 */

/** The connections to one server, and what waits for one. */
export class Origin {
  /** @type {Exchange[]} */
  #waiting = [];
  /** @type {Channel[]} */
  #channels = [];

  /** @param {number} connections at most @param {() => Channel} open */
  constructor(connections, open) {
    this.connections = connections;
    this.open = open;
  }

  /** @param {Exchange} exchange */
  ask(exchange) {
    this.#waiting.push(exchange);
    this.assign();
  }

  /** A channel may have room: an idle one is taken first, then a new one, then the least busy, as browsers do. */
  assign() {
    this.#channels = this.#channels.filter(({ isOver, outstanding }) => !isOver || outstanding > 0);
    while (this.#waiting.length > 0) {
      const channel = this.#channelFor();
      if (channel === null) return;
      const exchange = /** @type {Exchange} */ (this.#waiting.shift());
      exchange.onAsked();
      channel.ask(exchange);
    }
  }

  /** @returns {Channel|null} */
  #channelFor() {
    const least =
      this.#channels.filter(({ hasRoom }) => hasRoom).sort((a, b) => a.outstanding - b.outstanding)[0] ?? null;
    if (least?.outstanding === 0 || this.#channels.length >= this.connections) return least;
    const channel = this.open();
    this.#channels.push(channel);
    return channel;
  }

  close() {
    for (const channel of this.#channels) channel.close();
  }
}
