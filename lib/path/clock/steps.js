import { MAX_ALIKE_NS, recurringLeast } from './least-delay.js';

/** Packets of each way on both sides of a step that are compared. */
const COMPARED = 8;
/** Packets of each way between two steps: fewer are of a capture that was kept from running. */
const MIN_BETWEEN = 4 * COMPARED;
/** Packets of each way there must be on both sides. */
const FEWEST = 2;
/** Shorter steps are not told from delay. */
const MIN_STEP_NS = 1e6;
/** A step is so many times what both ways move together at nine in ten places. */
const STEP_TIMES = 4;
/** The least delays of all packets before and behind a step differ by this share of it at least. */
const LASTING_SHARE = 0.7;
/** Steps of a clock; further ones are taken for delay. */
export const MAX_STEPS = 16;

/** @typedef {import('./samples.js').ClockSamples} ClockSamples */
/** @typedef {{ from: number, byNs: number }} Step `from`: the first sample behind it */
/** @typedef {{ beforeNs: number, afterNs: number }} Levels of one way: the least delay on both sides of a place */

/**
 * Steps of the second clock against the first. A step moves both ways alike: what comes seems to take longer by as much
 * as what goes seems to take less; a queue moves one of them alone.
 * @param {ClockSamples} samples
 * @returns {readonly Step[]} in order
 */
export function findSteps(samples) {
  const ways = [new OneWay(samples, 0), new OneWay(samples, 1)];
  const jumps = new Float64Array(samples.count);
  for (let i = 0; i < samples.count; i++) {
    jumps[i] = commonJump(ways, COMPARED);
    ways[samples.isBack[i]].advance();
  }
  const usual = jumps.map(Math.abs).sort()[Math.floor(jumps.length * 0.9)] ?? 0;
  const least = Math.max(MIN_STEP_NS, STEP_TIMES * usual);
  /** @type {Step[]} */
  const steps = [];
  for (let i = 0; i < jumps.length && steps.length < MAX_STEPS; i++) {
    if (Math.abs(jumps[i]) < least) continue;
    let end = i + 1;
    while (end < jumps.length && jumps[end] * jumps[i] >= (least * least) / 4) end++;
    steps.push(stepWithin(samples, i, mostOf(jumps, i, end), end));
    i = end;
  }
  return lasting(samples, steps);
}

/**
 * Steps of which the clock kept to the new time: not those of a capture that was kept from running for a while, and
 * stamped packets late until it had caught up. The least of those that do not last goes first, as it cuts others short.
 * @param {ClockSamples} samples @param {readonly Step[]} steps @returns {readonly Step[]}
 */
function lasting(samples, steps) {
  const judged = steps.map((step, at) => {
    const before = steps[at - 1]?.from ?? 0;
    const end = steps[at + 1]?.from ?? samples.count;
    const levels = [0, 1].map((isBack) => levelsOf(samples, isBack, before, step.from, end));
    const isShort = levels.some(
      ({ packetsBefore, packetsAfter }) =>
        (before > 0 && packetsBefore < MIN_BETWEEN) || (end < samples.count && packetsAfter < MIN_BETWEEN),
    );
    const [there, back] = levels.map(({ beforeNs, afterNs }) => afterNs - beforeNs);
    const lastsNs = there * back > 0 ? Math.min(Math.abs(there), Math.abs(back)) : 0;
    return {
      step,
      lastsNs,
      lasts: !isShort && there * step.byNs > 0 && lastsNs >= LASTING_SHARE * Math.abs(step.byNs),
    };
  });
  const [least] = judged
    .filter(({ lasts }) => !lasts)
    .sort((a, b) => a.lastsNs - b.lastsNs || Math.abs(a.step.byNs) - Math.abs(b.step.byNs));
  return least === undefined
    ? steps
    : lasting(
        samples,
        steps.filter((step) => step !== least.step),
      );
}

/** @param {ClockSamples} samples @param {number} isBack @param {number} from @param {number} at @param {number} to */
function levelsOf(samples, isBack, from, at, to) {
  const sign = isBack ? -1 : 1;
  const delays = (/** @type {number} */ first, /** @type {number} */ end) =>
    samples.aheadNs
      .subarray(first, end)
      .filter((_, k) => samples.isBack[first + k] === isBack)
      .map((ahead) => sign * ahead)
      .sort();
  const [before, after] = [delays(from, at), delays(at, to)];
  return {
    beforeNs: sign * recurringLeast(before, MAX_ALIKE_NS).leastNs,
    afterNs: sign * recurringLeast(after, MAX_ALIKE_NS).leastNs,
    packetsBefore: before.length,
    packetsAfter: after.length,
  };
}

/** One way's packets, and how many of them lie before a place. */
class OneWay {
  #aheadNs;
  #list;
  #sign;
  before = 0;

  /** @param {ClockSamples} samples @param {0|1} isBack */
  constructor({ aheadNs, ...rest }, isBack) {
    this.#aheadNs = aheadNs;
    this.#list = ofWay(rest.isBack, rest.count, isBack);
    this.#sign = isBack === 1 ? -1 : 1;
  }

  advance() {
    this.before++;
  }

  /** @param {number} window packets on each side @returns {Levels | null} null: too few packets */
  levels(window) {
    const list = this.#list;
    const from = Math.max(0, this.before - window);
    const to = Math.min(list.length, this.before + window);
    if (this.before - from < FEWEST || to - this.before < FEWEST) return null;
    return { beforeNs: this.#least(from, this.before), afterNs: this.#least(this.before, to) };
  }

  /** @param {number} from @param {number} to */
  #least(from, to) {
    let least = Infinity;
    for (let k = from; k < to; k++) least = Math.min(least, this.#sign * this.#aheadNs[this.#list[k]]);
    return this.#sign * least;
  }
}

/** @param {Uint8Array} isBack @param {number} count @param {0|1} way */
function ofWay(isBack, count, way) {
  const list = new Int32Array(count);
  let found = 0;
  for (let i = 0; i < count; i++) if (isBack[i] === way) list[found++] = i;
  return list.subarray(0, found);
}

/** What both ways move by; 0 where they do not move alike. @param {OneWay[]} ways @param {number} window */
function commonJump([there, back], window) {
  const one = there.levels(window);
  const other = back.levels(window);
  if (one === null || other === null) return 0;
  const jump = one.afterNs - one.beforeNs;
  const otherJump = other.afterNs - other.beforeNs;
  if (jump * otherJump <= 0) return 0;
  return Math.sign(jump) * Math.min(Math.abs(jump), Math.abs(otherJump));
}

/** The place of the largest jump. @param {Float64Array} jumps @param {number} from @param {number} to */
function mostOf(jumps, from, to) {
  let most = from;
  for (let i = from; i < to; i++) if (Math.abs(jumps[i]) > Math.abs(jumps[most])) most = i;
  return most;
}

/**
 * The step where it fits the packets around it best.
 * @param {ClockSamples} samples @param {number} first place where both ways jump @param {number} most where they jump
 * farthest @param {number} end of such places
 * @returns {Step}
 */
function stepWithin(samples, first, most, end) {
  const ways = [new OneWay(samples, 0), new OneWay(samples, 1)];
  for (let i = 0; i < most; i++) ways[samples.isBack[i]].advance();
  const levels = ways.map((way) => /** @type {Levels} */ (way.levels(COMPARED)));
  let from = Math.max(0, first - COMPARED);
  let cost = 0;
  let least = Infinity;
  for (let i = from, to = Math.min(samples.count, end + COMPARED); i <= to; i++) {
    if (cost < least) [least, from] = [cost, i];
    if (i === to) break;
    const { beforeNs, afterNs } = levels[samples.isBack[i]];
    cost += Math.abs(samples.aheadNs[i] - beforeNs) - Math.abs(samples.aheadNs[i] - afterNs);
  }
  return { from, byNs: levels.reduce((sum, { beforeNs, afterNs }) => sum + afterNs - beforeNs, 0) / 2 };
}
