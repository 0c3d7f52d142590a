/** Acknowledged bytes over time: observed and predicted. */
import { formatSeconds } from '../../base/format.js';
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { timeScale } from '../../plot/time-scale.js';
import { timeTicks } from '../../plot/time-ticks.js';
import { byteUnit, valueScale } from '../../plot/value-scale.js';
import { crisp } from '../timeline/grid.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {[number, number][]} Curve seconds, bytes */
/**
 * @typedef {{ observed: { curve: Curve }, curve: Curve, replay: { observed: number }, prediction: { seconds: number,
 *   low: number, high: number } }} Answer
 */

const LEFT = 76;
const RIGHT = 18;
const AXIS = 30;
const TOP = 34;
const BOTTOM = 14;
const AIR = 1.06;
const coordinates = new CoordinateBuffer();

/**
 * @param {Renderer} renderer @param {Answer} answer
 * @param {{ width: number, height: number, colours: import('../../base/theme.js').Colours, dataColour: string }} view
 */
export function drawWhatIf(renderer, { observed, curve, replay, prediction }, { width, height, colours, dataColour }) {
  const x = timeScale(
    { startNs: 0, endNs: Math.max(replay.observed, prediction.high, 1e-9) * AIR * 1e9 },
    LEFT,
    width - LEFT - RIGHT,
  );
  const most = Math.max(1, observed.curve.at(-1)?.[1] ?? 0, curve.at(-1)?.[1] ?? 0);
  const { per, unit } = byteUnit(most);
  const scale = valueScale({ extent: [0, most], per, topPx: AXIS + TOP, bottomPx: height - BOTTOM });
  drawGround(renderer, x, scale, { height, colours });
  renderer.text(`Acknowledged, ${unit}`, 16, AXIS + 16, { colour: colours.ink1, size: 12, weight: 600 });
  if (prediction.high > prediction.low) {
    const from = x.x(prediction.low * 1e9);
    renderer.rect(
      { x: from, y: AXIS, width: Math.max(2, x.x(prediction.high * 1e9) - from), height: height - AXIS },
      { colour: colours.ink1, alpha: 0.1 },
    );
  }
  drawCurve(renderer, x, scale, observed.curve, { colour: colours.ink2, width: 1.5 });
  drawCurve(renderer, x, scale, curve, { colour: dataColour, width: 2 });
  const ends = [
    { seconds: replay.observed, words: 'observed', colour: colours.ink2 },
    { seconds: prediction.seconds, words: 'predicted', colour: dataColour },
  ];
  for (const end of ends) drawEndLine(renderer, x, height, end);
  ends.forEach((end, line) => drawEndWords(renderer, x, { height, colours }, end, line));
}

/**
 * @param {Renderer} renderer
 * @param {import('../../plot/time-scale.js').TimeScale} x
 * @param {import('../../plot/value-scale.js').ValueScale} scale
 * @param {{ height: number, colours: import('../../base/theme.js').Colours }} view
 */
function drawGround(renderer, x, scale, { height, colours }) {
  const { ticks } = timeTicks(x.range, x.widthPx, { unit: 's', originNs: 0, originName: '', rttNs: null, dayNs: null });
  coordinates.clear();
  for (const { timeNs } of ticks) coordinates.line(crisp(x.x(timeNs)), AXIS, crisp(x.x(timeNs)), height);
  for (const { y } of scale.ticks) coordinates.line(LEFT, crisp(y), LEFT + x.widthPx, crisp(y));
  renderer.lines(coordinates, { colour: colours.line1 });
  for (const { timeNs, label } of ticks) {
    renderer.text(label, x.x(timeNs), AXIS / 2, { colour: colours.ink2, align: 'center' });
  }
  for (const { y, label } of scale.ticks) renderer.text(label, LEFT - 8, y, { colour: colours.ink3, align: 'right' });
}

/**
 * @param {Renderer} renderer
 * @param {import('../../plot/time-scale.js').TimeScale} x
 * @param {import('../../plot/value-scale.js').ValueScale} scale
 * @param {Curve} curve
 * @param {import('../../plot/renderer.js').Stroke} style
 */
function drawCurve(renderer, x, scale, curve, style) {
  coordinates.clear().point(LEFT, scale.y(0));
  let level = scale.y(0);
  for (const [seconds, bytes] of curve) {
    const at = x.x(seconds * 1e9);
    coordinates.point(at, level);
    level = scale.y(bytes);
    coordinates.point(at, level);
  }
  renderer.polyline(coordinates, style);
}

/** @typedef {{ seconds: number, words: string, colour: string }} End */

/**
 * @param {Renderer} renderer
 * @param {import('../../plot/time-scale.js').TimeScale} x
 * @param {number} height
 * @param {End} end
 */
function drawEndLine(renderer, x, height, { seconds, colour }) {
  const at = crisp(x.x(seconds * 1e9));
  coordinates.clear().line(at, AXIS, at, height);
  renderer.lines(coordinates, { colour, dash: [4, 3] });
}

/**
 * @param {Renderer} renderer
 * @param {import('../../plot/time-scale.js').TimeScale} x
 * @param {{ height: number, colours: import('../../base/theme.js').Colours }} view
 * @param {End} end
 * @param {number} line
 */
function drawEndWords(renderer, x, { height, colours }, { seconds, words, colour }, line) {
  renderer.text(`${words}, ${formatSeconds(seconds)}`, crisp(x.x(seconds * 1e9)) - 7, height - 26 - line * 18, {
    colour,
    weight: 600,
    align: 'right',
    plate: colours.bg1,
  });
}

/**
 * @param {Answer} answer
 * @returns {string[][]} the same as a table: share of the bytes, seconds observed, seconds predicted
 */
export function whatIfRows({ observed, curve }) {
  const when = (/** @type {Curve} */ given, /** @type {number} */ share) => {
    const soughtBytes = (given.at(-1)?.[1] ?? 0) * share;
    const found = given.find(([, bytes]) => bytes >= soughtBytes);
    return found ? formatSeconds(found[0]) : '–';
  };
  return [0.1, 0.25, 0.5, 0.75, 0.9, 1].map((share) => [
    `${share * 100} %`,
    when(observed.curve, share),
    when(curve, share),
  ]);
}
