/**
 * The time–sequence pane, in tcptrace's notation: segments as bars from first to last byte, what has been acknowledged
 * and what the receiver allows as steps, losses and their repair as letters.
 */
import { formatNumber } from '../../../base/format.js';
import { segmentBars } from '../../../plot/glyphs.js';
import { bars, CoordinateBuffer, drawStepLine, visibleExtent } from '../../../plot/level-of-detail.js';
import { byteUnit, padded, valueScale } from '../../../plot/value-scale.js';
import { crisp, drawGrid, plotBox } from '../../timeline/grid.js';
import { drawBands, labelBand } from '../../timeline/message-bands.js';
import { drawJumps } from '../data/clock-jumps.js';
import { drawEpisodes } from '../data/episodes.js';
import { wrapped } from '../data/sequence-numbers.js';
import { drawAckMarks } from './ack-marks.js';
import { drawSegmentMarks } from './segment-marks.js';

/** @typedef {import('../../timeline/grid.js').Scene} Scene */
/** @typedef {import('../../timeline/grid.js').Renderer} Renderer */
/** @typedef {import('../../timeline/grid.js').Pane} Pane */
/** @typedef {import('../../../plot/value-scale.js').ValueScale} ValueScale */

/** Height of the strip in which the window edge is drawn when it is far above the data. */
const STRIP = 74;
const LOWEST_PANE_WITH_STRIP = 230;
/** On a phone the direction switch is at the top of the pane: data begins below it. */
export const SWITCH_HIGH = 38;
/** Letters of a figure beside the plot; longer ones would cover the legend. */
const LONGEST_LABEL = 7;
/** Bytes: a single SYN must not fill the pane. */
const MIN_EXTENT = 10;

const coordinates = new CoordinateBuffer();

/**
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {Pane} pane
 * @returns {{ scale: ValueScale, unit: string }}
 */
export function drawTimeSequence(renderer, scene, { id, top, height }) {
  const pane = scene.narrow ? { id, top: top + SWITCH_HIGH, height: height - SWITCH_HIGH } : { id, top, height };
  const extent = sequenceExtent(scene);
  const hasEdge = !scene.hidden.has('edge') && scene.as.style === 'tcptrace';
  const strip = hasEdge ? stripExtent(scene, pane, extent) : null;
  const { unit, ...labels } = sequenceUnit(scene, Math.abs(extent[1]));
  const scale = valueScale({
    extent: padded(extent, 0.06),
    ...labels,
    topPx: pane.top + (strip ? STRIP + 6 : 10),
    bottomPx: pane.top + pane.height - 1,
    tickPx: 44,
  });
  const isLong = scale.ticks.some(({ label }) => label.length > LONGEST_LABEL);
  drawGrid(renderer, scene, pane, scale, { inside: scene.as.absolute || isLong });
  if (scene.narrow) {
    renderer.text(unit, scene.x.leftPx - 6, pane.top + 12, { colour: scene.colours.ink3, align: 'right' });
  }
  renderer.clipped(plotBox(scene, pane), () => {
    if (!scene.hidden.has('episode')) drawEpisodes(renderer, scene, pane);
    const bands = drawBands(renderer, scene, pane, scale);
    if (hasEdge && strip) drawEdgeStrip(renderer, scene, pane, strip);
    else if (hasEdge) drawEdge(renderer, scene, scale.y);
    const letters = drawData(renderer, scene, scale);
    for (const band of bands) labelBand(renderer, scene.colours, band, letters);
    drawJumps(renderer, scene, pane);
  });
  return { scale, unit };
}

/**
 * @param {Scene} scene
 * @param {number} largest offset in view
 * @returns {{ unit: string, per: number, origin?: number, words?: (labelled: number) => string }}
 */
function sequenceUnit({ as, direction, series, model: { columns } }, largest) {
  if (as.absolute) {
    return {
      unit: 'wire numbers',
      per: 1,
      origin: columns.isn[direction],
      words: (number) => formatNumber(wrapped(number)),
    };
  }
  if (as.inSegments) return { unit: 'segments', per: series.fullSegment };
  return byteUnit(largest);
}

/**
 * As W. R. Stevens drew it: a dot at the first byte of each segment, nothing else.
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 */
function drawStevens(renderer, { series, x, colours, dataColour, hidden }, scale) {
  /**
   * @type {[import('../../../plot/series-columns.js').BarSeries, string,
   *   import('../data/mark-classes.js').MarkClass][]}
   */
  const parts = [
    [series.segments, dataColour, 'segment'],
    [series.lateArrivals, colours.ooo, 'late'],
    [series.retransmissions, colours.retx, 'repair'],
  ];
  for (const [part, colour, mark] of parts) {
    if (hidden.has(mark)) continue;
    if (bars(part, x, scale.y, coordinates)) {
      renderer.lines(coordinates, { colour, width: 2 });
      continue;
    }
    const dots = stevensDots.clear();
    for (let i = 0; i < coordinates.length; i += 4) dots.point(coordinates.values[i], coordinates.values[i + 1]);
    renderer.dots(dots, 1.8, { colour });
  }
}

const stevensDots = new CoordinateBuffer();

/**
 * @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale
 * @returns {import('../../../plot/glyphs.js').LetterCells[]} where letters are
 */
function drawData(renderer, scene, scale) {
  if (scene.as.style === 'stevens') {
    drawStevens(renderer, scene, scale);
    return [];
  }
  const { series, x, colours, dataColour, hidden } = scene;
  if (!hidden.has('ack')) drawStepLine(renderer, series.acks, x, scale.y, { colour: colours.ack, width: 1.5 });
  const ofAcks = drawAckMarks(renderer, scene, scale);
  if (!hidden.has('segment')) {
    bars(series.segments, x, scale.y, coordinates);
    segmentBars(renderer, coordinates, dataColour);
  }
  return [ofAcks, drawSegmentMarks(renderer, scene, scale)];
}

/**
 * What is sent and acknowledged in view sets the scale; the window edge does not, since it may be far above.
 * @param {Scene} scene
 * @returns {[number, number]}
 */
function sequenceExtent({ series, x }) {
  const parts = [
    visibleExtent(series.segments, x.range),
    visibleExtent(series.retransmissions, x.range),
    visibleExtent(series.lateArrivals, x.range),
    visibleExtent(series.acks, x.range, true),
    visibleExtent(series.handshakes, x.range),
  ];
  let low = Infinity;
  let high = -Infinity;
  for (const part of parts) {
    if (!part) continue;
    low = Math.min(low, part[0]);
    high = Math.max(high, part[1]);
  }
  if (low > high) return [0, MIN_EXTENT];
  return [low, Math.max(high, low + MIN_EXTENT)];
}

/**
 * @param {Scene} scene
 * @param {Pane} pane
 * @param {[number, number]} extent
 * @returns {[number, number]|null} the window edge's extent when it needs a strip of its own
 */
function stripExtent({ series, x }, pane, [low, high]) {
  if (pane.height < LOWEST_PANE_WITH_STRIP) return null;
  const edge = visibleExtent(series.edge, x.range, true);
  if (!edge || edge[0] <= high + (high - low) * 0.1 || edge[0] <= 0) return null;
  return edge;
}

/** @param {Renderer} renderer @param {Scene} scene @param {(value: number) => number} y */
function drawEdge(renderer, { series, x, colours }, y) {
  drawStepLine(renderer, series.edge, x, y, { colour: colours.win, width: 1.25 });
}

/** @param {Renderer} renderer @param {Scene} scene @param {Pane} pane @param {[number, number]} extent */
function drawEdgeStrip(renderer, scene, pane, extent) {
  const { x, colours } = scene;
  const bottom = pane.top + STRIP;
  renderer.rect({ x: x.leftPx, y: pane.top + 1, width: x.widthPx, height: STRIP }, { colour: colours.bg1 });
  const scale = valueScale({ extent, topPx: pane.top + 28, bottomPx: bottom - 10 });
  drawEdge(renderer, scene, scale.y);
  coordinates.clear().line(x.leftPx, crisp(bottom), x.leftPx + x.widthPx, crisp(bottom));
  renderer.lines(coordinates, { colour: colours.line2, dash: [4, 3] });
  const figures = extent.map((bytes) => formatNumber(bytes));
  const range = figures[0] === figures[1] ? figures[0] : figures.join(' – ');
  const aside = /** @type {const} */ ({ colour: colours.ink2, align: 'right', plate: colours.bg1 });
  if (scene.narrow) renderer.text(`Window edge ${range}, own scale`, x.leftPx + x.widthPx - 6, bottom - 10, aside);
  else {
    renderer.text(`Window edge ${range}, in a strip with its own scale`, x.leftPx + 10, pane.top + 15, {
      colour: colours.ink2,
    });
  }
}
