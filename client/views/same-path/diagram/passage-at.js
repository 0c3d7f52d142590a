/** The packet under the pointer. */
import { streamScale } from './draw-stream.js';
import { passagesOf } from './passages.js';

/**
 * @param {import('./passages.js').DiagramScene} scene @param {{ x: number, y: number, reach: number }} pointer
 * @returns {number} row of the nearest packet of the stream; −1: none is within reach. In the panes of delays, where a
 *   packet is at the time at which it left, nearness in time counts alone
 */
export function passageAt(scene, { x, y, reach }) {
  const { ground, layout } = scene;
  const values = streamScale(scene)?.values;
  if (values === undefined) return -1;
  const isInStream = y < layout.stream.top + layout.stream.height;
  let [nearest, nearestPx] = [-1, reach];
  passagesOf(scene, (passage, ns, start, end, row) => {
    if (!isInStream && passage === 'second') return;
    const [low, high] = [values.y(start), values.y(end)];
    const px = Math.hypot(ground.x.x(ns) - x, isInStream ? Math.max(0, y - low, high - y) : 0);
    if (px < nearestPx) [nearest, nearestPx] = [row, px];
  });
  return nearest;
}
