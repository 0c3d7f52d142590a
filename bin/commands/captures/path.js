import { CaptureAnalysis } from '../../../lib/analysis/capture-analysis.js';
import { decodeHere } from '../../../lib/analysis/capture-decoder.js';
import { takeExaminer } from '../../../lib/analysis/take-examiner.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { PathAnalysis, pointOf } from '../../../lib/path/path-analysis.js';
import { pathOf } from '../input/paths.js';
import { readNamed } from '../input/read-named.js';
import { Output, print } from '../output.js';
import { progressLine } from '../progress.js';
import { UsageError } from '../usage-error.js';
import { mergePath } from './merge-path.js';
import { pathTable } from './path-table.js';
import { readPayloads } from './read-payloads.js';

/** @param {import('../options/parse.js').Given<'path'>} given @returns {Promise<number>} exit status */
export async function path({ values, positionals }) {
  if (positionals.length < 2) throw new UsageError('path takes two FILEs or more');
  if (positionals.filter((source) => source === '-').length > 1) {
    throw new UsageError('only one FILE can be standard input');
  }
  const forms = [values.json && '--json', values.packets && '--packets', values.output !== undefined && '-o'];
  if (forms.filter(Boolean).length > 1) {
    throw new UsageError(`${forms.filter(Boolean).join(' and ')} cannot be combined`);
  }
  if (values.output !== undefined && positionals.includes('-')) {
    throw new UsageError('-o reads each FILE three times, which standard input cannot be');
  }
  const aheadNs = clocksOf(values.clocks, positionals.length);
  /** @type {import('../../../lib/path/point.js').Point[]} */
  const points = [];
  for (const source of positionals.map(pathOf)) points.push(await read(source));
  const analysis = new PathAnalysis(points, { aheadNs });
  if (values.output !== undefined) {
    await mergePath(analysis, positionals.map(pathOf), pathOf(values.output));
    return 0;
  }
  if (values.packets) {
    await printLines(analysis.packets());
    return 0;
  }
  await readPayloads(analysis, positionals.map(pathOf));
  if (values.json) await printJson(analysis);
  else await print(pathTable(analysis));
  return 0;
}

/**
 * @param {string | undefined} text @param {number} files
 * @returns {number[] | undefined} ns that each clock is ahead of the first
 */
function clocksOf(text, files) {
  if (text === undefined) return undefined;
  if (text === 'synchronised') return new Array(files).fill(0);
  const seconds = text.split(',').map(Number);
  if (text === '' || seconds.some(Number.isNaN) || seconds.length !== files - 1) {
    throw new UsageError('--clocks takes synchronised, or the seconds that each further FILE is ahead of the first');
  }
  return [0, ...seconds.map((ahead) => ahead * 1e9)];
}

/** @param {string} source @returns {Promise<import('../../../lib/path/point.js').Point>} */
async function read(source) {
  const analysis = new CaptureAnalysis({ ciphers: nodeCiphers, decoder: decodeHere });
  const progress = progressLine();
  await readNamed(source, analysis.ingest, { onProgress: progress.show });
  progress.clear();
  const { warnings } = analysis.ingest.describe();
  for (const { message } of warnings) process.stderr.write(`selfclock: ${source}: ${message}\n`);
  await takeExaminer(analysis, false);
  return pointOf(source, analysis);
}

/** @param {Iterable<object>} objects */
async function printLines(objects) {
  const output = new Output();
  for (const one of objects) await output.write(`${JSON.stringify(one)}\n`);
  await output.flush();
}

/** One object, written piece by piece: there may be many connections. @param {PathAnalysis} analysis */
async function printJson(analysis) {
  const output = new Output();
  output.write(`{"points":${JSON.stringify(analysis.points())},"connections":[`);
  let separator = '';
  for (const connection of analysis.connections()) {
    await output.write(`${separator}${JSON.stringify(connection)}`);
    separator = ',';
  }
  const rest = {
    segments: analysis.segments(),
    notes: analysis.notes(),
    findings: analysis.findings(),
    verdict: analysis.verdict(),
  };
  output.write(`],${JSON.stringify(rest).slice(1)}\n`);
  await output.flush();
}
