import { exp } from '../../simulator/engine/exact-math.js';
import { Random } from '../../simulator/engine/random.js';
import { lognormal, oneOf, pareto } from './distributions.js';

const DAYS = 31;
/** Of each day, requests in ten minutes of an afternoon. */
const REQUESTS_PER_DAY = 421;
const DAY_SECONDS = 600;
const HOSTS = 400;
/** Streams of the seed: days have theirs from 1 on. */
const HOST_STREAM = 100;

const RESPONSE = {
  bodyShare: 0.93,
  median: 3200,
  sigma: 1.25,
  tailLeast: 12_000,
  tailAlpha: 1.15,
  least: 100,
  most: 5e6,
};
const REQUEST = { mean: 412, sigma: 0.35, least: 80, most: 1400 };
const SERVER = { least: 0.03, median: 0.25, sigma: 2.2, bitsPerSecond: 1e6, most: 60 };
const MSS = { common: 1460, commonShare: 0.76, others: [512, 536] };
const WINDOWS = [8192, 8760, 16_384, 17_520, 32_120, 32_767];

/** @param {number} value @param {number} low @param {number} high */
const clipped = (value, low, high) => Math.min(Math.max(value, low), high);

/** @param {Random} random */
function responseBytes(random) {
  const bytes =
    random.uniform() < RESPONSE.bodyShare
      ? lognormal(random, RESPONSE.median, RESPONSE.sigma)
      : pareto(random, RESPONSE.tailLeast, RESPONSE.tailAlpha);
  return Math.round(clipped(bytes, RESPONSE.least, RESPONSE.most));
}

/** @param {Random} random */
function requestBytes(random) {
  const median = REQUEST.mean * exp((-REQUEST.sigma * REQUEST.sigma) / 2);
  return Math.round(clipped(lognormal(random, median, REQUEST.sigma), REQUEST.least, REQUEST.most));
}

/** @param {Random} random @param {number} bytes of the response */
function serverSeconds(random, bytes) {
  return (
    Math.round(
      1e6 *
        Math.min(
          SERVER.most,
          SERVER.least + lognormal(random, SERVER.median, SERVER.sigma) + (bytes * 8) / SERVER.bitsPerSecond,
        ),
    ) / 1e6
  );
}

/** @param {number} seed @param {number} day from 1 */
function requestsOf(seed, day) {
  const random = new Random(seed, day);
  const requests = Array.from({ length: REQUESTS_PER_DAY }, () => {
    const res = responseBytes(random);
    return {
      t: Math.round(random.uniform() * DAY_SECONDS * 1e6) / 1e6,
      host: random.integer(0, HOSTS - 1),
      req: requestBytes(random),
      res,
      server: serverSeconds(random, res),
    };
  });
  requests.sort((a, b) => a.t - b.t);
  return requests.map((request, index) => ({
    id: (day - 1) * REQUESTS_PER_DAY + index,
    day,
    ...request,
    pace: 'mean',
    sample: day === 1,
  }));
}

/**
 * A workload like the log of New Zealand's exchange cache that McGregor, Pearson and Cleary used, which is not public:
 * ten minutes of each of 31 days, random, with the properties stated in the papers: 421 requests a day, responses of 10
 * kB in the mean with a heavy tail, 26 times what requests take, and 2 s in the US part. Request and response sizes are
 * those of a published web model's order (3GPP).
 * @param {number} seed
 * @returns {string} a workload file (docs/nz-us.md)
 */
export function nzixLike(seed) {
  const random = new Random(seed, HOST_STREAM);
  const hosts = Array.from({ length: HOSTS }, (_, id) => ({
    id,
    name: `h${id}.example`,
    addr: `198.18.${id >> 8}.${id & 255}`,
    mss: random.uniform() < MSS.commonShare ? MSS.common : oneOf(random, MSS.others),
    win: oneOf(random, WINDOWS),
    rttMs: 0,
  }));
  const head = { v: 1, kind: 'workload', source: 'nzix-like', seed, days: DAYS, daySeconds: DAY_SECONDS, hosts };
  const lines = [head, ...Array.from({ length: DAYS }, (_, index) => requestsOf(seed, index + 1)).flat()];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
