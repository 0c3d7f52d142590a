import { CaptureError } from '../../lib/capture/capture-error.js';
import { figuresOf } from '../../lib/fleet/figures.js';
import { sendSpansOf } from '../../lib/fleet/otlp/send-file.js';
import { sendSpans } from '../../lib/fleet/otlp/send-spans.js';
import { sendWaiting } from '../../lib/fleet/otlp/waiting-spans.js';
import { isObjectStore } from '../../lib/fleet/places/place.js';
import { COLUMNS, SCHEMA_VERSION } from '../../lib/fleet/schema.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { collectorOf } from './input/collector.js';
import { pathOf } from './input/paths.js';
import { readKeyLogText } from './input/read-key-log.js';
import { print } from './output.js';
import { makeFolder, writing } from './output-error.js';
import { statusLine } from './progress.js';
import { UsageError } from './usage-error.js';
import { VERSION } from './version.js';

/**
 * Adds captures to a folder of tables. One that cannot be read is reported, and the others are added. With `--json` it
 * leaves it to its caller to send later what the collector did not take, with `--spans-after N`.
 * @param {import('./options/parse.js').Given<'index'>} given
 * @returns {Promise<number>} exit status
 */
export async function index({ values, positionals }) {
  if (values.schema) return printSchema();
  const { json, windows, path, 'all-findings': allFindings } = values;
  const [output, compacted] = [pathOf(values.output), pathOf(values.compact)];
  if (positionals.length === 0 && compacted === undefined) throw new UsageError('index takes at least one FILE');
  if (positionals.length > 0 && compacted !== undefined) throw new UsageError('index --compact DIR takes no FILE');
  if (path && positionals.length < 2) throw new UsageError('index --path takes two FILEs or more');
  if (output === undefined || output === '') throw new UsageError('index takes -o DIR');
  if (compacted !== undefined) return printCompacted(compacted, output);
  const otlp = collectorOf(values.otlp);
  const keyLog = values.keylog === undefined ? undefined : await readKeyLogText(pathOf(values.keylog));
  const options = { keyLog, allFindings, windows, path, otlp, json };
  const files = positionals.map(pathOf);
  if (values['spans-after'] !== undefined) return printSent(files, options, countOf(values['spans-after']));
  return printAdded(files, output, options);
}

/**
 * @typedef {{ keyLog: string|undefined, allFindings: boolean, windows: boolean, path: boolean, otlp: string|null, json:
 *   boolean }} IndexOptions
 * @param {string[]} files
 * @param {string} output
 * @param {IndexOptions} options
 */
async function printAdded(files, output, options) {
  const { json, otlp } = options;
  const progress = statusLine();
  const tell = tellBeside(progress);
  if (!isObjectStore(output)) await makeFolder(output);
  const tables = await writing(output, () => TablesFolder.open(output, tell));
  /** @type {import('../../lib/fleet/otlp/waiting-spans.js').Waiting[]} */
  const waiting = [];
  const counts = { added: 0, known: 0, failed: 0 };
  for (const [i, file] of files.entries()) {
    progress.show(`${i + 1} of ${files.length}: ${file}`);
    // What comes after spans that wait is not offered before them.
    const offered = { ...options, otlp: waiting.length > 0 ? null : otlp };
    const others = options.path && i === 0 ? files.slice(1) : [];
    const { outcome, message, ...details } = await added(tables, file, { ...offered, others }, output);
    counts[outcome]++;
    if (others.length > 0 && outcome === 'known') tell(`${file}: it was there before, so no path was added`);
    const { sent, dropped, unsent, problem } = details.spans ?? { sent: 0, dropped: 0, unsent: 0, problem: null };
    if (json) await print(`${JSON.stringify({ file, outcome, message, ...details })}\n`);
    else if (message ?? problem) tell(`${file}: ${message ?? problem}`);
    const isWaiting = outcome === 'added' && (unsent > 0 || waiting.length > 0);
    if (!json && isWaiting) waiting.push({ file, after: sent + dropped });
  }
  await sendWaiting(waiting, ({ file, after }) => sentAfter(file, options, after), tell);
  progress.clear();
  if (json) return counts.failed > 0 ? 1 : 0;
  const failed = counts.failed > 0 ? `, ${counts.failed} could not be read` : '';
  await print(`${counts.added} added, ${counts.known} already there${failed}\n`);
  return counts.failed > 0 ? 1 : 0;
}

/** @param {ReturnType<typeof statusLine>} progress */
const tellBeside = (progress) => (/** @type {string} */ sentence) => {
  progress.clear();
  process.stderr.write(`selfclock: ${sentence}\n`);
};

/** @param {string} from @param {string} to folders of tables */
async function printCompacted(from, to) {
  const { compact } = await import('../../lib/fleet/compact.js');
  const progress = statusLine();
  const { days, captures } = await writing(to, () => compact(from, to, progress.show, tellBeside(progress)));
  progress.clear();
  await print(`compacted ${days} days of ${captures} captures\n`);
  return 0;
}

/** @param {string[]} files one @param {IndexOptions} options @param {number} after so many of its spans */
async function printSent([file], options, after) {
  if (options.otlp === null) throw new UsageError('--spans-after takes --otlp URL');
  const spans = await sentAfter(file, options, after);
  await print(`${JSON.stringify({ file, outcome: 'known', spans })}\n`);
  return 0;
}

/** @param {string} text of `--spans-after` */
function countOf(text) {
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError(`--spans-after takes a number of spans, not "${text}"`);
}

/** @param {string} file @param {IndexOptions} options @param {number} after */
async function sentAfter(file, { otlp, keyLog, allFindings }, after) {
  return sendSpansOf(file, { url: String(otlp), version: VERSION, after, keyLog, allFindings });
}

/** For programs that need the tables' schema before there are any. */
async function printSchema() {
  const tables = Object.entries(COLUMNS).map(([table, columns]) => [
    table,
    columns.map(({ name, type }) => ({ name, type })),
  ]);
  await print(`${JSON.stringify({ schema: SCHEMA_VERSION, tables: Object.fromEntries(tables) })}\n`);
  return 0;
}

/**
 * @typedef {object} FileOutcome the outcome of a file
 * @property {'added'|'known'|'failed'} outcome
 * @property {string} [capture] its key
 * @property {string} [message] why it cannot be read
 * @property {import('../../lib/fleet/figures.js').Figures} [figures] of what was added
 * @property {import('../../lib/fleet/otlp/send-spans.js').SentSpans} [spans] of what was added
 */

/**
 * @param {TablesFolder} tables
 * @param {string} file
 * @param {Omit<IndexOptions, 'path'> & { others: readonly string[] }} options
 * @param {string} output
 * @returns {Promise<FileOutcome>}
 */
async function added(tables, file, { json, otlp, ...options }, output) {
  /** @type {Pick<FileOutcome, 'figures'|'spans'>} */
  const details = {};
  const onAdded = async (
    /** @type {import('../../lib/library/index.js').Capture} */ capture,
    /** @type {string} */ key,
  ) => {
    if (json) details.figures = await figuresOf(capture);
    if (otlp !== null) details.spans = await sendSpans(capture, { url: otlp, version: VERSION, key });
  };
  try {
    const add = () => tables.add(file, { version: VERSION, onAdded, ...options });
    const { key, isNew } = await writing(output, add);
    return { outcome: isNew ? 'added' : 'known', capture: key, ...details };
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return { outcome: 'failed', message: error.message };
  }
}
