import { FATE } from '../../shared/path/fate.js';
import { MAX_ALIKE_NS, recurringLeast } from '../clock/least-delay.js';
import { NOT_SEEN } from '../packets/joined-packets.js';
import { spreadOf } from './spread.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../fates/fates.js').Fates} Fates */
/** @typedef {import('./spread.js').Spread} Spread */

/** Delays of a segment that are spread out: of more packets, every so many-th. */
export const MAX_DELAYS = 2 ** 16;
/** Losses within this of the one before are one episode, where the path's round trip is not known to be longer. */
const EPISODE_NS = 10e6;

/**
 * What a segment of the path did to one direction's packets.
 * @typedef {object} SegmentFigures
 * @property {[number, number]} between the points, as indexes of files, in the order in which packets come by
 * @property {number} sent packets that came by at the first point
 * @property {number} arrived that the second point's capture has
 * @property {number} lost
 * @property {number} lostData of these, with payload
 * @property {number} lossEpisodes losses that follow each other within a round trip
 * @property {number} notCaptured went by at the second point, and its capture missed them
 * @property {number} duplicated copies made in the segment
 * @property {number} reordered that came by at the second point behind packets that were behind them at the first
 * @property {number} reorderingExtent of these, the most places
 * @property {Spread | null} delay null without packets that both captures have, and where the clocks are not known
 * @property {Spread | null} queue what delays have more than the least one of a packet of that length
 * @property {number | null} rate payload bytes per second that came by at the second point
 */

/**
 * What is only counted.
 * @typedef {Pick<SegmentFigures, 'between' | 'sent' | 'arrived' | 'lost' | 'lostData' | 'notCaptured' | 'duplicated'>}
 *   SegmentCounts
 */

/**
 * Figures of a segment for some packets of one direction, in any order: linear, but for sorting.
 * @param {Path} path @param {Fates} fates @param {readonly [number, number]} between @param {Int32Array} packets
 * @returns {SegmentFigures}
 */
export function segmentFigures(path, fates, [from, to], packets) {
  const counts = segmentCounts(path, fates, [from, to], packets);
  const both = inBoth(path, from, to, packets);
  return {
    ...counts,
    lossEpisodes: counts.lost === 0 ? 0 : lossEpisodes(path, fates, from, to, packets),
    ...reordering(path, from, to, both),
    ...delays(path, from, to, both),
    rate: rateOf(path, to, packets),
  };
}

/**
 * @param {Path} path @param {Fates} fates @param {readonly [number, number]} between @param {Int32Array} packets
 * @returns {SegmentCounts}
 */
export function segmentCounts(path, fates, [from, to], packets) {
  const { rowOf } = path.packets;
  const [firstRow, secondRow] = [rowOf[from], rowOf[to]];
  const [before, after] = [fates.at[from], fates.at[to]];
  let [sent, arrived, lost, lostData, notCaptured, duplicated] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < packets.length; at++) {
    const packet = packets[at];
    const [was, is] = [before[packet], after[packet]];
    if (was === FATE.LOST || (was === FATE.NONE && firstRow[packet] === NOT_SEEN)) {
      if (is === FATE.DUPLICATE) duplicated++;
      continue;
    }
    sent++;
    if (is === FATE.LOST) {
      lost++;
      if (path.lengthOf(packet) > 0) lostData++;
    } else if (secondRow[packet] !== NOT_SEEN) arrived++;
    else notCaptured++;
  }
  return { between: [from, to], sent, arrived, lost, lostData, notCaptured, duplicated };
}

/**
 * Those of some packets that two points have, in their order.
 * @param {Path} path @param {number} from @param {number} to @param {Int32Array} packets
 */
export function inBoth({ packets: { rowOf } }, from, to, packets) {
  const [firstRow, secondRow] = [rowOf[from], rowOf[to]];
  const both = new Int32Array(packets.length);
  let count = 0;
  for (let at = 0; at < packets.length; at++) {
    const packet = packets[at];
    if (firstRow[packet] !== NOT_SEEN && secondRow[packet] !== NOT_SEEN) both[count++] = packet;
  }
  return both.subarray(0, count);
}

/** @param {Path} path @param {Fates} fates @param {number} from @param {number} to @param {Int32Array} packets */
function lossEpisodes(path, fates, from, to, packets) {
  const { rowOf } = path.packets;
  const lost = packets.filter(
    (packet) =>
      fates.at[to][packet] === FATE.LOST && rowOf[from][packet] !== NOT_SEEN && fates.at[from][packet] !== FATE.LOST,
  );
  const times = Float64Array.from(lost, (packet) => path.timeNs(from, rowOf[from][packet])).sort();
  const within = Math.max(EPISODE_NS, ...path.distancesNs.map((ns) => 2 * Math.abs(ns)));
  return times.reduce((count, ns, at) => count + Number(at === 0 || ns - times[at - 1] > within), 0);
}

/**
 * RFC 4737: a packet is reordered when one that was behind it at the first point came by before it at the second; the
 * extent is how many did.
 * @param {Path} path @param {number} from @param {number} to @param {Int32Array} both packets that both points have
 */
export function reordering({ packets: { rowOf, packetOf } }, from, to, both) {
  const order = both.map((packet) => rowOf[to][packet]).sort();
  const highest = new Int32Array(order.length);
  let reordered = 0;
  let reorderingExtent = 0;
  let max = -1;
  for (let at = 0; at < order.length; at++) {
    const row = rowOf[from][packetOf[to][order[at]]];
    if (row >= max) max = row;
    else {
      reordered++;
      reorderingExtent = Math.max(reorderingExtent, at - firstAtLeast(highest, at, row));
    }
    highest[at] = max;
  }
  return { reordered, reorderingExtent };
}

/** @param {Int32Array} ascending @param {number} count @param {number} value */
function firstAtLeast(ascending, count, value) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param {Path} path @param {number} from @param {number} to @param {Int32Array} all packets that both points have
 * @returns {Pick<SegmentFigures, 'delay' | 'queue'>}
 */
function delays(path, from, to, all) {
  const known = someDelays(path, from, to, all);
  if (known === null) return { delay: null, queue: null };
  const { both, delayNs } = known;
  const { perByteNs, leastNs } = leastDelay(path, both, delayNs);
  const queueNs = delayNs.map((ns, at) => Math.max(0, ns - perByteNs * path.lengthOf(both[at]) - leastNs));
  return { delay: spreadOf(delayNs), queue: spreadOf(queueNs) };
}

/**
 * @param {Path} path @param {number} from @param {number} to @param {Int32Array} all packets that both points have
 * @returns {{ both: Int32Array, delayNs: Float64Array } | null} null: there are none, or the clocks are not known
 */
function someDelays(path, from, to, all) {
  const { rowOf } = path.packets;
  const isKnown = [from, to].every((place) => path.clocks[place].method !== 'none');
  if (all.length === 0 || !isKnown) return null;
  const step = Math.ceil(all.length / MAX_DELAYS);
  const both = step === 1 ? all : all.filter((_, at) => at % step === 0);
  const delayNs = Float64Array.from(
    both,
    (packet) => path.timeNs(to, rowOf[to][packet]) - path.timeNs(from, rowOf[from][packet]),
  );
  return { both, delayNs };
}

/**
 * What a segment takes for a packet that does not wait in it.
 * @param {Path} path @param {readonly [number, number]} between @param {Int32Array} packets of one direction
 * @returns {{ perByteNs: number, leastNs: number } | null} null: delays are not known
 */
export function leastDelayOf(path, [from, to], packets) {
  const known = someDelays(path, from, to, inBoth(path, from, to, packets));
  return known && leastDelay(path, known.both, known.delayNs);
}

/**
 * The delay of a packet that does not wait: `leastNs`, and more for its length.
 * @param {Path} path @param {Int32Array} both @param {Float64Array} delayNs of each
 */
function leastDelay(path, both, delayNs) {
  const perByteNs = nsPerByte(path, both, delayNs);
  const waiting = delayNs.map((ns, at) => ns - perByteNs * path.lengthOf(both[at]));
  return { perByteNs, leastNs: recurringLeast(waiting.sort(), MAX_ALIKE_NS).leastNs };
}

/** What a byte more takes: the least delay of the longest packets, less that of those without payload. */
function nsPerByte(/** @type {Path} */ path, /** @type {Int32Array} */ both, /** @type {Float64Array} */ delayNs) {
  let longest = 0;
  for (const packet of both) longest = Math.max(longest, path.lengthOf(packet));
  if (longest === 0) return 0;
  const least = (/** @type {(length: number) => boolean} */ isWanted) =>
    recurringLeast(delayNs.filter((_, at) => isWanted(path.lengthOf(both[at]))).sort(), MAX_ALIKE_NS).leastNs;
  const perByte = (least((length) => length === longest) - least((length) => length === 0)) / longest;
  return perByte > 0 ? perByte : 0;
}

/** @param {Path} path @param {number} to @param {Int32Array} packets */
function rateOf(path, to, packets) {
  const { rowOf } = path.packets;
  let bytes = 0;
  let firstNs = Infinity;
  let lastNs = -Infinity;
  for (const packet of packets) {
    const row = rowOf[to][packet];
    const length = row === NOT_SEEN ? 0 : path.lengthOf(packet);
    if (length === 0) continue;
    const ns = path.timeNs(to, row);
    bytes += length;
    firstNs = Math.min(firstNs, ns);
    lastNs = Math.max(lastNs, ns);
  }
  return lastNs > firstNs ? Math.round((bytes * 1e9) / (lastNs - firstNs)) : null;
}
