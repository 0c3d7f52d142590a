/**
 * npm run soak:watch -- [--minutes 30] [--packets 100000] [--connections 20] [--kills 2] [--keep-mb 4096] [--data DIR]
 *
 * `watch` on loopback under so many packets a second, killed with -9 and started again on the same tables. Prints
 * figures each minute, and checks what docs/fleet.md promises; ends with 1 where a check fails. It needs root, and
 * runs in a network namespace of its own whose packets have at most 200 bytes, of which the first 96 are captured.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { TABLES } from '../lib/fleet/schema.js';
import { folderOf, readHealth } from '../lib/fleet/watch/health.js';
import { runInNamespace } from './soak/network-namespace.js';
import { Load, packetsSent } from './watch-soak/load.js';
import { checksOf, table } from './watch-soak/report.js';
import { WatchProcess } from './watch-soak/watch-process.js';

const SAMPLE_MS = 500;
const MINUTE_MS = 60_000;
const NAME = 'soak';
/** Segmentation is done before packets are seen, as a network card does it. */
const LOOPBACK = 'mtu 200 gso_max_segs 1';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    packets: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '20' },
    kills: { type: 'string', default: '2' },
    'keep-mb': { type: 'string', default: '4096' },
    data: { type: 'string', default: tmpdir() },
    inside: { type: 'boolean', default: false },
  },
});

/** @param {string} tables @returns {number} bytes of all their files */
function tablesBytes(tables) {
  const sizeOf = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const files = TABLES.flatMap((name) => {
    const folder = join(tables, name);
    const there = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { recursive: true }) : [];
    return there.map((file) => join(folder, String(file)));
  });
  return files.filter((file) => file.endsWith('.parquet')).reduce((sum, file) => sum + sizeOf(file), 0);
}

/** Figures by the minute, from samples of each half second. */
class Samples {
  /** @type {import('./watch-soak/report.js').Minute[]} */
  minutes = [];
  /** @type {{ ms: number, packets: number }[]} */
  counts = [{ ms: Date.now(), packets: packetsSent() }];
  #watch;
  #tables;
  #most = { watchMb: 0, readingMb: 0, toolMb: 0 };
  #minuteBegan = this.counts[0];
  #timer = setInterval(() => this.#take(), SAMPLE_MS);

  /** @param {WatchProcess} watch @param {string} tables */
  constructor(watch, tables) {
    this.#watch = watch;
    this.#tables = tables;
  }

  #take() {
    const now = { ms: Date.now(), packets: packetsSent() };
    this.counts.push(now);
    const { watchMb, readingMb, toolMb } = this.#watch.memory();
    this.#most = {
      watchMb: Math.max(this.#most.watchMb, watchMb),
      readingMb: Math.max(this.#most.readingMb, readingMb),
      toolMb: Math.max(this.#most.toolMb, toolMb),
    };
    if (now.ms - this.#minuteBegan.ms >= MINUTE_MS) void this.#tell(now);
  }

  /** @param {{ ms: number, packets: number }} now */
  async #tell(now) {
    const { ms, packets } = this.#minuteBegan;
    const memory = this.#most;
    this.#minuteBegan = now;
    this.#most = { watchMb: 0, readingMb: 0, toolMb: 0 };
    const health = await readHealth(folderOf(this.#tables, NAME));
    this.minutes.push({
      packetsPerSecond: ((now.packets - packets) / (now.ms - ms)) * 1000,
      ...memory,
      capturesMb: (health?.keptBytes ?? 0) / 1e6,
      tablesMb: tablesBytes(this.#tables) / 1e6,
      kernelDropped: health?.capture.kernel ?? 0,
      rows: health?.packets ?? 0,
      connections: health?.connections ?? 0,
      lagSeconds: health?.lagSeconds ?? 0,
    });
    const lines = table(this.minutes).split('\n');
    process.stderr.write(`${(this.minutes.length > 1 ? lines.slice(-1) : lines).join('\n')}\n`);
  }

  end() {
    clearInterval(this.#timer);
    this.#take();
  }
}

/** @param {string} tables @returns {Promise<import('./watch-soak/report.js').Run>} */
async function soak(tables) {
  const options = ['-i', 'lo', '-s', '96', '-o', tables, '--name', NAME, '--keep-mb', values['keep-mb']];
  const watch = new WatchProcess(options);
  const load = new Load({ packetsPerSecond: Number(values.packets), talksPerSecond: Number(values.connections) });
  await watch.start();
  const samples = new Samples(watch, tables);
  const port = await load.start();
  const parts = Number(values.kills) + 1;
  for (let part = 1; part <= parts; part++) {
    await wait((Number(values.minutes) * MINUTE_MS) / parts);
    if (part === parts) break;
    await watch.end('SIGKILL');
    await watch.start();
  }
  load.stop();
  await wait(SAMPLE_MS);
  samples.end();
  const status = await watch.end('SIGTERM');
  process.stderr.write(watch.complaints.map((line) => `${line}\n`).join(''));
  const health = await readHealth(folderOf(tables, NAME));
  if (health === null) throw new Error('soak: the watch has told nothing');
  return { tables, port, talks: load.talks, minutes: samples.minutes, counts: samples.counts, health, status };
}

const status = values.inside ? null : runInNamespace(fileURLToPath(import.meta.url), LOOPBACK);
if (!values.inside && status === null) process.stderr.write('soak: a network namespace needs root\n');
if (!values.inside) process.exit(status ?? 1);
const home = mkdtempSync(join(values.data, 'selfclock-watch-soak-'));
try {
  const run = await soak(join(home, 'tables'));
  const checks = await checksOf(run);
  const failed = checks.filter(({ isMet }) => !isMet);
  process.stdout.write(`${table(run.minutes)}\n`);
  process.stdout.write(checks.map(({ isMet, words }) => `${isMet ? 'met   ' : 'MISSED'} ${words}\n`).join(''));
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(home, { recursive: true });
}
