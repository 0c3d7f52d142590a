/** The strip's data, from the column frame `connection-strip` of docs/protocol.md. */
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { inOrder } from './groups.js';

/**
 * @typedef {object} StripGroup
 * @property {string} name
 * @property {number} count connections
 * @property {Uint32Array} open in each interval
 * @property {number} most of these
 * @property {{ startNs: number, endNs: number }[]} lines its connections one by one; empty where there are too many
 */
/**
 * @typedef {object} Strip
 * @property {number} durationNs
 * @property {number} bins intervals
 * @property {number} total connections
 * @property {StripGroup[]} groups top first
 */

/** @param {ArrayBuffer} buffer @returns {Strip} */
export function stripFrom(buffer) {
  const { meta, columns } = decodeColumnFrame(buffer);
  const { bins, durationNs, total } = meta;
  /** @type {{ name: string, count: number }[]} */
  const told = meta.groups;
  const groups = told.map(({ name, count }, place) => {
    const open = /** @type {Uint32Array} */ (columns.open.subarray(place * bins, (place + 1) * bins));
    const most = open.reduce((so, n) => Math.max(so, n), 0);
    return { name, count, open, most, lines: /** @type {StripGroup['lines']} */ ([]) };
  });
  columns.group.forEach((place, i) => groups[place].lines.push({ startNs: columns.start[i], endNs: columns.end[i] }));
  for (const { lines } of groups) lines.sort((a, b) => a.startNs - b.startNs);
  return { durationNs: Math.max(1, durationNs), bins, total, groups: inOrder(groups) };
}

/**
 * Connections open in the interval of a time.
 * @param {Strip} strip @param {number} timeNs
 * @returns {{ name: string, open: number }[]} of the groups that have any
 */
export function openAt({ durationNs, bins, groups }, timeNs) {
  const bin = Math.min(bins - 1, Math.max(0, Math.floor((timeNs * bins) / durationNs)));
  return groups.map(({ name, open }) => ({ name, open: open[bin] })).filter(({ open }) => open > 0);
}
