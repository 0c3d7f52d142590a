import { SCALE_UNKNOWN } from '../../transport/tcp/header.js';
import { kindOf, SHOWS } from './define-kind.js';
import { isIncomplete, LARGE_SHARE, missingShares } from './evidence/missing.js';
import { directionName, receiverName, senderName } from './finding.js';

/** @typedef {import('./context.js').Context} Context */

/** Packets of one end alone that leave no doubt. */
export const MIN_ONE_WAY = 5;

/**
 * @param {Pick<Context, 'packets' | 'options' | 'vantages' | 'ways'>} context
 * @returns {[number, number]} bits of `SHOWS`, by direction
 */
export function showsOf({ packets, options: { synOptions, windowScale }, vantages, ways }) {
  const { seen, count } = packets;
  const hasBoth = count < MIN_ONE_WAY || (seen.packets[0] > 0 && seen.packets[1] > 0);
  const ofBoth =
    (hasBoth ? SHOWS.BOTH_WAYS : 0) |
    wholeness(packets) |
    (synOptions[0] !== 0 && synOptions[1] !== 0 ? SHOWS.HANDSHAKE : 0) |
    (packets.sackLeft.length > 0 ? SHOWS.SACK : 0);
  /** @type {[number, number]} */
  const shows = [ofBoth, ofBoth];
  for (let direction = 0; direction < 2; direction++) {
    if (seen.packets[1 - direction] > 0) shows[direction] |= SHOWS.ACKS;
    if (windowScale[1 - direction] !== SCALE_UNKNOWN) shows[direction] |= SHOWS.SCALE;
    shows[direction] |= shownOfPlace(vantages, direction);
  }
  for (let k = 0; k < ways.length; k++) if (ways[k].order !== 'shifted') shows[ways[k].direction] |= SHOWS.WHOLE_TRIP;
  return shows;
}

/**
 * @param {Context['vantages']} vantages @param {number} direction
 * @returns {number} one bit of `SHOWS`
 */
export const shownOfPlace = (vantages, direction) =>
  vantages?.[direction].place === 'sender' ? SHOWS.AT_SENDER : SHOWS.BEYOND_SENDER;

/** @param {Context['packets']} packets @returns {number} bits of `SHOWS` */
function wholeness(packets) {
  if (!isIncomplete(packets)) return SHOWS.WHOLE | SHOWS.MOST;
  return Math.max(...missingShares(packets)) < LARGE_SHARE ? SHOWS.MOST : 0;
}

/**
 * Whether a capture shows all of these.
 * @param {Pick<Context, 'shows'>} context @param {number} needs bits of `SHOWS`
 * @param {number | null} [direction] null: of both
 */
export const hasShown = ({ shows: [one, other] }, needs, direction = null) =>
  (needs & (direction === 1 ? -1 : one) & (direction === 0 ? -1 : other)) === needs;

/**
 * @param {string} code @param {number | null} direction @param {string} because
 * @returns {import('./unobservable.js').Unobservable}
 */
export const unobservable = (code, direction, because) => ({
  code,
  title: String(kindOf(code)?.title),
  direction: direction === null ? null : directionName(direction),
  reason: `not observable here, because ${because}`,
});

/**
 * Why what needs a bit is not observable: a sentence behind "because".
 * @type {[show: number, because: (context: Context, direction: number | null) => string][]}
 */
const REASONS = [
  [
    SHOWS.BOTH_WAYS,
    ({ seen: { packets } }) => `only the ${senderName(packets[0] > 0 ? 0 : 1)}'s packets are in the capture`,
  ],
  [SHOWS.WHOLE, () => 'packets are missing from the capture itself'],
  [
    SHOWS.SCALE,
    (_, direction) =>
      `the handshake, which has the ${receiverName(Number(direction))}'s window scale, is missing from the capture or incomplete, and nothing else proves it`,
  ],
  [SHOWS.WHOLE_TRIP, () => 'without timestamps the RTT of the whole path is not known here'],
];

/** @param {Context} context @param {number | null} direction @param {number} needs of which at least one is not met */
export function lackedReason(context, direction, needs) {
  const lacked = REASONS.find(([show]) => (needs & show) !== 0 && !hasShown(context, show, direction));
  return lacked?.[1](context, direction) ?? '';
}
