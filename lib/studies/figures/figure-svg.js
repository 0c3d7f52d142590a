import { curveLinear, curveStepAfter, line } from 'd3';

import { axisScale, tickText } from './axis-scale.js';
import { directLabels, endLabelWidth, legend } from './figure-labels.js';
import { CHARACTER_PX, escaped, label, lookOf, px } from './figure-marks.js';
import { STANDALONE_STYLE } from './figure-style.js';

/** @typedef {import('../study.js').Figure} Figure */
/** @typedef {import('../study.js').Series} Series */
/** @typedef {import('./axis-scale.js').AxisScale} AxisScale */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * @typedef {{ width: number, left: number, right: number, textLeft: number }} Page px: of the whole, of the margins
 *   beside the plot, and
 *   where title and legend begin
 */

const WIDTH = 720;
/** Below this a figure is drawn for a phone: margins as narrow as their figures allow. */
const NARROW_BELOW = 520;
const MIN_WIDTH = 280;
const BOTTOM = 44;
const PLOT_HEIGHT = 300;
const TITLE_Y = 22;
const TITLE_LINE = 17;
const LEGEND_BELOW_TITLE = 22;
/** The same of the title's 13 px. */
const TITLE_CHARACTER_PX = 7.4;
/** Between the figures of two ticks. */
const TICK_GAP_PX = 8;
/** Points of a line with more of them get no dots. */
const MAX_DOTS = 40;
/** @param {number} width @returns {Page} */
function pageOf(width) {
  if (width >= NARROW_BELOW) return { width, left: 72, right: 28, textLeft: 72 };
  return { width: Math.max(MIN_WIDTH, width), left: 56, right: 14, textLeft: 10 };
}

/** @param {string} title @param {Page} page @returns {string[]} its lines */
function titleLines(title, { width, right, textLeft }) {
  const most = Math.floor((width - textLeft - right) / TITLE_CHARACTER_PX);
  /** @type {string[]} */
  const lines = [];
  for (const word of title.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {AxisScale} xs @param {Box} box @returns {Set<number>} ticks whose figures do not run into the one before */
function readableTicks(xs, { width }) {
  const readable = new Set();
  let end = -Infinity;
  for (const tick of xs.ticks) {
    const at = xs.place(tick) * width;
    const half = (tickText(tick).length * CHARACTER_PX) / 2;
    if (at - half < end + TICK_GAP_PX) continue;
    readable.add(tick);
    end = at + half;
  }
  return readable;
}

/**
 * Grid, ticks and names of both axes.
 * @param {Figure} figure
 * @param {AxisScale} xs
 * @param {AxisScale} ys
 * @param {Box} box
 */
function axes({ xLabel, yLabel }, xs, ys, { x, y, width, height }) {
  const readable = readableTicks(xs, { x, y, width, height });
  const vertical = xs.ticks.map((tick) => {
    const at = x + xs.place(tick) * width;
    return `<path d="M${px(at)} ${y}v${height}" stroke="var(--line1)"/>${readable.has(tick) ? label(at, y + height + 16, tickText(tick), 'text-anchor="middle"') : ''}`;
  });
  const horizontal = ys.ticks.map((tick) => {
    const at = y + (1 - ys.place(tick)) * height;
    return `<path d="M${x} ${px(at)}h${width}" stroke="var(--line1)"/>${label(x - 6, at + 4, tickText(tick), 'text-anchor="end"')}`;
  });
  return [
    ...vertical,
    ...horizontal,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="var(--line2)"/>`,
    label(x + width / 2, y + height + 36, xLabel, 'text-anchor="middle"'),
    label(0, 0, yLabel, `text-anchor="middle" transform="translate(14 ${px(y + height / 2)}) rotate(-90)"`),
  ].join('');
}

/**
 * @param {Series} series
 * @param {AxisScale} xs
 * @param {AxisScale} ys
 * @param {Box} box
 * @returns {([number, number]|null)[]} in px; null: a gap
 */
function placed({ points }, xs, ys, box) {
  return points.map(([x, y]) => {
    const right = xs.place(x);
    const up = y === null ? NaN : ys.place(y);
    return Number.isFinite(right) && Number.isFinite(up)
      ? [box.x + right * box.width, box.y + (1 - up) * box.height]
      : null;
  });
}

/**
 * @param {Series[]} series
 * @param {AxisScale} xs
 * @param {AxisScale} ys
 * @param {Box} box
 * @returns {([number, number]|null)[]} in px, where each line ends; null: it has no point that can be drawn
 */
const lastPoints = (series, xs, ys, box) =>
  series.map((one) => placed(one, xs, ys, box).findLast((point) => point !== null) ?? null);

/** Of points in px; null: a gap. @type {import('d3').Line<any>} */
const path = line()
  .defined((point) => point !== null)
  .digits(1);

/** @param {Series} series @param {number} index @param {AxisScale} xs @param {AxisScale} ys @param {Box} box */
function drawn(series, index, xs, ys, box) {
  const { paint, kind, dash } = lookOf(series, index);
  const points = placed(series, xs, ys, box);
  const dot = (/** @type {[number, number]|null} */ point) =>
    point
      ? `<circle cx="${px(point[0])}" cy="${px(point[1])}" r="${kind === 'dots' ? 1.7 : 2.5}" fill="${paint}"/>`
      : '';
  const dots = kind === 'dots' || (kind === 'line' && points.length <= MAX_DOTS) ? points.map(dot).join('') : '';
  if (kind === 'dots') return dots;
  return `<path d="${path.curve(kind === 'steps' ? curveStepAfter : curveLinear)(points)}" fill="none" stroke="${paint}" stroke-width="1.5" stroke-linejoin="round" stroke-dasharray="${dash}"/>${dots}`;
}

/**
 * A figure as SVG, coloured by the design's tokens: title, axes with grid, and the series, first ones in front. Lines
 * are named where they end, where there is room; else a legend names the series.
 * @param {Figure} figure
 * @param {{ standalone?: boolean, width?: number }} [options] standalone (true): a file that brings the tokens' values,
 *   dark or light as its reader prefers;
 *   otherwise for a page that has them. `width` in px (720, at least 280), for a page on which that is drawn too small
 *   to be read
 * @returns {string}
 */
export function figureSvg(figure, { standalone = true, width = WIDTH } = {}) {
  const { title, series, xScale, yScale } = figure;
  const page = pageOf(width);
  const lines = titleLines(title, page);
  const legendTop = TITLE_Y + (lines.length - 1) * TITLE_LINE + LEGEND_BELOW_TITLE;
  const besideWidth = page.width >= NARROW_BELOW ? endLabelWidth(series) : 0;
  const { svg: legendSvg, height: legendHeight } =
    series.length === 1 || besideWidth > 0 ? { svg: '', height: 0 } : legend(series, page, legendTop);
  const xs = axisScale(
    series.flatMap(({ points }) => points.map(([x]) => x)),
    xScale,
  );
  const ys = axisScale(
    series.flatMap(({ points }) => points.map(([, y]) => y ?? NaN)),
    yScale,
  );
  const box = {
    x: page.left,
    y: legendTop + legendHeight - 4,
    width: page.width - page.left - Math.max(page.right, besideWidth),
    height: PLOT_HEIGHT,
  };
  const height = box.y + box.height + BOTTOM;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${height}" role="img" aria-label="${escaped(title)}" font-family="var(--sans)">`,
    standalone ? STANDALONE_STYLE : '',
    `<rect width="${page.width}" height="${height}" fill="var(--bg1)"/>`,
    ...lines.map(
      (line, i) =>
        `<text x="${page.textLeft}" y="${TITLE_Y + i * TITLE_LINE}" font-size="13" font-weight="600" fill="var(--ink1)">${escaped(line)}</text>`,
    ),
    legendSvg,
    axes(figure, xs, ys, box),
    ...series.map((one, index) => drawn(one, index, xs, ys, box)).reverse(),
    besideWidth > 0 ? directLabels(series, lastPoints(series, xs, ys, box), box) : '',
    '</svg>\n',
  ].join('');
}
