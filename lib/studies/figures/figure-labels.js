import { CHARACTER_PX, label, lookOf, px } from './figure-marks.js';

/** @typedef {import('../study.js').Series} Series */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const LEGEND_LINE = 18;
const SWATCH_PX = 22;
const ENTRY_GAP_PX = 16;
/** From the right edge of the plot to the names of the lines; from these to the edge of the figure. */
const LEADER_PX = 18;
const EDGE_PX = 8;
/** Between the base lines of two names. */
const NAME_LINE = 13;
/** Longer names, or more of them, leave too little to the plot. */
const MAX_NAME_CHARACTERS = 26;
const MAX_NAMES = 16;

/**
 * @param {Series[]} series
 * @param {{ width: number, right: number, textLeft: number }} page px: of the figure, of its right margin, and where
 *   its texts begin
 * @param {number} top px
 * @returns {{ svg: string, height: number }} entries side by side, in as many lines as they need
 */
export function legend(series, page, top) {
  let x = page.textLeft;
  let line = 0;
  const svg = series.map((one, index) => {
    const { paint, kind, dash } = lookOf(one, index);
    const width = SWATCH_PX + one.name.length * CHARACTER_PX;
    if (x > page.textLeft && x + width > page.width - page.right) {
      x = page.textLeft;
      line++;
    }
    const y = top + line * LEGEND_LINE;
    const at = x;
    x += width + ENTRY_GAP_PX;
    const swatch =
      kind === 'dots'
        ? `<circle cx="${px(at + 8)}" cy="${y - 4}" r="2.5" fill="${paint}"/>`
        : `<path d="M${px(at)} ${y - 4}h16" stroke="${paint}" stroke-width="2" stroke-dasharray="${dash}"/>`;
    return swatch + label(at + SWATCH_PX, y, one.name);
  });
  return { svg: svg.join(''), height: (line + 1) * LEGEND_LINE };
}

/**
 * @param {Series[]} series
 * @returns {number} px that the names of all lines take beside the plot; 0: they are to stand in a legend
 */
export function endLabelWidth(series) {
  const longest = Math.max(...series.map(({ name }) => name.length));
  const areLines = series.every(({ style }) => style?.kind !== 'dots');
  if (series.length < 2 || series.length > MAX_NAMES || longest > MAX_NAME_CHARACTERS || !areLines) return 0;
  return LEADER_PX + longest * CHARACTER_PX + EDGE_PX;
}

/**
 * Heights of names, in the order of the line ends, as near to these as they can stand without touching.
 * @param {number[]} ends px, ascending
 * @param {number} bottom px: no name stands lower, as long as there is room above
 * @returns {number[]}
 */
function spread(ends, bottom) {
  const heights = [...ends];
  for (let i = 1; i < heights.length; i++) heights[i] = Math.max(heights[i], heights[i - 1] + NAME_LINE);
  let limit = bottom;
  for (let i = heights.length - 1; i >= 0 && heights[i] > limit; i--) {
    heights[i] = limit;
    limit -= NAME_LINE;
  }
  return heights;
}

/**
 * The name of each line beside its end:
 *
 *     plot     │
 *     ────•    │╭─ 50 connections
 *     ────•────┼┴─ 70 connections
 *
 * @param {Series[]} series
 * @param {([number, number]|null)[]} ends px: where each line ends; null: nowhere
 * @param {Box} box the plot's
 * @returns {string}
 */
export function directLabels(series, ends, box) {
  const named = series
    .flatMap((one, index) => {
      const end = ends[index];
      return end ? [{ end, name: one.name, ...lookOf(one, index) }] : [];
    })
    .sort((a, b) => a.end[1] - b.end[1]);
  const heights = spread(
    named.map(({ end }) => end[1]),
    box.y + box.height,
  );
  const right = box.x + box.width;
  return named
    .map(({ end: [x, y], name, paint }, i) => {
      const bend = Math.max(x + 3, right);
      return (
        `<path d="M${px(x)} ${px(y)}H${px(bend)}L${px(right + LEADER_PX - 10)} ${px(heights[i])}h6" fill="none" ` +
        `stroke="${paint}" stroke-width="1" stroke-dasharray="1 3"/>` +
        label(right + LEADER_PX, heights[i] + 4, name)
      );
    })
    .join('');
}
