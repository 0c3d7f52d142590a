import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { wholeFile } from '../../lib/files/whole-files.js';
import { ScenarioError } from '../../lib/simulator/scenario/check.js';
import { parseRateTrace } from '../../lib/simulator/scenario/rate-trace-text.js';
import { runScenario } from '../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../lib/simulator/scenario/schema.js';
import { pathOf } from './input/paths.js';
import { print } from './output.js';
import { makeFolder, writing } from './output-error.js';
import { printStudy } from './study.js';
import { UsageError } from './usage-error.js';

/** @typedef {{ folder: string|undefined, seed: number|undefined }} Options */

/** @param {import('./options/parse.js').Given<'simulate'>} given @returns {Promise<number>} exit status */
export async function simulate({ values, positionals }) {
  const { study, draft, json, set } = values;
  const workload = pathOf(values.workload);
  const folder = pathOf(values.output);
  const seed = wholeNumber('--seed', values.seed, 0);
  const jobs = wholeNumber('--jobs', values.jobs, 1);
  if (study === undefined && positionals.length !== 1) {
    throw new UsageError('simulate takes one SCENARIO.json, or --study NAME');
  }
  if (study !== undefined && positionals.length > 0) throw new UsageError('simulate --study takes no SCENARIO.json');
  if (study === undefined && (draft || jobs !== undefined)) throw new UsageError('--draft and --jobs need --study');
  if (study === undefined && (workload ?? set) !== undefined) {
    throw new UsageError('--workload and --set need --study');
  }
  if (study === undefined) await printSummary(pathOf(positionals[0]), { folder, seed });
  else await printStudy(study, { folder, seed, draft, jobs, json, workload, set });
  return 0;
}

/** @param {string} name @param {string|undefined} text @param {number} min @returns {number|undefined} */
function wholeNumber(name, text, min) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min) {
    throw new UsageError(`${name} must be a whole number of ${min} or more`);
  }
  return value;
}

/** @param {string} file @param {Options} options */
async function printSummary(file, options) {
  if (options.folder !== undefined) await makeFolder(options.folder);
  await print(`${JSON.stringify(await simulateFile(file, options), null, 1)}\n`);
}

/** @param {string} file @returns {Promise<import('../../lib/simulator/scenario/run.js').Scenario>} */
async function readScenario(file) {
  const text = await readFile(file, 'utf8');
  try {
    return checkScenario(await withRateTraces(JSON.parse(text), dirname(file)));
  } catch (error) {
    if (error instanceof ScenarioError || error instanceof SyntaxError) {
      throw new Error(`${file}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

/**
 * A link's `rateTrace` may be the name of a file in Mahimahi's format, as seen from the scenario's.
 * @param {any} scenario not checked yet @param {string} folder
 */
async function withRateTraces(scenario, folder) {
  if (!Array.isArray(scenario?.path)) return scenario;
  for (const [index, hop] of scenario.path.entries()) {
    for (const direction of ['clientToServer', 'serverToClient']) {
      const link = hop?.[direction];
      if (typeof link?.rateTrace === 'string') {
        link.rateTrace = parseRateTrace(
          await readFile(resolve(folder, link.rateTrace), 'utf8'),
          `path[${index}].${direction}.rateTrace`,
        );
      }
    }
  }
  return scenario;
}

/** @param {string} file @param {Options} options */
async function simulateFile(file, { folder, seed }) {
  const scenario = await readScenario(file);
  const { summary, captures, truthCsv } = runScenario(seed === undefined ? scenario : { ...scenario, seed }, {
    withTruth: folder !== undefined,
  });
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
  await writing(path, () => wholeFile(path, (part) => writeFile(part, content)));
  return path;
}
