import { MIN_REQUEST_BYTES, MIN_RESPONSE_BYTES } from './proxy-text.js';

/**
 * A server's host: its TCP features, and its distance after the last link.
 * @typedef {{ name: string, address: string, client: import('../../tcp/profiles.js').TcpFeatures, server:
 *   import('../../tcp/profiles.js').TcpFeatures, delayNs: number }} OriginHost `client`: the features of whoever asks
 *   it
 */

/** Requests and their times, in columns, in order of time: a study makes a quarter of a million. */
export class Requests {
  /** @type {OriginHost[]} */
  hosts;

  /** @param {number} count @param {OriginHost[]} hosts */
  constructor(count, hosts) {
    this.count = count;
    this.hosts = hosts;
    this.startNs = new Float64Array(count);
    this.host = new Uint16Array(count);
    this.requestBytes = new Uint32Array(count).fill(MIN_REQUEST_BYTES);
    this.responseBytes = new Uint32Array(count).fill(MIN_RESPONSE_BYTES);
    /**
     * How long the server takes to release the response, from the request's last byte to the response's last packet.
     */
    this.serverNs = new Float64Array(count);
    /** How long it does nothing before. */
    this.thinkNs = new Float64Array(count);
  }
}
