/**
 * Where the panes stand, from top to bottom. The time–sequence takes what the others leave.
 */

export const HEAD_WIDTH = 164;
export const PHONE_FIGURES = 44;
const LOWEST_TIME_SEQUENCE = 190;

/** @typedef {'overview'|'axis'|'messages'|'sequence'|'window'|'rtt'|'throughput'} PaneId */
/** @typedef {{ id: PaneId, top: number, height: number }} Pane */
/** @typedef {{ panes: Pane[], leftPx: number, widthPx: number, height: number, narrow: boolean }} Layout */

/** @type {[PaneId, number][]} */
const DESK = [['overview', 42], ['axis', 22], ['messages', 46], ['sequence', 0], ['window', 100], ['rtt', 96], ['throughput', 70]];
/** @type {[PaneId, number][]} */
const FOLDED = [['overview', 42], ['axis', 22], ['messages', 44], ['sequence', 0], ['window', 96], ['rtt', 76], ['throughput', 76]];
/** @type {[PaneId, number][]} */
const PHONE = [['overview', 50], ['axis', 24], ['messages', 40], ['sequence', 0], ['window', 92], ['rtt', 76]];

/**
 * @param {number} width of the plots with their heads
 * @param {number} height given; the layout may need more
 * @param {{ messagesHeight: number }} content 0 without messages; at least the lane's own height is given to them
 * @returns {Layout}
 */
export function layoutPanes(width, height, { messagesHeight }) {
  const narrow = width < 720;
  const wanted = panesFor(width)
    .filter(([id]) => id !== 'messages' || messagesHeight > 0)
    .map(([id, high]) => /** @type {[PaneId, number]} */ ([id, id === 'messages' ? Math.max(high, messagesHeight) : high]));
  const fixed = wanted.reduce((sum, [, high]) => sum + high, 0);
  const sequence = Math.max(LOWEST_TIME_SEQUENCE, Math.floor(height - fixed));
  let top = 0;
  const panes = wanted.map(([id, high]) => {
    const pane = { id, top, height: id === 'sequence' ? sequence : high };
    top += pane.height;
    return pane;
  });
  const leftPx = narrow ? PHONE_FIGURES : HEAD_WIDTH;
  return { panes, leftPx, widthPx: Math.max(40, width - leftPx - (narrow ? 10 : 14)), height: top, narrow };
}

/** @param {number} width */
function panesFor(width) {
  if (width < 600) return PHONE;
  return width < 720 ? FOLDED : DESK;
}

/**
 * @param {Layout} layout
 * @param {number} y
 * @returns {Pane|null}
 */
export function paneAt({ panes }, y) {
  return panes.find(({ top, height }) => y >= top && y < top + height) ?? null;
}
