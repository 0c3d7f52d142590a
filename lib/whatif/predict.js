/** Replays a capture's workload, and predicts its time under other conditions. */
import { assumptionsOf, reasonOf, scopeOf } from './assumptions.js';
import { leastSeconds } from './bounds.js';
import { errorOf, hasOtherReading, readingOf, Replays, TOLERATED_ERROR } from './replays.js';
import { captureOf } from './run.js';
import { asksAnew, checkSettings, waysOf } from './scenario.js';
import { rowLists } from './waterfall.js';
import { WhatIfError } from './workload.js';

/** @typedef {import('./workload.js').Workload} Workload */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('./scenario.js').Reading} Reading */
/** @typedef {import('./run.js').Run} Run */

/** Replay error up to which a replay is good. */
const GOOD_ERROR = 0.05;

/**
 * @typedef {{ seconds: number, low: number, high: number, roundTrips: number }} Prediction median, and the band over
 *   seeds
 */
/**
 * Seconds, and the error as a share of the observed.
 * @typedef {{ error: number, observed: number, replayed: number }} Replay
 */
/**
 * @typedef {object} WhatIf
 * @property {Replay & { confidence: 'good'|'fair' }} replay
 * @property {string|null} scope a sentence, where not all connections with data were replayed
 * @property {Prediction} prediction
 * @property {Prediction|null} chained the same if each request that had waited for a connection needed the previous
 *   response; null where none had, or requests are made as observed
 * @property {string[]} assumptions a sentence each
 */

/** The replay error is too large to predict anything; the message has it. */
export class UnpredictableError extends WhatIfError {
  /** @param {string} message @param {Replay} replay */
  constructor(message, replay) {
    super(message);
    this.replay = replay;
  }
}

/**
 * @param {Workload} workload
 * @param {Settings} settings
 * @returns {WhatIf}
 * @throws {SettingError} a setting that this workload does not have
 * @throws {UnpredictableError} the replay error is too large
 */
export function whatIf(workload, settings) {
  return answerOf(workload, settings, { isDraft: false }).answer;
}

/**
 * The same with curves: acknowledged bytes over time, as observed, and of the median run; and where the requests are
 * known, when each was made and answered (waterfall.js), replayed and predicted.
 * @param {Workload} workload
 * @param {Settings} settings
 * @param {{ isDraft?: boolean }} [how] a draft has one run and one interpretation; `isDraft` of the answer says whether
 *   it is incomplete
 * @throws {SettingError|UnpredictableError}
 */
export function whatIfDrawn(workload, settings, { isDraft = false } = {}) {
  const { answer, median: run, replayed, workload: chosen } = answerOf(workload, settings, { isDraft });
  const { conditions, page, direction } = chosen;
  const link = direction === 0 ? conditions.up : conditions.down;
  const host = direction === 0 ? conditions.client : conditions.server;
  return {
    ...answer,
    isDraft: isDraft && replaysOf(workload).isDraftLess(settings),
    observed: {
      initcwnd: host.initialWindowSegments ?? null,
      rttMs: conditions.rttMs,
      rateKbps: link.rateKbps ?? null,
      loss: conditions.lossRates[direction],
      bufferBytes: link.queueBytes ?? null,
      protocol: page?.protocol ?? null,
      connections: page?.connections ?? null,
      pipelining: page?.pipelining ?? null,
      curve: asksAnew(settings) && page !== null ? since(workload.curve, page.startSeconds) : workload.curve,
      direction,
    },
    ways: page === null ? null : waysOf(page, settings),
    curve: pointsOf(run),
    waterfall:
      page === null || run.rows === null || replayed.rows === null
        ? null
        : { names: page.names, replayed: rowLists(replayed.rows), predicted: rowLists(run.rows) },
  };
}

/**
 * The median run, as a capture.
 * @param {Workload} workload
 * @param {Settings} settings
 * @returns {Uint8Array} a pcap file, of packets where the capture's own were taken
 * @throws {SettingError|UnpredictableError}
 */
export function whatIfCapture(workload, settings) {
  const {
    median: { seed },
    workload: chosen,
  } = answerOf(workload, settings, { isDraft: false });
  return captureOf(chosen, settings, readingOf(settings), seed);
}

/**
 * Makes the replays that `whatIfDrawn` needs, one per step, so that other work runs in between.
 * @param {Workload} workload
 * @param {Settings} settings
 * @param {{ isDraft: boolean }} how
 * @returns {Generator<undefined, void>}
 * @throws {SettingError}
 */
export function* replaysFor(workload, settings, how) {
  checkSettings(workload, settings);
  yield* replaysOf(workload).make(settings, how);
}

/** @param {Run} run @returns {[number, number][]} */
const pointsOf = ({ curve }) => Array.from({ length: curve.length / 2 }, (_, i) => [curve[2 * i], curve[2 * i + 1]]);

/** @param {[number, number][]} curve @param {number} seconds @returns {[number, number][]} */
const since = (curve, seconds) => curve.filter(([at]) => at >= seconds).map(([at, bytes]) => [at - seconds, bytes]);

/** Replays of each workload. @type {WeakMap<Workload, Replays>} */
const replaysByWorkload = new WeakMap();

/** @param {Workload} workload */
function replaysOf(workload) {
  const known = replaysByWorkload.get(workload) ?? new Replays(workload);
  replaysByWorkload.set(workload, known);
  return known;
}

/**
 * @param {Workload} workload
 * @param {Settings} settings
 * @param {{ isDraft: boolean }} how
 * @returns {{ answer: WhatIf, median: Run, replayed: Run, workload: Workload }} the median runs; the workload with the
 *   chosen explanation of its losses
 * @throws {SettingError|UnpredictableError}
 */
function answerOf(workload, settings, { isDraft }) {
  const steps = replaysFor(workload, settings, { isDraft });
  const replays = replaysOf(workload);
  const reading = readingOf(settings);
  while (!steps.next().done);
  const chosen = replays.workload;
  const observed = observedSeconds(chosen, reading);
  const replayed = median(replays.runs({}, reading).map(({ seconds }) => seconds));
  const error = errorOf(replayed, observed);
  const replay = { error: rounded(error), observed: rounded(observed), replayed: rounded(replayed) };
  if (error > TOLERATED_ERROR) throw new UnpredictableError(reasonOf(chosen, replay), replay);
  const { prediction, median: run } = predictionOf(replays, settings, reading);
  const answer = {
    replay: { ...replay, confidence: confidenceOf(error) },
    scope: scopeOf(chosen),
    prediction,
    chained:
      hasOtherReading(chosen, settings) && !isDraft ? predictionOf(replays, settings, 'chained').prediction : null,
    assumptions: assumptionsOf(chosen, settings),
  };
  return { answer, median: run, replayed: medianRun(replays.runs({}, reading)), workload: chosen };
}

/** @param {Workload} workload @param {Reading} reading */
const observedSeconds = ({ seconds, page }, reading) =>
  reading === 'repeated' || page === null ? seconds : page.seconds;

/**
 * @param {Replays} replays
 * @param {Settings} settings
 * @param {Reading} reading
 * @returns {{ prediction: Prediction, median: Run }}
 */
function predictionOf(replays, settings, reading) {
  const { workload } = replays;
  const runs = replays.runs(settings, reading);
  const rttMs = settings.rttMs ?? workload.conditions.rttMs;
  const least = leastSeconds(workload, settings, reading);
  const bounded = runs.map(({ seconds }) => Math.max(seconds, least)).sort((a, b) => a - b);
  const seconds = median(bounded);
  return {
    prediction: {
      seconds: rounded(seconds),
      low: rounded(bounded[0]),
      high: rounded(bounded[bounded.length - 1]),
      roundTrips: Math.round((seconds * 1e5) / rttMs) / 100,
    },
    median: medianRun(runs),
  };
}

/** @param {Run[]} runs */
const medianRun = (runs) => [...runs].sort((a, b) => a.seconds - b.seconds)[runs.length >> 1];

/** @param {number} value to the microsecond */
const rounded = (value) => Math.round(value * 1e6) / 1e6;

/** @param {number} error @returns {'good'|'fair'} */
const confidenceOf = (error) => (error <= GOOD_ERROR ? 'good' : 'fair');

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
