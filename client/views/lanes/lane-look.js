/** Lane heights, and the sizes of what is drawn at each. */
import { GROUP_HEAD } from './lane-geometry.js';

/**
 * @typedef {object} LaneLook
 * @property {number} high of a lane
 * @property {number} middle of its life line, from its top
 * @property {number} band height of the messages of a side
 * @property {number} bar height of a message's bar where none is beside it
 * @property {number} gap between the life line and the messages
 * @property {number} tick scale of the ticks
 * @property {boolean} isTall
 * @property {{ size: number, above: number }|null} names of requests: of their letters, and how far above the life line
 * @property {boolean} payload
 */

const HEIGHTS = { tall: 52, low: 26 };
/** Lanes that do not all fit are as low as can be read. */
const LOWEST = 18;
/** Lanes from here on have room for names, for more than a line of words, and for the payload of their packets. */
const NAMES_FROM = 24;
const TALL_FROM = 34;
const PAYLOAD_FROM = 80;
/** Of a lane with names that is not tall: these stand along its upper edge, so its life line is lower. */
const LOW_LINE = 0.6;
const LOW_NAME = { size: 10, middle: 6 };
/** Heights of a capture that grows: the lanes change their height seldom. */
const STEPS = [18, 26, 52, 104, 208];
const THICKEST_BAR = 14;
const THICKEST_BAND = 96;
/** An end that sends less than this share of the payload has less room: a share of the lane's, px at most. */
const LITTLE = 0.2;
const LITTLE_ROOM = { share: 0.3, mostPx: 140 };

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.min(most, Math.max(least, value));

/**
 * @param {'tall'|'low'|null} rows null: what fills the room
 * @param {{ lanes: number, groups: number, viewHeight: number, isLive: boolean }} room
 * @returns {number} px
 */
export function laneHeight(rows, { lanes, groups, viewHeight, isLive }) {
  if (rows !== null) return HEIGHTS[rows];
  const fitting = Math.floor((viewHeight - groups * GROUP_HEAD) / Math.max(1, lanes));
  return Math.max(LOWEST, isLive ? (STEPS.findLast((step) => step <= fitting) ?? LOWEST) : fitting);
}

/**
 * @param {number} high
 * @param {number} [clientShare] of the payload: where one end sends nearly all, it has most of the room
 * @returns {LaneLook}
 */
export function lookOf(high, clientShare = 0.5) {
  const band = within(Math.round(high * 0.17), 3, THICKEST_BAND);
  const payload = high >= PAYLOAD_FROM;
  const little = Math.round(Math.min(LITTLE_ROOM.mostPx, high * LITTLE_ROOM.share));
  const isTall = high >= TALL_FROM;
  const bar = Math.min(band, THICKEST_BAR);
  const gap = within(Math.round(high * 0.13), 3, 16);
  if (!isTall && high >= NAMES_FROM) {
    const middle = Math.floor(high * LOW_LINE);
    const names = { size: LOW_NAME.size, above: middle - LOW_NAME.middle };
    return { high, middle, band, bar, gap, tick: tickScale(high), isTall, names, payload };
  }
  let middle = high / 2;
  if (payload && clientShare < LITTLE) middle = little;
  if (payload && clientShare > 1 - LITTLE) middle = high - little;
  const names = isTall ? { size: 11, above: gap + bar / 2 } : null;
  return { high, middle, band, bar, gap, tick: tickScale(high), isTall, names, payload };
}

/** @param {number} high */
const tickScale = (high) => within(0.35 + high / 80, 0.5, 2.5);
