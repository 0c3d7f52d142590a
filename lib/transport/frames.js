/** Column frames of one conversation (docs/protocol.md). */

/** @typedef {import('../shared/columns/column-frame.js').ColumnFrame} ColumnFrame */

/** Packets of a conversation from which on it is downsampled first, where a sketch suffices. */
export const MAX_WHOLE_PACKETS = 60_000;
/** Confidences 0 … 1 are sent as bytes. */
export const TO_BYTE = 255;

/**
 * @typedef {object} Frames
 * @property {(flow: number, options?: { measured?: boolean }) => ColumnFrame} packets all of them; without `measured`
 *   the columns `rtt` and `inFlight`, which cost most of the time, are left out
 * @property {(flow: number, given?: { range?: { startNs: number, endNs: number }, sketch?: Int32Array }) =>
 *   ColumnFrame} sketch those needed for a plot, more of a range of time; `sketch`: what `sketchOf` gave
 * @property {(flow: number) => Int32Array | undefined} sketchOf rows needed to plot all of it; undefined: it is short
 * @property {(flow: number, isOneOfMany?: boolean) => ColumnFrame} roundTrips isOneOfMany: nothing is cached
 * @property {(flow: number, isOneOfMany?: boolean) => ColumnFrame} flight
 * @property {(flow: number) => { rows: number, columns: Record<string, Float64Array | Uint8Array> }} samples times,
 *   round trips and directions alone, which is fast
 */

/**
 * @param {import('./packets.js').Packets} packets
 * @param {Int32Array} indexes
 * @param {number} count
 */
export function framesOf(packets, indexes, count) {
  const frames = new Uint32Array(count);
  for (let k = 0; k < count; k++) frames[k] = packets.frame[indexes[k]];
  return frames;
}
