/**
 * Bytes in flight and what the receiver allows. Where the receive window dwarfs what is in flight, the scale stays with
 * the flight and the window is said in words at the top edge.
 */
import { formatNumber } from '../../base/format.js';
import { CoordinateBuffer, stepLine, visibleExtent } from '../../plot/level-of-detail.js';
import { byteUnit, valueScale } from '../../plot/value-scale.js';
import { crisp, drawGrid, plotBox } from './grid.js';

/** The window sets the scale while it is at most this many times what is in flight. */
const DWARFED = 2.5;
/** Bytes. */
const LEAST_EXTENT = 10;

const line = new CoordinateBuffer();
const area = new CoordinateBuffer();

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('./grid.js').Scene} scene
 * @param {import('./grid.js').Pane} pane
 * @returns {{ scale: import('../../plot/value-scale.js').ValueScale, unit: string }}
 */
export function drawWindowPane(renderer, scene, pane) {
  const { series, x, colours, dataColour } = scene;
  const flight = visibleExtent(series.inFlight, x.range, true);
  const window = visibleExtent(series.window, x.range, true);
  const highest = Math.max(flight?.[1] ?? 0, LEAST_EXTENT);
  const dwarfed = window !== null && window[0] > highest * DWARFED;
  const top = dwarfed || window === null ? highest : Math.max(highest, Math.min(window[1], highest * DWARFED));
  const { per, unit } = byteUnit(top);
  const scale = valueScale({ extent: [0, top * 1.08], per, topPx: pane.top + (dwarfed || scene.narrow ? 24 : 8), bottomPx: pane.top + pane.height - 7 });
  drawGrid(renderer, scene, pane, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    drawClosedWindows(renderer, scene, pane);
    drawArea(renderer, series.inFlight, scene, scale, dataColour);
    // Where it leaves the scale it stays at the top edge.
    const y = (/** @type {number} */ bytes) => Math.max(scale.y(bytes), crisp(pane.top + 3));
    renderer.polyline(stepLine(series.window, x, y, line), { colour: colours.win, width: 1.25 });
    if (window && window[1] > scale.domain[1]) sayWindow(renderer, scene, pane, window);
  });
  return { scale, unit };
}

/**
 * A step line with a paler ground under it.
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('../../plot/series-columns.js').LineSeries} series
 * @param {import('./grid.js').Scene} scene
 * @param {import('../../plot/value-scale.js').ValueScale} scale
 * @param {string} colour
 */
export function drawArea(renderer, series, { x }, scale, colour) {
  stepLine(series, x, scale.y, line);
  drawAreaUnder(renderer, line, scale, colour);
}

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {CoordinateBuffer} points
 * @param {import('../../plot/value-scale.js').ValueScale} scale
 * @param {string} colour
 */
export function drawAreaUnder(renderer, points, scale, colour) {
  if (points.length === 0) return;
  const ground = scale.y(Math.max(0, scale.domain[0]));
  area.clear().point(points.values[0], ground);
  for (let i = 0; i < points.length; i += 2) area.point(points.values[i], points.values[i + 1]);
  area.point(points.values[points.length - 2], ground);
  renderer.polygon(area, { colour, alpha: 0.16 });
  renderer.polyline(points, { colour, width: 1.25 });
}

/** @param {import('./grid.js').Renderer} renderer @param {import('./grid.js').Scene} scene @param {import('./grid.js').Pane} pane */
function drawClosedWindows(renderer, { series, x, colours }, pane) {
  const { start, end } = series.closedWindows;
  for (let i = 0; i < start.length; i++) {
    if (start.values[i] > x.range.endNs || end.values[i] < x.range.startNs) continue;
    const left = Math.max(x.x(start.values[i]), x.leftPx);
    const right = Math.min(x.x(end.values[i]), x.leftPx + x.widthPx);
    renderer.hatch({ x: left, y: pane.top + 1, width: Math.max(1.5, right - left), height: pane.height - 8 }, { colour: colours.win, spacing: 5, width: 1.1, ground: 0.13 });
  }
}

/** @param {import('./grid.js').Renderer} renderer @param {import('./grid.js').Scene} scene @param {import('./grid.js').Pane} pane @param {[number, number]} window */
function sayWindow(renderer, { x, colours, narrow }, pane, [low, high]) {
  const { per, unit } = byteUnit(high);
  const decimals = high / per < 10 && per > 1 ? 1 : 0;
  const figures = [...new Set([low, high].map((bytes) => formatNumber(bytes / per, decimals)))].join(' – ');
  renderer.text(`↑ receive window ${figures} ${unit}${narrow ? '' : ', above the scale'}`, x.leftPx + x.widthPx - 8, pane.top + 16, { colour: colours.ink2, align: 'right', plate: colours.bg1 });
}
