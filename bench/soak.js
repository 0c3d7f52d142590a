/**
 * npm run soak -- [--minutes 60] [--clients 200] [--kill-every 180] [--max-captures 60] [--pause-ms 4000] [--peak-mb
 * 3000] [--outage-every 60, in seconds; 0: no outages]
 *
 * A server under clients that upload, ask, listen, break off and read slowly, killed every few minutes and started
 * again on the same folder; beside it a watch whose interface vanishes, a collector that dies, storage that answers 503
 * (soak/outages). Checks what docs/security.md promises of it; ends with 1 where a check fails. Where it may,
 * it runs in a network namespace of its own; all is on loopback. The library is a temporary folder that stays small.
 */
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { Random } from './generator/random.js';
import { soakCaptures } from './soak/captures.js';
import { Client } from './soak/client.js';
import { Ledger } from './soak/ledger.js';
import { runInNamespace } from './soak/network-namespace.js';
import { Outages } from './soak/outages/outages.js';
import { checksOf, table } from './soak/report.js';
import { ServerProcess } from './soak/server-process.js';
import { Tally } from './soak/tally.js';

const SAMPLE_MS = 1000;
/** How long requests that the kill caught may take to learn of it. */
const SETTLE_MS = 500;
const SEED = 1;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    clients: { type: 'string', default: '200' },
    'kill-every': { type: 'string', default: '180' },
    'max-captures': { type: 'string', default: '60' },
    'pause-ms': { type: 'string', default: '4000' },
    'peak-mb': { type: 'string', default: '3000' },
    'outage-every': { type: 'string', default: '60' },
    inside: { type: 'boolean', default: false },
  },
});

/** @typedef {{ seconds: number, rssMb: number, start: number }} Sample */

/** @param {ServerProcess} server @param {number} beganMs @param {Sample[]} samples @returns {NodeJS.Timeout} */
function sample(server, beganMs, samples) {
  return setInterval(() => {
    const rssMb = server.rssMb();
    if (server.isUp && rssMb > 0) {
      samples.push({ seconds: (performance.now() - beganMs) / 1000, rssMb, start: server.starts });
    }
  }, SAMPLE_MS);
}

/**
 * Kills the server, starts it again, and looks for what was acknowledged.
 * @param {ServerProcess} server
 * @param {Ledger} ledger
 */
async function killAndCheck(server, ledger) {
  await server.kill();
  await wait(SETTLE_MS);
  await server.start();
  await ledger.check(server.address);
  server.open();
}

/** @param {ConstructorParameters<typeof Client>[0]} parts @param {number} seed */
function clientOf(parts, seed) {
  const random = new Random(seed);
  return new Client(parts, () => random.fraction());
}

async function soak() {
  const minutes = Number(values.minutes);
  const killMs = 1000 * Math.min(Number(values['kill-every']), minutes * 20);
  const data = mkdtempSync(join(tmpdir(), 'selfclock-soak-'));
  const server = new ServerProcess(data);
  const ledger = new Ledger();
  const tally = new Tally();
  const over = new AbortController();
  const beganMs = performance.now();
  const endMs = beganMs + minutes * 60_000;
  /** @type {Sample[]} */
  const samples = [];
  const sampler = sample(server, beganMs, samples);
  const parts = {
    server,
    ledger,
    tally,
    captures: soakCaptures(),
    maxHeld: Number(values['max-captures']),
    pauseMs: Number(values['pause-ms']),
  };
  setMaxListeners(0, over.signal);
  try {
    await server.start();
    server.open();
    const clients = Array.from({ length: Number(values.clients) }, (_, i) =>
      clientOf(parts, SEED + i).run(over.signal),
    );
    while (performance.now() < endMs) {
      await wait(Math.min(killMs, endMs - performance.now()));
      await killAndCheck(server, ledger);
      process.stderr.write(
        `soak: ${((performance.now() - beganMs) / 60_000).toFixed(1)} min, ${ledger.acknowledged} captures acknowledged, ` +
          `${ledger.size} held, ${samples.at(-1)?.rssMb.toFixed(0)} MB, ${server.startTimes.at(-1)?.answerSeconds.toFixed(2)} s to answer again\n`,
      );
    }
    over.abort();
    await Promise.race([Promise.all(clients), wait(SETTLE_MS * 20)]);
  } finally {
    clearInterval(sampler);
    await server.kill();
    rmSync(data, { recursive: true, force: true });
  }
  return { server, ledger, tally, samples, minutes, peakMb: Number(values['peak-mb']) };
}

/** @returns {Promise<import('./soak/report.js').Check[]>} */
async function outages() {
  const everySeconds = Number(values['outage-every']);
  if (everySeconds === 0 || !values.inside) return [];
  const home = mkdtempSync(join(tmpdir(), 'selfclock-outages-'));
  const over = new AbortController();
  try {
    const one = new Outages(home);
    const problem = await one.start();
    if (problem !== null) return [{ isMet: false, words: `outages: ${problem}` }];
    const timer = setTimeout(() => over.abort(), Number(values.minutes) * 60_000);
    await one.run(everySeconds, over.signal);
    clearTimeout(timer);
    return await one.end();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const status = values.inside ? null : runInNamespace(fileURLToPath(import.meta.url));
if (status !== null) process.exit(status);
const [run, ofOutages] = await Promise.all([soak(), outages()]);
const checks = [...checksOf(run), ...ofOutages];
const failed = checks.filter(({ isMet }) => !isMet);
process.stdout.write(
  `${table(run)}\n${checks.map(({ isMet, words }) => `${isMet ? 'met   ' : 'MISSED'} ${words}\n`).join('')}`,
);
process.stdout.write(
  failed.length === 0 ? 'soak: all checks met\n' : `soak: ${failed.length} of ${checks.length} checks MISSED\n`,
);
process.exit(failed.length === 0 ? 0 : 1);
