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

/** Of an IP header, as most systems set it. */
export const INITIAL_TTL = 64;
/** The option of RFC 2385, padded. */
export const MD5_BYTES = 20;

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
  /** Of the IP header; routers count it down. */
  ttl = INITIAL_TTL;
  /** Number of the key it is signed with (RFC 2385); 0: not signed. */
  md5Key = 0;
  /** What boxes on the path have changed, besides its fields. @type {Alteration|null} */
  altered = null;

  /** @returns {Alteration} to be changed */
  alter() {
    return (this.altered ??= newAlteration());
  }
}

/** An acknowledgement that says nothing. */
export const BLANK = Object.freeze({
  previous: -1,
  start: 0,
  length: 0,
  flags: ACK,
  ack: 0,
  windowBytes: 0,
  windowField: 0,
  sackEdges: 0,
  synOptions: null,
  timestamp: -1,
  timestampEcho: 0,
  ecn: 0,
  md5Key: 0,
});

/** What an ICMP error says. @typedef {{ type: number, code: number, mtu: number, quoted: Quoted }} IcmpError */
/** The packet about which it is. @typedef {{ start: number, sizeBytes: number, identification: number }} Quoted */
/**
 * @typedef {object} Alteration
 * @property {number} sequenceShift added to the sequence number as written
 * @property {number} ackShift added to the acknowledgement number as written
 * @property {number} sackShift added to SACK blocks as written
 * @property {boolean} isDamaged its checksum is wrong
 * @property {string} address that it comes from as written; "": its sender's
 * @property {IcmpError|null} icmp it is no segment but such an error about one of its receiver
 */

/** @returns {Alteration} */
const newAlteration = () => ({
  sequenceShift: 0,
  ackShift: 0,
  sackShift: 0,
  isDamaged: false,
  address: '',
  icmp: null,
});

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
    segment.ttl = INITIAL_TTL;
    return segment;
  }

  /** @param {Segment} segment on its way @returns {Segment} another one with the same content */
  copy(segment) {
    const copy = this.take(segment.from);
    const { number, sack } = copy;
    Object.assign(copy, segment, { number, sack, altered: segment.altered && { ...segment.altered } });
    sack.set(segment.sack);
    return copy;
  }

  /** @param {Segment} segment that is no longer used */
  release(segment) {
    segment.from.onTheWay--;
    segment.from = /** @type {any} */ (null); // nor keeps it a closed endpoint alive
    segment.synOptions = segment.altered = null;
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
export function tcpHeaderBytes({ synOptions, timestamp, sackEdges, md5Key }) {
  const signed = TCP_HEADER_BYTES + (md5Key === 0 ? 0 : MD5_BYTES);
  if (synOptions) return signed + synOptionsBytes(synOptions);
  return signed + (timestamp < 0 ? 0 : TIMESTAMPS_BYTES) + sackBytes(sackEdges / 2);
}

/** @param {Segment} segment */
export function datagramBytes(segment) {
  return IP_HEADER_BYTES + tcpHeaderBytes(segment) + segment.length;
}
