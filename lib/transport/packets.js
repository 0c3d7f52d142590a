/** Packets as columns: all of a capture in blocks, and those of one conversation; entry i of each is packet i. */
import { ROW_BLOCK_BITS } from '../engine/table-columns.js';

export { ROW_BLOCK_BITS };
export const ROW_BLOCK_MASK = (1 << ROW_BLOCK_BITS) - 1;

/** @typedef {import('../engine/table-columns.js').RowColumns} RowColumns */
/** @typedef {import('../engine/table-columns.js').PacketColumns} PacketColumns */
/** @typedef {[client: number, server: number]} Pair */

/**
 * A block of a capture's packets; `flowEnd` is the conversation × 2 + the endpoint that sends, `next` the row of its
 * next packet, −1 at the last.
 * @typedef {Pick<RowColumns, 'timeNs' | 'flowEnd' | 'next' | 'length' | 'captured' | 'verdict' | 'judgement' | 'ttl'
 *   | 'ecn'> & BlockReaders} RowBlock
 *
 * @typedef {object} BlockReaders of what is not stored as it is
 * @property {(at: number) => number} frame from 1
 * @property {(at: number) => number} confidence of the verdict, in 255ths
 * @property {(at: number) => number} seqOffset place of its first byte in the order of what its end sends
 * @property {(at: number) => number} ackOffset up to where it acknowledges the other's; −1: not
 */

/**
 * All packets of a transport in capture order; row r is entry `r & ROW_BLOCK_MASK` of block `r >> ROW_BLOCK_BITS`.
 * @template {RowBlock} [B=RowBlock]
 * @typedef {object} PacketRows
 * @property {number} count
 * @property {readonly B[]} blocks
 * @property {(row: number) => number} frame
 * @property {(row: number) => number} timeNs
 * @property {(row: number) => number} next the conversation's next one, −1 at its last
 * @property {(frame: number) => number} timeOfFrame 0 where it carried no packet
 */

/**
 * A conversation's packets in capture order: when, which way (0 the client's), how many bytes, their place in the order
 * of what the end sends (`seqOffset` … `endOffset`), what became of them.
 * @typedef {Pick<PacketColumns, 'row' | 'frame' | 'timeNs' | 'direction' | 'seqOffset' | 'endOffset' | 'ackOffset'
 *   | 'length' | 'captured' | 'verdict' | 'judgement' | 'ttl' | 'ecn'> & Counted} Packets
 *
 * @typedef {object} Counted
 * @property {number} count
 * @property {Int32Array} resends retransmissions with payload, ascending
 * @property {Occurrences} seen
 */

/**
 * Kinds of packets that occur in a conversation; a pair is by sender. The engine counts them when it extracts packets
 * (lib/engine/track/occurrences.ts), so that no pass searches for what does not occur.
 * @typedef {object} Occurrences
 * @property {Pair} packets how many
 * @property {Pair} data how many with payload
 * @property {Pair} resent retransmissions among these
 * @property {Pair} longest payload bytes of the longest
 * @property {Pair} verdicts bits, `1 << VERDICT.…`
 * @property {Pair} ecn bits, 1 << the field
 * @property {Pair} ttl the highest
 * @property {number} backwards packets earlier than the one before
 * @property {number} pauseMs longest time between two packets, rounded up
 */

/**
 * Whether any packet of an end has the verdict.
 * @param {Occurrences} seen
 * @param {number} end
 * @param {number} verdict of `VERDICT`
 */
export const hasVerdict = ({ verdicts }, end, verdict) => (verdicts[end] & (1 << verdict)) !== 0;
