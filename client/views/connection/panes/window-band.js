/**
 * The inferred congestion window: a step in the band in which it lies. Where the packets do not show it the step is
 * dotted. Read for each pixel column, so nothing outside the view is visited.
 */
import { CoordinateBuffer, sampleColumns } from '../../../plot/level-of-detail.js';
import { seeker } from '../../../plot/search.js';
import { bisectRight } from '../../../vendor/d3.js';
import { senderShown } from '../data/sender-data.js';

/** @typedef {import('../data/sender-data.js').SenderData} SenderData */

const BAND_ALPHA = { dark: 0.24, light: 0.18 };
const LINE = 1.75;
/** One column of this many is drawn where the window is not observable. */
const DOT_EVERY = 4;

const band = new CoordinateBuffer();
const line = new CoordinateBuffer();

/**
 * Index of the estimate valid at a time; −1: none yet.
 * @param {import('../data/sender-data.js').SenderData} sender
 * @param {number} timeNs
 */
export const estimateAt = ({ cwnd }, timeNs) => bisectRight(cwnd.times, timeNs, 0, cwnd.count) - 1;

/**
 * The band at once; the step is left to the caller, who draws it above the bytes in flight, which run along it when it
 * limits.
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../../plot/value-scale.js').ValueScale} scale
 * @returns {() => void} draws the step
 */
export function drawWindowBand(renderer, { model: { sender }, direction, x, colours, light }, scale) {
  const of = sender && senderShown(sender, direction, x.range);
  if (of === null || of.cwnd.count === 0) return () => undefined;
  const columns = Math.ceil(x.widthPx);
  const lastNs = of.cwnd.times[of.cwnd.count - 1];
  const y = new Float64Array(columns);
  /** @type {{ from: number, to: number, shows: boolean }[]} */
  const runs = [];
  const seek = seeker(of.cwnd.times, of.cwnd.count);
  band.clear();
  for (let i = 0; i < columns; i++) {
    const at = seek(x.time(x.leftPx + i + 0.5)) - 1;
    if (at < 0 || x.time(x.leftPx + i) > lastNs) continue;
    y[i] = scale.y(of.cwnd.low[at]);
    addBand(x.leftPx + i, scale.y(of.high.low[at]), scale.y(of.low.low[at]));
    const shows = of.observable.values[at] === 1;
    const last = runs[runs.length - 1];
    if (last !== undefined && last.to === i && last.shows === shows) last.to = i + 1;
    else runs.push({ from: i, to: i + 1, shows });
  }
  renderer.columns(band, { colour: colours.cwnd, alpha: light ? BAND_ALPHA.light : BAND_ALPHA.dark, width: 0 });
  return () => {
    for (const { from, to, shows } of runs) {
      if (shows) {
        renderer.columns(sampleColumns(x.leftPx + from, y.subarray(from, to), to - from, line), {
          colour: colours.cwnd,
          width: LINE,
        });
      } else renderer.columns(dots(x.leftPx, y, from, to), { colour: colours.cwnd, width: LINE });
    }
  };
}

/** @param {number} px @param {number} top @param {number} bottom */
function addBand(px, top, bottom) {
  const { values, length } = band;
  const goesOn =
    length > 0 &&
    values[length - 2] === px &&
    values[length - 3] === Math.fround(top) &&
    values[length - 1] === Math.fround(bottom);
  if (goesOn) values[length - 2] = px + 1;
  else band.line(px, top, px + 1, bottom);
}

/** @param {number} leftPx @param {Float64Array} y @param {number} from @param {number} to */
function dots(leftPx, y, from, to) {
  line.clear();
  for (let i = from - (from % DOT_EVERY) + DOT_EVERY; i < to; i += DOT_EVERY) {
    line.line(leftPx + i, y[i], leftPx + i + 2, y[i]);
  }
  return line;
}
