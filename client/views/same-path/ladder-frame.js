/** A column frame `ladder` as it is drawn: packets one by one, or their sums by interval. */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';

/**
 * Of packets, in the order in which they were first seen; times NaN, frames 0 where a capture does not have them.
 * @typedef {object} ListedPackets
 * @property {Uint32Array} packet number, the same in every frame
 * @property {Uint32Array} connection
 * @property {Uint8Array} direction 0: the client's
 * @property {Uint8Array} isBack 1: from the last column towards the first
 * @property {Uint32Array} bytes of payload
 * @property {Float64Array} start of it, in its direction's stream
 * @property {Float64Array[]} times by capture
 * @property {Uint32Array[]} frames
 * @property {Uint8Array[]} fates `FATE`
 */
/**
 * Of a segment one way, by interval in which packets left.
 * @typedef {object} SegmentSum
 * @property {readonly [number, number]} between captures, in the packets' order
 * @property {Uint32Array} sent
 * @property {Uint32Array} lost
 * @property {Uint32Array} missed
 * @property {Uint32Array} copies
 * @property {Float64Array} lag mean delay, ns
 */
/**
 * Of a stream, by interval: the first and last byte that passed the segment's first point, and its second, and of what
 * was lost behind the first.
 * @typedef {Record<'first'|'second'|'lost', { low: Float64Array, high: Float64Array }>} StreamSum
 */
/** What a packet takes that does not wait: with its length. @typedef {{ leastNs: number, perByteNs: number }} Least */
/** By interval, ns. @typedef {Record<'delayMin'|'delayMax'|'queueMin'|'queueMax', Float64Array>} Delays */
/**
 * @typedef {object} LadderFrame
 * @property {number} startNs
 * @property {number} binNs
 * @property {number} bins
 * @property {number} durationNs of the whole path
 * @property {number} packets
 * @property {ListedPackets|null} listed null: they are too many
 * @property {SegmentSum[]} sums where they are
 * @property {{ there: Delays, back: Delays }|null} delays
 * @property {{ there: Least|null, back: Least|null }} least
 * @property {{ connection: number, direction: number }|null} stream whose bytes are drawn
 * @property {StreamSum|null} streamSums where packets are not listed
 */

/** @param {ArrayBuffer} buffer @param {number} points @returns {LadderFrame} */
export function ladderFrame(buffer, points) {
  const { meta, columns } = decodeColumnFrame(buffer);
  const byPoint = (/** @type {string} */ name) => Array.from({ length: points }, (_, place) => columns[name + place]);
  const { startNs, binNs, bins, durationNs, packets } = meta;
  const { packet, connection, direction, isBack, bytes, start } = columns;
  const listed = { packet, connection, direction, isBack, bytes, start };
  const own = { times: byPoint('time'), frames: byPoint('frame'), fates: byPoint('fate') };
  return {
    startNs,
    binNs,
    bins,
    durationNs,
    packets,
    listed: meta.isListed ? /** @type {any} */ ({ ...listed, ...own }) : null,
    sums: meta.isListed ? [] : meta.segments.map(sumOf(columns)),
    delays:
      columns.thereDelayMin === undefined
        ? null
        : { there: delaysOf(columns, 'there'), back: delaysOf(columns, 'back') },
    least: { there: meta.least?.[0] ?? null, back: meta.least?.[1] ?? null },
    stream: meta.stream,
    streamSums: columns.streamFirstLow === undefined ? null : streamSum(columns),
  };
}

/** @param {Record<string, any>} columns @returns {StreamSum} */
const streamSum = (columns) => ({
  first: { low: columns.streamFirstLow, high: columns.streamFirstHigh },
  second: { low: columns.streamSecondLow, high: columns.streamSecondHigh },
  lost: { low: columns.streamLostLow, high: columns.streamLostHigh },
});

/** @param {Record<string, any>} columns @returns {(between: readonly [number, number], place: number) => SegmentSum} */
const sumOf = (columns) => (between, place) => ({
  between,
  sent: columns[`sent${place}`],
  lost: columns[`lost${place}`],
  missed: columns[`missed${place}`],
  copies: columns[`copies${place}`],
  lag: columns[`lag${place}`],
});

/** @param {Record<string, any>} columns @param {'there'|'back'} way @returns {Delays} */
const delaysOf = (columns, way) => ({
  delayMin: columns[`${way}DelayMin`],
  delayMax: columns[`${way}DelayMax`],
  queueMin: columns[`${way}QueueMin`],
  queueMax: columns[`${way}QueueMax`],
});
