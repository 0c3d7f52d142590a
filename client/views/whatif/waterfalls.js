/** A page's requests, replayed and predicted: two waterfalls with one time axis. */
import { formatSeconds } from '../../base/format.js';
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { timeScale } from '../../plot/time-scale.js';
import { timeTicks } from '../../plot/time-ticks.js';
import { max } from '../../vendor/d3.js';
import { crisp } from '../timeline/grid.js';
import { fitted } from '../timeline/message-bands.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {(number|null)[]} Times seconds: could be made, had a connection, first byte, last byte */
/** @typedef {{ names: string[], replayed: Times[], predicted: Times[] }} Waterfall */
/**
 * @typedef {{ waterfall: Waterfall, replay: { replayed: number }, prediction: { seconds: number }, observed: {
 *   direction: number } }} Answer
 */
/**
 * @typedef {{ x: number, y: number, width: number, rowHigh: number, colours: import('../../base/theme.js').Colours,
 *   height: number,
 *   endSeconds: number }} Panel
 */

const TITLE = 26;
const AXIS = 20;
const LEFT = 20;
const GAP = 28;
const BOTTOM = 12;
const NAMES = 128;
const MAX_ROW = 18;
/** Beside each other from this width on, else one above the other, and lower. */
const WIDE = 700;
const MIN_ROW = { wide: 3, narrow: 1 };
const ROWS_PX = { wide: 540, narrow: 260 };
/** Rows that have room for their names. */
const NAMED_ROW = 13;
/** Below, hairlines would be one grey. */
const SPARSE_ROW = 6;
const AIR = 1.04;
const coordinates = new CoordinateBuffer();

/** @param {number} requests @param {'wide'|'narrow'} how */
const rowHeight = (requests, how) =>
  Math.max(MIN_ROW[how], Math.min(MAX_ROW, Math.floor(ROWS_PX[how] / Math.max(1, requests))));

/**
 * @param {number} requests @param {number} width
 * @returns {{ height: number, rowHigh: number, isWide: boolean, panelHigh: number, names: number, panelWide: number }}
 *   CSS pixels
 */
export function waterfallLayout(requests, width) {
  const isWide = width >= WIDE;
  const rowHigh = rowHeight(requests, isWide ? 'wide' : 'narrow');
  const panelHigh = TITLE + AXIS + requests * rowHigh + BOTTOM;
  const names = isWide && rowHigh >= NAMED_ROW ? NAMES : 0;
  return {
    height: isWide ? panelHigh : 2 * panelHigh,
    rowHigh,
    isWide,
    panelHigh,
    names,
    panelWide: isWide ? (width - 2 * LEFT - names - GAP) / 2 : width - 2 * LEFT,
  };
}

/**
 * Which request is there.
 * @param {number} requests @param {number} width @param {number} y @returns {number} −1: none
 */
export function requestAt(requests, width, y) {
  const { panelHigh, rowHigh } = waterfallLayout(requests, width);
  const row = Math.floor(((y % panelHigh) - TITLE - AXIS) / rowHigh);
  return row >= 0 && row < requests ? row : -1;
}

/**
 * @param {Renderer} renderer @param {Answer} answer
 * @param {{ width: number, colours: import('../../base/theme.js').Colours, dataColour: string, pointed: number }} view
 *   pointed: a request; −1: none
 */
export function drawWaterfalls(renderer, { waterfall, replay, prediction }, { width, colours, dataColour, pointed }) {
  const { names, replayed, predicted } = waterfall;
  const layout = waterfallLayout(names.length, width);
  const endSeconds = Math.max(replay.replayed, prediction.seconds, lastOf(replayed), lastOf(predicted), 1e-9) * AIR;
  const at = (/** @type {number} */ index) =>
    layout.isWide
      ? { x: LEFT + layout.names + index * (layout.panelWide + GAP), y: 0 }
      : { x: LEFT, y: index * layout.panelHigh };
  const panels = [
    { rows: replayed, words: `Replayed: ${formatSeconds(replay.replayed)}`, seconds: replay.replayed },
    { rows: predicted, words: `Predicted: ${formatSeconds(prediction.seconds)}`, seconds: prediction.seconds },
  ];
  if (layout.names > 0) drawNames(renderer, names, { rowHigh: layout.rowHigh, colour: colours.ink2 });
  panels.forEach(({ rows, words, seconds }, index) => {
    const panel = {
      ...at(index),
      width: layout.panelWide,
      height: layout.panelHigh,
      rowHigh: layout.rowHigh,
      colours,
      endSeconds,
    };
    if (pointed >= 0) {
      renderer.rect(
        {
          x: panel.x,
          y: panel.y + TITLE + AXIS + pointed * panel.rowHigh - 1,
          width: panel.width,
          height: panel.rowHigh + 1,
        },
        { colour: colours.ink1, alpha: 0.12 },
      );
    }
    drawPanel(renderer, panel, { rows, words, seconds, dataColour: index === 0 ? colours.ink2 : dataColour });
  });
}

/** @param {Times[]} rows */
const lastOf = (rows) => max(rows, (times) => times[3] ?? 0) ?? 0;

/** @param {Renderer} renderer @param {string[]} names @param {{ rowHigh: number, colour: string }} how */
function drawNames(renderer, names, { rowHigh, colour }) {
  names.forEach((name, row) =>
    renderer.text(
      fitted(renderer, shortName(name), NAMES - 12, { colour, size: 11 }),
      LEFT,
      TITLE + AXIS + (row + 0.5) * rowHigh,
      { colour, size: 11 },
    ),
  );
}

/** @param {string} name a request's target @returns {string} what is after the last slash, or all of it */
export function shortName(name) {
  const path = name.replace(/[?#].*$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last === '' ? path : last;
}

/**
 * @param {Renderer} renderer
 * @param {Panel} panel
 * @param {{ rows: Times[], words: string, seconds: number, dataColour: string }} shown
 */
function drawPanel(
  renderer,
  { x: left, y: top, width, height, rowHigh, colours, endSeconds },
  { rows, words, seconds, dataColour },
) {
  const x = timeScale({ startNs: 0, endNs: endSeconds * 1e9 }, left, width);
  const { ticks } = timeTicks(x.range, width, { unit: 's', originNs: 0, originName: '', rttNs: null, dayNs: null });
  const first = top + TITLE + AXIS;
  const bottom = top + height - BOTTOM;
  const px = (/** @type {number} */ at) => x.x(at * 1e9);
  renderer.text(words, left, top + TITLE / 2 + 2, { colour: colours.ink1, size: 12, weight: 600 });
  coordinates.clear();
  for (const { timeNs } of ticks) coordinates.line(crisp(x.x(timeNs)), first - 2, crisp(x.x(timeNs)), bottom);
  renderer.lines(coordinates, { colour: colours.line1 });
  for (const { timeNs, label } of ticks) {
    const half = renderer.textWidth(label, { colour: '', size: 11 }) / 2;
    renderer.text(label, Math.min(Math.max(x.x(timeNs), left + half), left + width - half), top + TITLE + AXIS / 2, {
      colour: colours.ink2,
      align: 'center',
    });
  }
  rows.forEach((times, row) =>
    drawRow(renderer, times, { y: first + row * rowHigh, rowHigh, px, colours, dataColour }),
  );
  coordinates.clear().line(crisp(px(seconds)), first - 2, crisp(px(seconds)), bottom);
  renderer.lines(coordinates, { colour: dataColour, dash: [4, 3] });
}

/**
 * @param {Renderer} renderer
 * @param {Times} times
 * @param {{ y: number, rowHigh: number, px: (seconds: number) => number, colours:
 *   import('../../base/theme.js').Colours, dataColour: string
 *   }} row
 */
function drawRow(
  renderer,
  [ready = null, asked = null, first = null, end = null],
  { y, rowHigh, px, colours, dataColour },
) {
  const bar = Math.max(Math.min(2, rowHigh), Math.round(rowHigh * 0.7));
  const thin = Math.max(1, Math.round(bar * 0.6));
  const middle = y + Math.floor(rowHigh / 2);
  const part = (
    /** @type {number|null} */ from,
    /** @type {number|null} */ to,
    /** @type {number} */ high,
    /** @type {import('../../plot/renderer.js').Fill} */ fill,
  ) => {
    if (from === null || to === null || to < from) return;
    renderer.rect(
      { x: px(from), y: middle - Math.floor(high / 2), width: Math.max(1, px(to) - px(from)), height: high },
      fill,
    );
  };
  if (ready !== asked) part(ready, asked, 1, { colour: colours.ink3, alpha: rowHigh < SPARSE_ROW ? 0.25 : 0.6 });
  part(asked, first, thin, { colour: colours.ink3, alpha: rowHigh < SPARSE_ROW ? 0.8 : 0.55 });
  part(first, end, bar, { colour: dataColour });
}

/** @param {Waterfall} waterfall @param {number} row @returns {string} the same in words */
export function requestWords({ names, replayed, predicted }, row) {
  const from = (/** @type {Times} */ [, asked = null, , end = null]) =>
    asked === null || end === null ? 'not answered' : `${formatSeconds(asked)} to ${formatSeconds(end)}`;
  return `${row + 1}  ${shortName(names[row])}: replayed ${from(replayed[row])}, predicted ${from(predicted[row])}`;
}
