import { recurringLeast } from './least-delay.js';

/** @typedef {import('./samples.js').ClockSamples} ClockSamples */

/** Windows of each way whose least delays show a drift. */
const WINDOWS = 48;
/** Packets of a window at least. */
const MIN_IN_WINDOW = 4;
/** Packets of each way by which the slopes are judged. */
const JUDGED = 8192;
/** No clock of a host in use drifts faster: 1000 ppm. */
const FASTEST_DRIFT = 1e-3;
/** Rounds in which the slope is fitted to the packets at their least delay. */
const ROUNDS = 3;

/** @typedef {{ atNs: Float64Array, delayNs: Float64Array }} Series one way's delays, by the time they began */

/**
 * How fast the second clock gains on the first. Slopes of the lower envelope of each way are tried: of the line through
 * the windows' least delays (Sen 1968), of the edge of the convex hull below the middle packet (Zhang, Liu and Xia
 * 2002). The one under which most packets take the least delay is right, and is fitted to those.
 * @param {readonly Series[]} ways delays by the two clocks, forwards and back: a drift has opposite signs in them
 * @param {number} alike ns
 * @returns {number} per ns
 */
export function findDrift(ways, alike) {
  const some = ways.map(evenly);
  const candidates = [0, ...some.flatMap((way, isBack) => slopesOf(way).map((slope) => (isBack ? -slope : slope)))];
  let best = 0;
  let most = -1;
  for (const slope of candidates) {
    if (Math.abs(slope) > FASTEST_DRIFT) continue;
    const fitted = refined(some, slope, alike);
    for (const one of [slope, fitted]) {
      const count = atLeast(some, one, alike);
      if (count > most) [most, best] = [count, one];
    }
  }
  return best;
}

/** @param {Series} series @returns {Series} every so many-th of a long one */
function evenly({ atNs, delayNs }) {
  const step = Math.ceil(atNs.length / JUDGED);
  if (step <= 1) return { atNs, delayNs };
  const isKept = (/** @type {number} */ _, /** @type {number} */ i) => i % step === 0;
  return { atNs: atNs.filter(isKept), delayNs: delayNs.filter(isKept) };
}

/** @param {Series} way @returns {number[]} slopes of its lower envelope */
function slopesOf(way) {
  const windows = leastOfWindows(way);
  return [senSlope(windows), ...hullSlope(way)].filter((slope) => Number.isFinite(slope));
}

/** @param {Series} way @returns {Series} */
function leastOfWindows({ atNs, delayNs }) {
  const size = Math.max(MIN_IN_WINDOW, Math.ceil(atNs.length / WINDOWS));
  const count = Math.floor(atNs.length / size);
  const windows = { atNs: new Float64Array(count), delayNs: new Float64Array(count) };
  for (let window = 0; window < count; window++) {
    let least = window * size;
    for (let i = least; i < (window + 1) * size; i++) if (delayNs[i] < delayNs[least]) least = i;
    windows.atNs[window] = atNs[least];
    windows.delayNs[window] = delayNs[least];
  }
  return windows;
}

/** The median of the slopes between any two. @param {Series} series */
function senSlope({ atNs, delayNs }) {
  const slopes = new Float64Array((atNs.length * (atNs.length - 1)) / 2);
  let count = 0;
  for (let i = 0; i < atNs.length; i++) {
    for (let j = i + 1; j < atNs.length; j++) {
      if (atNs[j] !== atNs[i]) slopes[count++] = (delayNs[j] - delayNs[i]) / (atNs[j] - atNs[i]);
    }
  }
  return slopes.subarray(0, count).sort()[count >> 1] ?? NaN;
}

/** The slope of the lower hull's edge at the middle of the packets. @param {Series} series @returns {number[]} */
function hullSlope({ atNs, delayNs }) {
  const hull = new Int32Array(atNs.length);
  let size = 0;
  let sum = 0;
  let lastNs = -Infinity;
  for (let i = 0; i < atNs.length; i++) {
    sum += atNs[i];
    if (atNs[i] <= lastNs) continue; // captures may step back
    lastNs = atNs[i];
    while (size > 1 && isAbove(atNs, delayNs, hull[size - 2], hull[size - 1], i)) size--;
    hull[size++] = i;
  }
  const middle = sum / atNs.length;
  for (let k = 1; k < size; k++) {
    const [from, to] = [hull[k - 1], hull[k]];
    if (atNs[to] >= middle) return [(delayNs[to] - delayNs[from]) / (atNs[to] - atNs[from])];
  }
  return [];
}

/** Whether a point is not below the line between its neighbours. @param {Float64Array} x @param {Float64Array} y */
const isAbove = (x, y, /** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c) =>
  (y[b] - y[a]) * (x[c] - x[a]) >= (y[c] - y[a]) * (x[b] - x[a]);

/** Delays without the drift. @param {Series} way @param {number} slope @returns {Float64Array} */
const straightened = ({ atNs, delayNs }, slope) => delayNs.map((delay, i) => delay - slope * atNs[i]);

/** How many packets take the least delay under a drift. @param {Series[]} ways @param {number} slope */
function atLeast(ways, slope, /** @type {number} */ alike) {
  return ways.reduce((sum, way, isBack) => {
    if (way.atNs.length === 0) return sum;
    const { count } = recurringLeast(straightened(way, isBack ? -slope : slope).sort(), alike);
    return sum + count / way.atNs.length;
  }, 0);
}

/**
 * The slope of the packets at their least delay, each way about its own mean (least squares).
 * @param {Series[]} ways @param {number} from slope @param {number} alike
 */
function refined(ways, from, alike) {
  let slope = from;
  for (let round = 0; round < ROUNDS; round++) {
    let products = 0;
    let squares = 0;
    ways.forEach((way, isBack) => {
      const sign = isBack ? -1 : 1;
      const delays = straightened(way, sign * slope);
      const { leastNs } = recurringLeast(delays.slice().sort(), alike);
      const isLeast = (/** @type {number} */ i) => delays[i] >= leastNs && delays[i] <= leastNs + alike;
      const [atMean, delayMean] = means(way.atNs, delays, isLeast);
      for (let i = 0; i < delays.length; i++) {
        if (!isLeast(i)) continue;
        products += sign * (way.atNs[i] - atMean) * (delays[i] - delayMean);
        squares += (way.atNs[i] - atMean) ** 2;
      }
    });
    if (squares > 0) slope += products / squares;
  }
  return slope;
}

/** @param {Float64Array} xs @param {Float64Array} ys @param {(i: number) => boolean} isWanted */
function means(xs, ys, isWanted) {
  let [x, y, count] = [0, 0, 0];
  for (let i = 0; i < xs.length; i++) {
    if (!isWanted(i)) continue;
    x += xs[i];
    y += ys[i];
    count++;
  }
  return [x / count, y / count];
}
