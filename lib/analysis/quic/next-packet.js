import { EVENT_KINDS } from '../../quicflow/diagram/packet-columns.js';
import { itemsWithin } from '../../transport/sketch.js';

/** @typedef {import('../../quicflow/tables/connection-columns.js').ConnectionColumns} ConnectionColumns */
/**
 * @typedef {object} NextAsked
 * @property {number} direction
 * @property {number} from row of a packet; −1: none
 * @property {number} startNs where to begin without
 * @property {1|-1} step
 * @property {'packet'|'event'} of event: a loss, a probe or a close
 */

/**
 * The next packet of a direction before or behind another.
 * @param {ConnectionColumns} columns @param {Int32Array} kinds of packets @param {NextAsked} asked
 * @returns {number} its row; −1: there is none
 */
export function nextPacket({ count, direction: directions, timeNs }, kinds, { direction, from, startNs, step, of }) {
  const first = from < 0 ? itemsWithin(timeNs, { startNs, endNs: Infinity }).first : from + step;
  for (let row = first; row >= 0 && row < count; row += step) {
    if (directions[row] === direction && (of === 'packet' || (kinds[row] & EVENT_KINDS) !== 0)) return row;
  }
  return -1;
}

/**
 * @param {ConnectionColumns} columns @param {number} frame @param {number} index in its datagram
 * @returns {number} row of that packet, or of the next in its datagram; −1: there is none
 */
export function rowOfPacket({ count, frame: frames, index: indexes }, frame, index) {
  let { first: row } = itemsWithin(frames, { startNs: frame, endNs: frame });
  while (row < count && frames[row] === frame && indexes[row] < index) row++;
  return row < count && frames[row] === frame ? row : -1;
}
