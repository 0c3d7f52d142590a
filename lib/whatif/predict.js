/** Replays a capture's workload, and says what it would have cost under other conditions. */
import { leastSeconds } from './bounds.js';
import { hasOtherReading, readingOf, Replays } from './replays.js';
import { captureOf } from './run.js';
import { asksAnew, checkSettings, DEFAULT_PROXY_AT, hasGrown, waysOf } from './scenario.js';
import { rowLists } from './waterfall.js';

/** @typedef {import('./workload.js').Workload} Workload */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('./scenario.js').Reading} Reading */
/** @typedef {import('./run.js').Run} Run */

/** A replay further off than this is not to be trusted; up to the other it is good. */
const UNTRUSTED_ERROR = 0.15;
const GOOD_ERROR = 0.05;

/**
 * @typedef {{ seconds: number, low: number, high: number, roundTrips: number }} Prediction median, and the band over
 *   seeds
 */
/**
 * @typedef {object} WhatIf
 * @property {{ error: number, confidence: 'good'|'fair'|'not_to_be_trusted', observed: number, replayed: number }}
 *   replay seconds; error: share of the observed
 * @property {Prediction} prediction
 * @property {Prediction|null} chained the same if each request that had waited for a connection needed the response
 *   before it; null where
 *   none had, or requests are made as they were
 * @property {string[]} assumptions a sentence each
 */

/**
 * @param {Workload} workload
 * @param {Settings} settings
 * @returns {WhatIf}
 * @throws {SettingError} a setting that this workload does not have
 */
export function whatIf(workload, settings) {
  return answerOf(workload, settings, { isDraft: false }).answer;
}

/**
 * The same with how the bytes came: acknowledged bytes over time, as observed, and of the run that gave the median; and
 * where the requests are known, when each was made and answered (waterfall.js), replayed and predicted.
 * @param {Workload} workload
 * @param {Settings} settings
 * @param {{ isDraft?: boolean }} [how] a draft is told by one throw and one reading; `isDraft` of the answer says
 *   whether there is more to tell
 * @throws {SettingError}
 */
export function whatIfDrawn(workload, settings, { isDraft = false } = {}) {
  const { answer, median: run, replayed } = answerOf(workload, settings, { isDraft });
  const { conditions, page, direction } = workload;
  const link = direction === 0 ? conditions.up : conditions.down;
  const host = direction === 0 ? conditions.client : conditions.server;
  return {
    ...answer,
    isDraft: isDraft && replaysOf(workload).isDraftLess(settings),
    observed: {
      initcwnd: host.initialWindowSegments ?? null,
      rttMs: conditions.rttMs,
      rateKbps: link.rateKbps ?? null,
      loss: link.loss ?? 0,
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
 * The run that gave the median, as a capture.
 * @param {Workload} workload
 * @param {Settings} settings
 * @returns {Uint8Array} a pcap file, of packets where the capture's own were taken
 * @throws {SettingError}
 */
export function whatIfCapture(workload, settings) {
  const {
    median: { seed },
  } = answerOf(workload, settings, { isDraft: false });
  return captureOf(workload, settings, readingOf(settings), seed);
}

/**
 * Makes the replays that `whatIfDrawn` needs, one at each step: what else waits can be done between two.
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

/** What was replayed of each workload. @type {WeakMap<Workload, Replays>} */
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
 * @returns {{ answer: WhatIf, median: Run, replayed: Run }} the runs that gave the medians
 */
function answerOf(workload, settings, { isDraft }) {
  const steps = replaysFor(workload, settings, { isDraft });
  const replays = replaysOf(workload);
  const reading = readingOf(settings);
  while (!steps.next().done);
  const observed = observedSeconds(workload, reading);
  const replayed = median(replays.runs({}, reading).map(({ seconds }) => seconds));
  const error = Math.abs(replayed - observed) / observed;
  const { prediction, median: run } = predictionOf(replays, settings, reading);
  const answer = {
    replay: {
      error: rounded(error),
      confidence: confidenceOf(error),
      observed: rounded(observed),
      replayed: rounded(replayed),
    },
    prediction,
    chained:
      hasOtherReading(workload, settings) && !isDraft ? predictionOf(replays, settings, 'chained').prediction : null,
    assumptions: assumptionsOf(workload, settings, error),
  };
  return { answer, median: run, replayed: medianRun(replays.runs({}, reading)) };
}

/** @param {Workload} workload @param {Reading} reading */
const observedSeconds = ({ seconds, page }, reading) => (reading === 'said' || page === null ? seconds : page.seconds);

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

/** @param {number} error @returns {WhatIf['replay']['confidence']} */
function confidenceOf(error) {
  if (error > UNTRUSTED_ERROR) return 'not_to_be_trusted';
  return error <= GOOD_ERROR ? 'good' : 'fair';
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {Workload} workload @param {Settings} settings @param {number} error @returns {string[]} */
function assumptionsOf({ conditions, flows, page }, settings, error) {
  const percent = Math.round(error * 1000) / 10;
  return [
    ...(error > UNTRUSTED_ERROR ? [`The replay is ${percent} % off what was observed: do not trust this answer.`] : []),
    `The shortest round trip is ${Math.round(conditions.rttMs * 1000) / 1000} ms.`,
    ...conditions.assumptions,
    ...(asksAnew(settings) && page !== null
      ? assumedOfPage(page, conditions, settings)
      : ['Each end answers what it answered, and thinks as long as it did.']),
    ...(flows.length > 1 ? ['All connections share one path.'] : []),
    'Other traffic does not change.',
  ];
}

/**
 * @param {import('./page.js').PageWorkload} page
 * @param {Workload['conditions']} conditions
 * @param {Settings} settings
 * @returns {string[]}
 */
function assumedOfPage(page, { client }, settings) {
  const { protocol = page.protocol } = settings;
  return [
    'A request waits for the part of a document that was coming when it was made, or else for the response that had ended last, and for as long after that as it did.',
    ...(page.chained === null
      ? []
      : ['A request made just when a connection had become free waited for the connection only.']),
    ...(hasGrown(client)
      ? ['The client’s receive window, which grew, goes on growing with what a connection carries.']
      : []),
    ...(page.silent === 0
      ? []
      : [
          page.silent === 1
            ? 'One connection without a request is left out.'
            : `${page.silent} connections without a request are left out.`,
        ]),
    ...(page.isSecure ? ['TLS is left out: its handshakes and what it adds to the bytes.'] : []),
    ...assumedOfProxies(settings),
    ...(settings.proxy !== undefined ? [] : assumedOfProtocol(page, protocol)),
  ];
}

/** @param {Settings} settings @returns {string[]} */
function assumedOfProxies({ proxy, proxyAt = DEFAULT_PROXY_AT }) {
  if (proxy === undefined) return [];
  return [
    'The near proxy is beside the client, which it costs no time to ask; the client makes as many requests at once as it did.',
    `The far proxy is behind ${Math.round(proxyAt * 1000) / 10} % of the round trip. The link’s rate, its queue and its losses are between the proxies; beyond nothing queues and nothing is lost.`,
    `Between them ${proxy === 1 ? 'one connection is open before, and carries' : `${proxy} connections are open before, and carry`} all requests and responses by pieces with 20 bytes more each, on the connection with the least to send.`,
    'The far proxy asks a server on a connection for each request, and passes on what comes as it comes; neither proxy keeps copies.',
  ];
}

/**
 * @param {import('./page.js').PageWorkload} page
 * @param {import('./page.js').PageProtocol} protocol
 * @returns {string[]}
 */
function assumedOfProtocol(page, protocol) {
  const { streamWindowBytes } = page.http2 ?? {};
  const { format, creditBytes } = page.mux ?? {};
  return [
    ...(protocol === 'mux'
      ? [`MUX of ${format ?? '1998'}${creditBytes === undefined ? '' : `, with a credit of ${creditBytes} bytes`}.`]
      : []),
    ...(protocol === 'http/2'
      ? [`A stream of HTTP/2 has a window of ${streamWindowBytes ?? 'six million'} bytes; all have one urgency.`]
      : []),
  ];
}
