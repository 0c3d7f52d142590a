/** The packets of a QUIC connection, from the column frame `quic-packets`. */
import { decodeColumnFrame } from '../../../../lib/shared/columns/column-frame.js';
import { LineSeries } from '../../../plot/series-columns.js';

/** @typedef {import('../../../../lib/shared/columns/column-frame.js').Column} Column */
/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */
/**
 * `row`: which of the connection's packets each is.
 * @typedef {Record<'row'|'time'|'frame'|'direction'|'type'|'index'|'marks'|'probe'|'sent', Column>} PacketColumns
 */
/**
 * @typedef {object} Packets
 * @property {number} total the connection's
 * @property {number} rows those that are here; of a long connection a sketch
 * @property {PacketColumns} columns
 * @property {[LineSeries, LineSeries]} sent UDP payload so far, by direction
 * @property {boolean[]} isOpen by direction, whether 1-RTT packets were decrypted
 * @property {boolean} isSketch
 * @property {TimeRange|null} part of a sketch, of which more is here
 * @property {boolean} isWhole whether of that all is here
 */

/** @param {ArrayBuffer} buffer @returns {Packets} */
export function packetsFrom(buffer) {
  const { rows, columns, meta } = decodeColumnFrame(buffer);
  const packets = /** @type {PacketColumns} */ (columns);
  /** @type {[LineSeries, LineSeries]} */
  const sent = [new LineSeries(), new LineSeries()];
  for (let at = 0; at < rows; at++) {
    if (packets.index[at] === 0) sent[packets.direction[at]].push(packets.time[at], packets.sent[at], packets.row[at]);
  }
  for (const series of sent) series.summarise();
  return {
    total: meta.sketch ?? rows,
    rows,
    columns: packets,
    sent,
    isOpen: meta.isOpen,
    isSketch: meta.sketch !== undefined,
    part: meta.range ? { startNs: meta.range[0], endNs: meta.range[1] } : null,
    isWhole: meta.whole ?? false,
  };
}

/** @param {Packets} packets @param {TimeRange} range @returns {boolean} whether packets of it are left out */
export function isReduced(packets, range) {
  const { isSketch, isWhole, part } = packets;
  if (!isSketch) return false;
  const { startNs, endNs } = spanOf(packets);
  const isCovered =
    part !== null && part.startNs <= Math.max(startNs, range.startNs) && part.endNs >= Math.min(endNs, range.endNs);
  return !(isWhole && isCovered);
}

/** @param {Packets} packets @returns {TimeRange} */
export const spanOf = ({ columns: { time }, rows }) => ({ startNs: time[0] ?? 0, endNs: time[rows - 1] ?? 0 });
