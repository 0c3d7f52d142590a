/**
 * A connection whose client's bytes begin with a header of the PROXY protocol: after it the connection is like any
 * other.
 */
import { FIT } from '../../protocol.js';
import { ProxyHeader, proxyHeaderAt } from './proxy-header.js';

/** @typedef {import('../../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../../stream-parser.js').Place} Place */

/** @implements {StreamParser} */
export class ProxiedConnection {
  #inner;
  #onProxied;
  /**
   * Of each direction, once its first byte came; null where it begins with something else.
   * @type {Array<ProxyHeader|null|undefined>}
   */
  #headers = [undefined, undefined];

  /**
   * @param {StreamParser} inner parser of the bytes after the header, with offsets from 0
   * @param {(proxied: import('./proxy-header.js').Proxied) => void} onProxied whose connection it is
   */
  constructor(inner, onProxied) {
    this.#inner = inner;
    this.#onProxied = onProxied;
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    const header = this.#headerOf(endpoint, bytes, start, end);
    const from = header ? this.#passHeader(header, bytes, start, end) : start;
    const passed = header?.length ?? 0;
    if (from === end) return streamOffset + end - start;
    return passed + this.#inner.push(endpoint, streamOffset + from - start - passed, bytes, from, end, at);
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    const header = (this.#headers[endpoint] ??= null);
    if (header !== null && !header.isWhole) return Infinity;
    const passed = header?.length ?? 0;
    return passed + this.#inner.gap(endpoint, streamOffset - passed, length, at);
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    this.#inner.end(endpoint, how, at);
  }

  /** @param {ProxyHeader} header @param {Uint8Array} bytes @param {number} start @param {number} end */
  #passHeader(header, bytes, start, end) {
    if (header.isWhole) return start;
    const from = header.pass(bytes, start, end);
    const proxied = header.isWhole ? header.proxied : null;
    if (proxied !== null) this.#onProxied(proxied);
    return from;
  }

  /** @param {0|1} endpoint @param {Uint8Array} bytes @param {number} start @param {number} end */
  #headerOf(endpoint, bytes, start, end) {
    const known = this.#headers[endpoint];
    if (known !== undefined) return known;
    if (this.#headers[1 - endpoint]) return (this.#headers[endpoint] = null);
    const header = proxyHeaderAt(bytes, start, end) === FIT.NONE ? null : new ProxyHeader();
    this.#headers[endpoint] = header;
    return header;
  }
}
