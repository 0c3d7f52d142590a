import { INITIAL_TTL, IP_HEADER_BYTES } from '../tcp/segment.js';

export const UDP_HEADER_BYTES = 8;

/**
 * A UDP datagram on its way. It has the fields of a TCP segment that links, taps and fingerprints look at.
 * @typedef {object} Datagram
 * @property {DatagramEnd} from
 * @property {number} start number that its application gave it
 * @property {number} length bytes of payload
 * @property {0} flags
 * @property {0} ack
 * @property {number} sizeBytes of the IP datagram
 * @property {number} identification
 * @property {number} ecn of the IP header; 0: not for marking
 * @property {number} ttl
 * @property {Uint8Array} payload
 */

/** One end of an exchange of UDP datagrams. */
export class DatagramEnd {
  /** The other end: set when the two are connected. @type {DatagramEnd|null} */
  peer = null;
  /** Where it is in its network: what comes to this place is for it. */
  place = 0;
  access = null;
  /** @type {(datagram: Datagram) => void} */
  onDatagram = () => undefined;
  #identification;

  /**
   * @param {object} options
   * @param {import('../tcp/endpoint.js').Address} options.local
   * @param {import('../tcp/endpoint.js').Address} options.remote
   * @param {import('../engine/random.js').Random} options.random
   * @param {(datagram: Datagram) => void} options.output
   * @param {boolean} options.isClient
   * @param {number} options.flow
   */
  constructor({ local, remote, random, output, isClient, flow }) {
    this.local = local;
    this.remote = remote;
    this.isClient = isClient;
    this.flow = flow;
    this.output = output;
    this.#identification = random.integer(0, 65_535);
  }

  /** @param {Uint8Array} payload @param {number} number distinguishes it from others of this end */
  send(payload, number) {
    /** @type {Datagram} */
    const datagram = {
      from: this,
      start: number,
      length: payload.length,
      flags: 0,
      ack: 0,
      sizeBytes: IP_HEADER_BYTES + UDP_HEADER_BYTES + payload.length,
      identification: this.#identification,
      ecn: 0,
      ttl: INITIAL_TTL,
      payload,
    };
    this.#identification = (this.#identification + 1) & 0xffff;
    this.output(datagram);
  }

  /** @param {Datagram} datagram has come */
  receive(datagram) {
    this.onDatagram(datagram);
  }

  /** A link lost what this end sent, which only its application can notice. */
  onDropped() {}
}
