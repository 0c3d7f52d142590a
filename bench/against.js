/**
 * node bench/run.js --against DIR: this checkout against another one, both in turn, in processor time, which other load
 * stretches less than time by the clock; and figures that have a target of their own.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { pageFigures } from './against-page.js';
import { benchCapture } from './data-files.js';
import { interleave, measure } from './measure.js';
import { analyze, SELFCLOCK, tcptrace, tshark } from './peers.js';
import { benchServer } from './server-bench.js';

/** @typedef {import('./measure.js').Run} Run */
/** @typedef {{ scale: number, rounds: number }} Extent */

/** Captures of usual sizes: shares of (a), whatever the scale. */
const TYPICAL = 0.1;
const SMALL = 0.0005;
const REQUESTS = 2000;

/** @param {string[]} cells */
const row = (...cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

/** @param {number[]} values @returns {string} median, and the middle half */
function spread(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.round((sorted.length - 1) * share)];
  return sorted.length === 0 ? '–' : `${at(0.5).toFixed(2)} (${at(0.25).toFixed(2)} to ${at(0.75).toFixed(2)})`;
}

/** @param {Run[]} ours @param {Run[]} theirs */
const ratios = (ours, theirs) => ours.map(({ cpuSeconds }, round) => cpuSeconds / theirs[round].cpuSeconds);

/** @param {string} directory of the other checkout @param {Extent} extent */
export async function compareWith(directory, { scale, rounds }) {
  const other = resolve(directory, 'bin/selfclock.js');
  if (!existsSync(other)) throw new Error(`bench: ${other} is missing; "--against" needs another checkout`);
  execFileSync('npm', ['run', '--silent', 'prepare'], { cwd: fileURLToPath(new URL('..', import.meta.url)) });
  row('processor time, ratio', 'over the other checkout', 'target', 'over a peer', 'target');
  row(...new Array(5).fill('---'));
  await analyses(other, { scale, rounds });
  process.stdout.write('\n');
  row('figure', 'here', 'there', 'target');
  row(...new Array(4).fill('---'));
  await doors(other, rounds);
  for (const name of ['b', 'd']) await memory(other, name, scale);
  await page(other, scale);
}

/** @param {string} other @param {Extent} extent */
async function analyses(other, { scale, rounds }) {
  /** @typedef {'tcptrace' | 'tshark'} Peer */
  /** @type {[label: string, name: string, share: number, target: number, peer?: Peer, goal?: number][]} */
  const captures = [
    ['typical', 'a', TYPICAL, 0.45, 'tcptrace', 9],
    ['small', 'a', SMALL, 0.5, 'tshark', 1.1],
    ['A', 'a', scale, 0.55, 'tcptrace'],
    ['B', 'b', scale, 0.85],
    ['C', 'c', scale, 0.85],
    ['D', 'd', scale, 0.85],
  ];
  for (const [label, name, share, target, peer, goal] of captures) {
    const { path, bytes } = benchCapture(name, share);
    const commands = new Map([
      ['here', analyze(path)],
      ['there', analyze(path, other)],
    ]);
    if (peer) commands.set(peer, peer === 'tshark' ? tshark(path) : tcptrace(path));
    await measure(analyze(path));
    const runs = await interleave(commands, rounds);
    const of = (/** @type {string} */ command) => /** @type {Run[]} */ (runs.get(command));
    const overPeer = peer ? `${peer} ${spread(ratios(of('here'), of(peer)))}` : '';
    const title = `${label}, ${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
    row(title, spread(ratios(of('here'), of('there'))), `≤ ${target}`, overPeer, goal ? `≤ ${goal}` : '');
  }
}

/**
 * What the server and `index` cost, over `analyze --json` of the same file.
 * @param {string} other @param {number} rounds
 */
async function doors(other, rounds) {
  const { path } = benchCapture('a', TYPICAL);
  const upload = await inTurn(other, rounds, async (program) => (await benchServer(path, program)).cpuSeconds, path);
  row('upload to verdict by the server, over analyze', ...upload.map(spread), '≤ 1.3');
  for (const name of ['a', 'd']) {
    const indexed = benchCapture(name, TYPICAL).path;
    const index = await inTurn(other, rounds, (program) => indexSeconds(program, indexed), indexed);
    row(`index, (${name}) × ${TYPICAL}, over analyze`, ...index.map(spread), '≤ 1.3');
  }
}

/**
 * @param {string} other
 * @param {number} rounds
 * @param {(program: string) => Promise<number>} cost processor seconds
 * @param {string} path what is analysed
 * @returns {Promise<number[][]>} ratios to `analyze`, here and there
 */
async function inTurn(other, rounds, cost, path) {
  /** @type {number[][]} */
  const all = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [k, program] of [SELFCLOCK, other].entries()) {
      const seconds = await cost(program);
      all[k].push(seconds / (await measure(analyze(path, program))).cpuSeconds);
    }
  }
  return all;
}

/** @param {string} program @param {string} path */
async function indexSeconds(program, path) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-bench-index-'));
  try {
    return (await measure([process.execPath, program, 'index', path, '-o', folder])).cpuSeconds;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Bytes of peak memory that each further packet costs.
 * @param {string} other @param {string} name @param {number} scale
 */
async function memory(other, name, scale) {
  const [large, small] = [benchCapture(name, scale), benchCapture(name, scale / 4)];
  const slopes = [];
  for (const program of [SELFCLOCK, other]) {
    const [most, least] = [await measure(analyze(large.path, program)), await measure(analyze(small.path, program))];
    slopes.push((most.peakBytes - least.peakBytes) / (large.packets - small.packets));
  }
  const target = name === 'b' ? '≤ 71' : '≤ 174';
  row(`memory of (${name}), bytes a packet`, ...slopes.map((bytes) => bytes.toFixed(0)), target);
}

/** @param {string} other @param {number} scale */
async function page(other, scale) {
  const captures = {
    long: benchCapture('c', 0.3 * scale).path,
    many: benchCapture('d', scale).path,
    requests: benchCapture('d', REQUESTS / 200_000).path,
  };
  const [here, there] = [await pageFigures(SELFCLOCK, captures), await pageFigures(other, captures)];
  for (const [k, { what, seconds, target }] of here.entries()) {
    row(what, seconds.toFixed(3), there[k].seconds.toFixed(3), `≤ ${target}`);
  }
}
