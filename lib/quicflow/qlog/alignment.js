/**
 * Puts a qlog on the clock of a capture of its connection, by the packets alone: what the log's end sent passes the
 * capture point some time after, always about as long. Nothing is made of what the log says of its clock.
 */
import { SPACE_NAMES } from '../wire/versions.js';
import { PACKET_EVENT, SPACES } from './tables.js';

/** Of the packets so many take no longer than the offset: others may have waited in a queue before the capture. */
const UNDELAYED = 0.25;
/** Of the differences, so much lies outside of the uncertainty at either side. */
const OUTSIDE = 0.05;
/** Fewer packets do not tell how far they lie apart. */
const MIN_SPREAD = 3;

/** Capture times of one direction's packets by space and number. @typedef {Map<string, number>} SentTimes */

/**
 * @typedef {object} QlogClock
 * @property {number} offsetNs to be added to the log's times
 * @property {number|null} uncertaintyNs half the width of nine tenths of the differences; null: there are too few
 * @property {number} packets that are in both
 */

/**
 * @param {import('../tables/connection-columns.js').ConnectionColumns} columns @param {number} direction
 * @returns {SentTimes}
 */
export function sentTimes(columns, direction) {
  /** @type {SentTimes} */
  const times = new Map();
  for (let row = 0; row < columns.count; row++) {
    if (columns.direction[row] !== direction || columns.pn[row] < 0) continue;
    const key = `${SPACE_NAMES[columns.space[row]]} ${columns.pn[row]}`;
    if (!times.has(key)) times.set(key, columns.timeNs[row]);
  }
  return times;
}

/**
 * @param {SentTimes} captured
 * @param {import('./qlog.js').QlogReader} qlog @param {import('./connections.js').QlogConnection} connection
 * @returns {QlogClock|null} null: nothing that it says was sent is in the capture
 */
export function alignedQlog(captured, { packets: { columns } }, connection) {
  /** @type {number[]} */
  const differences = [];
  for (const row of connection.packets) {
    if (columns.event[row] !== PACKET_EVENT.SENT) continue;
    const timeNs = captured.get(`${SPACES[columns.type[row]]} ${columns.pn[row]}`);
    if (timeNs !== undefined) differences.push(timeNs - columns.timeNs[row]);
  }
  if (differences.length === 0) return null;
  differences.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => differences[Math.round(share * (differences.length - 1))];
  return {
    offsetNs: at(UNDELAYED),
    uncertaintyNs: differences.length < MIN_SPREAD ? null : (at(1 - OUTSIDE) - at(OUTSIDE)) / 2,
    packets: differences.length,
  };
}
