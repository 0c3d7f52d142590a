/**
 * The ruler: from one point of the time–sequence pane to another, how long that took, how many round trips and bytes
 * that is, and how fast.
 */
import { formatBytes } from '../../../base/format.js';
import { CoordinateBuffer } from '../../../plot/level-of-detail.js';
import { inRoundTrips, rateWords, spanWords } from '../../timeline/times.js';
import { anchorOf, packetAt } from '../packets/hit-test.js';

/** @typedef {import('../view-state.js').Ruler} Ruler */

const SNAP_PX = 10;
const CROSS = 5;
const lines = new CoordinateBuffer();

/**
 * @param {import('../data/model.js').Model} model
 * @param {Ruler} ruler
 * @returns {string} "325 ms · 10.3 RTT · 4.7 kB · 0.116 Mbit/s"; a length has no sign
 */
export function rulerWords(model, { startNs, endNs, startBytes, endBytes }) {
  const spanNs = endNs - startNs;
  const bytes = Math.abs(endBytes - startBytes);
  const rate = spanNs > 0 && bytes !== 0 ? rateWords((bytes * 8e9) / spanNs) : null;
  return [spanWords(spanNs), inRoundTrips(model, spanNs), formatBytes(bytes), rate].filter(Boolean).join(' · ');
}

/**
 * Snaps to a packet's mark if one is near, else the point itself.
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('../../../plot/value-scale.js').ValueScale} scale
 * @param {{ x: number, y: number }} at
 * @returns {{ timeNs: number, bytes: number }}
 */
export function pointAt(scene, scale, at) {
  const row = packetAt(scene, scale, at.x, at.y, SNAP_PX);
  const [x, y] = row < 0 ? [at.x, at.y] : anchorOf(scene, scale, row);
  return {
    timeNs: row < 0 ? Math.round(scene.x.time(x)) : scene.model.columns.time[row],
    bytes: Math.round(scale.value(y)),
  };
}

/**
 * @param {{ timeNs: number, bytes: number }} from
 * @param {{ timeNs: number, bytes: number }} to
 * @returns {Ruler|null} the earlier point first; null where both are at one time
 */
export function rulerBetween(from, to) {
  if (from.timeNs === to.timeNs) return null;
  const [a, b] = from.timeNs < to.timeNs ? [from, to] : [to, from];
  return { startNs: a.timeNs, startBytes: a.bytes, endNs: b.timeNs, endBytes: b.bytes };
}

/**
 * @param {import('../../timeline/grid.js').Renderer} renderer
 * @param {import('../../timeline/grid.js').Scene} scene
 * @param {import('./layout.js').Pane} pane the time–sequence
 * @param {import('../../../plot/value-scale.js').ValueScale} scale
 * @param {Ruler} ruler
 */
export function drawRuler(renderer, { model, x, colours }, pane, scale, ruler) {
  const from = [x.x(ruler.startNs), scale.y(ruler.startBytes)];
  const to = [x.x(ruler.endNs), scale.y(ruler.endBytes)];
  renderer.clipped({ x: x.leftPx, y: pane.top + 1, width: x.widthPx, height: pane.height - 1 }, () => {
    lines.clear().line(from[0], from[1], to[0], to[1]);
    renderer.lines(lines, { colour: colours.ink1, width: 1.5 });
    lines.clear();
    for (const [px, py] of [from, to]) {
      lines.line(px - CROSS, py, px + CROSS, py);
      lines.line(px, py - CROSS, px, py + CROSS);
    }
    renderer.lines(lines, { colour: colours.ink1, width: 1.5 });
    const words = rulerWords(model, ruler);
    const style = {
      colour: colours.ink1,
      size: 12,
      weight: 600,
      align: /** @type {const} */ ('center'),
      plate: colours.bg1,
    };
    const half = renderer.textWidth(words, style) / 2 + 6;
    const middle = Math.min(Math.max((from[0] + to[0]) / 2, x.leftPx + half), x.leftPx + x.widthPx - half);
    const above = Math.min(from[1], to[1]) - 14;
    renderer.text(words, middle, Math.min(Math.max(above, pane.top + 12), pane.top + pane.height - 12), style);
  });
}
