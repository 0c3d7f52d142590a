import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ScenarioError } from '../../lib/simulator/scenario/check.js';
import { runScenario } from '../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../lib/simulator/scenario/schema.js';
import { initialWindowStudy } from '../../lib/simulator/study/initial-window.js';
import { Output } from './output.js';
import { UsageError } from './usage-error.js';

/** @typedef {{ folder: string|undefined, seed: number|undefined }} Options */

/** Each makes its files and returns what is printed. @type {Record<string, (options: Options) => Promise<object>>} */
const STUDIES = { initcwnd: studyInitialWindow };
/** Studies that are known but not there yet. */
const NOT_THERE = ['mux', 'nz-us', 'xudp'];

/**
 * `simulate SCENARIO.json [-o DIR] [--seed N]`, `simulate --study NAME [-o DIR]`
 * @param {string[]} args
 * @returns {Promise<number>} exit status
 */
export async function simulate(args) {
  const { values, positionals } = parseArgs({
    args, allowPositionals: true, options: { output: { type: 'string', short: 'o' }, seed: { type: 'string' }, study: { type: 'string' }, json: { type: 'boolean' } },
  });
  const options = { folder: values.output, seed: seedOf(values.seed) };
  if (values.study === undefined && positionals.length !== 1) throw new UsageError('simulate takes one SCENARIO.json, or --study NAME');
  if (values.study !== undefined && positionals.length > 0) throw new UsageError('simulate --study takes no SCENARIO.json');
  if (options.folder !== undefined) await mkdir(options.folder, { recursive: true });
  const result = values.study === undefined ? await simulateFile(positionals[0], options) : await study(values.study, options);
  const output = new Output();
  output.write(`${JSON.stringify(result, null, 1)}\n`);
  await output.flush();
  return 0;
}

/** @param {string|undefined} text @returns {number|undefined} */
function seedOf(text) {
  if (text === undefined) return undefined;
  const seed = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seed)) throw new UsageError('--seed must be a whole number of 0 or more');
  return seed;
}

/** @param {string} name @param {Options} options */
function study(name, options) {
  if (Object.hasOwn(STUDIES, name)) return STUDIES[name](options);
  const there = `there is: ${Object.keys(STUDIES).join(', ')}`;
  throw new UsageError(NOT_THERE.includes(name) ? `the study "${name}" is not built yet; ${there}` : `there is no study "${name}"; ${there}`);
}

/** @param {string} file @returns {Promise<import('../../lib/simulator/scenario/run.js').Scenario>} */
async function readScenario(file) {
  const text = await readFile(file, 'utf8');
  try {
    return checkScenario(JSON.parse(text));
  } catch (error) {
    if (error instanceof ScenarioError || error instanceof SyntaxError) throw new Error(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** @param {string} file @param {Options} options */
async function simulateFile(file, { folder, seed }) {
  const scenario = await readScenario(file);
  const { summary, captures, truthCsv } = runScenario(seed === undefined ? scenario : { ...scenario, seed }, { withTruth: folder !== undefined });
  if (folder === undefined) return { ...summary, files: [] };
  const files = [];
  for (const { at, bytes } of captures) files.push(await written(join(folder, `${at}.pcap`), bytes));
  files.push(await written(join(folder, 'truth.csv'), String(truthCsv)));
  const all = { ...summary, files: [...files, join(folder, 'summary.json')] };
  await written(join(folder, 'summary.json'), `${JSON.stringify(all, null, 1)}\n`);
  return all;
}

/** @param {string} path @param {string|Uint8Array} content @returns {Promise<string>} the path */
async function written(path, content) {
  await writeFile(path, content);
  return path;
}

/** @param {Options} options */
async function studyInitialWindow({ folder, seed }) {
  const { rows, captures, ...rest } = initialWindowStudy(seed);
  if (folder === undefined) return { study: 'initcwnd', ...rest, rows, files: [] };
  const columns = Object.keys(rows[0]), csv = [columns, ...rows.map((row) => Object.values(row))].map((line) => `${line.join(',')}\n`).join('');
  const files = [await written(join(folder, 'initcwnd.csv'), csv)];
  for (const { name, bytes } of captures) files.push(await written(join(folder, `${name}.pcap`), bytes));
  return { study: 'initcwnd', ...rest, rows, files };
}
