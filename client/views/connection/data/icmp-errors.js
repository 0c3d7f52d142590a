/** ICMP errors about a connection's segments: at the packets that they quote, and as marks in the diagram. */
import { formatNumber } from '../../../base/format.js';
import { frameLookup } from './messages.js';

/** @typedef {import('../../../state/answer-types.js').Connection} Connection */
/** @typedef {NonNullable<Connection['icmpErrors']>['errors'][number]} IcmpError */
/** @typedef {{ timeNs: number, offset: number }} PlacedIcmpError */
/**
 * `byRow`: by the row of the quoted packet; `marks`: by its direction, in order of time.
 * @typedef {{ byRow: Map<number, IcmpError[]>, marks: [PlacedIcmpError[], PlacedIcmpError[]] }} IcmpErrors
 */

/**
 * @param {IcmpError[]} errors
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @returns {IcmpErrors}
 */
export function placeIcmpErrors(errors, columns) {
  const rowOf = frameLookup(columns);
  /** @type {IcmpErrors} */
  const placed = { byRow: new Map(), marks: [[], []] };
  for (const error of errors) {
    const row = error.quotedFrame === null ? -1 : rowOf(error.quotedFrame);
    const offset = row < 0 ? error.seq : columns.seq[row];
    placed.marks[error.direction === 'clientToServer' ? 0 : 1].push({ timeNs: Math.round(error.time * 1e9), offset });
    if (row >= 0) placed.byRow.set(row, [...(placed.byRow.get(row) ?? []), error]);
  }
  for (const marks of placed.marks) marks.sort((a, b) => a.timeNs - b.timeNs);
  return placed;
}

/**
 * The error about a packet: "fragmentation needed, MTU 1400, from 192.0.2.1 in frame 5".
 * @param {import('./model.js').Model} model @param {number} row
 * @returns {string} empty: no error quotes it
 */
export function icmpWords({ icmpErrors: { byRow } }, row) {
  const [first, ...more] = byRow.get(row) ?? [];
  if (first === undefined) return '';
  const mtu = first.mtu === null ? '' : `, MTU ${first.mtu}`;
  const others = more.length === 0 ? '' : `, and ${formatNumber(more.length)} more`;
  return `${first.kind.replaceAll('_', ' ')}${mtu}, from ${first.from} in frame ${formatNumber(first.frame)}${others}`;
}
