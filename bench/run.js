/**
 * npm run bench [-- --scale 0.1] [--rounds 5] [--only a,b] [--tshark-full] [--ten-gigabytes] [--no-server]
 * node bench/run.js --against DIR [--scale 0.1] [--rounds 7]
 *
 * Makes its captures, installs its peers, and prints one table of ratios: this program against others on the same
 * files, in turn, in the same run; or, with --against, this checkout against another (against.js). All figures are of
 * whole processes, from start to end. See docs/performance.md.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { compareWith } from './against.js';
import { benchCapture, removeBenchCapture } from './data-files.js';
import { interleave, measure, median } from './measure.js';
import { analyze, cat, installPeers, machine, SELFCLOCK, tcptrace, tshark } from './peers.js';
import { benchServer } from './server-bench.js';

/**
 * @typedef {import('./measure.js').Run} Run
 * @typedef {import('./data-files.js').BenchCapture} BenchCapture
 */

const GOALS = new Map(
  Object.entries({
    'a tcptrace': 0.8,
    'b tcptrace': 0.25,
    'c tcptrace': 0.8,
    'd tcptrace': 0.12,
    'a cat': 5,
    'a tshark': 0.08,
  }),
);
const SLOPE_GOAL_BYTES = 100;
const RSS_GOAL = 0.3;
const SPLIT_GOAL_MBPS = 300;
const DELAY_GOAL_MS = 20;
const TEN_GIGABYTES_SCALE = 9;

const { values: options } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'a,b,c,d' },
    'tshark-full': { type: 'boolean' },
    'ten-gigabytes': { type: 'boolean' },
    'no-server': { type: 'boolean' },
    against: { type: 'string' },
  },
});
const scale = Number(options.scale);
const rounds = Number(options.rounds);
const names = String(options.only).split(',');

/** @param {string[]} cells */
const row = (cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
/** @param {number} value @param {number} digits */
const figure = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : '–');
/** @param {Run[]} runs @param {(run: Run) => number} of */
const medianOf = (runs, of) => median(runs.filter(({ ok }) => ok).map(of));
/**
 * Goals are for the whole size: in small files Node's start is most of the time.
 * @param {number} value
 * @param {number} [goal]
 */
const verdict = (value, goal) =>
  goal === undefined || scale < 1 || !Number.isFinite(value) ? '' : `≤ ${goal} ${value <= goal ? 'met' : 'MISSED'}`;

/**
 * @param {Run[]} ours
 * @param {Run[]} theirs
 * @param {(run: Run) => number} of
 * @returns {number} median of the ratios round by round
 */
function ratio(ours, theirs, of) {
  return median(ours.flatMap((run, round) => (run.ok && theirs[round].ok ? [of(run) / of(theirs[round])] : [])));
}

/** @param {string} label @param {BenchCapture} capture @param {Map<string, string[]>} peers @param {number} times */
async function compare(label, capture, peers, times) {
  await measure(cat(capture.path));
  const runs = await interleave(new Map([['selfclock', analyze(capture.path)], ...peers]), times);
  const ours = runs.get('selfclock') ?? [];
  for (const name of peers.keys()) {
    const theirs = runs.get(name) ?? [];
    const wall = ratio(ours, theirs, (run) => run.wallSeconds);
    const memory = ratio(ours, theirs, (run) => run.peakBytes);
    const memoryGoal = label === 'd' && name === 'tcptrace' ? verdict(memory, RSS_GOAL) : '';
    row([
      label,
      name,
      figure(
        medianOf(ours, (run) => run.wallSeconds),
        2,
      ),
      figure(
        medianOf(theirs, (run) => run.wallSeconds),
        2,
      ),
      figure(wall, 3),
      verdict(wall, GOALS.get(`${label} ${name}`)),
      figure(
        medianOf(ours, (run) => run.cpuSeconds),
        2,
      ),
      figure(
        medianOf(theirs, (run) => run.cpuSeconds),
        2,
      ),
      figure(
        medianOf(ours, (run) => run.peakBytes / 1e6),
        0,
      ),
      figure(
        medianOf(theirs, (run) => run.peakBytes / 1e6),
        0,
      ),
      figure(memory, 2),
      memoryGoal,
    ]);
  }
}

/**
 * Each capture against tcptrace and cat; (a) at a tenth against tshark, and with `--tshark-full` whole, once, for which
 * its goal is: half a minute or more.
 */
async function compareAll() {
  row([
    'file',
    'against',
    'wall s',
    'its wall s',
    'ratio',
    'goal',
    'CPU s',
    'its CPU s',
    'RSS MB',
    'its RSS MB',
    'RSS ratio',
    'goal',
  ]);
  row(new Array(12).fill('---'));
  for (const name of names) {
    const capture = benchCapture(name, scale);
    await compare(
      name,
      capture,
      new Map([
        ['tcptrace', tcptrace(capture.path)],
        ['cat', cat(capture.path)],
      ]),
      rounds,
    );
  }
  if (!names.includes('a')) return;
  const tenth = benchCapture('a', scale / 10);
  await compare('a/10', tenth, new Map([['tshark', tshark(tenth.path)]]), rounds);
  const whole = benchCapture('a', scale);
  if (options['tshark-full']) await compare('a', whole, new Map([['tshark', tshark(whole.path)]]), 1);
}

/** Bytes of peak memory that each further packet costs. */
async function memorySlope() {
  const [large, small] = [benchCapture('b', scale), benchCapture('b', scale / 4)];
  const runs = await interleave(new Map([large, small].map(({ path }) => [path, analyze(path)])), Math.min(rounds, 3));
  const peak = (/** @type {BenchCapture} */ { path }) => medianOf(runs.get(path) ?? [], (run) => run.peakBytes);
  const slope = (peak(large) - peak(small)) / (large.packets - small.packets);
  print(`memory, (b) against a quarter of it: ${figure(slope, 1)} bytes a packet`, verdict(slope, SLOPE_GOAL_BYTES));
}

/** A capture split by connection: bytes a second, reading and writing. */
async function splitting() {
  const capture = benchCapture('a', scale);
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-bench-split-'));
  try {
    const command = [process.execPath, SELFCLOCK, 'split', capture.path, '--parts', '8', '-o', folder];
    const rate =
      capture.bytes /
      1e6 /
      medianOf((await interleave(new Map([['split', command]]), 3)).get('split') ?? [], (run) => run.wallSeconds);
    print(
      `split, (a) into 8 parts: ${figure(rate, 0)} MB/s`,
      scale < 1 ? '' : `≥ ${SPLIT_GOAL_MBPS} ${rate >= SPLIT_GOAL_MBPS ? 'met' : 'MISSED'}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function server() {
  const capture = benchCapture('a', scale);
  /** @type {import('./server-bench.js').ServerFigures[]} */
  const all = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) all.push(await benchServer(capture.path));
  const middle = (/** @type {(figures: import('./server-bench.js').ServerFigures) => number} */ of) =>
    median(all.map(of));
  print(
    `server, (a) uploaded: first connection visible after ${figure(
      middle((one) => one.firstConnectionSeconds),
      2,
    )} s, ready after ${figure(
      middle((one) => one.readySeconds),
      2,
    )} s`,
  );
  const p99 = middle((one) => one.p99Ms);
  print(
    `server, (a) uploaded: event loop delay p99 ${figure(p99, 1)} ms, max ${figure(
      middle((one) => one.maxMs),
      1,
    )} ms`,
    verdict(p99, DELAY_GOAL_MS),
  );
}

/** The rate per packet and the memory must be those of the smaller file. */
async function tenGigabytes() {
  const normal = benchCapture('a', scale);
  const huge = benchCapture('a', scale * TEN_GIGABYTES_SCALE);
  try {
    const ours = await measure(analyze(huge.path));
    const copy = await measure(cat(huge.path));
    const small = await measure(analyze(normal.path));
    const nsPerPacket = (/** @type {Run} */ run, /** @type {BenchCapture} */ { packets }) =>
      run.ok ? (run.wallSeconds * 1e9) / packets : NaN;
    print(
      `${figure(huge.bytes / 1e9, 1)} GB: ${figure(ours.wallSeconds, 1)} s (cat ${figure(copy.wallSeconds, 1)} s), ${figure(nsPerPacket(ours, huge), 0)} ns a packet ` +
        `(${figure(nsPerPacket(small, normal), 0)} on (a)), ${figure(ours.peakBytes / 1e6, 0)} MB (${figure(small.peakBytes / 1e6, 0)} on (a))`,
    );
  } finally {
    removeBenchCapture(huge);
  }
}

/** @param {...string} parts */
function print(...parts) {
  process.stdout.write(`- ${parts.filter(Boolean).join('; ')}\n`);
}

async function main() {
  installPeers();
  process.stdout.write(
    `${machine()}; scale ${scale}, medians of ${rounds}, ratio = selfclock / other, round by round\n\n`,
  );
  if (options.against) return compareWith(options.against, { scale, rounds });
  if (!existsSync(SELFCLOCK)) process.stderr.write(`bench: ${SELFCLOCK} is not there: its columns stay empty\n`);
  await compareAll();
  process.stdout.write('\n');
  if (names.includes('b')) await memorySlope();
  if (names.includes('a')) await splitting();
  if (names.includes('a') && !options['no-server']) await server();
  if (options['ten-gigabytes']) await tenGigabytes();
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 1;
}
