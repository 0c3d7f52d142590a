/** Hit test of the lanes. */
import { TICK } from '../../../lib/shared/columns/tick-kinds.js';
import { bisectLeft } from '../../vendor/d3.js';
import { AXIS_HIGH } from '../timeline/axis.js';
import { messageBox } from './draw-lane.js';
import { laneMiddle, laneTop } from './draw-lanes.js';
import { atWords, laneCard, messageCard } from './lane-words.js';

/** @typedef {import('./draw-lanes.js').LanesScene} LanesScene */
/** @typedef {import('./lane-columns.js').Lane} Lane */
/** @typedef {import('./lane-columns.js').LaneMessage} LaneMessage */
/**
 * @typedef {{ lane: number, message: LaneMessage|null, key: string, card: (() =>
 *   import('../timeline/hover-card.js').CardContent)|null }} Hit
 */

const TICK_REACH = 4;
/** Of those at their usual size, px. */
const HIGHEST_TICK = 9;

/**
 * @param {LanesScene} scene
 * @param {number} px
 * @param {number} py
 * @param {number} reach px within which a message counts as hit
 * @returns {Hit|null}
 */
export function hitAt(scene, px, py, reach) {
  const index = rowAt(scene, py);
  if (index === null) return null;
  const lane = scene.laneAt(index);
  const nothing = { lane: index, message: null, key: '', card: null };
  if (!lane) return nothing;
  if (px < scene.ground.x.leftPx - 6) {
    return { ...nothing, key: `lane ${lane.flow} ${lane.row.packets}`, card: () => laneCard(lane) };
  }
  const message = scene.show.messages ? messageAt(scene, index, lane, px, py, reach) : null;
  if (message) {
    return {
      ...nothing,
      message,
      key: `message ${message.index} ${message.endNs} ${message.deliveredNs}`,
      card: () => messageCard(lane, message),
    };
  }
  const tick = scene.show.packets ? tickAt(scene, index, lane, px, py) : -1;
  return tick < 0 ? nothing : { ...nothing, key: `tick ${lane.flow} ${tick}`, card: () => tickCard(lane, tick) };
}

/**
 * @param {LanesScene} scene
 * @param {number} py
 * @returns {number|null} the lane there; null on heads and below the last
 */
function rowAt(scene, py) {
  const { geometry, look } = scene;
  if (py < AXIS_HIGH || geometry.total === 0) return null;
  const lane = geometry.laneAt(py - AXIS_HIGH + geometry.offset);
  const top = laneTop(scene, Math.min(lane, geometry.total - 1));
  return lane < geometry.total && py >= top && py < top + look.high ? lane : null;
}

/**
 * @param {LanesScene} scene
 * @param {number} index
 * @param {Lane} lane
 * @param {number} px
 * @param {number} py
 * @param {number} reach
 */
function messageAt(scene, index, lane, px, py, reach) {
  const { ground, look } = scene;
  const middle = laneMiddle(scene, index);
  /** @type {LaneMessage|null} */
  let best = null;
  let distance = Math.min(reach, look.isTall ? 6 : 3);
  for (const message of lane.messages) {
    const box = messageBox(ground, lane, message, middle, look);
    if (!box) continue;
    const dx = Math.max(box.left - px, px - Math.max(box.right, box.left + 3), 0);
    const dy = Math.max(box.y - py, py - box.y - box.high, 0);
    if (Math.max(dx, dy) > distance) continue;
    distance = Math.max(dx, dy);
    best = message;
  }
  return best;
}

/**
 * @param {LanesScene} scene
 * @param {number} index
 * @param {Lane} lane
 * @param {number} px
 * @param {number} py
 * @returns {number} −1 none
 */
function tickAt(scene, index, { ticks: { times, directions, kinds } }, px, py) {
  const {
    ground: { x },
    look,
    show,
  } = scene;
  const middle = laneMiddle(scene, index);
  if (Math.abs(py - middle) > Math.max(10, HIGHEST_TICK * look.tick)) return -1;
  const side = py <= middle ? 0 : 1;
  const from = bisectLeft(times, x.time(px - TICK_REACH));
  const until = x.time(px + TICK_REACH);
  let best = -1;
  for (let i = from; i < times.length && times[i] <= until; i++) {
    if (directions[i] !== side || (!show.acks && kinds[i] === TICK.ACK)) continue;
    if (best < 0 || Math.abs(x.x(times[i]) - px) < Math.abs(x.x(times[best]) - px)) best = i;
  }
  return best;
}

/** @type {[number, string][]} */
const NAMES = [
  [TICK.RESET, 'RST'],
  [TICK.RETRANSMISSION, 'retransmitted'],
  [TICK.REORDERED, 'out of order'],
  [TICK.ZERO_WINDOW, 'zero window or probe'],
  [TICK.SYN, 'SYN'],
  [TICK.FIN, 'FIN'],
  [TICK.PUSH, 'data, PSH'],
  [TICK.DATA, 'data'],
  [TICK.ACK, 'ACK alone'],
];

/** @param {Lane} lane @param {number} tick @returns {import('../timeline/hover-card.js').CardContent} */
function tickCard(lane, tick) {
  const { times, directions, kinds } = lane.ticks;
  const names = NAMES.filter(([bit]) => kinds[tick] & bit).map(([, words]) => words);
  return {
    letter: '',
    letterClass: '',
    title: names.join(', '),
    corner: `connection ${lane.flow}`,
    canStay: false,
    lines: [
      ['Direction', directions[tick] === 0 ? 'client → server' : 'server → client'],
      [lane.isWhole ? 'Time' : 'Time, about', atWords(times[tick])],
    ],
  };
}
