/**
 * Layout of the panes, from top to bottom. The time–sequence takes what the others leave; where they leave too
 * little, all of it grows higher than the room.
 */
import { sum } from '../../../vendor/d3.js';
import { OPTIONAL_PANES, optionalPane } from './optional/registry.js';

const HEAD_WIDTH = 164;
const PHONE_FIGURES = 44;
const LOWEST_TIME_SEQUENCE = 190;
/** On a phone its upper part is the switch of directions. */
const LOWEST_ON_PHONE = 228;

/** One of those below, or an optional one (`optional/registry.js`). @typedef {string} PaneId */
/** @typedef {string} OptionalPane */
/** @typedef {{ id: PaneId, top: number, height: number, folded?: boolean }} Pane `folded`: only its title is there */
/**
 * @typedef {{ panes: Pane[], leftPx: number, widthPx: number, height: number, leastHeight: number, narrow: boolean }}
 *   Layout `leastHeight`
 *   is what it needs however little room there is
 */

/**
 * The panes of the XUDP study (figures 8.1 to 8.3), which show any flow of acknowledged data alike.
 * @type {readonly OptionalPane[]}
 */
export const XUDP_PANES = ['acked', 'delay', 'flight'];

/** Height of a collapsed pane: its title. */
const FOLDED = 24;

/** @type {readonly OptionalPane[]} */
const USUAL = OPTIONAL_PANES.filter(({ isUsual }) => isUsual).map(({ id }) => id);

/**
 * Heights by width of those that are always there: desk, narrower, phone; the time–sequence's is what is left.
 * @type {readonly [PaneId, readonly [number, number, number]][]}
 */
const FIXED_HEIGHTS = [
  ['overview', [42, 42, 50]],
  ['axis', [22, 22, 24]],
  ['ribbon', [24, 24, 44]],
  ['messages', [46, 44, 40]],
  ['sequence', [0, 0, 0]],
];
const HEIGHTS = new Map([
  ...FIXED_HEIGHTS,
  ...OPTIONAL_PANES.map(({ id, heights }) => /** @type {const} */ ([id, heights])),
]);

/**
 * @param {number} width of the plots with their heads
 * @param {number} height given; the layout may need more
 * @param {{ messagesHeight: number, panes?: readonly OptionalPane[]|null, folded?: readonly OptionalPane[] }} content
 *   `messagesHeight` 0
 *   without messages; at least the lane's own height is given to them; `panes` in their order
 * @returns {Layout}
 */
export function layoutPanes(width, height, { messagesHeight, panes: chosen = null, folded = [] }) {
  const narrow = width < 720;
  const shown = /** @type {readonly PaneId[]} */ (chosen ?? (width < 600 ? ['window', 'rtt'] : USUAL));
  const hidden = /** @type {readonly PaneId[]} */ (folded);
  const fixedIds = FIXED_HEIGHTS.map(([id]) => id).filter((id) => id !== 'messages' || messagesHeight > 0);
  const unplaced = [...fixedIds, ...shown].map((id) => {
    const isFolded = hidden.includes(id);
    const high = Math.max(heightOf(id)[columnOf(width)], id === 'messages' ? messagesHeight : 0);
    return { id, height: isFolded ? FOLDED : high, ...(isFolded ? { folded: true } : {}) };
  });
  const fixed = sum(unplaced, (pane) => pane.height);
  const lowest = narrow ? LOWEST_ON_PHONE : LOWEST_TIME_SEQUENCE;
  const sequence = Math.max(lowest, Math.floor(height - fixed));
  let top = 0;
  const panes = unplaced.map((pane) => {
    const placed = { ...pane, top, height: pane.id === 'sequence' ? sequence : pane.height };
    top += placed.height;
    return placed;
  });
  const leftPx = narrow ? PHONE_FIGURES : HEAD_WIDTH;
  return {
    panes,
    leftPx,
    widthPx: Math.max(40, width - leftPx - (narrow ? 10 : 14)),
    height: top,
    leastHeight: fixed + lowest,
    narrow,
  };
}

/**
 * @param {readonly OptionalPane[]|null} chosen
 * @param {OptionalPane} id
 * @returns {OptionalPane[]} with the pane shown or hidden, whichever it was not
 */
export function switchedPane(chosen, id) {
  const now = chosen ?? USUAL;
  if (now.includes(id)) return now.filter((known) => known !== id);
  const ids = OPTIONAL_PANES.map((pane) => pane.id);
  const later = now.findIndex((known) => ids.indexOf(known) > ids.indexOf(id));
  return now.toSpliced(later < 0 ? now.length : later, 0, id);
}

/**
 * @param {readonly OptionalPane[]} shown
 * @param {OptionalPane} id
 * @param {number} to place among those shown; outside it is the first or the last
 * @returns {OptionalPane[]} with the pane there
 */
export function movedPane(shown, id, to) {
  const others = shown.filter((known) => known !== id);
  return others.toSpliced(Math.min(others.length, Math.max(0, to)), 0, id);
}

/** @param {readonly OptionalPane[]} folded @param {OptionalPane} id @returns {OptionalPane[]} */
export const refolded = (folded, id) =>
  folded.includes(id) ? folded.filter((known) => known !== id) : [...folded, id];

/** @param {string} id */
export const isOptional = (id) => optionalPane(id) !== undefined;

/** @param {Layout} layout @returns {OptionalPane[]} the optional panes shown, in their order */
export const optionalShown = ({ panes }) => panes.map(({ id }) => id).filter(isOptional);

/** @param {readonly OptionalPane[]|null} chosen @param {OptionalPane} id */
export const isPaneShown = (chosen, id) => (chosen ?? USUAL).includes(id);

/** @param {PaneId} id @returns {readonly [number, number, number]} */
const heightOf = (id) => HEIGHTS.get(id) ?? [0, 0, 0];

/** @param {number} width */
function columnOf(width) {
  if (width < 600) return 2;
  return width < 720 ? 1 : 0;
}

/**
 * @param {Layout} layout
 * @param {number} y
 * @returns {Pane|null}
 */
export function paneAt({ panes }, y) {
  return panes.find(({ top, height }) => y >= top && y < top + height) ?? null;
}
