/**
 * The overlay of the lanes, which moves with the pointer: the frame about a message, and its card.
 */
import { messageBox } from './draw-lane.js';
import { laneMiddle } from './draw-lanes.js';
import { hitAt } from './lane-hit.js';

/** @typedef {import('./lane-columns.js').LaneMessage} LaneMessage */
/** @typedef {import('./draw-lanes.js').LanesScene} LanesScene */
/** @typedef {import('../timeline/time-stage.js').Card} Card */

/**
 * @param {import('../../plot/renderer.js').Renderer} renderer
 * @param {LanesScene} scene
 * @param {import('../timeline/time-stage.js').Pointer|null} pointer
 * @param {LaneMessage|null} focused the active lane's message that the keyboard is at
 * @returns {{ card: Card|null, cursor: string }}
 */
export function drawLanesOverlay(renderer, scene, pointer, focused) {
  const { ground } = scene;
  const hit = pointer ? hitAt(scene, pointer.x, pointer.y, pointer.reach) : null;
  const message = hit?.message ?? focused;
  const box = message ? boxOf(scene, hit?.message ? hit.lane : scene.active, message) : null;
  if (box) {
    renderer.frame(
      { x: box.left - 1.5, y: box.y - 1.5, width: Math.max(3, box.right - box.left) + 3, height: box.high + 3 },
      { colour: ground.colours.ink1, width: 1.5 },
    );
  }
  const canOpen = hit && (hit.card || ground.x.leftPx > (pointer?.x ?? 0));
  const cursor = canOpen ? 'pointer' : 'crosshair';
  if (hit?.card && pointer) return { card: { key: hit.key, content: hit.card, at: pointer }, cursor };
  return { card: pointer ? null : focusedCard(scene, focused), cursor };
}

/** @param {LanesScene} scene @param {LaneMessage|null} focused @returns {Card|null} */
function focusedCard(scene, focused) {
  const box = focused && boxOf(scene, scene.active, focused);
  if (!box) return null;
  const hit = hitAt(scene, box.left + 1, box.y + 1, 3);
  return hit?.card ? { key: hit.key, content: hit.card, at: { x: box.left, y: box.y + 8 } } : null;
}

/** @param {LanesScene} scene @param {number} index of the lane @param {LaneMessage} message */
function boxOf(scene, index, message) {
  const lane = scene.laneAt(index);
  return lane && messageBox(scene.ground, lane, message, laneMiddle(scene, index), scene.look);
}
