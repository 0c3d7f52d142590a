/**
 * Draws a comparison: each member's series on the common axis, moved by where it is aligned. Knows nothing of the page.
 */
import { formatNumber, tripsIn, unitTripNs } from '../../base/format.js';
import { segmentBars } from '../../plot/glyphs.js';
import { bars, CoordinateBuffer, drawStepLine, drawUnderSteps, visibleExtent } from '../../plot/level-of-detail.js';
import { timeScale } from '../../plot/time-scale.js';
import { byteUnit, padded, valueScale } from '../../plot/value-scale.js';
import { crisp } from '../timeline/grid.js';
import { axisMarks } from './axis.js';
import { inSeconds } from './difference-table.js';
import { flightLabels } from './flight-labels.js';
import { drawPackets } from './packets-lane.js';
import { drawLimits } from './ribbon.js';
import { colourOf, scaleOf } from './scene.js';
import { alignWords, unitOf } from './transports.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../../plot/value-scale.js').ValueScale} ValueScale */
/** @typedef {import('./layout.js').Pane} Pane */
/** @typedef {import('./member.js').Member} Member */

/** @typedef {import('./scene.js').Scene} Scene */

const coordinates = new CoordinateBuffer();
const MAX_LABELS = 14;
const LABEL_PX = 26;
const MIN_TICK_PX = 26;
const MAX_TICKS = 8;
const AREA_ALPHA = 0.14;
const LABEL_ROW = 15;

/** @param {Renderer} renderer @param {Scene} scene */
export function drawComparison(renderer, scene) {
  const {
    layout: { panes, leftPx, widthPx },
    colours,
  } = scene;
  const marks = axisMarks(
    scene.range,
    widthPx,
    unitTripNs(scene.members[0].model.rttNs),
    alignWords(scene.align, scene.members),
    (label) => renderer.textWidth(label, { colour: '' }),
  );
  for (const pane of panes) {
    renderer.rect({ x: 0, y: pane.top, width: leftPx + widthPx + 16, height: 1 }, { colour: colours.line1 });
    if (pane.kind === 'axis') drawAxis(renderer, scene, pane, marks);
    else drawGround(renderer, scene, pane, marks);
    if (pane.kind === 'sequence') drawSequence(renderer, scene, pane);
    else if (pane.kind === 'flight') drawFlight(renderer, scene, pane);
    else if (pane.kind === 'ribbon') drawLimits(renderer, scene, pane);
    else if (pane.kind === 'packets') {
      drawPackets(renderer, scene, pane, scaleOf(scene, scene.members[pane.members[0]]));
    }
  }
  if (scene.isOverlaid && scene.members.length === 2) drawDifference(renderer, scene);
}

/** @param {Renderer} renderer @param {Scene} scene @param {Pane} pane @param {import('./axis.js').Mark[]} marks */
function drawAxis(renderer, { layout, range, colours }, { top, height }, marks) {
  const x = timeScale(range, layout.leftPx, layout.widthPx);
  for (const { atNs, label, strong } of marks) {
    const half = renderer.textWidth(label, { colour: '', weight: strong ? 500 : 400 }) / 2;
    const at = Math.min(Math.max(x.x(atNs), half + 4), layout.leftPx + layout.widthPx - half + 8);
    renderer.text(label, at, top + height / 2, {
      colour: strong ? colours.ink1 : colours.ink3,
      weight: strong ? 500 : 400,
      align: 'center',
    });
  }
}

/** @param {Renderer} renderer @param {Scene} scene @param {Pane} pane @param {import('./axis.js').Mark[]} marks */
function drawGround(renderer, { layout, range, colours }, { top, height }, marks) {
  const x = timeScale(range, layout.leftPx, layout.widthPx);
  for (const strong of [false, true]) {
    coordinates.clear();
    for (const mark of marks) {
      if (mark.strong === strong) coordinates.line(crisp(x.x(mark.atNs)), top, crisp(x.x(mark.atNs)), top + height);
    }
    renderer.lines(coordinates, { colour: strong ? colours.line3 : colours.line1 });
  }
}

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale */
function drawFigures(renderer, { layout, colours }, scale) {
  coordinates.clear();
  for (const { y } of scale.ticks) coordinates.line(layout.leftPx, crisp(y), layout.leftPx + layout.widthPx, crisp(y));
  renderer.lines(coordinates, { colour: colours.line1 });
  for (const { y, label } of scale.ticks) {
    renderer.text(label, layout.leftPx - 8, y, { colour: colours.ink3, align: 'right' });
  }
}

/** @param {Scene} scene @param {Pane} pane @returns {import('../../plot/renderer.js').Box} */
const plotBox = ({ layout }, { top, height }) => ({
  x: layout.leftPx,
  y: top + 1,
  width: layout.widthPx,
  height: height - 1,
});

/** @param {Renderer} renderer @param {Scene} scene @param {Pane} pane */
function drawSequence(renderer, scene, pane) {
  const { members, colours, layout } = scene;
  const shown = pane.members.map((i) => members[i]);
  // Stacked panes have one scale, so that slopes can be compared.
  const extent = extentOf(
    scene,
    members,
    ({ model, direction }) => model.series[direction].acks,
    ({ model, direction }) => model.series[direction].segments,
  );
  const { per, unit } = byteUnit(extent[1]);
  const isAlone = shown.length === 1;
  const scale = valueScale({
    extent: padded(extent, 0.03),
    per,
    topPx: pane.top + (isAlone ? 30 : 40),
    bottomPx: pane.top + pane.height - 8,
    tickPx: Math.max(MIN_TICK_PX + 10, pane.height / MAX_TICKS),
  });
  drawFigures(renderer, scene, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    for (const i of pane.members) drawMember(renderer, scene, scale, i);
    let freePx = -Infinity;
    let row = 0;
    /** @type {import('../../plot/renderer.js').Box[]} */
    const taken = [];
    for (const i of byEnd(scene, pane.members)) {
      const { leftPx: labelPx, rightPx } = endLabel(renderer, scene, i);
      row = labelPx < freePx ? row + 1 : 0;
      freePx = Math.max(rightPx, row === 0 ? -Infinity : freePx);
      drawEnd(renderer, scene, pane, i, row);
      taken.push({
        x: labelPx,
        y: pane.top + 15 + (row - 0.5) * LABEL_ROW,
        width: rightPx - labelPx,
        height: LABEL_ROW,
      });
    }
    const marks = new Map(pane.members.map((i) => [i, flightMarks(scene, scale, i)]));
    const places = flightLabels(plotBox(scene, pane), [...marks.values()].flat(), taken);
    for (const [i, flights] of marks) labelFlights(renderer, scene, flights, i, places);
  });
  const title = isAlone ? `${shown[0].letter}  ${shown[0].name}` : `Time–sequence, ${unit}`;
  renderer.text(title, isAlone ? layout.leftPx + 8 : 16, pane.top + 15, {
    colour: colours.ink1,
    size: 12,
    weight: 600,
    plate: isAlone ? colours.bg1 : undefined,
  });
  if (isAlone) renderer.text(unit, layout.leftPx - 8, pane.top + 15, { colour: colours.ink3, align: 'right' });
}

/** @param {Renderer} renderer @param {Scene} scene @param {ValueScale} scale @param {number} i */
function drawMember(renderer, scene, scale, i) {
  const member = scene.members[i];
  const series = member.model.series[member.direction];
  const x = scaleOf(scene, member);
  const colour = colourOf(scene, member, i);
  const { colours, isOverlaid } = scene;
  const ackColour = isOverlaid && i === 0 ? colours.ink3 : colours.ack;
  drawStepLine(renderer, series.acks, x, scale.y, { colour: ackColour, width: 1.25 });
  bars(series.segments, x, scale.y, coordinates);
  segmentBars(renderer, coordinates, colour, 2);
  for (const part of [series.retransmissions, series.lateArrivals]) {
    bars(part, x, scale.y, coordinates);
    segmentBars(renderer, coordinates, part === series.retransmissions ? colours.retx : colours.ooo, 2);
  }
}

/**
 * By where they end, so that their labels can make way for one another.
 * @param {Scene} scene
 * @param {number[]} members
 */
const byEnd = (scene, members) => [...members].sort((a, b) => endPx(scene, a) - endPx(scene, b));

/** @param {Scene} scene @param {number} i */
const endPx = (scene, i) => crisp(scaleOf(scene, scene.members[i]).x(scene.members[i].endNs));

/**
 * What is drawn at a member's end, and from where to where: right of it, or left where it would not fit.
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {number} i
 */
function endLabel(renderer, scene, i) {
  const member = scene.members[i];
  const at = endPx(scene, i);
  const words = scene.isOverlaid ? `${member.letter} last byte` : inSeconds(member.endNs - member.alignNs[scene.align]);
  const width = renderer.textWidth(words, { colour: '', weight: 500 });
  const fits = at + width + 12 < scene.layout.leftPx + scene.layout.widthPx;
  return { at, words, fits, leftPx: fits ? at : at - width - 12, rightPx: fits ? at + width + 12 : at };
}

/**
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {Pane} pane
 * @param {number} i
 * @param {number} row of labels that would lie over one another
 */
function drawEnd(renderer, scene, pane, i, row) {
  const member = scene.members[i];
  const { at, words, fits } = endLabel(renderer, scene, i);
  const { colours, isOverlaid } = scene;
  coordinates.clear().line(at, pane.top, at, pane.top + pane.height);
  renderer.lines(coordinates, { colour: isOverlaid ? colourOf(scene, member, i) : colours.ink1, dash: [4, 3] });
  renderer.text(words, at + (fits ? 7 : -7), pane.top + 15 + row * LABEL_ROW, {
    colour: isOverlaid ? colours.ink2 : colours.ink1,
    weight: isOverlaid ? 400 : 600,
    align: fits ? 'left' : 'right',
    plate: colours.bg1,
  });
}

/**
 * @param {Scene} scene
 * @param {ValueScale} scale
 * @param {number} i
 * @returns {import('./flight-labels.js').FlightMark[]} where its flights are drawn
 */
function flightMarks(scene, scale, i) {
  const member = scene.members[i];
  const x = scaleOf(scene, member);
  const { acks } = member.model.series[member.direction];
  let sent = Math.max(1, acks.count > 0 ? acks.low[0] : 1);
  return member.flights.map((flight, f) => {
    const lowY = scale.y(sent);
    sent += flight.bytes;
    return {
      x: x.x(flight.endNs),
      lowY,
      highY: scale.y(sent),
      ackedX: x.x(member.flights[f + 1]?.startNs ?? member.endNs),
    };
  });
}

/**
 * How many segments a flight had, beside it: where there are few flights and there is room.
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {import('./flight-labels.js').FlightMark[]} flights where its flights are drawn
 * @param {number} i
 * @param {ReturnType<typeof flightLabels>} places
 */
function labelFlights(renderer, scene, flights, i, places) {
  const member = scene.members[i];
  const { colours, isOverlaid } = scene;
  if (flights.length > MAX_LABELS) return;
  const style = {
    colour: isOverlaid && i === 0 ? colours.ink2 : colours.ink1,
    weight: isOverlaid && i > 0 ? 500 : 400,
    plate: colours.bg1,
  };
  let lastX = -Infinity;
  member.flights.forEach(({ segments }, f) => {
    if (flights[f].x - lastX < LABEL_PX || segments < 2) return;
    const words = `${formatNumber(segments)} ${unitOf([member])}s`;
    const placed = places.place(flights[f], renderer.textWidth(words, style));
    if (placed === null) return;
    lastX = flights[f].x;
    renderer.text(words, placed.x, placed.y, style);
  });
}

/** @param {Renderer} renderer @param {Scene} scene @param {Pane} pane */
function drawFlight(renderer, scene, pane) {
  const { members, colours } = scene;
  const extent = extentOf(scene, members, ({ model, direction }) => model.series[direction].inFlight);
  const { per, unit } = byteUnit(extent[1]);
  const scale = valueScale({
    extent: padded([0, extent[1]], 0.03),
    per,
    topPx: pane.top + 30,
    bottomPx: pane.top + pane.height - 10,
    tickPx: MIN_TICK_PX,
  });
  drawFigures(renderer, scene, scale);
  renderer.clipped(plotBox(scene, pane), () => {
    pane.members.forEach((i) => {
      const member = members[i];
      const x = scaleOf(scene, member);
      const colour = colourOf(scene, member, i);
      const { inFlight } = member.model.series[member.direction];
      drawUnderSteps(renderer, inFlight, x, scale.y, scale.y(0), { colour, alpha: AREA_ALPHA });
      drawStepLine(renderer, inFlight, x, scale.y, { colour, width: 1.5 });
    });
  });
  renderer.text(`In flight, ${unit}`, 16, pane.top + 15, { colour: colours.ink1, size: 12, weight: 600 });
}

/**
 * @param {Scene} scene @param {Member[]} members
 * @param {...(member: Member) => import('../../plot/level-of-detail.js').DrawnSeries} parts
 * @returns {[number, number]} smallest and largest value of all members in view
 */
function extentOf(scene, members, ...parts) {
  let low = Infinity;
  let high = 0;
  for (const member of members) {
    for (const part of parts) {
      const extent = visibleExtent(part(member), scaleOf(scene, member).range, true);
      if (extent === null) continue;
      low = Math.min(low, extent[0]);
      high = Math.max(high, extent[1]);
    }
  }
  return [Number.isFinite(low) ? low : 0, Math.max(high, low + 1, 1)];
}

/**
 * Between both ends, as draughtsmen measure: ├── 748 ms, 3.0 round trips ──┤
 * @param {Renderer} renderer
 * @param {Scene} scene
 */
function drawDifference(renderer, scene) {
  const {
    members: [first, second],
    layout,
    colours,
  } = scene;
  const [a, b] = [first, second].map((member) => scaleOf(scene, member).x(member.endNs));
  const from = Math.min(a, b);
  const to = Math.max(a, b);
  const byNs = Math.abs(first.endNs - first.alignNs[scene.align] - (second.endNs - second.alignNs[scene.align]));
  const trips = tripsIn(byNs, first.model.rttNs);
  const words = `${inSeconds(byNs)}${trips === null ? '' : `, ${formatNumber(trips, 1)} round trips`}`;
  const width = renderer.textWidth(words, { colour: '', weight: 600, size: 12 });
  const y = (layout.panes.find(({ kind }) => kind === 'sequence')?.top ?? 0) + 32;
  if (to - from < width + 50 || from < layout.leftPx || to > layout.leftPx + layout.widthPx) return;
  const middle = (from + to) / 2;
  coordinates.clear().line(from + 4, y, middle - width / 2 - 8, y);
  coordinates.line(middle + width / 2 + 8, y, to - 4, y);
  for (const [tip, way] of [
    [from + 4, 1],
    [to - 4, -1],
  ]) {
    for (const side of [-1, 1]) coordinates.line(tip, y, tip + way * 6, y + side * 4);
  }
  renderer.lines(coordinates, { colour: colours.ink1, width: 1.25 });
  renderer.text(words, middle, y, { colour: colours.ink1, size: 12, weight: 600, align: 'center' });
}
