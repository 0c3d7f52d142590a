/** The time–sequence diagram: a stream's bytes as they passed a segment's first point, and its second. */
import { CoordinateBuffer } from '../../../plot/level-of-detail.js';
import { byteUnit, padded, valueScale } from '../../../plot/value-scale.js';
import { drawGrid } from '../../timeline/grid.js';
import { fitted } from '../draw-ladder.js';
import { TITLE_HIGH, TITLE_LEFT } from './diagram-layout.js';
import { passagesOf } from './passages.js';

/** @typedef {import('../../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('./passages.js').DiagramScene} DiagramScene */
/** @typedef {import('../../../plot/value-scale.js').ValueScale} ValueScale */

/** The least that a segment is drawn high, px. */
const MIN_HIGH = 2;
const WIDTH = 2;
const GAP = 14;

/** Kept between drawings. */
const buffers = { first: new CoordinateBuffer(), second: new CoordinateBuffer(), lost: new CoordinateBuffer() };

/** @param {Renderer} renderer @param {DiagramScene} scene */
export function drawStream(renderer, scene) {
  const { ground, layout } = scene;
  const { x, colours } = ground;
  const { top, height } = layout.stream;
  const scale = streamScale(scene);
  drawGrid(renderer, ground, { id: 'stream', top, height }, scale?.values);
  drawTitle(renderer, scene, scale?.unit ?? null);
  if (scale === null) return;
  const { y } = scale.values;
  for (const buffer of Object.values(buffers)) buffer.clear();
  const { startNs, endNs } = x.range;
  passagesOf(scene, (passage, ns, start, end) => {
    if (ns < startNs || ns > endNs) return;
    const [low, high] = [y(start), y(end)];
    buffers[passage].line(x.x(ns), Math.max(low, high + MIN_HIGH), x.x(ns), high);
  });
  renderer.clipped({ x: x.leftPx, y: top, width: x.widthPx, height }, () => {
    renderer.lines(buffers.second, { colour: colours.ink2, width: WIDTH });
    renderer.lines(buffers.first, { colour: streamColour(scene), width: WIDTH });
    renderer.lines(buffers.lost, { colour: colours.retx, width: WIDTH });
  });
}

/** @param {DiagramScene} scene */
const streamColour = ({ ground: { colours }, frame: { stream } }) =>
  stream?.direction === 1 ? colours.s2c : colours.c2s;

/**
 * Of the bytes in view, in the unit that their axis has.
 * @param {DiagramScene} scene @returns {{ values: ValueScale, unit: string }|null} null: there are none
 */
export function streamScale(scene) {
  const { startNs, endNs } = scene.ground.x.range;
  let [low, high] = [Infinity, -Infinity];
  passagesOf(scene, (_, ns, start, end) => {
    if (ns < startNs || ns > endNs) return;
    low = Math.min(low, start);
    high = Math.max(high, end);
  });
  if (low > high) return null;
  const { top, height } = scene.layout.stream;
  const { per, unit } = byteUnit(high);
  return { values: valueScale({ extent: padded([low, high], 0.03), topPx: top, bottomPx: top + height, per }), unit };
}

/**
 * Names both points in their colours.
 * @param {Renderer} renderer @param {DiagramScene} scene @param {string|null} unit null: nothing is in view
 */
function drawTitle(renderer, scene, unit) {
  const { ground, layout, labels, between } = scene;
  const { colours, x } = ground;
  const room = (x.leftPx + x.widthPx) / 3 - GAP;
  let at = TITLE_LEFT;
  for (const [words, colour] of /** @type {const} */ ([
    [unit === null ? 'Stream' : `Stream, ${unit}`, colours.ink1],
    [unit === null ? 'no data in view' : `at ${labels[between[0]]}`, streamColour(scene)],
    [unit === null ? '' : `at ${labels[between[1]]}`, colours.ink2],
  ])) {
    const style = { colour, weight: 600 };
    const text = fitted(renderer, words, room, style);
    renderer.text(text, at, layout.stream.top - TITLE_HIGH / 2, style);
    at += renderer.textWidth(text, style) + GAP;
  }
}
