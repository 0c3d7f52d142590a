/** All lanes in view, with their heads and the arcs between them. */
import { formatEndpoint, formatFlow } from '../../base/format.js';
import { CoordinateBuffer } from '../../plot/level-of-detail.js';
import { AXIS_HIGH, drawAxis, drawTimeGrid } from '../timeline/axis.js';
import { fitted } from '../timeline/message-bands.js';
import { rateWords } from '../timeline/times.js';
import { drawArcs } from './draw-arcs.js';
import { drawLane } from './draw-lane.js';
import { drawPayload } from './draw-payload.js';
import { GROUP_HEAD } from './lane-geometry.js';
import { TickBatches } from './lane-ticks.js';
import { groupWords, laneWords } from './lane-words.js';

/** @typedef {import('../../plot/renderer.js').Renderer} Renderer */
/** @typedef {import('../timeline/axis.js').Ground} Ground */
/** @typedef {import('./lane-columns.js').Lane} Lane */

/**
 * @typedef {object} LanesScene
 * @property {Ground} ground
 * @property {import('./lane-geometry.js').LaneGeometry} geometry
 * @property {(lane: number) => Lane|null} laneAt
 * @property {import('./lane-look.js').LaneLook} look
 * @property {{ packets: boolean, messages: boolean, acks: boolean }} show
 * @property {number} active lane, −1 none
 * @property {import('./draw-arcs.js').PlacedArc[]} arcs
 */

/** Left of the plot: the lanes' numbers and who they are. */
export const LANE_HEADS = { wide: 176, narrow: 64 };

/** Of what is said of a lane below its endpoint. */
const LINE_HIGH = 16;
const batches = new TickBatches();
const lines = new CoordinateBuffer();

/** @param {LanesScene} scene @param {number} lane @returns {number} y of its top on the canvas */
export const laneTop = ({ geometry }, lane) => AXIS_HIGH + geometry.laneTop(lane) - geometry.offset;

/** @param {LanesScene} scene @param {number} lane @returns {number} y of its life line on the canvas */
export const laneMiddle = (scene, lane) => laneTop(scene, lane) + scene.look.middle;

/** @param {Renderer} renderer @param {LanesScene} scene */
export function drawLanes(renderer, scene) {
  const { ground, geometry } = scene;
  const { x, width, height, colours } = ground;
  const { first, end } = geometry.lanes();
  renderer.clipped({ x: 0, y: AXIS_HIGH, width, height: height - AXIS_HIGH }, () => {
    drawTimeGrid(renderer, ground, AXIS_HIGH, height);
    for (let lane = first; lane < end; lane++) drawLaneGround(renderer, scene, lane);
    let rate = 0;
    renderer.clipped({ x: x.leftPx - 6, y: AXIS_HIGH, width: x.widthPx + 20, height: height - AXIS_HIGH }, () => {
      rate = drawContent(renderer, scene, first, end);
    });
    lines.clear().line(x.leftPx - 6.5, AXIS_HIGH, x.leftPx - 6.5, height);
    renderer.lines(lines, { colour: colours.line1 });
    drawHeads(renderer, scene, first, end);
    if (rate > 0 && !ground.narrow) {
      renderer.text(`pale columns: payload, up to ${rateWords(rate)}`, width - 14, AXIS_HIGH + GROUP_HEAD / 2, {
        colour: colours.ink2,
        align: 'right',
        plate: colours.bg0,
      });
    }
  });
  drawAxis(renderer, ground);
}

/**
 * @param {Renderer} renderer @param {LanesScene} scene @param {number} first @param {number} end
 * @returns {number} bits a second that the highest column of payload is; 0 without any
 */
function drawContent(renderer, scene, first, end) {
  const { ground, laneAt, look, show } = scene;
  /** @type {{ lane: Lane, middle: number }[]} */
  const lanes = [];
  for (let i = first; i < end; i++) {
    const lane = laneAt(i);
    if (lane) lanes.push({ lane, middle: laneMiddle(scene, i) });
  }
  const rate = look.payload && show.packets ? drawPayload(renderer, scene, lanes) : 0;
  for (const { lane, middle } of lanes) {
    drawLane(renderer, ground, lane, middle, look, show);
    if (show.packets) batches.add(ground, lane, middle, { acks: show.acks, scale: look.tick });
  }
  batches.draw(renderer, ground, look.tick);
  drawArcs(renderer, scene);
  return rate;
}

/** @param {Renderer} renderer @param {LanesScene} scene @param {number} lane */
function drawLaneGround(renderer, scene, lane) {
  const {
    ground: { width, colours },
    look,
    active,
  } = scene;
  const top = laneTop(scene, lane);
  if (lane === active) renderer.rect({ x: 0, y: top, width, height: look.high }, { colour: colours.bg3 });
  renderer.rect({ x: 0, y: top + look.high - 1, width, height: 1 }, { colour: colours.line1 });
}

/** @param {Renderer} renderer @param {LanesScene} scene @param {number} first @param {number} end */
function drawHeads(renderer, scene, first, end) {
  const { geometry } = scene;
  for (let i = first; i < end; i++) drawLaneHead(renderer, scene, i);
  if (first >= end) return;
  const pinned = geometry.groupOf(first);
  for (let group = pinned; group < geometry.groups.length && geometry.groups[group] < end; group++) {
    const top = AXIS_HIGH + geometry.headTop(group) - geometry.offset;
    if (group > pinned) drawGroupHead(renderer, scene, group, top, first, end);
  }
  const next =
    pinned + 1 < geometry.groups.length ? AXIS_HIGH + geometry.headTop(pinned + 1) - geometry.offset : Infinity;
  drawGroupHead(renderer, scene, pinned, Math.min(AXIS_HIGH, next - GROUP_HEAD), first, end);
}

/** @param {Renderer} renderer @param {LanesScene} scene @param {number} i */
function drawLaneHead(renderer, scene, i) {
  const {
    ground: { x, colours, narrow },
    laneAt,
    look,
  } = scene;
  const lane = laneAt(i);
  const top = laneTop(scene, i);
  if (!lane) return;
  const tall = look.isTall;
  const words = laneWords(lane);
  const below = tall ? [words.brief, ...words.details].slice(0, Math.floor((look.high - 20) / LINE_HIGH)) : [];
  const half = ((below.length + (narrow ? 0 : 1)) * LINE_HIGH) / 2;
  // Beside the life line, as far as the lane has room.
  const middle = top + (tall ? Math.min(look.high - half - 3, Math.max(half + 3, look.middle)) : look.middle);
  const y = tall && !narrow ? middle - half + LINE_HIGH / 2 : middle;
  const left = narrow ? 8 : 20;
  const room = x.leftPx - left - 12;
  const number = formatFlow(lane.flow);
  const style = { colour: colours.ink1, size: tall ? 12 : 11, weight: 600 };
  renderer.text(number, left, narrow && tall ? middle - 7 : y, style);
  const from = left + Math.max(16, renderer.textWidth(number, style) + 8);
  const second = { colour: colours.ink2, size: tall ? 12 : 11 };
  if (narrow) {
    if (tall) renderer.text(words.port, left, middle + 8, { colour: colours.ink3, size: 11 });
    return;
  }
  const most = room - (from - left);
  renderer.text(
    tall
      ? fittedEndpoint(renderer, words, most, second)
      : fitted(renderer, `${words.port}  ${words.brief}`, most, second),
    from,
    y,
    second,
  );
  below.forEach((line, at) => {
    const style = { colour: colours.ink3, size: 11 };
    renderer.text(fitted(renderer, line, most, style), from, y + (at + 1) * LINE_HIGH, style);
  });
}

/**
 * The port tells one client's connections apart, so it is the address that is cut.
 * @param {Renderer} renderer
 * @param {{ client: string, port: string }} words
 * @param {number} most
 * @param {{ colour: string, size: number }} style
 */
function fittedEndpoint(renderer, { client, port }, most, style) {
  if (renderer.textWidth(client, style) <= most) return client;
  return `${fitted(renderer, client.slice(0, -port.length), most - renderer.textWidth(port, style), style)}${port}`;
}

/**
 * @param {Renderer} renderer
 * @param {LanesScene} scene
 * @param {number} group
 * @param {number} top
 * @param {number} from lane in view
 * @param {number} to
 */
function drawGroupHead(renderer, { ground: { width, colours, narrow }, geometry, laneAt }, group, top, from, to) {
  const first = geometry.groups[group];
  const next = geometry.groups[group + 1] ?? geometry.total;
  let lane = laneAt(first);
  for (let i = Math.max(first, from); !lane && i < Math.min(next, to); i++) lane = laneAt(i);
  renderer.rect({ x: 0, y: top, width, height: GROUP_HEAD }, { colour: colours.bg0 });
  renderer.rect({ x: 0, y: top + GROUP_HEAD - 1, width, height: 1 }, { colour: colours.line1 });
  const left = narrow ? 8 : 20;
  const y = top + GROUP_HEAD / 2;
  const style = { colour: colours.ink1, size: 12, weight: 500 };
  const name = lane ? formatEndpoint(lane.row.server) : '…';
  renderer.text(name, left, y, style);
  renderer.text(groupWords(lane, next - first), left + renderer.textWidth(name, style) + 12, y, {
    colour: colours.ink3,
    size: 11,
  });
}
