/**
 * The strip of the whole connection: bytes sent so far as an area, retransmissions as full-height ticks. The part in
 * view is framed and has a handle at either end; the brush over them is in overview-brush.js.
 */
import { CoordinateBuffer, drawUnderSteps, forEachColumn } from '../../../plot/level-of-detail.js';
import { timeScale } from '../../../plot/time-scale.js';

const ticks = new CoordinateBuffer();

/** @param {import('../../timeline/grid.js').Pane} pane @param {boolean} narrow */
export const overviewBox = ({ top, height }, narrow) => ({
  top: top + (narrow ? 10 : 6),
  height: height - (narrow ? 18 : 10),
});

/**
 * The static part, which stays while the view moves.
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 */
export function drawWholeConnection(renderer, scene, pane) {
  const { model, series, colours, dataColour, narrow } = scene;
  const { top, height } = overviewBox(pane, narrow);
  const x = timeScale(model.limits, scene.x.leftPx, scene.x.widthPx);
  const most = Math.max(1, series.sent.value.last);
  const y = (/** @type {number} */ bytes) => top + height - 2 - (bytes / most) * (height - 4);
  const box = { x: x.leftPx, y: top, width: x.widthPx, height };
  renderer.clipped(box, () => {
    drawUnderSteps(renderer, series.sent, x, y, top + height - 1, { colour: dataColour, alpha: 0.26 });
    drawRepeats(renderer, series, x, top, height, colours.retx);
  });
  renderer.frame(
    { x: box.x + 0.5, y: box.y + 0.5, width: box.width - 1, height: box.height - 1 },
    { colour: colours.line2 },
  );
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../data/direction-series.js').DirectionSeries} series
 * @param {import('../../../plot/time-scale.js').TimeScale} x
 * @param {number} top
 * @param {number} height
 * @param {string} colour
 */
function drawRepeats(renderer, { retransmissions }, x, top, height, colour) {
  ticks.clear();
  forEachColumn(retransmissions, x, 0, retransmissions.count, (column) =>
    ticks.line(column, top + 1, column, top + height - 1),
  );
  const crowded = ticks.length / 4 > x.widthPx / 8;
  renderer.lines(ticks, { colour, width: retransmissions.count < 40 ? 2 : 1, alpha: crowded ? 0.45 : 1 });
}

/**
 * A shade over what is not in view.
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 */
export function drawOutside(renderer, { model, x: shown, colours, narrow }, pane) {
  const { top, height } = overviewBox(pane, narrow);
  const x = timeScale(model.limits, shown.leftPx, shown.widthPx);
  const end = x.leftPx + x.widthPx;
  const left = Math.min(Math.max(x.x(shown.range.startNs), x.leftPx), end);
  const right = Math.min(Math.max(x.x(shown.range.endNs), x.leftPx), end);
  const veil = { colour: colours.bg0, alpha: 0.55 };
  if (left > x.leftPx) renderer.rect({ x: x.leftPx, y: top, width: left - x.leftPx, height }, veil);
  if (right < end) renderer.rect({ x: right, y: top, width: end - right, height }, veil);
}

/** Width, height and colour of a handle's grip. @type {Record<'narrow'|'wide', [number, number, 'ink1'|'ink2']>} */
const GRIPS = { wide: [4, 14, 'ink2'], narrow: [8, 22, 'ink1'] };

/**
 * The frame around what is in view, with its grips. Drawn with the shade, so that both move in one frame.
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../timeline/grid.js').Pane} pane
 */
export function drawInView(renderer, { model, x: shown, colours, narrow }, pane) {
  const { top, height } = overviewBox(pane, narrow);
  const x = timeScale(model.limits, shown.leftPx, shown.widthPx);
  const left = Math.round(x.x(shown.range.startNs));
  const right = Math.max(Math.round(x.x(shown.range.endNs)), left + 1);
  const isWhole = left < x.leftPx + 1 && right > x.leftPx + x.widthPx - 1;
  if (!isWhole) {
    renderer.frame(
      { x: left + 0.5, y: top + 0.5, width: Math.max(0, right - left - 1), height: height - 1 },
      { colour: colours.ink1 },
    );
  }
  const [gripWidth, gripHeight, colour] = GRIPS[narrow ? 'narrow' : 'wide'];
  for (const edge of [left, right]) {
    renderer.rect(
      { x: edge - gripWidth / 2, y: top + (height - gripHeight) / 2, width: gripWidth, height: gripHeight },
      { colour: colours[colour] },
    );
  }
}
