import { TIMESTAMPS_BYTES } from '../../shared/tcp-numbers.js';
import { SentPool } from './sent.js';

export const FIN = 1;
export const SYN = 2;
export const RST = 4;
export const PSH = 8;
export const ACK = 16;
export const ECE = 64;
export const CWR = 128;

export const IP_HEADER_BYTES = 20;
const TCP_HEADER_BYTES = 20;
/** Without options. */
export const HEADERS_BYTES = IP_HEADER_BYTES + TCP_HEADER_BYTES;

/**
 * @typedef {object} SynOptions
 * @property {number} mss
 * @property {number|null} windowScale
 * @property {boolean} sackPermitted
 * @property {boolean} timestamps
 */

/** Edges of SACK blocks that a header has room for. */
export const MAX_SACK_EDGES = 8;

/**
 * A TCP segment on its way. Sequence numbers are offsets in the sender's space (0 = its SYN, so data start at 1),
 * acknowledgement and SACK blocks offsets in the other's; output makes them 32 bits wide. Segments are used again when
 * they have arrived or are lost: who looks at one may not keep it.
 */
export class Segment {
  /** @type {import('./endpoint.js').Endpoint} */
  from = /** @type {any} */ (null);
  /** Of all sendings of the network, from 0. */
  number = 0;
  /** The sending before this one of the same sequence numbers; -1: none. */
  previous = -1;
  start = 0;
  /** Bytes of payload. */
  length = 0;
  flags = 0;
  ack = 0;
  windowBytes = 0;
  /** As on the wire. */
  windowField = 0;
  /** SACK blocks, alternating starts and ends: so many edges of `sack`. */
  sackEdges = 0;
  sack = new Float64Array(MAX_SACK_EDGES);
  /** @type {SynOptions|null} */
  synOptions = null;
  /** Value of the timestamps option; -1: none. */
  timestamp = -1;
  timestampEcho = 0;
  /** Of the IP datagram. */
  sizeBytes = 0;
  identification = 0;
  /** Of the IP header (RFC 3168): 0 not capable, 2 ECT(0), 3 CE. */
  ecn = 0;
}

/** The segments of a network that are not on their way. */
export class SegmentPool {
  /** What ends keep of those that they sent. */
  sents = new SentPool();
  /** @type {Segment[]} */
  #free = [];
  #taken = 0;

  /**
   * @param {import('./endpoint.js').Endpoint} from
   * @returns {Segment} numbered; all else is as it was when last used
   */
  take(from) {
    const segment = this.#free.pop() ?? new Segment();
    from.onTheWay++;
    segment.from = from;
    segment.number = this.#taken++;
    return segment;
  }

  /** @param {Segment} segment on its way @returns {Segment} another one with the same content */
  copy(segment) {
    const copy = this.take(segment.from);
    const { number, sack } = copy;
    Object.assign(copy, segment, { number, sack });
    sack.set(segment.sack);
    return copy;
  }

  /** @param {Segment} segment that is no longer used */
  release(segment) {
    segment.from.onTheWay--;
    segment.from = /** @type {any} */ (null); // nor keeps it a closed endpoint alive
    segment.synOptions = null;
    this.#free.push(segment);
  }
}

/** @param {number} blocks @returns {number} size of so many SACK blocks, with padding */
export function sackBytes(blocks) {
  return blocks === 0 ? 0 : 4 + 8 * blocks;
}

/** @param {SynOptions} options as Linux lays them out: MSS, SACK permitted, timestamps, window scale */
export function synOptionsBytes({ windowScale, sackPermitted, timestamps }) {
  const together = timestamps ? 12 : 0;
  const alone = sackPermitted && !timestamps ? 4 : 0;
  return 4 + together + alone + (windowScale === null ? 0 : 4);
}

/** @param {Segment} segment @returns {number} bytes of the TCP header with its options */
export function tcpHeaderBytes({ synOptions, timestamp, sackEdges }) {
  if (synOptions) return TCP_HEADER_BYTES + synOptionsBytes(synOptions);
  return TCP_HEADER_BYTES + (timestamp < 0 ? 0 : TIMESTAMPS_BYTES) + sackBytes(sackEdges / 2);
}

/** @param {Segment} segment */
export function datagramBytes(segment) {
  return IP_HEADER_BYTES + tcpHeaderBytes(segment) + segment.length;
}
