/** Replays a capture's workload, and says what it would have cost under other conditions. */
import { runScenario } from '../simulator/scenario/run.js';
import { SettingError } from './settings.js';
import { SpanMeter, curveOf } from './span.js';

/** @typedef {import('./workload.js').Workload} Workload */
/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {import('../simulator/scenario/run.js').Scenario} Scenario */

/** A replay further off than this is not to be trusted; up to the other it is good. */
export const UNTRUSTED_ERROR = 0.15;
const GOOD_ERROR = 0.05;
/** Where chance has a part: so many throws. */
const SEEDS = 9;
/** Simulated time after which a replay is given up: as many times the observed. */
const PATIENCE = 50;
const LEAST_PATIENCE_SECONDS = 600;

/**
 * @typedef {object} WhatIf
 * @property {{ error: number, confidence: 'good'|'fair'|'not_to_be_trusted', observed: number, replayed: number }} replay seconds; error: share of the observed
 * @property {{ seconds: number, low: number, high: number, roundTrips: number }} prediction median, and the band over seeds
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
  const { answer, median: run } = answerFor(workload, settings), { conditions, http, direction } = workload, link = direction === 0 ? conditions.up : conditions.down;
  const host = direction === 0 ? conditions.client : conditions.server;
  return {
    ...answer,
    observed: {
      initcwnd: host.initialWindowSegments ?? null, rttMs: conditions.rttMs, rateKbps: link.rateKbps ?? null, loss: link.loss ?? 0, bufferBytes: link.queueBytes ?? null,
      connections: http?.connections ?? null, pipelining: http?.pipelining ?? null, curve: workload.curve, direction,
    },
    curve: run.curve,
  };
}

/** @typedef {{ seconds: number, curve: [number, number][] }} Run */

/** @param {Workload} workload @param {Settings} settings @returns {{ answer: WhatIf, median: Run }} */
function answerFor(workload, settings) {
  const asHttp = settings.connections !== undefined || settings.pipelining !== undefined;
  if (asHttp && workload.http === null) throw new SettingError('connections and pipelining can be set only where all of the capture is HTTP/1 with whole requests and responses');
  const replayed = median(runsOf(workload, {}, asHttp).map(({ seconds }) => seconds)), error = Math.abs(replayed - workload.seconds) / workload.seconds;
  const runs = runsOf(workload, settings, asHttp).sort((a, b) => a.seconds - b.seconds), rttMs = settings.rttMs ?? workload.conditions.rttMs, least = leastSeconds(workload, settings, rttMs);
  const bounded = runs.map(({ seconds }) => Math.max(seconds, least));
  const answer = {
    replay: { error: rounded(error), confidence: confidenceOf(error), observed: rounded(workload.seconds), replayed: rounded(replayed) },
    prediction: { seconds: rounded(median(bounded)), low: rounded(bounded[0]), high: rounded(bounded[bounded.length - 1]), roundTrips: Math.round(median(bounded) * 1e5 / rttMs) / 100 },
    assumptions: assumptionsOf(workload, error, asHttp),
  };
  return { answer, median: runs[runs.length >> 1] };
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

/** Where nothing falls by lot one run is all runs. @param {Workload} workload @param {Settings} settings @param {boolean} asHttp @returns {Run[]} */
function runsOf(workload, settings, asHttp) {
  const isChance = settings.loss === undefined ? workload.conditions.isLossy : settings.loss > 0;
  return Array.from({ length: isChance ? SEEDS : 1 }, (_, i) => measured({ ...scenarioOf(workload, settings, asHttp), seed: i + 1 }, workload));
}

/**
 * @param {Workload} workload @param {Settings} settings @param {boolean} asHttp whether requests may go to other connections than they did
 * @returns {Scenario} the path in two halves, between which the capture was taken
 */
export function scenarioOf({ conditions, dialogues, http, direction, seconds }, settings, asHttp) {
  const { rttMs: observedRttMs, fraction, client, server } = conditions, rttMs = settings.rttMs ?? observedRttMs;
  const main = { ...(direction === 0 ? conditions.up : conditions.down), ...linkSettings(settings) }, up = direction === 0 ? main : conditions.up, down = direction === 1 ? main : conditions.down;
  const sender = settings.initcwnd === undefined ? {} : { initialWindowSegments: settings.initcwnd };
  const near = { delayMs: rttMs / 2 * fraction }, far = { delayMs: rttMs / 2 * (1 - fraction) };
  const traffic = asHttp && http !== null ? [{ ...http, connections: settings.connections ?? http.connections, pipelining: settings.pipelining ?? http.pipelining }] : dialogues;
  return {
    durationSeconds: Math.max(LEAST_PATIENCE_SECONDS, seconds * PATIENCE),
    path: [
      { name: 'near', clientToServer: near, serverToClient: near },
      // What a direction meets lies behind its sender: before the capture point or not, the sender's acknowledgements tell it alike.
      { name: 'far', clientToServer: { ...far, ...up }, serverToClient: { ...far, ...down } },
    ],
    hosts: { client: { tcp: direction === 0 ? { ...client, ...sender } : client }, server: { tcp: direction === 1 ? { ...server, ...sender } : server } },
    traffic,
  };
}

/** @param {Settings} settings @returns {import('../simulator/scenario/run.js').ScenarioLink} */
function linkSettings({ rateKbps, loss, bufferBytes }) {
  return {
    ...(rateKbps === undefined ? {} : { rateKbps }), ...(bufferBytes === undefined ? {} : { queueBytes: bufferBytes }),
    ...(loss === undefined ? {} : { loss, dropData: [] }),
  };
}

/** Seconds from the first byte of data to the last acknowledgement of data, where the capture was taken. @param {Scenario} scenario @param {Workload} workload @returns {Run} */
function measured(scenario, { conditions: { fraction }, direction }) {
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
  return { seconds: (Math.max(...all.map(({ endNs }) => endNs)) - startNs) / 1e9, curve: curveOf(all, startNs) };
}

/** At an end of the path the capture was taken in that host. @param {number} fraction */
function placeOf(fraction) {
  if (fraction < AT_END) return 0;
  return fraction > 1 - AT_END ? 2 : 1;
}
const AT_END = 0.02;

/**
 * What no setting can beat: the bytes at the link's rate, and the longest chain of answers with a round trip and the thinking of each.
 * @param {Workload} workload @param {Settings} settings @param {number} rttMs
 */
function leastSeconds({ bytes, direction, conditions, dialogues, http }, settings, rttMs) {
  const rateKbps = settings.rateKbps ?? (direction === 0 ? conditions.up : conditions.down).rateKbps;
  const sending = rateKbps === undefined ? 0 : bytes * 8 / (rateKbps * 1000);
  const asHttp = settings.connections !== undefined || settings.pipelining !== undefined;
  const chains = asHttp ? [1 + Math.max(...(http?.requests ?? []).map(({ serverMs = 0 }) => serverMs)) / rttMs] : dialogues.map(({ turns }) => chainOf(turns, rttMs));
  return Math.max(sending, Math.max(...chains) * rttMs / 1000);
}

/**
 * Answers that each wait for the one before, in round trips, thinking included.
 * @param {import('../simulator/applications/dialogue.js').Turn[]} turns @param {number} rttMs
 */
function chainOf(turns, rttMs) {
  let trips = 0, clientHeard = 0, serverHeard = 0, hasAskedAnew = true;
  for (const { from, after = 0, waitMs = 0 } of turns) {
    if (from === 'client' && after > clientHeard) {
      clientHeard = after;
      hasAskedAnew = true;
      trips += waitMs / rttMs;
    } else if (from === 'server' && after > serverHeard && hasAskedAnew) {
      serverHeard = after;
      hasAskedAnew = false;
      trips += 1 + waitMs / rttMs;
    }
  }
  return trips;
}

/** @param {Workload} workload @param {number} error @param {boolean} asHttp @returns {string[]} */
function assumptionsOf({ conditions, flows }, error, asHttp) {
  const percent = Math.round(error * 1000) / 10;
  return [
    ...(error > UNTRUSTED_ERROR ? [`The replay is ${percent} % off what was observed: do not trust this answer.`] : []),
    `The shortest round trip is ${Math.round(conditions.rttMs * 1000) / 1000} ms.`, ...conditions.assumptions,
    asHttp ? 'Requests are made as soon as a connection may take them; none waits for what an earlier response says.' : 'Each end answers what it answered, and thinks as long as it did.',
    ...(flows.length > 1 ? ['All connections share one path.'] : []), 'Other traffic does not change.',
  ];
}
