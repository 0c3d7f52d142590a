/**
 * The overlay of the lanes, which moves with the pointer: notes, cross-hair, the frame about a message, and the card.
 */
import { drawPointer } from '../timeline/axis.js';
import { messageBox } from './draw-lane.js';
import { laneMiddle } from './draw-lanes.js';
import { hitAt } from './lane-hit.js';

/** @typedef {import('./lane-columns.js').LaneMessage} LaneMessage */
/** @typedef {import('./draw-lanes.js').LanesScene} LanesScene */
/** @typedef {import('../timeline/lane-stage.js').LaneStage} LaneStage */
/** @typedef {{ x: number, y: number, reach: number }} LanesPointer */

/**
 * @typedef {object} LanesPointed
 * @property {import('../../plot/time-scale.js').TimeRange|null} span
 * @property {ReturnType<typeof import('../timeline/note-flags.js').noteFlags>} notes
 * @property {LanesPointer|null} pointer
 * @property {number|null} pointerNs
 * @property {LaneMessage|null} focused the active lane's message that the keyboard is at
 */

/** @param {LaneStage} stage @param {LanesScene} scene @param {LanesPointed} pointed */
export function drawLanesOverlay(stage, scene, pointed) {
  const { ground } = scene;
  const { span, notes, pointer, pointerNs, focused } = pointed;
  const hit = pointer ? hitAt(scene, pointer.x, pointer.y, pointer.reach) : null;
  const message = hit?.message ?? focused;
  stage.overlay.draw((renderer) => {
    notes.draw(renderer, ground, pointerNs);
    drawPointer(renderer, ground, { span, pointerNs, reading: ground.ticks.reading });
    const box = message ? boxOf(scene, hit?.message ? hit.lane : scene.active, message) : null;
    if (box) {
      renderer.frame(
        { x: box.left - 1.5, y: box.y - 1.5, width: Math.max(3, box.right - box.left) + 3, height: box.high + 3 },
        { colour: ground.colours.ink1, width: 1.5 },
      );
    }
  });
  stage.surface.style.cursor = hit && (hit.card || ground.x.leftPx > (pointer?.x ?? 0)) ? 'pointer' : 'crosshair';
  if (hit?.card && pointer) stage.card.show(hit.key, hit.card, pointer, stage.room(), false);
  else showFocused(stage, scene, pointed);
}

/**
 * The card of the message that the keyboard is at.
 * @param {LaneStage} stage
 * @param {LanesScene} scene
 * @param {LanesPointed} pointed
 */
function showFocused({ card, room }, scene, { focused, pointer }) {
  const box = focused && boxOf(scene, scene.active, focused);
  if (!box || pointer) return card.hide();
  const hit = hitAt(scene, box.left + 1, box.y + 1, 3);
  if (hit?.card) card.show(hit.key, hit.card, { x: box.left, y: box.y + 8 }, room(), false);
}

/** @param {LanesScene} scene @param {number} index of the lane @param {LaneMessage} message */
function boxOf(scene, index, message) {
  const lane = scene.laneAt(index);
  return lane && messageBox(scene.ground, lane, message, laneMiddle(scene, index), scene.look);
}
