/** Answers as plots: bars for the first rows, lines over time. Their table has the same figures. */
import { el } from '../../base/dom.js';
import { formatSeconds, threeFigures } from '../../base/format.js';
import { extent, leastIndex, max, scaleLinear, select, utcFormat, utcTicks } from '../../vendor/d3.js';
import { lookOf } from '../strip/groups.js';
import { fleetStrip } from './strip.js';
import { headOf, timeOf } from './words.js';

/** @typedef {import('../../state/fleet-api.js').Answer} Answer */
/** @typedef {import('../../state/fleet-api.js').Plot} Plot */

const MAX_BARS = 12;
const MARGIN = { left: 64, right: 12, top: 12, bottom: 24 };
const [PAGE_MARGIN, WIDEST] = [24, 1384];
const TICK_WIDTH = 110;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of ticks, by how many days are shown. @type {[number, string][]} */
const TIME_FORMATS = [
  [3, '%d %b %H:%M'],
  [300, '%d %b'],
  [Infinity, '%b %Y'],
];
/** A file may begin a little late. */
const BRIDGED_STEPS = 1.5;
const COLOURS = ['var(--c2s)', 'var(--ooo)'];

/**
 * @typedef {object} OverTime how lines over time are drawn
 * @property {number} stepMs between two points; longer stretches of which nothing is known are not bridged
 * @property {number} height
 * @property {[number, number]} [times] those of the left and right edge; otherwise the first point's and the last's
 * @property {(row: number) => void} [onPick] of a point
 */

/** @type {OverTime} */
const BY_HOUR = { stepMs: HOUR_MS, height: 220 };

/** @param {Plot} plot @param {Answer} answer @param {string} title @param {OverTime} [how] */
export function plotOf(plot, answer, title, how = BY_HOUR) {
  if (plot.kind === 'strip') return fleetStrip(plot, answer, title);
  return plot.kind === 'bars' ? bars(plot, answer) : lines(plot, answer, title, how);
}

/** @param {number} value @param {string} unit */
const valueText = (value, unit) => (unit === 's' ? formatSeconds(value) : `${threeFigures(value)} ${unit}`);

/** @param {Extract<Plot, { kind: 'bars' }>} plot @param {Answer} answer */
function bars({ labels, value, unit }, { columns, rows }) {
  const ofValue = columns.indexOf(value);
  const ofLabels = labels.map((label) => columns.indexOf(label));
  const known = rows
    .map((row) => ({ cells: ofLabels.map((column) => row[column]), size: Number(row[ofValue]) }))
    .filter(({ size }) => size > 0);
  const shown = known.slice(0, MAX_BARS);
  const share = scaleLinear([0, max(shown, ({ size }) => size) ?? 0], [0, 100]);
  const list = el('ul', { class: 'fleet-bars', 'aria-hidden': 'true' });
  for (const { cells, size } of shown) {
    const name = nameOf(labels, cells);
    const bar = el('span', { class: 'fleet-bar' });
    bar.style.width = `${share(size)}%`;
    list.append(
      el(
        'li',
        {},
        el('span', { class: 'fleet-bar-name', text: name, title: name }),
        el('span', { class: 'fleet-bar-track' }, bar),
        el('span', { class: 'fleet-bar-value', text: valueText(size, unit) }),
      ),
    );
  }
  const first = known.length > MAX_BARS ? `, the first ${MAX_BARS} of ${known.length}` : '';
  const caption = el('figcaption', { class: 'second', text: `${headOf(value)}${first}` });
  return el('figure', { class: 'fleet-bars-figure' }, list, caption);
}

/** @param {string[]} labels columns @param {import('../../state/fleet-api.js').Cell[]} cells */
const nameOf = (labels, cells) =>
  labels.reduce((name, label, i) => {
    if (cells[i] === null || cells[i] === '') return name;
    const text = label === 'limited_by' ? lookOf(String(cells[i])).words : String(cells[i]);
    return name === '' ? text : `${name}${label === 'port' ? ':' : ', '}${text}`;
  }, '');

/** @param {Extract<Plot, { kind: 'lines' }>} plot @param {Answer} answer @param {string} title @param {OverTime} how */
function lines({ time, values, unit }, { columns, rows }, title, { stepMs, height, times: edges, onPick }) {
  const ofTime = columns.indexOf(time);
  const known = rows.filter((row) => row[ofTime] !== null);
  const times = known.map((row) => timeOf(row[ofTime]));
  const series = values.map((name) => known.map((row) => Number(row[columns.indexOf(name)] ?? 0)));
  const figure = el('figure', { class: 'fleet-lines' });
  const width = Math.min(innerWidth - 2 * PAGE_MARGIN, WIDEST);
  const [from = 0, to = 0] = edges ?? extent(times);
  const x = scaleLinear([from, Math.max(to, from + stepMs)], [MARGIN.left, width - MARGIN.right]);
  const y = scaleLinear([0, max(series.flat()) || 1], [height - MARGIN.bottom, MARGIN.top]).nice(4);
  const svg = select(figure)
    .append('svg')
    .attr('viewBox', `0 0 ${width} ${height}`)
    .attr('role', 'img')
    .attr('aria-label', title);
  drawAxes(svg, { x, y, width, height, unit });
  series.forEach((points, i) => {
    const step = (/** @type {number} */ at) => (times[at] - times[at - 1] <= stepMs * BRIDGED_STEPS ? 'L' : 'M');
    const path = points.map((point, at) => `${step(at)}${x(times[at])},${y(point)}`).join('');
    svg.append('path').attr('d', path).attr('stroke', COLOURS[i]);
    svg
      .selectAll(`circle.of-${i}`)
      .data(points)
      .join('circle')
      .attr('r', 2.5)
      .attr('fill', COLOURS[i])
      .attr('cx', (_, at) => x(times[at]))
      .attr('cy', (point) => y(point));
    if (onPick) {
      pickable(
        svg,
        times.map((time) => x(time) / width),
        onPick,
      );
    }
  });
  const legend = values.map((name, i) => {
    const key = el('span', { class: 'fleet-key' });
    key.style.background = COLOURS[i];
    return el('span', {}, key, name.replace(/_seconds$/, '').replaceAll('_', ' '));
  });
  figure.append(el('figcaption', { class: 'second study-links' }, ...legend));
  return figure;
}

/**
 * A click takes the nearest point; the table has the same for keyboard users.
 * @param {import('d3').Selection<SVGSVGElement, unknown, null, undefined>} svg
 * @param {number[]} places of points, as shares of the width
 * @param {(row: number) => void} onPick
 */
function pickable(svg, places, onPick) {
  svg.classed('fleet-pickable', true).on('click', ({ clientX }) => {
    const { left, width } = /** @type {SVGSVGElement} */ (svg.node()).getBoundingClientRect();
    const at = (clientX - left) / width;
    onPick(leastIndex(places, (place) => Math.abs(place - at)) ?? 0);
  });
}

/**
 * @param {import('d3').Selection<SVGSVGElement, unknown, null, undefined>} svg
 * @param {{ x: import('d3').ScaleLinear<number, number>, y: import('d3').ScaleLinear<number, number>, width: number,
 *   height: number, unit: string }} axes
 */
function drawAxes(svg, { x, y, width, height, unit }) {
  const [from, to] = x.domain();
  const [, format] = TIME_FORMATS.find(([days]) => to - from <= days * DAY_MS) ?? TIME_FORMATS[0];
  const timeText = utcFormat(format);
  for (const tick of y.ticks(4)) {
    svg
      .append('line')
      .attr('x1', MARGIN.left)
      .attr('x2', width - MARGIN.right)
      .attr('y1', y(tick))
      .attr('y2', y(tick))
      .attr('class', 'fleet-grid');
    svg
      .append('text')
      .attr('x', MARGIN.left - 8)
      .attr('y', y(tick) + 4)
      .attr('text-anchor', 'end')
      .text(tick === 0 ? '0' : valueText(tick, unit));
  }
  const times = utcTicks(new Date(from), new Date(to), width / TICK_WIDTH);
  const every = Math.ceil((times.length * TICK_WIDTH) / width);
  const fits = (/** @type {Date} */ tick) => x(Number(tick)) < width - TICK_WIDTH / 2;
  for (const tick of times.filter((time, i) => i % every === 0 && fits(time))) {
    svg
      .append('text')
      .attr('x', x(Number(tick)))
      .attr('y', height - 6)
      .attr('text-anchor', 'middle')
      .text(timeText(tick));
  }
}
