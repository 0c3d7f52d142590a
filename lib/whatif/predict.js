/** Replays a capture's workload, and says what it would have cost under other conditions. */
import { runScenario } from '../simulator/scenario/run.js';
import { leastSeconds } from './bounds.js';
import { asksAnew, checkSettings, hasGrown, scenarioOf, waysOf } from './scenario.js';
import { SpanMeter, curveOf } from './span.js';

/** @typedef {import('./workload.js').Workload} Workload */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('../simulator/scenario/run.js').Scenario} Scenario */
/** @typedef {import('./scenario.js').Reading} Reading */

/** A replay further off than this is not to be trusted; up to the other it is good. */
export const UNTRUSTED_ERROR = 0.15;
const GOOD_ERROR = 0.05;
/** Where chance has a part: so many throws. */
const SEEDS = 9;

/** @typedef {{ seconds: number, low: number, high: number, roundTrips: number }} Prediction median, and the band over seeds */
/**
 * @typedef {object} WhatIf
 * @property {{ error: number, confidence: 'good'|'fair'|'not_to_be_trusted', observed: number, replayed: number }} replay seconds; error: share of the observed
 * @property {Prediction} prediction
 * @property {Prediction|null} chained the same if each request that had waited for a connection needed the response before it; null where none had, or requests are made as they were
 * @property {string[]} assumptions a sentence each
 */

/**
 * @param {Workload} workload
 * @param {Settings} settings
 * @returns {WhatIf}
 * @throws {SettingError} a setting that this workload does not have
 */
export function whatIf(workload, settings) {
  return answerFor(workload, settings).answer;
}

/**
 * The same with how the bytes came: acknowledged bytes over time, as observed, and of the run that gave the median.
 * @param {Workload} workload
 * @param {Settings} settings
 * @throws {SettingError}
 */
export function whatIfDrawn(workload, settings) {
  const { answer, median: run } = answerFor(workload, settings), { conditions, page, direction } = workload, link = direction === 0 ? conditions.up : conditions.down;
  const host = direction === 0 ? conditions.client : conditions.server;
  return {
    ...answer,
    observed: {
      initcwnd: host.initialWindowSegments ?? null, rttMs: conditions.rttMs, rateKbps: link.rateKbps ?? null, loss: link.loss ?? 0, bufferBytes: link.queueBytes ?? null,
      protocol: page?.protocol ?? null, connections: page?.connections ?? null, pipelining: page?.pipelining ?? null,
      curve: asksAnew(settings) && page !== null ? since(workload.curve, page.startSeconds) : workload.curve, direction,
    },
    ways: page === null ? null : waysOf(page, settings), curve: run.curve,
  };
}

/** @param {[number, number][]} curve @param {number} seconds @returns {[number, number][]} */
const since = (curve, seconds) => curve.filter(([at]) => at >= seconds).map(([at, bytes]) => [at - seconds, bytes]);

/** @typedef {{ seconds: number, curve: [number, number][] }} Run */

/** @param {Workload} workload @param {Settings} settings @returns {{ answer: WhatIf, median: Run }} */
function answerFor(workload, settings) {
  checkSettings(workload, settings);
  const reading = asksAnew(settings) ? 'asked' : 'said', replayed = replayedSeconds(workload, reading);
  const observed = reading === 'said' || workload.page === null ? workload.seconds : workload.page.seconds, error = Math.abs(replayed - observed) / observed;
  const { prediction, median: run } = predictionOf(workload, settings, reading), hasOtherReading = reading === 'asked' && workload.page?.chained;
  const answer = {
    replay: { error: rounded(error), confidence: confidenceOf(error), observed: rounded(observed), replayed: rounded(replayed) },
    prediction, chained: hasOtherReading ? predictionOf(workload, settings, 'chained').prediction : null,
    assumptions: assumptionsOf(workload, settings, error),
  };
  return { answer, median: run };
}

/** @param {Workload} workload @param {Settings} settings @param {Reading} reading @returns {{ prediction: Prediction, median: Run }} */
function predictionOf(workload, settings, reading) {
  const runs = runsOf(workload, settings, reading).sort((a, b) => a.seconds - b.seconds), rttMs = settings.rttMs ?? workload.conditions.rttMs, least = leastSeconds(workload, settings, reading);
  const bounded = runs.map(({ seconds }) => Math.max(seconds, least)), seconds = median(bounded);
  return { prediction: { seconds: rounded(seconds), low: rounded(bounded[0]), high: rounded(bounded[bounded.length - 1]), roundTrips: Math.round(seconds * 1e5 / rttMs) / 100 }, median: runs[runs.length >> 1] };
}

/** Replays as it was, which every answer needs. @type {WeakMap<Workload, Map<Reading, number>>} */
const replays = new WeakMap();

/** @param {Workload} workload @param {Reading} reading */
function replayedSeconds(workload, reading) {
  const known = replays.get(workload) ?? new Map(), seconds = known.get(reading) ?? median(runsOf(workload, {}, reading).map((run) => run.seconds));
  replays.set(workload, known.set(reading, seconds));
  return seconds;
}

/** @param {number} value to the microsecond */
const rounded = (value) => Math.round(value * 1e6) / 1e6;

/** @param {number} error @returns {WhatIf['replay']['confidence']} */
function confidenceOf(error) {
  if (error > UNTRUSTED_ERROR) return 'not_to_be_trusted';
  return error <= GOOD_ERROR ? 'good' : 'fair';
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b), middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Where nothing falls by lot one run is all runs. @param {Workload} workload @param {Settings} settings @param {Reading} reading @returns {Run[]} */
function runsOf(workload, settings, reading) {
  const isChance = settings.loss === undefined ? workload.conditions.isLossy : settings.loss > 0;
  return Array.from({ length: isChance ? SEEDS : 1 }, (_, i) => measured({ ...scenarioOf(workload, settings, reading), seed: i + 1 }, workload, reading));
}

/** Seconds from the first byte of data to the last acknowledgement of data, where the capture was taken; of a page, to that of its responses. @param {Scenario} scenario @param {Workload} workload @param {Reading} reading @returns {Run} */
function measured(scenario, { conditions: { fraction }, direction }, reading) {
  /** @type {Map<number, SpanMeter>} */
  const meters = new Map();
  const place = placeOf(fraction);
  runScenario(scenario, { withTruth: false, watch: { place, see: (segment, nowNs) => {
    const { flow, isClient } = segment.from;
    let meter = meters.get(flow);
    if (meter === undefined) meters.set(flow, meter = new SpanMeter(direction));
    meter.see(nowNs, isClient ? 0 : 1, segment.length === 0 ? 0 : segment.start + segment.length, segment.ack);
  } } });
  const all = [...meters.values()].filter(({ startNs }) => startNs >= 0);
  const startNs = Math.min(...all.map((meter) => meter.startNs));
  return { seconds: (Math.max(startNs, ...all.map((meter) => (reading === 'said' ? meter.endNs : meter.directionEndNs))) - startNs) / 1e9, curve: curveOf(all, startNs) };
}

/** At an end of the path the capture was taken in that host. @param {number} fraction */
function placeOf(fraction) {
  if (fraction < AT_END) return 0;
  return fraction > 1 - AT_END ? 2 : 1;
}
const AT_END = 0.02;

/** @param {Workload} workload @param {Settings} settings @param {number} error @returns {string[]} */
function assumptionsOf({ conditions, flows, page }, settings, error) {
  const percent = Math.round(error * 1000) / 10;
  return [
    ...(error > UNTRUSTED_ERROR ? [`The replay is ${percent} % off what was observed: do not trust this answer.`] : []),
    `The shortest round trip is ${Math.round(conditions.rttMs * 1000) / 1000} ms.`, ...conditions.assumptions,
    ...(asksAnew(settings) && page !== null ? assumedOfPage(page, conditions, settings) : ['Each end answers what it answered, and thinks as long as it did.']),
    ...(flows.length > 1 ? ['All connections share one path.'] : []), 'Other traffic does not change.',
  ];
}

/** @param {import('./page.js').PageWorkload} page @param {Workload['conditions']} conditions @param {Settings} settings @returns {string[]} */
function assumedOfPage(page, { client }, settings) {
  const { protocol = page.protocol } = settings, { streamWindowBytes } = page.http2 ?? {}, { format, creditBytes } = page.mux ?? {};
  return [
    'A request waits for the part of a document that was coming when it was made, or else for the response that had ended last, and for as long after that as it did.',
    ...(page.chained === null ? [] : ['A request made just when a connection had become free waited for the connection only.']),
    ...(hasGrown(client) ? ['The client’s receive window, which grew, goes on growing with what a connection carries.'] : []),
    ...(page.silent === 0 ? [] : [page.silent === 1 ? 'One connection without a request is left out.' : `${page.silent} connections without a request are left out.`]),
    ...(page.isSecure ? ['TLS is left out: its handshakes and what it adds to the bytes.'] : []),
    ...(protocol === 'mux' ? [`MUX of ${format ?? '1998'}${creditBytes === undefined ? '' : `, with a credit of ${creditBytes} bytes`}.`] : []),
    ...(protocol === 'http/2' ? [`A stream of HTTP/2 has a window of ${streamWindowBytes ?? 'six million'} bytes; all have one urgency.`] : []),
  ];
}
