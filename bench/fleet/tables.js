/**
 * node bench/fleet/tables.js [--captures 1000] [--rounds 3] [--large 0.1]
 *
 * What `index` costs against `analyze --json` of the same captures, two processes at a time, in turn: of captures that
 * the simulator makes, drawn by lot, and of the bench's large ones (`--large`: their scale; 0: none). `analyze` takes
 * one capture, so it is a process for each; `index` shares them between two, as who has a thousand would, and is then
 * given one at a time as well, which leaves the start of a process out of the comparison. Captures and tables are in a
 * folder of their own, which goes at the end.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runScenario } from '../../lib/simulator/scenario/run.js';
import { drawn } from '../accuracy/simulated/draw.js';
import { benchCapture, removeBenchCapture } from '../data-files.js';
import { interleave, median } from '../measure.js';
import { SELFCLOCK } from '../peers.js';

const PROCESSES = 2;
/** Captures that `index` is given one at a time. */
const ALONE = 100;
const { values } = parseArgs({
  options: {
    captures: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    large: { type: 'string', default: '0.1' },
  },
});
const count = Number(values.captures);
const rounds = Number(values.rounds);
const scale = Number(values.large);
const home = mkdtempSync(join(tmpdir(), 'selfclock-bench-tables-'));

/** @returns {string[]} paths of as many captures as asked for, a scenario's taps one after the other */
function simulatedCaptures() {
  mkdirSync(join(home, 'captures'));
  /** @type {string[]} */
  const paths = [];
  for (let seed = 1; paths.length < count; seed++) {
    for (const { at, bytes } of runScenario(drawn(seed)).captures.slice(0, count - paths.length)) {
      const path = join(home, 'captures', `${seed}-${at}.pcap`);
      writeFileSync(path, bytes);
      paths.push(path);
    }
  }
  return paths;
}

/**
 * @param {string} list of paths, a line each
 * @param {number} each captures a process
 * @param {string} command of the shell: "$@" are paths
 */
const byTwo = (list, each, command) => ['sh', '-c', `xargs -P ${PROCESSES} -n ${each} sh -c '${command}' - < ${list}`];
const run = `${process.execPath} ${SELFCLOCK}`;

/** @param {string} label @param {string[]} paths @param {number} each captures a process of `index` */
async function compare(label, paths, each) {
  const list = join(home, 'list.txt');
  writeFileSync(list, `${paths.join('\n')}\n`);
  const tables = join(home, 'tables');
  const begin = `rm -rf ${tables}; mkdir ${tables}; echo "{\\"schema\\":1}" > ${tables}/selfclock.json`;
  const index = byTwo(list, each, `${run} index "$@" -o ${tables}`);
  index[2] = `${begin}; ${index[2]}`;
  const analyze = byTwo(list, 1, `${run} analyze "$1" --json > /dev/null`);
  const runs = await interleave(new Map([...Object.entries({ analyze, index })]), rounds);
  /** @param {string} name @param {'wallSeconds'|'cpuSeconds'} of */
  const figure = (name, of) => median((runs.get(name) ?? []).map((one) => one[of]));
  const cells = [label];
  for (const of of /** @type {const} */ (['wallSeconds', 'cpuSeconds'])) {
    const [analyzed, indexed] = [figure('analyze', of), figure('index', of)];
    cells.push(analyzed.toFixed(2), indexed.toFixed(2), (analyzed / indexed).toFixed(2));
  }
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

try {
  process.stdout.write(
    '| captures | clock: analyze --json, s | index, s | speed of index | processor: analyze, s | index, s | speed |\n' +
      '|---|---|---|---|---|---|---|\n',
  );
  if (count > 0) {
    const paths = simulatedCaptures();
    const share = Math.ceil(count / PROCESSES);
    await compare(`${count} simulated, \`index\` of ${share} at a time`, paths, share);
    const some = paths.slice(0, ALONE);
    await compare(`${some.length} simulated, \`index\` of one at a time`, some, 1);
  }
  for (const name of scale > 0 ? ['a', 'd'] : []) {
    const capture = benchCapture(name, scale);
    await compare(`${capture.title} (${name}), ${Math.round(capture.bytes / 1e6)} MB`, [capture.path], 1);
    removeBenchCapture(capture);
  }
} finally {
  rmSync(home, { recursive: true });
}
