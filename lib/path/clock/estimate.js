import { Clock } from './clock.js';
import { findDrift } from './drift.js';
import { alikeNs, recurringLeast } from './least-delay.js';
import { findSteps } from './steps.js';

/** @typedef {import('./samples.js').ClockSamples} ClockSamples */
/** @typedef {import('./steps.js').Step} Step */
/** @typedef {import('./drift.js').Series} Series */

/** Packets up to this long, without most of their headers, are short: their time on a link hardly counts. */
const SHORT_BYTES = 200;
/** Of the longest: these are long. */
const LONG_SHARE = 0.75;

/**
 * A clock against another, from packets that both captures have: in the middle of the strip between the least delays of
 * both ways (Paxson 1998; Moon, Skelly and Towsley 1999). That the least delays are alike both ways is an assumption
 * which no packets can show; a link's time for longer packets is taken off before.
 * @param {ClockSamples} samples at least one
 * @param {number | null} givenNs the offset, where it is known: only the delays are measured then
 */
export function estimateClock(samples, givenNs = null) {
  const isGiven = givenNs !== null;
  const rough = isGiven ? [] : findSteps(samples);
  const roughly = withoutSteps(samples, rough);
  const alike = alikeNs(roughRoundTrip(samples, roughly));
  const drift = isGiven ? 0 : findDrift([seriesOf(samples, roughly, 0), seriesOf(samples, roughly, 1)], alike);
  const steps = exactSteps(samples, rough, { drift, perByte: [0, 0], alike });
  const levelled = withoutSteps(samples, steps);
  const perByte = [0, 1].map((isBack) => nsPerByte(samples, levelled, { drift, isBack, alike }));
  const whole = wholeOffset(samples, levelled, { drift, perByte, alike });
  return new Clock({
    pieces: isGiven ? [{ fromRow: 0, offsetNs: givenNs }] : piecesOf(samples, steps, whole.offsetNs),
    drift,
    method: isGiven ? 'given' : whole.method,
    uncertaintyNs: isGiven ? 0 : whole.uncertaintyNs,
    roundTripNs: whole.roundTripNs,
  });
}

/** What both clocks say, without the steps. @param {ClockSamples} samples @param {readonly Step[]} steps */
function withoutSteps({ aheadNs, count }, steps) {
  const levelled = aheadNs.slice(0, count);
  for (const { from, byNs } of steps) for (let i = from; i < count; i++) levelled[i] -= byNs;
  return levelled;
}

/**
 * About how long the shortest round trip takes: between the tenths of both ways.
 * @param {ClockSamples} samples @param {Float64Array} levelled
 */
function roughRoundTrip(samples, levelled) {
  const tenth = [0, 1].map((isBack) => {
    const { delayNs } = seriesOf(samples, levelled, /** @type {0|1} */ (isBack));
    return delayNs.slice().sort()[Math.floor(delayNs.length / 10)] ?? 0;
  });
  return tenth[0] + tenth[1];
}

/** One way's delays by the two clocks. @param {ClockSamples} samples @param {Float64Array} levelled @param {0|1} way */
function seriesOf({ count, atNs, isBack }, levelled, way) {
  const series = { atNs: new Float64Array(count), delayNs: new Float64Array(count) };
  let found = 0;
  for (let i = 0; i < count; i++) {
    if (isBack[i] !== way) continue;
    series.atNs[found] = atNs[i];
    series.delayNs[found++] = way === 0 ? levelled[i] : -levelled[i];
  }
  return { atNs: series.atNs.subarray(0, found), delayNs: series.delayNs.subarray(0, found) };
}

/**
 * Delays of one way, ascending, without drift and without the time that links take for a packet's length.
 * @param {ClockSamples} samples @param {Float64Array} ahead
 * @param {{ isBack: number, drift: number, perByte: readonly number[], from?: number, to?: number,
 *   isWanted?: (bytes: number) => boolean }} of
 */
function delaysOf(samples, ahead, { isBack, drift, perByte, from = 0, to = samples.count, isWanted }) {
  const delays = new Float64Array(to - from);
  let found = 0;
  for (let i = from; i < to; i++) {
    if (samples.isBack[i] !== isBack || isWanted?.(samples.bytes[i]) === false) continue;
    const straight = ahead[i] - drift * samples.atNs[i];
    delays[found++] = (isBack ? -straight : straight) - perByte[isBack] * samples.bytes[i];
  }
  return delays.subarray(0, found).sort();
}

/**
 * What a byte more takes: from the least delays of short and of long packets.
 * @param {ClockSamples} samples @param {Float64Array} levelled
 * @param {{ drift: number, isBack: number, alike: number }} known
 */
function nsPerByte(samples, levelled, { drift, isBack, alike }) {
  let longest = 0;
  for (let i = 0; i < samples.count; i++) {
    if (samples.isBack[i] === isBack) longest = Math.max(longest, samples.bytes[i]);
  }
  if (longest < 2 * SHORT_BYTES) return 0;
  const of = { isBack, drift, perByte: [0, 0] };
  const long = recurringLeast(
    delaysOf(samples, levelled, { ...of, isWanted: (bytes) => bytes >= LONG_SHARE * longest }),
    alike,
  );
  const short = recurringLeast(
    delaysOf(samples, levelled, { ...of, isWanted: (bytes) => bytes <= SHORT_BYTES }),
    alike,
  );
  return short.count > 0 && long.leastNs > short.leastNs ? (long.leastNs - short.leastNs) / longest : 0;
}

/** @typedef {{ drift: number, perByte: readonly number[], alike: number }} Known */

/** @param {ClockSamples} samples @param {Float64Array} levelled @param {Known} known */
function wholeOffset(samples, levelled, { drift, perByte, alike }) {
  const [there, back] = [0, 1].map((isBack) =>
    recurringLeast(delaysOf(samples, levelled, { isBack, drift, perByte }), alike),
  );
  if (there.count === 0 || back.count === 0) {
    const [only, sign] = there.count > 0 ? [there.leastNs, 1] : [back.leastNs, -1];
    return { offsetNs: sign * only, method: /** @type {const} */ ('one_way'), uncertaintyNs: NaN, roundTripNs: NaN };
  }
  return {
    offsetNs: (there.leastNs - back.leastNs) / 2,
    method: /** @type {const} */ ('both_ways'),
    uncertaintyNs: alike,
    roundTripNs: there.leastNs + back.leastNs,
  };
}

/**
 * How far each step went, by the way whose least delay recurs more: a queue that never empties moves the other's.
 * @param {ClockSamples} samples @param {readonly Step[]} steps @param {Known} known
 * @returns {Step[]}
 */
function exactSteps(samples, steps, known) {
  const starts = [0, ...steps.map(({ from }) => from), samples.count];
  const levels = starts.slice(1).map((to, at) =>
    [0, 1].map((isBack) => {
      const delays = delaysOf(samples, samples.aheadNs, { ...known, isBack, from: starts[at], to });
      const { leastNs, count } = recurringLeast(delays, known.alike);
      return { levelNs: isBack ? -leastNs : leastNs, share: count / delays.length };
    }),
  );
  return steps.map(({ from, byNs }, at) => {
    const [there, back] = [0, 1].map((way) => ({
      byNs: levels[at + 1][way].levelNs - levels[at][way].levelNs,
      share: Math.min(levels[at + 1][way].share, levels[at][way].share),
    }));
    const better = there.share > back.share ? there : back;
    return { from, byNs: Number.isFinite(better.byNs) ? better.byNs : byNs };
  });
}

/** @param {ClockSamples} samples @param {readonly Step[]} steps @param {number} firstNs the offset before them */
function piecesOf(samples, steps, firstNs) {
  let offsetNs = firstNs;
  return [{ from: 0, byNs: 0 }, ...steps].map(({ from, byNs }, at) => {
    offsetNs += byNs;
    return { fromRow: at === 0 ? 0 : samples.row[from], offsetNs };
  });
}
