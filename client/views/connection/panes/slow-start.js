/**
 * The slow start threshold as a dashed step, and where slow start ended, in the window pane. Both are inferred; read
 * for each pixel column, so nothing outside the view is visited.
 */
import { CoordinateBuffer } from '../../../plot/level-of-detail.js';
import { coordinatesOf } from '../../../plot/renderer.js';
import { seeker } from '../../../plot/search.js';
import { crisp } from '../../timeline/grid.js';
import { senderShown } from '../data/sender-data.js';

const DASH = 6;
const GAP = 4;
const WIDTH = 1.25;
/** Room that the words beside the mark need, px. */
const WORDS_ROOM = 120;

const dashes = new CoordinateBuffer();

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../../plot/value-scale.js').ValueScale} scale
 */
export function drawThreshold(renderer, { model: { sender }, direction, x, colours }, scale) {
  const of = sender && senderShown(sender, direction, x.range);
  if (of === null || of.cwnd.count === 0) return;
  const lastNs = of.cwnd.times[of.cwnd.count - 1];
  const seek = seeker(of.cwnd.times, of.cwnd.count);
  dashes.clear();
  for (let px = 0; px < x.widthPx; px += DASH + GAP) {
    const timeNs = x.time(x.leftPx + px);
    const at = seek(timeNs) - 1;
    if (at < 0 || timeNs > lastNs) continue;
    const bytes = of.threshold.values[at];
    if (!Number.isFinite(bytes) || bytes > scale.domain[1]) continue;
    dashes.line(x.leftPx + px, scale.y(bytes), x.leftPx + px + DASH, scale.y(bytes));
  }
  renderer.lines(dashes, { colour: colours.cwnd, width: WIDTH });
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 */
export function drawEndOfSlowStart(renderer, { model: { sender }, direction, x, colours }, pane) {
  const exit = sender?.facts[direction]?.slowStartExit;
  if (!exit) return;
  const timeNs = exit.time * 1e9;
  if (timeNs < x.range.startNs || timeNs > x.range.endNs) return;
  const px = crisp(x.x(timeNs));
  const bottom = pane.top + pane.height - 7;
  renderer.lines(coordinatesOf(px, pane.top + 3, px, bottom), { colour: colours.cwnd, dash: [2, 2] });
  const isLeft = px + WORDS_ROOM > x.leftPx + x.widthPx;
  renderer.text('end of slow start', px + (isLeft ? -5 : 5), bottom - 8, {
    colour: colours.ink2,
    align: isLeft ? 'right' : 'left',
    plate: colours.bg1,
  });
}
