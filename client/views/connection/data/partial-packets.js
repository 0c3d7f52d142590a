/**
 * Connections too long for the page to have all of their packets: it has those that shape the whole, and more of
 * what is in view.
 *
 *     the whole   ·   ·   ·   ·   ·   ·   ·   ·   ·      a sketch
 *     about the view        ········                     a finer sketch, or every packet
 */

/** @typedef {import('./packet-columns.js').PacketColumns} PacketColumns */
/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */

/** Packets of a connection of which the page takes all: some 500 bytes each with everything drawn of them. */
export const MAX_PACKETS_IN_PAGE = 2_500_000;
/** More is fetched than is in view, by this many times what is in view, to both sides. */
const AROUND = 1;
/** What is there already is fine enough when it spans no more than this many times what would be fetched. */
const FINE_ENOUGH = 1.5;

/** @param {PacketColumns} columns @returns {boolean} whether the page never has more than a part of the packets */
export const isPartial = ({ sketch }) => sketch !== null && sketch > MAX_PACKETS_IN_PAGE;

/**
 * @param {PacketColumns} columns
 * @param {TimeRange} range
 * @returns {boolean} whether every packet of a range is there
 */
export const hasAllOf = ({ sketch, part, wholeRows }, { startNs, endNs }) =>
  sketch === null || (part !== null && wholeRows.to > wholeRows.from && part.startNs <= startNs && part.endNs >= endNs);

/**
 * @param {PacketColumns} columns
 * @param {TimeRange} range in view
 * @returns {TimeRange|null} of which more is to be fetched; null where what there is shows as much as the pixels can
 */
export function finerPart(columns, range) {
  if (!isPartial(columns)) return null;
  const { part, wholeRows, time, rows } = columns;
  const isWhole = wholeRows.to > wholeRows.from;
  return finerThan({ part, isWhole, span: { startNs: time[0], endNs: time[rows - 1] } }, range);
}

/**
 * @param {{ part: TimeRange|null, isWhole: boolean, span: TimeRange }} have `part`: of which more is there than of the
 *   rest; `isWhole`: all
 * @param {TimeRange} range in view
 * @returns {TimeRange|null} as `finerPart`
 */
export function finerThan({ part, isWhole, span }, range) {
  const spanNs = range.endNs - range.startNs;
  const within = (/** @type {number} */ ns) => Math.min(Math.max(ns, span.startNs), span.endNs);
  const wider = { startNs: within(range.startNs - spanNs * AROUND), endNs: within(range.endNs + spanNs * AROUND) };
  const isCovered = part !== null && part.startNs <= within(range.startNs) && part.endNs >= within(range.endNs);
  if (!isCovered) return wider;
  const isFine = isWhole || part.endNs - part.startNs <= FINE_ENOUGH * (wider.endNs - wider.startNs);
  return isFine ? null : wider;
}

/**
 * @param {PacketColumns} columns
 * @param {number} row
 * @returns {boolean} whether packets may have been left out just before a row
 */
export const isCutBefore = ({ sketch, wholeRows }, row) =>
  sketch !== null && !(row > wholeRows.from && row < wholeRows.to);
