/** Arcs: a curve from a request to one that it led to, with an arrowhead there. */
import { CoordinateBuffer } from '../../plot/level-of-detail.js';

/**
 * @typedef {{ kind: 'referer'|'redirect', fromLane: number, toLane: number, fromNs: number, toNs: number }} PlacedArc
 */

/** Arcs drawn at most; with more nothing could be told apart. */
const ARCS_DRAWN = 2000;
const PIECES = 40;

const curve = new CoordinateBuffer();
const heads = new CoordinateBuffer();

/** @param {import('../../plot/renderer.js').Renderer} renderer @param {import('./draw-lanes.js').LanesScene} scene */
export function drawArcs(renderer, scene) {
  const {
    ground: { x, colours, height },
    geometry,
    look,
    arcs,
  } = scene;
  const y = (/** @type {number} */ lane) =>
    22 + geometry.laneTop(lane) - geometry.offset + look.middle - look.gap - look.bar / 2;
  let drawn = 0;
  for (const { kind, fromLane, toLane, fromNs, toNs } of arcs) {
    if (drawn >= ARCS_DRAWN) break;
    const from = [x.x(fromNs), y(fromLane)];
    const to = [x.x(toNs), y(toLane)];
    const isOut =
      Math.max(from[1], to[1]) < 0 ||
      Math.min(from[1], to[1]) > height ||
      to[0] < x.leftPx ||
      from[0] > x.leftPx + x.widthPx;
    if (isOut) continue;
    drawn += 1;
    const colour = kind === 'redirect' ? colours.sack : colours.ink2;
    bend(from[0], from[1], to[0], to[1], kind === 'redirect' ? 26 : 14);
    renderer.polyline(curve, { colour, width: 1.25, alpha: kind === 'redirect' ? 0.95 : 0.55 });
    heads.clear().point(to[0], to[1]);
    renderer.dots(heads, 2.5, { colour });
  }
}

/**
 * A cubic curve that leaves upwards and arrives from the left.
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 * @param {number} lift
 */
function bend(x0, y0, x1, y1, lift) {
  const isDown = y1 > y0 + 1;
  const cy = isDown ? y1 : Math.min(y0, y1) - lift;
  const cx = isDown ? x0 : x0 + (x1 - x0) * 0.25;
  const ex = isDown ? Math.max(x0, x1 - 24) : x1 - (x1 - x0) * 0.25;
  curve.clear();
  for (let i = 0; i <= PIECES; i++) {
    const t = i / PIECES;
    const s = 1 - t;
    curve.point(
      s * s * s * x0 + 3 * s * s * t * cx + 3 * s * t * t * ex + t * t * t * x1,
      s * s * s * y0 + 3 * s * s * t * cy + 3 * s * t * t * cy + t * t * t * y1,
    );
  }
}
