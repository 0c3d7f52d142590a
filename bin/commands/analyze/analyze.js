import { hostLogOf } from '../../../lib/node/host-log-of.js';
import { isPolicyName, POLICY_NAMES } from '../../../lib/tcpflow/reassembly/policy.js';
import { startReading } from '../../../lib/threads/start-reader.js';
import { flowNumber, isQuicName } from '../input/flow-index.js';
import { pathOf } from '../input/paths.js';
import { readDecodeAs } from '../input/read-decode-as.js';
import { UsageError } from '../usage-error.js';

const FORMS = /** @type {const} */ (['json', 'packets', 'messages', 'pages', 'mux', 'sender', 'explain-verdict']);
const TCPTRACE_CSV = 'tcptrace-csv';
/** Forms that a host's log says something of. @type {readonly (string|undefined)[]} */
const OF_HOST_LOG = ['sender', 'json', 'explain-verdict', undefined];
/** Forms that show messages or findings. @type {ReadonlySet<string|undefined>} */
const WITH_MESSAGES = new Set(['messages', 'pages', 'json', 'explain-verdict', undefined]);

/** @typedef {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} CaptureAnalysis */
/** @typedef {typeof FORMS[number]|typeof TCPTRACE_CSV|undefined} Form undefined: the table */

/** @param {import('../options/parse.js').Given<'analyze'>} given @returns {Promise<number>} exit status */
export async function analyze({ values, positionals }) {
  if (positionals.length !== 1) throw new UsageError('analyze takes one FILE');
  const form = formOf(values);
  const flow = flowOf(values, form);
  checkFits(values, form);
  const { reassembly } = values;
  if (!isPolicyName(reassembly)) throw new UsageError(`--reassembly takes one of ${POLICY_NAMES.join(', ')}`);
  const keyLog =
    values.keylog === undefined
      ? undefined
      : await (await import('../input/read-key-log.js')).readKeyLog(pathOf(values.keylog));
  const options = {
    keepMessages: WITH_MESSAGES.has(form),
    reassembly,
    muxCredit: creditOf(values['mux-credit']),
    decodeAs: await readDecodeAs(values['decode-as']),
  };
  const file = pathOf(positionals[0]);
  const thread = await startReading(file); // before all else is loaded
  const { progressLine } = await import('../progress.js');
  const { analyzeNamed } = await import('../input/read-named.js');
  const progress = progressLine();
  const analysis = await analyzeNamed(
    file,
    (parts, known = keyLog) => newAnalysis(parts, { ...options, keyLog: known }),
    { thread, onProgress: progress.show },
  ).catch(async (/** @type {unknown} */ error) => {
    const { printQlog, qlogBytes } = await import('../input/qlog.js');
    await printQlog(await qlogBytes(file, error), form, values.sender);
    return null;
  });
  progress.clear();
  if (analysis === null) return 0;
  for (const { message } of form === 'json' ? [] : analysis.ingest.describe().warnings) {
    process.stderr.write(`selfclock: ${message}\n`);
  }
  if (OF_HOST_LOG.includes(form)) await addHostLog(analysis.ingest, file, values.log?.map(pathOf));
  await (await import('./forms.js')).print(form, { analysis, flow, all: values['all-findings'] });
  return 0;
}

/**
 * @param {{ json?: boolean, packets?: boolean, messages?: boolean, pages?: boolean, mux?: boolean, sender?: string,
 *   'explain-verdict'?: string, format?: string }} values
 * @returns {Form}
 */
function formOf({ format, ...values }) {
  const forms = FORMS.filter((form) => values[form] !== undefined);
  const names = [...forms, ...(format === undefined ? [] : ['format'])];
  if (names.length > 1 && names.join() !== 'json,mux') {
    throw new UsageError(`--${names.join(' and --')} cannot be combined`);
  }
  if (format === undefined) return forms[0];
  if (format !== TCPTRACE_CSV) throw new UsageError(`--format takes ${TCPTRACE_CSV}`);
  return TCPTRACE_CSV;
}

/**
 * @param {{ sender?: string, 'explain-verdict'?: string }} values @param {Form} form
 * @returns {number|string|null} of the connection that is asked for, a name where it is QUIC's; null: none
 */
function flowOf(values, form) {
  if (form !== 'sender' && form !== 'explain-verdict') return null;
  const text = values[form];
  if (isQuicName(String(text))) return String(text);
  return form === 'explain-verdict' && text === '' ? null : flowNumber(String(text), `--${form}`);
}

/**
 * @param {{ 'mux-credit'?: string, 'all-findings': boolean, log?: string[] }} values
 * @param {Form} form
 * @throws {UsageError} an option says nothing of that form
 */
function checkFits({ 'mux-credit': muxCredit, 'all-findings': allFindings, log }, form) {
  if (log !== undefined && !OF_HOST_LOG.includes(form)) {
    throw new UsageError('--log needs --sender, --json, --explain-verdict or the table');
  }
  if (muxCredit !== undefined && form !== 'json') throw new UsageError('--mux-credit needs --json');
  if (allFindings && form !== 'json' && form !== undefined) {
    throw new UsageError('--all-findings needs --json or the table');
  }
}

/**
 * @param {import('../../../lib/analysis/ingest.js').Ingest} ingest @param {string} file
 * @param {string[]} [given] logs
 */
async function addHostLog(ingest, file, given) {
  const log = await hostLogOf(file, given);
  if (log === null) return;
  const { takeHostLog } = await import('../../../lib/analysis/take-host-log.js');
  const { nodeDecoder } = await import('../../../lib/node/content-codings.js');
  const refusal = await takeHostLog(ingest, log, nodeDecoder);
  if (refusal !== null) process.stderr.write(`selfclock: ${refusal}\n`);
}

/**
 * Loads no decoder if another thread decodes the capture: each module takes time to load.
 * @param {Partial<import('../../../lib/threads/parallel-reader.js').ParallelReader>} parts where another thread reads
 *   the capture
 * @param {Omit<import('../../../lib/analysis/capture-analysis.js').AnalysisOptions, 'decoder'>} options
 * @returns {Promise<CaptureAnalysis>}
 */
async function newAnalysis({ core, decoder }, options) {
  const { nodeCiphers } = await import('../../../lib/node/ciphers.js');
  const { CaptureAnalysis } = await import('../../../lib/analysis/capture-analysis.js');
  return new CaptureAnalysis({
    ...options,
    core,
    ciphers: nodeCiphers,
    decoder: decoder ?? (await import('../../../lib/analysis/capture-decoder.js')).decodeHere,
  });
}

/** @param {string|undefined} text @returns {number|undefined} bytes */
function creditOf(text) {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--mux-credit takes a number of bytes, not "${text}"`);
  return Number(text);
}
