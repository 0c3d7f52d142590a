/**
 * node bench/simulator.js [--rounds 3] [--seconds 600] [CASE…]
 *
 * Packets that hosts send for each processor second of a simulation. Each run is a process of its own, the cases in
 * turn, so that whatever else the machine does hits all alike. The same process first times a loop of 32-bit
 * arithmetic: `steps a packet`, what a packet costs in steps of that loop, tells less of the machine than seconds do.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runScenario } from '../lib/simulator/scenario/run.js';
import { median } from './measure.js';
import { studyRun } from './study-run.js';

/** @typedef {import('../lib/simulator/scenario/run.js').Scenario} Scenario */
/** @typedef {{ packets: number, cpuSeconds: number, stepNs: number, peakBytes: number, fingerprint: string }} Run */

const E3_KBPS = 34_368;
const DELAY_MS = 60;
const FLOWS = 20;
const WINDOW_BYTES = 32_767;
const QUEUE_BYTES = 600_000;
const CALIBRATION_STEPS = 5e7;
const SHORT_CONNECTIONS_PER_SECOND = 300;

/**
 * @param {number} seconds simulated
 * @param {object} [down] more of the link towards the clients
 * @returns {Scenario} downloads that last as long as the run
 */
function bulk(seconds, down = {}) {
  const link = { delayMs: DELAY_MS, rateKbps: E3_KBPS };
  return {
    durationSeconds: seconds,
    path: [{ name: 'e3', clientToServer: link, serverToClient: { ...link, ...down } }],
    traffic: Array.from({ length: FLOWS }, (_, index) => ({
      kind: 'bulk',
      from: 'server',
      bytes: E3_KBPS * 125 * seconds,
      startMs: 10 * index,
    })),
  };
}

/** @param {number} seconds @returns {Scenario} */
function windowed(seconds) {
  return {
    ...bulk(seconds),
    hosts: {
      client: { tcp: { windowScaling: false, receiveWindowBytes: WINDOW_BYTES, maxReceiveWindowBytes: WINDOW_BYTES } },
    },
  };
}

/**
 * @param {number} seconds
 * @returns {Scenario} a connection for each request; sizes repeat, but not with the number of connections
 */
function short(seconds) {
  const requests = Array.from({ length: SHORT_CONNECTIONS_PER_SECOND * seconds }, (_, index) => ({
    requestBytes: 300,
    responseBytes: 1000 + 1999 * (index % 7),
    serverMs: 10,
  }));
  const link = { delayMs: DELAY_MS, rateKbps: E3_KBPS, queueBytes: QUEUE_BYTES };
  return {
    durationSeconds: 10 * seconds,
    path: [{ name: 'e3', clientToServer: link, serverToClient: link }],
    traffic: [{ kind: 'http', keepAlive: false, connections: 150, requests }],
  };
}

/** @param {number} seconds */
const dropTail = (seconds) => bulk(seconds, { queueBytes: QUEUE_BYTES });
/**
 * study: connections between the proxies, 0 for none.
 * @type {Record<string, { title: string, scenario?: (seconds: number) => Scenario, study?: number, share: number,
 *   withTruth?: boolean,
 *   goal?: number }>}
 */
const CASES = {
  windows: { title: `${FLOWS} flows with windows of 32 kB`, scenario: windowed, share: 1, goal: 3e6 },
  'drop-tail': { title: `${FLOWS} flows, drop-tail of 600 kB`, scenario: dropTail, share: 1, goal: 3e6 },
  http: { title: 'a connection for each of many requests', scenario: short, share: 0.5, goal: 1e6 },
  'nz-us': { title: 'study nz-us, fibre, 50 connections, 33 Mbit/s', study: 50, share: 0.5, goal: 1e6 },
  'nz-us-direct': { title: 'study nz-us, fibre, no proxy, 33 Mbit/s', study: 0, share: 0.5, goal: 1e6 },
  headers: {
    title: 'drop-tail, captured at the server, 54 bytes each',
    scenario: (seconds) => ({ ...dropTail(seconds), taps: [{ at: 'server', snapLength: 54 }] }),
    share: 0.25,
  },
  capture: {
    title: 'drop-tail, captured at the server, whole packets',
    scenario: (seconds) => ({ ...dropTail(seconds), taps: [{ at: 'server' }] }),
    share: 0.1,
  },
  truth: { title: 'drop-tail with truth.csv', scenario: dropTail, share: 0.1, withTruth: true },
};

const cpuSeconds = () => (({ user, system }) => (user + system) / 1e6)(process.cpuUsage());

/** @param {number} steps each waits for the one before: two multiplications, two shifts */
function mix(steps) {
  let word = 1;
  for (let step = 0; step < steps; step++) {
    word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d);
    word = (Math.imul(word ^ (word >>> 12), 0x297a2d39) + step) | 0;
  }
  return word;
}

/** @returns {number} nanoseconds of processor time for each step */
function calibrate() {
  const warm = mix(CALIBRATION_STEPS / 10);
  const before = cpuSeconds();
  const word = mix(CALIBRATION_STEPS);
  const spent = cpuSeconds() - before;
  if (word === warm) throw new Error('the loop was left out');
  return (spent * 1e9) / CALIBRATION_STEPS;
}

/**
 * @param {string} name
 * @param {number} seconds
 * @returns {{ packets: number, fingerprint: string, cpuSeconds: number }}
 */
function spend(name, seconds) {
  const { scenario, study = 0, share, withTruth = false } = CASES[name];
  const prepared = scenario ? null : studyRun(study, seconds * share);
  const before = cpuSeconds();
  if (prepared) return { ...prepared(), cpuSeconds: cpuSeconds() - before };
  const {
    summary: { links, fingerprint },
  } = runScenario(/** @type {(seconds: number) => Scenario} */ (scenario)(seconds * share), { withTruth });
  return {
    packets: links[0].clientToServer.sent + links[0].serverToClient.sent,
    fingerprint,
    cpuSeconds: cpuSeconds() - before,
  };
}

/** @param {string} name @param {number} seconds @returns {Run} */
function run(name, seconds) {
  const stepNs = calibrate();
  return { ...spend(name, seconds), stepNs, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    one: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '600' },
  },
});
if (values.one !== undefined) {
  process.stdout.write(JSON.stringify(run(values.one, Number(values.seconds))));
  process.exit();
}
const names = positionals.length > 0 ? positionals : Object.keys(CASES);
/** @type {Map<string, Run[]>} */
const runs = new Map(names.map((name) => [name, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const name of names) {
    runs
      .get(name)
      ?.push(
        JSON.parse(
          execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--one', name, '--seconds', values.seconds], {
            encoding: 'utf8',
          }),
        ),
      );
  }
}
for (const [name, all] of runs) {
  const { title, goal } = CASES[name];
  const rate = median(all.map((one) => one.packets / one.cpuSeconds));
  const steps = median(all.map((one) => (one.cpuSeconds * 1e9) / one.packets / one.stepNs));
  const verdict = goal === undefined ? '' : ` (≥ ${goal / 1e6} M ${rate >= goal ? 'met' : 'MISSED'})`;
  const peak = Math.max(...all.map(({ peakBytes }) => peakBytes));
  process.stdout.write(
    `${name}: ${title}: ${(rate / 1e6).toFixed(2)} M packets a processor second${verdict}; ${all[0].packets} packets, ${steps.toFixed(0)} steps a packet, ${Math.round(peak / 2 ** 20)} MiB, ${all[0].fingerprint}\n`,
  );
}
