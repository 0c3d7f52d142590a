/**
 * One lane:
 *
 *        ▮ i5.png   ▮ i12.png            requests, with their names
 *   ┌──┐    ╻╻ ╷ ╷      ╻                the client's packets
 *   └──┘··━━━━··············━━━━━━━··──  life line: handshake, idle (dotted), waiting for an answer (solid)
 *          ╹  ╹╹╹╹                       the server's packets
 *         ▬▬▬▬▬░░░       ▬▬▬▬▬▬▬░░░      responses: full while being sent, pale until acknowledged
 */
import { cross, diamond } from '../../plot/glyphs.js';
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { responseColour } from '../timeline/media-colours.js';
import { fitted } from '../timeline/message-bands.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../timeline/axis.js').Ground} Ground */
/** @typedef {import('./lane-columns.js').Lane} Lane */
/** @typedef {import('./lane-columns.js').LaneMessage} LaneMessage */

/** @typedef {import('./lane-look.js').LaneLook} LaneLook */

export const PALE = 0.38;
export const NARROWEST_BAR = 2.5;
/** Requests nearer than this to each other, in px, have one name. */
const SAME_SPOT = 6;
const HANDSHAKE_HIGH = 8;
/** Of a row of messages with the room below it, px. */
const MIN_ROW = 3;

/** @param {LaneMessage} message */
function colourOf(message) {
  if (message.kind === 'response') return responseColour(message);
  return message.kind === 'request' || message.fromClient ? 'c2s' : 's2c';
}

const lines = new CoordinateBuffer();

/**
 * Everything of a lane but its packets.
 * @param {Renderer} renderer
 * @param {Ground} ground
 * @param {Lane} lane
 * @param {number} middle y of its life line
 * @param {LaneLook} look
 * @param {{ messages: boolean }} show
 */
export function drawLane(renderer, ground, lane, middle, look, show) {
  drawLifeLine(renderer, ground, lane, middle);
  drawHandshake(renderer, ground, lane, middle, look);
  if (show.messages) drawMessages(renderer, ground, lane, middle, look);
  drawEnds(renderer, ground, lane, middle, look);
}

/**
 * @param {Ground} ground
 * @param {number} fromNs
 * @param {number} toNs
 * @returns {[number, number]|null} px, null out of view
 */
function stretch({ x }, fromNs, toNs) {
  if (toNs < x.range.startNs || fromNs > x.range.endNs) return null;
  return [Math.max(x.leftPx, x.x(fromNs)), Math.min(x.leftPx + x.widthPx, x.x(toNs))];
}

/** @param {Renderer} renderer @param {Ground} ground @param {Lane} lane @param {number} middle */
function drawLifeLine(renderer, ground, lane, middle) {
  const { colours } = ground;
  const y = middle + 0.5;
  const lastNs = lane.resetNs >= 0 ? lane.resetNs : lane.closedNs;
  const idle = stretch(
    ground,
    Math.max(lane.startNs, lane.handshakeEndNs),
    halfClosedFrom(lane) ?? (lastNs >= 0 ? lastNs : lane.endNs),
  );
  if (idle) drawLine(renderer, idle, y, { colour: colours.ink3, dash: [1, 3] });
  const halfNs = halfClosedFrom(lane);
  const half = halfNs === null ? null : stretch(ground, halfNs, lastNs >= 0 ? lastNs : lane.endNs);
  if (half) drawLine(renderer, half, y, { colour: colours.ink2, dash: [5, 3] });
  lines.clear();
  for (const [fromNs, toNs] of lane.waits) {
    const wait = stretch(ground, fromNs, toNs);
    if (wait && wait[1] - wait[0] >= 1) lines.line(wait[0], y, wait[1], y);
  }
  renderer.lines(lines, { colour: colours.ink3, width: 2 });
}

/**
 * @param {Renderer} renderer
 * @param {[number, number]} between px
 * @param {number} y
 * @param {import('../../plot/renderer.js').Stroke} style
 */
function drawLine(renderer, [from, to], y, style) {
  lines.clear().line(from, y, to, y);
  renderer.lines(lines, style);
}

/** @param {Lane} lane @returns {number|null} */
export function halfClosedFrom({ halfClosedNs, closedNs, resetNs }) {
  if (halfClosedNs < 0 || (resetNs >= 0 && resetNs < halfClosedNs)) return null;
  return closedNs >= 0 && closedNs <= halfClosedNs ? null : halfClosedNs;
}

/**
 * @param {Renderer} renderer
 * @param {Ground} ground
 * @param {Lane} lane
 * @param {number} middle
 * @param {LaneLook} look
 */
function drawHandshake(renderer, ground, lane, middle, { tick }) {
  const { colours } = ground;
  const high = Math.round(HANDSHAKE_HIGH * Math.max(0.75, tick));
  const top = middle - high / 2 + 0.5;
  const tcp = lane.handshakeEndNs < 0 ? null : stretch(ground, lane.startNs, lane.handshakeEndNs);
  if (tcp) {
    renderer.frame(
      { x: Math.round(tcp[0]) + 0.5, y: top, width: Math.max(2, Math.round(tcp[1] - tcp[0])), height: high },
      { colour: colours.c2s },
    );
  }
  const tls = lane.tlsNs[0] < 0 ? null : stretch(ground, lane.tlsNs[0], lane.tlsNs[1]);
  if (!tls) return;
  const box = { x: Math.round(tls[0]) + 0.5, y: top, width: Math.max(2, Math.round(tls[1] - tls[0])), height: high };
  renderer.hatch(box, { colour: colours.c2s, spacing: 4, width: 1, ground: 0.18 });
  renderer.frame(box, { colour: colours.c2s });
}

/**
 * @param {Renderer} renderer
 * @param {Ground} ground
 * @param {Lane} lane
 * @param {number} middle
 * @param {LaneLook} look
 */
function drawMessages(renderer, ground, lane, middle, look) {
  for (const message of lane.messages) drawMessage(renderer, ground, lane, message, middle, look);
  drawPipelining(renderer, ground, lane, middle, look);
  if (look.names) drawNames(renderer, ground, lane, middle, look, look.names);
}

/**
 * @param {Renderer} renderer
 * @param {Ground} ground
 * @param {Lane} lane
 * @param {LaneMessage} message
 * @param {number} middle
 * @param {LaneLook} look
 */
function drawMessage(renderer, ground, lane, message, middle, look) {
  const box = messageBox(ground, lane, message, middle, look);
  if (!box) return;
  const colour = ground.colours[colourOf(message)];
  if (box.right > box.sent) {
    renderer.rect({ x: box.sent, y: box.y, width: box.right - box.sent, height: box.high }, { colour, alpha: PALE });
  }
  renderer.rect(
    { x: box.left, y: box.y, width: Math.max(NARROWEST_BAR, box.sent - box.left), height: box.high },
    { colour },
  );
}

/**
 * Position of a message's bar; concurrent ones share the height.
 * @param {Ground} ground @param {Lane} lane @param {LaneMessage} message @param {number} middle @param {LaneLook} look
 * @returns {{ left: number, sent: number, right: number, y: number, high: number }|null} null out of view
 */
export function messageBox(ground, lane, message, middle, { band, bar, gap }) {
  const { x } = ground;
  const seen = stretch(ground, message.startNs, message.paleNs);
  if (!seen) return null;
  const depth = Math.min(lane.depth[message.fromClient ? 0 : 1], Math.max(1, Math.floor((band + 3) / MIN_ROW)));
  const step = Math.floor((band + 3) / depth);
  const high = depth === 1 ? bar : Math.min(bar, step - 1);
  const below = Math.min(message.row, depth - 1) * Math.min(step, bar + 1);
  const whole = (depth - 1) * Math.min(step, bar + 1) + high;
  const y = message.fromClient ? middle - gap - whole + below : middle + gap + below;
  return { left: seen[0], sent: Math.min(seen[1], Math.max(seen[0], x.x(message.endNs))), right: seen[1], y, high };
}

/**
 * A line joins requests that were sent before the answer to the one before them.
 * @param {Renderer} renderer
 * @param {Ground} ground
 * @param {Lane} lane
 * @param {number} middle
 * @param {LaneLook} look
 */
function drawPipelining(renderer, ground, lane, middle, { bar, gap }) {
  lines.clear();
  /** @type {LaneMessage|null} */
  let before = null;
  for (const message of lane.messages) {
    if (message.kind !== 'request') continue;
    const link = before && message.pipelined ? stretch(ground, before.startNs, message.startNs) : null;
    if (link) lines.line(link[0], middle - gap + 1, link[1], middle - gap + 1);
    before = message;
  }
  if (lines.length > 0) renderer.lines(lines, { colour: ground.colours.c2s, width: bar > 6 ? 2 : 1 });
}

/**
 * Names are right of their requests, where there is room; of requests that cover each other the first has a name:
 * "t1500.txt +5".
 * @param {Renderer} renderer
 * @param {Ground} ground
 * @param {Lane} lane
 * @param {number} middle
 * @param {LaneLook} look
 * @param {NonNullable<LaneLook['names']>} how
 */
function drawNames(renderer, ground, lane, middle, look, { size, above }) {
  const { x, colours } = ground;
  const style = { colour: colours.ink2, size };
  /** @type {{ name: string, left: number, from: number, more: number }[]} */
  const spots = [];
  for (const message of lane.messages) {
    const box = message.kind === 'request' ? messageBox(ground, lane, message, middle, look) : null;
    const last = spots.at(-1);
    if (!box) continue;
    const from = Math.max(box.left + NARROWEST_BAR, box.sent) + 5;
    if (last && box.left - last.left < SAME_SPOT) Object.assign(last, { from, more: last.more + 1 });
    else spots.push({ name: message.name, left: box.left, from, more: 0 });
  }
  let free = x.leftPx + x.widthPx;
  for (const { name, left, from, more } of spots.reverse()) {
    const room = free - from - 6;
    free = left;
    const shown = room < 22 ? '' : fitted(renderer, more > 0 ? `${name} +${more}` : name, room, style);
    if (shown) renderer.text(shown, from, middle - above, style);
  }
}

/**
 * @param {Renderer} renderer
 * @param {Ground} ground
 * @param {Lane} lane
 * @param {number} middle
 * @param {LaneLook} look
 */
function drawEnds(renderer, ground, lane, middle, look) {
  const { x, colours } = ground;
  const right = x.leftPx + x.widthPx;
  const seen = (/** @type {number} */ ns) => ns >= 0 && ns >= x.range.startNs && ns <= x.range.endNs;
  if (seen(lane.closedNs) && lane.resetNs < 0) {
    diamond(renderer, x.x(lane.closedNs), middle + 0.5, look.tick < 1 ? 3 : 4, colours.ink1, colours.bg1);
  }
  if (seen(lane.resetNs)) {
    if (look.isTall) {
      renderer.text('RST', Math.min(right - 24, x.x(lane.resetNs) + 8), middle + 8, {
        colour: colours.retx,
        size: 11,
        weight: 700,
      });
    }
    cross(renderer, x.x(lane.resetNs), middle + 0.5, colours.retx);
  }
  if (x.range.endNs < lane.endNs && lane.startNs <= x.range.endNs) {
    renderer.text('→', right + 2, middle, { colour: colours.ink3 });
  }
}
