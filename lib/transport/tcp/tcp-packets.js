/** Columns that only TCP's packets have, and what its handshake agreed. */
import { TCP } from './header.js';

/** @typedef {import('../packets.js').RowColumns} RowColumns */
/** @typedef {import('../packets.js').PacketColumns} PacketColumns */
/** @typedef {import('../packets.js').Pair} Pair */

/**
 * @typedef {import('../packets.js').RowBlock & Pick<RowColumns, 'window' | 'flags' | 'urgent' | 'analysis'
 *   | 'options' | 'sackCount' | 'tsValue' | 'tsEcho' | 'ipId' | 'dscp'>} TcpRowBlock
 */

/**
 * A connection's packets. Offsets are unwrapped sequence numbers, 0 = the SYN, so the first byte of data is 1:
 *
 * ```
 *  seqOffset      dataOffset                         endOffset
 *      ├─ SYN (1) ─┼────────── length ──────────┼─ FIN (1) ─┤
 * ```
 * @typedef {import('../packets.js').Packets & PacketColumns & TcpCounted} TcpPackets
 *
 * @typedef {object} TcpCounted
 * @property {Float64Array} sackLeft edges of SACK blocks, in the other direction's offsets
 * @property {Float64Array} sackRight
 * @property {Int32Array} controls packets with SYN, FIN or RST, ascending
 * @property {TcpOccurrences} seen
 */

/**
 * @typedef {object} TcpKinds
 * @property {Pair} flags bits of `TCP`, of packets without SYN
 * @property {Pair} shut how many acknowledgements with a window of 0, SYN-ACKs included, RSTs not
 * @property {Pair} unpushed payload bytes of the longest without PSH, i.e. within a write
 * @property {Pair} unpushedTimes how many of that length
 * @property {Pair} doubleSacks how many whose first SACK block is a D-SACK (RFC 2883)
 * @property {Pair} smallPushed data packets of at most 730 bytes with PSH
 * @property {Pair} stallMs longest time between two data packets with timestamps, rounded up
 * @property {number} bareRun most packets without data of both ends in a row, of the end with fewer; without duplicates
 *   in the capture
 * @property {number} sameIds packets with the IP identification of one of the three before them; not 0 and 65535
 * @property {number} allFlags bits of `TCP`, of all packets
 * @property {number} analysis bits of `ANALYSIS`, of both
 *
 * @typedef {import('../packets.js').Occurrences & TcpKinds} TcpOccurrences
 */

/**
 * What a connection's handshake agreed, per direction (0: the client's).
 * @typedef {object} ConnectionOptions
 * @property {number} ipVersion 4 or 6
 * @property {[number | null, number | null]} mss
 * @property {[number, number]} windowScale shift, without a captured handshake as far as the packets prove it; −1 not
 *   known, −2 not used
 * @property {[number, number]} synOptions bits of `OPTION` ever seen in a SYN; 0 without one
 * @property {[number, number]} baseSeq wire sequence number of offset 0
 */

/**
 * Offset of a packet's first byte of data: a SYN uses the number before it (RFC 9293, section 3.4).
 * @param {Pick<TcpPackets, 'seqOffset' | 'flags'>} packets @param {number} i
 */
export const dataOffset = ({ seqOffset, flags }, i) => seqOffset[i] + ((flags[i] & TCP.SYN) >> 1);
