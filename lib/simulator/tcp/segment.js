export const FIN = 1, SYN = 2, RST = 4, PSH = 8, ACK = 16;

const IP_HEADER_BYTES = 20;
const TCP_HEADER_BYTES = 20;
export const TIMESTAMPS_BYTES = 12;

/**
 * @typedef {object} SynOptions
 * @property {number} mss
 * @property {number|null} windowScale
 * @property {boolean} sackPermitted
 * @property {boolean} timestamps
 */

/**
 * A TCP segment on its way. Sequence numbers are offsets in the sender's space (0 = its SYN, so data start at 1), acknowledgement and
 * SACK blocks offsets in the other's; output makes them 32 bits wide.
 * @typedef {object} Segment
 * @property {import('./endpoint.js').Endpoint} from
 * @property {number} start
 * @property {number} length bytes of payload
 * @property {number} flags
 * @property {number} ack
 * @property {number} windowBytes
 * @property {number} windowField as on the wire
 * @property {number[]} sack starts and ends in turn
 * @property {SynOptions|null} synOptions
 * @property {number} timestamp value of the timestamps option, -1: none
 * @property {number} timestampEcho
 * @property {number} sizeBytes of the IP datagram
 * @property {number} ipId
 * @property {boolean} dropped by a link
 * @property {Segment|null} previous the sending before this one of the same sequence numbers
 */

/** @param {number} blocks @returns {number} bytes that so many SACK blocks take, with their padding */
export function sackBytes(blocks) {
  return blocks === 0 ? 0 : 4 + 8 * blocks;
}

/** @param {SynOptions} options as Linux lays them out: MSS, SACK permitted, timestamps, window scale */
export function synOptionsBytes({ windowScale, sackPermitted, timestamps }) {
  const together = timestamps ? 12 : 0, alone = sackPermitted && !timestamps ? 4 : 0;
  return 4 + together + alone + (windowScale === null ? 0 : 4);
}

/** @param {Segment} segment @returns {number} bytes of the TCP header with its options */
export function tcpHeaderBytes({ synOptions, timestamp, sack }) {
  if (synOptions) return TCP_HEADER_BYTES + synOptionsBytes(synOptions);
  return TCP_HEADER_BYTES + (timestamp < 0 ? 0 : TIMESTAMPS_BYTES) + sackBytes(sack.length / 2);
}

/** @param {Segment} segment */
export function datagramBytes(segment) {
  return IP_HEADER_BYTES + tcpHeaderBytes(segment) + segment.length;
}
