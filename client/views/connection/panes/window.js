/**
 * Bytes in flight and what the receiver allows. Where the receive window dwarfs what is in flight, the scale fits the
 * flight and the window is given as text at the top edge.
 */
import { formatNumber } from '../../../base/format.js';
import { drawStepLine, drawUnderSteps, visibleExtent } from '../../../plot/level-of-detail.js';
import { byteUnit, valueScale } from '../../../plot/value-scale.js';
import { bisectLeft, bisectRight } from '../../../vendor/d3.js';
import { crisp, drawGrid, plotBox } from '../../timeline/grid.js';
import { senderShown } from '../data/sender-data.js';
import { drawRecordedDashes, drawRecordedDots, drawRecordedSteps, kernelShown } from './recorded-lines.js';
import { drawEndOfSlowStart, drawThreshold } from './slow-start.js';
import { drawWindowBand } from './window-band.js';

/** The window sets the scale while it is at most this many times what is in flight. */
const DWARFED = 2.5;
/** Bytes. */
const MIN_EXTENT = 10;
const DOUBT_HIGH = 5;
const UNKNOWN_WINDOW = 'Receive window: scale not captured';
const NOTHING = 'Not observable: no packet of the receiver is in the capture';
/** Area under a line. */
export const UNDER_ALPHA = 0.16;

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 * @returns {{ scale: import('../../../plot/value-scale.js').ValueScale, unit: string }}
 */
export function drawWindowPane(renderer, scene, pane) {
  const { series, x, colours, dataColour } = scene;
  const inFlight = flightShown(scene);
  const flight = visibleExtent(inFlight, x.range, true);
  const window = visibleExtent(series.window, x.range, true);
  const inferred =
    scene.model.sender === null
      ? null
      : visibleExtent(senderShown(scene.model.sender, scene.direction, x.range).cwnd, x.range, true);
  const kernel = kernelShown(scene);
  const recorded = kernel && visibleExtent(kernel.cwnd, x.range, true);
  const windows = Math.max(inferred?.[1] ?? 0, recorded?.[1] ?? 0);
  const highest = Math.max(flight?.[1] ?? 0, Math.min(windows, (flight?.[1] ?? 0) * DWARFED), MIN_EXTENT);
  const dwarfed = window !== null && window[0] > highest * DWARFED;
  const top = dwarfed || window === null ? highest : Math.max(highest, Math.min(window[1], highest * DWARFED));
  const { per, unit } = byteUnit(top);
  const saysWindow = dwarfed || scene.narrow || !isWindowKnown(scene);
  const scale = valueScale({
    extent: [0, top * 1.08],
    per,
    topPx: pane.top + (saysWindow ? 24 : 8),
    bottomPx: pane.top + pane.height - 7,
  });
  drawGrid(renderer, scene, pane, scale);
  if (inFlight.count + series.window.count === 0) {
    renderer.text(NOTHING, x.leftPx + 10, pane.top + pane.height / 2, { colour: colours.ink3, plate: colours.bg1 });
    return { scale, unit };
  }
  renderer.clipped(plotBox(scene, pane), () => {
    drawClosedWindows(renderer, scene, pane);
    drawDoubts(renderer, scene, pane);
    const drawStep = drawWindowBand(renderer, scene, scale);
    drawArea(renderer, inFlight, scene, scale, dataColour);
    drawStep();
    drawThreshold(renderer, scene, scale);
    drawRecordedDashes(renderer, kernel?.ssthresh, scene, scale);
    drawRecordedDots(renderer, kernel?.inFlight, scene, scale);
    drawRecordedSteps(renderer, kernel?.cwnd, scene, scale);
    // Above the scale it stays at the top edge.
    const y = (/** @type {number} */ bytes) => Math.max(scale.y(bytes), crisp(pane.top + 3));
    drawStepLine(renderer, series.window, x, y, { colour: colours.win, width: 1.25 });
    if (window && window[1] > scale.domain[1]) {
      sayWindow(renderer, scene, pane, window[0] > scale.domain[1] ? window : [window[1]]);
    }
    drawEndOfSlowStart(renderer, scene, pane);
    if (!isWindowKnown(scene) && inFlight.count > 0) sayAtEdge(renderer, scene, pane, UNKNOWN_WINDOW);
  });
  return { scale, unit };
}

/**
 * As the sender had it, or until the server has sent that, as it passed the capture point.
 * @param {import('../../timeline/grid.js').Scene} scene
 */
export const flightShown = ({ model, direction }) => flightOf(model, direction);

/** @param {import('../data/model.js').Model} model @param {number} direction */
export function flightOf({ path, series }, direction) {
  const bytes = path?.flight[direction].bytes;
  return bytes && bytes.count > 0 ? bytes : series[direction].inFlight;
}

/**
 * A hatched strip at the ground where the bytes in flight are doubtful, at most one for each pixel.
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 */
function drawDoubts(renderer, { model: { path }, direction, x, colours }, pane) {
  if (!path) return;
  const { start, end } = path.flight[direction].doubts;
  const right = x.leftPx + x.widthPx;
  let i = Math.max(0, bisectRight(start.values, x.range.startNs, 0, start.length) - 1);
  while (i < start.length && start.values[i] < x.range.endNs) {
    const from = Math.max(x.x(start.values[i]), x.leftPx);
    const to = Math.min(Math.max(x.x(end.values[i]), from + 1), right);
    if (end.values[i] > x.range.startNs) {
      renderer.hatch(
        { x: from, y: pane.top + pane.height - DOUBT_HIGH - 1, width: to - from, height: DOUBT_HIGH },
        { colour: colours.ink3, spacing: 5, width: 1.1, ground: 0.13 },
      );
    }
    i = Math.max(i + 1, bisectLeft(start.values, x.time(to), 0, start.length));
  }
}

/**
 * A step line with a paler area under it.
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../../plot/series-columns.js').LineSeries} series
 * @param {Pick<import('../../timeline/grid.js').Scene, 'x'>} scene
 * @param {import('../../../plot/value-scale.js').ValueScale} scale
 * @param {string} colour
 */
export function drawArea(renderer, series, { x }, scale, colour) {
  drawUnderSteps(renderer, series, x, scale.y, scale.y(Math.max(0, scale.domain[0])), { colour, alpha: UNDER_ALPHA });
  drawStepLine(renderer, series, x, scale.y, { colour, width: 1.25 });
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 */
function drawClosedWindows(renderer, { series, x, colours }, pane) {
  const { start, end } = series.closedWindows;
  for (let i = 0; i < start.length; i++) {
    if (start.values[i] > x.range.endNs || end.values[i] < x.range.startNs) continue;
    const left = Math.max(x.x(start.values[i]), x.leftPx);
    const right = Math.min(x.x(end.values[i]), x.leftPx + x.widthPx);
    renderer.hatch(
      { x: left, y: pane.top + 1, width: Math.max(1.5, right - left), height: pane.height - 8 },
      { colour: colours.win, spacing: 5, width: 1.1, ground: 0.13 },
    );
  }
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 * @param {number[]} above least and most of a window that is all above the scale; of one that is partly on it the most
 *   alone
 */
function sayWindow(renderer, scene, pane, above) {
  const high = above[above.length - 1];
  const { per, unit } = byteUnit(high);
  const decimals = high / per < 10 && per > 1 ? 1 : 0;
  const figures = [...new Set(above.map((bytes) => formatNumber(bytes / per, decimals)))].join(' – ');
  sayAtEdge(
    renderer,
    scene,
    pane,
    `↑ receive window ${above.length === 1 ? 'up to ' : ''}${figures} ${unit}${scene.narrow ? '' : ', above the scale'}`,
  );
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 * @param {string} words
 */
function sayAtEdge(renderer, { x, colours }, pane, words) {
  renderer.text(words, x.leftPx + x.widthPx - 8, pane.top + 16, {
    colour: colours.ink2,
    align: 'right',
    plate: colours.bg1,
  });
}

/**
 * Whether the other end's window scale is known.
 * @param {import('../../timeline/grid.js').Scene} scene
 */
const isWindowKnown = ({ model: { columns }, direction }) => columns.windowKnown[1 - direction];
