import { OPTION } from '../../transport/tcp/header.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../connections/facts.js').Facts} Facts */

/** @type {readonly [number, string][]} */
const NAMES = Object.freeze([
  [OPTION.MSS, 'MSS'],
  [OPTION.WINDOW_SCALE, 'window scale'],
  [OPTION.SACK_PERMITTED, 'SACK permitted'],
  [OPTION.TIMESTAMPS, 'timestamps'],
  [OPTION.MPTCP, 'MPTCP'],
  [OPTION.FAST_OPEN, 'Fast Open'],
]);

/**
 * Options of a direction's SYN that were stripped, added or changed: MSS clamped, the window scale rewritten.
 * @param {Path} path @param {number} index of the connection @param {0|1} direction @param {[number, number]} between
 * @returns {import('./changes.js').Changed[]}
 */
export function optionChanges({ connections, points }, index, direction, between) {
  const [one, other] = between.map((place) => {
    const { flow, client, hasSyn } = /** @type {Facts} */ (connections[index].facts[place]);
    const sent = points[place].tcp.flows.direction(flow, direction === 0 ? client : 1 - client);
    return { hasSyn: hasSyn[direction], options: sent.synOptions, mss: sent.mss, scale: sent.windowScale };
  });
  // A SYN whose options the snap length cut shows none behind the cut.
  if (!one.hasSyn || !other.hasSyn || ((one.options | other.options) & OPTION.BROKEN) !== 0) return [];
  const lists = NAMES.filter(([bit]) => ((one.options ^ other.options) & bit) !== 0).map(([bit, name]) => ({
    what: 'option',
    from: (one.options & bit) === 0 ? null : name,
    to: (other.options & bit) === 0 ? null : name,
  }));
  const both = one.options & other.options;
  const isClamped = (both & OPTION.MSS) !== 0 && one.mss !== other.mss;
  const isRescaled = (both & OPTION.WINDOW_SCALE) !== 0 && one.scale !== other.scale;
  return [
    ...lists,
    ...(isClamped ? [{ what: 'mss', from: one.mss, to: other.mss }] : []),
    ...(isRescaled ? [{ what: 'window_scale', from: one.scale, to: other.scale }] : []),
  ];
}
