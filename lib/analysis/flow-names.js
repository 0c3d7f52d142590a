import { isHostName } from '../name-resolution/host-name.js';

/** @typedef {import('../name-resolution/address-names.js').Name} Name */

/**
 * Names of a connection's ends; null where the capture has none.
 * @typedef {{ client: Name|null, server: Name|null }} FlowNames
 */

/** An authority (RFC 3986 section 3.2): a name, and perhaps a port. */
const HOST_NAME = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::\d{1,5})?$/i;

/** Most Host fields cached; when there are more, the cache is cleared. */
const MAX_HOSTS = 4096;
const MAX_HOST_LENGTH = 256;

/** Finds the names of connections' ends. */
export class FlowNamer {
  #ingest;
  /** Names of Host fields met before. @type {Map<string, Name|null>} */
  #hosts = new Map();

  /** @param {import('./ingest.js').Ingest} ingest */
  constructor(ingest) {
    this.#ingest = ingest;
  }

  /**
   * The server's name is the one its client requested: by TLS, else in a request (but a proxy's client names others);
   * otherwise, and for the client, the address's name when the connection began.
   * @param {number} index
   * @returns {FlowNames|null} null: neither end has a name
   */
  of(index) {
    const { messages, names, tcp } = this.#ingest;
    const sni = messages.tlsOf(index)?.sni ?? '';
    const asked = isHostName(sni)
      ? /** @type {Name} */ ({ name: sni, from: 'sni' })
      : this.#nameOfHost(messages.requestedServer(index));
    if (names.isEmpty) return serverOnly(asked);
    const client = tcp.flows.clientEndpoint(index);
    const nameOf = (/** @type {number} */ endpoint) =>
      names.at(tcp.flows.endpoint(index, endpoint).address, tcp.flows.at(index).startNs);
    const found = { client: nameOf(client), server: asked ?? nameOf(1 - client) };
    return found.client === null && found.server === null ? null : found;
  }

  /** @param {string|null} host of a request @returns {Name|null} null: none */
  #nameOfHost(host) {
    if (host === null) return null;
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const name = HOST_NAME.exec(host)?.[1].toLowerCase() ?? '';
    const found = isHostName(name) ? /** @type {Name} */ ({ name, from: 'host' }) : null;
    if (this.#hosts.size >= MAX_HOSTS) this.#hosts.clear();
    if (host.length <= MAX_HOST_LENGTH) this.#hosts.set(host, found);
    return found;
  }
}

/** @param {Name|null} server @returns {FlowNames|null} */
const serverOnly = (server) => (server === null ? null : { client: null, server });
