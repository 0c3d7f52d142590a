/**
 * The line under the pointer with its time on the axis. It is drawn on the overlay: moving an element, be it
 * composited, costs the browser more than repainting that canvas.
 */
import { CoordinateBuffer } from '../../../plot/level-of-detail.js';
import { crisp, wholeLabels } from '../../timeline/grid.js';

const line = new CoordinateBuffer();
const DASH = [2, 3];
/** Left and right of the time's words. */
const AIR = 5;

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('./layout.js').Layout} layout
 * @param {number} timeNs
 */
export function drawCrossHair(renderer, { x, ticks, colours }, layout, timeNs) {
  const axis = layout.panes.find(({ id }) => id === 'axis');
  if (!axis) return;
  const px = crisp(x.x(timeNs));
  const words = ticks.reading(timeNs);
  const style = { colour: colours.ink1, size: 11, weight: 500 };
  line.clear().line(px, axis.top + axis.height, px, layout.height);
  renderer.lines(line, { colour: colours.ink2, dash: DASH });
  // Of constant width, so that it does not jitter.
  const width = Math.ceil(renderer.textWidth(words.replace(/\d/g, '0'), style)) + 2 * AIR;
  const left = Math.round(Math.min(Math.max(px - width / 2, x.leftPx), x.leftPx + x.widthPx - width));
  const y = axis.top + 2;
  const height = axis.height - 4;
  const [from, to] = wholeLabels(renderer, { x, ticks }, left, left + width);
  renderer.rect({ x: from, y, width: to - from, height }, { colour: colours.bg1 });
  renderer.rect({ x: left, y, width, height }, { colour: colours.bg3 });
  renderer.text(words, left + width / 2, axis.top + axis.height / 2, { ...style, align: 'center' });
}
