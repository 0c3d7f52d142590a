/**
 * The messages lane: requests above, responses below, both on the time axis of everything else.
 *
 *    ▮ t5000.txt   ▮ b100000.bin        requests
 *      ▬▬▬────       ▬▬▬▬▬▬▬▬▬───       responses: full while being sent, pale until acknowledged
 *
 * Where streams share the connection, or requests are pipelined, a row for each that is under way:
 *
 *    ▮······▬▬▬▬▬▬── t5000.txt          request, wait, response
 *     ▮·····▬▬ ▬▬▬▬▬▬▬▬── b100000.bin
 */
import { NARROWEST_BAR, PALE } from '../../lanes/draw-lane.js';
import { plotBox } from '../../timeline/grid.js';
import { fitted } from '../../timeline/message-bands.js';
import { isTick } from '../data/messages.js';

/** @typedef {import('../../timeline/grid.js').Scene} Scene */
/** @typedef {import('../../timeline/grid.js').Renderer} Renderer */
/** @typedef {import('../../timeline/grid.js').Pane} Pane */
/** @typedef {import('../data/messages.js').PlacedMessage} PlacedMessage */

const BAR_HIGH = 9;
const TICK_WIDE = 1.5;
const LABEL_GAP = 6;
const ROW_HIGH = 12;
const ROWS_AIR = 6;

/** @param {import('../data/model.js').Model} model @returns {number} px that the messages need; 0 without any */
export function laneHeight({ placed, streamRows }) {
  if (placed.length === 0) return 0;
  return streamRows > 0 ? streamRows * ROW_HIGH + 2 * ROWS_AIR : 1;
}

/** @param {Pane} pane */
const rows = ({ top, height }) => ({
  request: top + Math.round(height / 2) - BAR_HIGH - 4,
  response: top + Math.round(height / 2) + 3,
});

/** @param {Scene} scene @param {Pane} pane @param {PlacedMessage} placed @returns {number} top of its bar */
function barTop({ model: { streamRows } }, pane, { message, row }) {
  return streamRows > 0 ? pane.top + ROWS_AIR + row * ROW_HIGH : rows(pane)[message.kind];
}

/**
 * @param {Renderer} renderer
 * @param {Scene} scene
 * @param {Pane} pane
 */
export function drawMessagesLane(renderer, scene, pane) {
  const { x, colours, model } = scene;
  const middle = pane.top + Math.round(pane.height / 2);
  if (model.streamRows === 0) {
    renderer.rect({ x: x.leftPx, y: middle, width: x.widthPx, height: 1 }, { colour: colours.line1 });
  }
  renderer.clipped(plotBox(scene, pane), () => {
    for (const placed of inView(scene)) drawMessage(renderer, scene, pane, placed);
    if (model.streamRows > 0) drawStreamNames(renderer, scene, pane);
    else drawNames(renderer, scene, pane);
  });
}

/** @param {Renderer} renderer @param {Scene} scene @param {Pane} pane @param {PlacedMessage} placed */
function drawMessage(renderer, scene, pane, placed) {
  const { left, right, sent, y } = boxOf(scene, pane, placed);
  const colour = scene.colours[placed.colour];
  if (isTick(placed.message)) {
    return renderer.rect({ x: left, y, width: Math.max(TICK_WIDE, sent - left), height: BAR_HIGH }, { colour });
  }
  const asked = scene.model.streamRows > 0 && placed.askedNs !== null ? scene.x.x(placed.askedNs) : left;
  if (asked < left) {
    renderer.rect({ x: asked, y: y + 4, width: left - asked, height: 1 }, { colour: scene.colours.line3 });
  }
  if (right > sent) {
    renderer.rect({ x: sent, y: y + 3, width: right - sent, height: BAR_HIGH - 6 }, { colour, alpha: PALE });
  }
  renderer.rect({ x: left, y, width: Math.max(NARROWEST_BAR, sent - left), height: BAR_HIGH }, { colour });
}

/**
 * Names are right of the requests, where the next one leaves room.
 * @param {Renderer} renderer @param {Scene} scene @param {Pane} pane
 */
function drawNames(renderer, scene, pane) {
  const style = { colour: scene.colours.ink2, size: 11 };
  const requests = inView(scene)
    .filter(({ message }) => message.kind === 'request')
    .map((placed) => ({ placed, ...boxOf(scene, pane, placed) }));
  requests.forEach(({ placed, left, sent, y }, i) => {
    const from = Math.max(left + NARROWEST_BAR, sent, scene.x.leftPx) + LABEL_GAP;
    const room = (requests[i + 1]?.left ?? scene.x.leftPx + scene.x.widthPx) - from - LABEL_GAP;
    if (room < 24) return;
    const name = fitted(renderer, placed.name, room, style);
    // On a plate: the pale bar until the ACK runs on behind it.
    if (name) renderer.text(name, from, y + BAR_HIGH / 2, { ...style, plate: scene.colours.bg1 });
  });
}

/**
 * Names of streams are right of their responses, where the next of the row leaves room.
 * @param {Renderer} renderer @param {Scene} scene @param {Pane} pane
 */
function drawStreamNames(renderer, scene, pane) {
  const style = { colour: scene.colours.ink2, size: 10 };
  /** @type {Map<number, number>} from where each row is taken, found from right to left */
  const taken = new Map();
  for (const placed of inView(scene).reverse()) {
    const { left, right, y } = boxOf(scene, pane, placed);
    const end = taken.get(placed.row) ?? scene.x.leftPx + scene.x.widthPx;
    const from = Math.max(right, left + NARROWEST_BAR, scene.x.leftPx) + LABEL_GAP;
    taken.set(placed.row, left);
    if (end - from - LABEL_GAP < 24 || (placed.message.kind === 'request' && placed.message.pair !== null)) continue;
    const name = fitted(renderer, placed.name, end - from - LABEL_GAP, style);
    if (name) renderer.text(name, from, y + BAR_HIGH / 2, style);
  }
}

/** @param {Scene} scene */
function inView({ model, x: { range } }) {
  return model.placed.filter(
    ({ startNs, endNs, deliveredNs }) => startNs <= range.endNs && (deliveredNs ?? endNs) >= range.startNs,
  );
}

/**
 * @param {Scene} scene
 * @param {Pane} pane
 * @param {PlacedMessage} placed
 */
function boxOf(scene, pane, placed) {
  const { x } = scene;
  const { startNs, endNs, deliveredNs } = placed;
  const left = x.x(startNs);
  const sent = x.x(endNs);
  return { left, sent, right: Math.max(sent, x.x(deliveredNs ?? endNs)), y: barTop(scene, pane, placed) };
}

/**
 * The message whose bar is at, or within `reach` of, a point.
 * @param {Scene} scene
 * @param {Pane} pane
 * @param {number} px
 * @param {number} py
 * @param {number} reach
 * @returns {PlacedMessage|null}
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
