/**
 * The messages lane: requests above, responses below, both on the time axis of everything else.
 *
 *    ▮ t5000.txt   ▮ b100000.bin        requests
 *      ▬▬▬────       ▬▬▬▬▬▬▬▬▬───       responses: full while being sent, pale until acknowledged
 */
import { fitted } from './message-bands.js';
import { plotBox } from './grid.js';

const BAR_HIGH = 9;
const NARROWEST_BAR = 2.5;
const PALE = 0.38;
const LABEL_GAP = 6;

/** @param {import('./grid.js').Pane} pane */
const rows = ({ top, height }) => ({ request: top + Math.round(height / 2) - BAR_HIGH - 4, response: top + Math.round(height / 2) + 3 });

/**
 * @param {import('./grid.js').Renderer} renderer
 * @param {import('./grid.js').Scene} scene
 * @param {import('./grid.js').Pane} pane
 */
export function drawMessagesLane(renderer, scene, pane) {
  const { x, colours } = scene;
  const middle = pane.top + Math.round(pane.height / 2);
  renderer.rect({ x: x.leftPx, y: middle, width: x.widthPx, height: 1 }, { colour: colours.line1 });
  renderer.clipped(plotBox(scene, pane), () => {
    for (const placed of inView(scene)) {
      const { left, right, sent, y } = boxOf(scene, pane, placed);
      const colour = colours[placed.colour];
      if (right > sent) renderer.rect({ x: sent, y: y + 3, width: right - sent, height: BAR_HIGH - 6 }, { colour, alpha: PALE });
      renderer.rect({ x: left, y, width: Math.max(NARROWEST_BAR, sent - left), height: BAR_HIGH }, { colour });
    }
    drawNames(renderer, scene, pane);
  });
}

/**
 * Names stand right of the requests, where the next one leaves room.
 * @param {import('./grid.js').Renderer} renderer @param {import('./grid.js').Scene} scene @param {import('./grid.js').Pane} pane
 */
function drawNames(renderer, scene, pane) {
  const style = { colour: scene.colours.ink2, size: 11 };
  const requests = inView(scene).filter(({ message }) => message.kind === 'request').map((placed) => ({ placed, ...boxOf(scene, pane, placed) }));
  requests.forEach(({ placed, left, sent, y }, i) => {
    const from = Math.max(left + NARROWEST_BAR, sent, scene.x.leftPx) + LABEL_GAP;
    const room = (requests[i + 1]?.left ?? scene.x.leftPx + scene.x.widthPx) - from - LABEL_GAP;
    if (room < 24) return;
    const name = fitted(renderer, placed.name, room, style);
    if (name) renderer.text(name, from, y + BAR_HIGH / 2, style);
  });
}

/** @param {import('./grid.js').Scene} scene */
function inView({ model, x: { range } }) {
  return model.placed.filter(({ startNs, endNs, deliveredNs }) => startNs <= range.endNs && (deliveredNs ?? endNs) >= range.startNs);
}

/**
 * @param {import('./grid.js').Scene} scene
 * @param {import('./grid.js').Pane} pane
 * @param {import('./messages.js').PlacedMessage} placed
 */
function boxOf({ x }, pane, { message, startNs, endNs, deliveredNs }) {
  const left = x.x(startNs);
  const sent = x.x(endNs);
  return { left, sent, right: Math.max(sent, x.x(deliveredNs ?? endNs)), y: rows(pane)[message.kind] };
}

/**
 * The message whose bar is at, or within `reach` of, a point.
 * @param {import('./grid.js').Scene} scene
 * @param {import('./grid.js').Pane} pane
 * @param {number} px
 * @param {number} py
 * @param {number} reach
 * @returns {import('./messages.js').PlacedMessage|null}
 */
export function messageAt(scene, pane, px, py, reach) {
  let best = null;
  let distance = reach;
  for (const placed of inView(scene)) {
    const { left, right, y } = boxOf(scene, pane, placed);
    const dx = Math.max(left - px, px - Math.max(right, left + NARROWEST_BAR), 0);
    const dy = Math.max(y - py, py - y - BAR_HIGH, 0);
    if (Math.max(dx, dy) > distance) continue;
    distance = Math.max(dx, dy);
    best = placed;
  }
  return best;
}
