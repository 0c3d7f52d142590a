import { FRAME, STREAM_BIT } from '../wire/frame-types.js';

/** Packet number spaces, of which `SPACE.NONE` is none. */
export const NUMBER_SPACES = 3;

/** @param {number} type of a frame */
export const isAck = (type) => type === FRAME.ACK || type === FRAME.ACK_ECN;

/** Whether the stream ends behind it. @param {number} type of a STREAM frame */
export const endsStream = (type) => (type & STREAM_BIT.FIN) !== 0;

/**
 * What recovery reads of a connection: its packets, with the table of their frames.
 * @typedef {object} Beside
 * @property {Uint8Array} spin bit; 2: it has none
 * @property {Pick<import('../tables/frame-table.js').FrameTable, 'type' | 'a' | 'b' | 'c' | 'ranges'>} frames
 * @property {[number, number]} delayNs unit of the delays in each end's ACK frames
 *
 * @typedef {Omit<import('../tables/connection-columns.js').ConnectionColumns, 'row' | 'flags' | 'ecn'> & Beside}
 *   QuicPackets
 */
