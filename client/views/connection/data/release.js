/**
 * Which acknowledgement released a segment, and vice versa: TCP's ACKs clock its sender.
 *
 *     ACK ──╮  to the sender and back: the shortest round trip between it and the capture point
 *           ╰──▶ segment
 */
import { bisectLeft, bisectRight } from '../../../vendor/d3.js';

/** @typedef {import('./model.js').Model} Model */

/** Tolerance for the measured shortest round trip and inexact clocks. */
const SLACK = 0.98;
/**
 * A segment that left later than this share of a round trip after the acknowledgement reached its sender waited for
 * something else.
 */
const SOON = 0.25;
const SOON_NS = 1e6;

/**
 * @param {Model} model
 * @param {number} direction
 * @returns {number|null} ns from the capture point to the sender and back; null where that is not known
 */
const toSender = ({ path }, direction) => path?.vantages[direction]?.senderNs ?? null;

/**
 * @param {Model} model
 * @param {number} row of a segment
 * @returns {number|null} row of the acknowledgement that it left upon; null where none fits
 */
export function releasedBy(model, row) {
  const { columns, series, rttNs } = model;
  const direction = columns.direction[row];
  const wayNs = toSender(model, direction);
  if (wayNs === null || columns.length[row] === 0 || columns.sketch !== null) return null;
  const { acks } = series[direction];
  const leftNs = columns.time[row] - wayNs * SLACK;
  const index = bisectRight(acks.times, leftNs, 0, acks.count) - 1;
  if (index < 0 || leftNs - acks.times[index] > Math.max(SOON_NS, (rttNs ?? 0) * SOON)) return null;
  const ack = acks.row.values[index];
  return ack < row ? ack : null;
}

/**
 * @param {Model} model
 * @param {number} row of an acknowledgement
 * @returns {{ first: number, last: number, count: number }|null} rows of the segments that it let go
 */
export function released(model, row) {
  const { columns, series } = model;
  const direction = 1 - columns.direction[row];
  const wayNs = toSender(model, direction);
  if (wayNs === null || columns.ack[row] < 0) return null;
  const { highest } = series[direction];
  let index = bisectLeft(highest.times, columns.time[row] + wayNs * SLACK, 0, highest.count);
  if (index >= highest.count || releasedBy(model, highest.row.values[index]) !== row) return null;
  const first = highest.row.values[index];
  let last = first;
  let count = 0;
  for (; index < highest.count && releasedBy(model, highest.row.values[index]) === row; index++) {
    last = highest.row.values[index];
    count++;
  }
  return { first, last, count };
}
