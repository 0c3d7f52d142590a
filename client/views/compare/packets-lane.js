/**
 * Packets of a member as ticks: data upwards, full segments longer than partial ones; answers downwards, those with
 * data longer, those with MUX's credit alone in its colour.
 */
import { CoordinateBuffer, visibleRange } from '../../plot/level-of-detail.js';
import { colourOf } from './scene.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../../plot/time-scale.js').TimeScale} TimeScale */
/** @typedef {import('./member.js').Member} Member */

const FULL = 13;
const PARTIAL = 6;
const WITH_DATA = 13;
const PURE = 6;

/**
 * @param {Renderer} renderer
 * @param {import('./scene.js').Scene} scene
 * @param {import('./layout.js').Pane} pane
 * @param {TimeScale} x
 */
export function drawPackets(renderer, scene, pane, x) {
  const member = scene.members[pane.members[0]];
  const { colours, layout } = scene;
  const middle = pane.top + 24;
  const ticks = { data: new CoordinateBuffer(), answers: new CoordinateBuffer(), credit: new CoordinateBuffer() };
  fillTicks(member, x, middle, ticks);
  renderer.rect({ x: layout.leftPx, y: middle, width: layout.widthPx, height: 1 }, { colour: colours.line3 });
  renderer.clipped({ x: layout.leftPx, y: pane.top, width: layout.widthPx, height: pane.height }, () => {
    renderer.lines(ticks.data, { colour: colourOf({ ...scene, isOverlaid: false }, member, 0), width: 1.5 });
    renderer.lines(ticks.answers, { colour: member.direction === 1 ? colours.c2s : colours.s2c, width: 1.5 });
    renderer.lines(ticks.credit, { colour: colours.win, width: 1.5 });
  });
  if (!layout.narrow) renderer.text('Packets', layout.leftPx - 8, middle, { colour: colours.ink3, align: 'right' });
}

/**
 * At most one tick of each length a pixel, so that its cost follows the width.
 * @param {Member} member @param {TimeScale} x @param {number} middle
 * @param {{ data: CoordinateBuffer, answers: CoordinateBuffer, credit: CoordinateBuffer }} ticks
 */
function fillTicks(
  { model: { columns }, direction, largestSegment, creditOnly },
  x,
  middle,
  { data, answers, credit },
) {
  const { from, to } = visibleRange({ times: columns.time, count: columns.rows }, x.range);
  const last = { full: NaN, partial: NaN, pure: NaN, withData: NaN, credit: NaN };
  for (let row = from; row < to; row++) {
    const at = Math.round(x.x(columns.time[row]));
    const length = columns.length[row];
    if (columns.direction[row] === direction && length > 0) {
      const kind = length >= largestSegment ? 'full' : 'partial';
      if (last[kind] === at) continue;
      last[kind] = at;
      data.line(at, middle, at, middle - (kind === 'full' ? FULL : PARTIAL));
    } else if (columns.direction[row] !== direction) {
      const withData = creditOnly.has(columns.frame[row]) ? 'credit' : 'withData';
      const kind = length > 0 ? withData : 'pure';
      if (last[kind] === at) continue;
      last[kind] = at;
      (kind === 'credit' ? credit : answers).line(at, middle, at, middle + (length > 0 ? WITH_DATA : PURE));
    }
  }
}
