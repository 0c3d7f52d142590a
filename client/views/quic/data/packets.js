/** The packets of a QUIC connection, from the column frame `quic-packets`. */
import { decodeColumnFrame } from '../../../../lib/shared/columns/column-frame.js';
import { LineSeries } from '../../../plot/series-columns.js';

/** @typedef {import('../../../../lib/shared/columns/column-frame.js').Column} Column */
/**
 * @typedef {Record<'time'|'frame'|'pn'|'direction'|'type'|'space'|'bytes'|'datagramBytes'|'index'|'flags'|'ecn'|'marks'
 *   |'fate'|'cause'|'probe'|'lostTime'|'ackedTime'|'resentRow'|'inFlight', Column>} PacketColumns
 */
/**
 * `sent`: UDP payload so far, `isOpen`: whether 1-RTT packets were decrypted, both by direction.
 * @typedef {{ rows: number, columns: PacketColumns, sent: [LineSeries, LineSeries], isOpen: boolean[] }} Packets
 */

/** @param {ArrayBuffer} buffer @returns {Packets} */
export function packetsFrom(buffer) {
  const { rows, columns, meta } = decodeColumnFrame(buffer);
  const packets = /** @type {PacketColumns} */ (columns);
  /** @type {[LineSeries, LineSeries]} */
  const sent = [new LineSeries(), new LineSeries()];
  const sums = [0, 0];
  for (let row = 0; row < rows; row++) {
    if (packets.index[row] > 0) continue;
    const direction = packets.direction[row];
    sums[direction] += packets.datagramBytes[row];
    sent[direction].push(packets.time[row], sums[direction], row);
  }
  for (const series of sent) series.summarise();
  return { rows, columns: packets, sent, isOpen: meta.isOpen };
}

/** @param {Packets} packets @param {number} frame @param {number} index in its datagram @returns {number} −1: none */
export function rowOf({ rows, columns }, frame, index) {
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (columns.frame[middle] < frame) low = middle + 1;
    else high = middle;
  }
  for (let row = low; row < rows && columns.frame[row] === frame; row++) if (columns.index[row] >= index) return row;
  return -1;
}
