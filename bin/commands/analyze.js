import { parseArgs } from 'node:util';
import { POLICY_NAMES, isPolicyName } from '../../lib/tcpflow/reassembly/policy.js';
import { FLOW } from '../../lib/tcpflow/flow-fields.js';
import { JsonBytes, fragment } from '../../lib/tcpflow/flow-json-bytes.js';
import { flowIndex, flowNumber } from './flow-index.js';
import { withLessInlining } from './less-inlining.js';
import { Output } from './output.js';
import { progressLine } from './progress.js';
import { readKeyLog } from './read-key-log.js';
import { analyzeNamed } from './read-named.js';
import { UsageError } from './usage-error.js';

const FORMS = /** @type {const} */ (['json', 'packets', 'messages', 'pages', 'mux', 'sender']);
const TCPTRACE_CSV = 'tcptrace-csv';
/** Forms that an `OpenedAnalysis` answers. @type {ReadonlySet<string|undefined>} */
const OPENED_FORMS = new Set(['packets', 'sender', TCPTRACE_CSV]);

/** Forms that show messages, or what is ill with them. @type {ReadonlySet<string|undefined>} */
const WITH_MESSAGES = new Set(['messages', 'pages', 'json', undefined]);

/** @typedef {import('../../lib/analysis.js').CaptureAnalysis} CaptureAnalysis */
/** @typedef {import('../../lib/opened-analysis.js').OpenedAnalysis} OpenedAnalysis */

const FIRST_LINE = fragment('\n'), NEXT_LINE = fragment(',\n');

/**
 * `analyze FILE [--keylog KEYFILE] [--json|--packets|--messages|--pages|--mux|--sender FLOW|--format tcptrace-csv] [--mux-credit BYTES] [--reassembly POLICY]`
 * @param {string[]} args
 * @returns {Promise<number>} exit status
 */
export async function analyze(args) {
  const { values, positionals } = parseArgs({
    args, allowPositionals: true,
    options: {
      json: { type: 'boolean' }, packets: { type: 'boolean' }, messages: { type: 'boolean' }, pages: { type: 'boolean' }, mux: { type: 'boolean' },
      sender: { type: 'string' }, format: { type: 'string' }, keylog: { type: 'string' }, 'mux-credit': { type: 'string' }, reassembly: { type: 'string', default: 'first' },
    },
  });
  if (positionals.length !== 1) throw new UsageError('analyze takes one FILE');
  const form = formOf(values), sender = values.sender === undefined ? -1 : flowNumber(values.sender, '--sender');
  const { reassembly } = values;
  if (!isPolicyName(reassembly)) throw new UsageError(`--reassembly takes one of ${POLICY_NAMES.join(', ')}`);
  const keyLog = await readKeyLog(values.keylog);
  const options = { keepMessages: WITH_MESSAGES.has(form), keyLog, reassembly, muxCredit: creditOf(values['mux-credit']) };
  const progress = progressLine();
  const { analysis, ahead } = await analyzeNamed(positionals[0], ({ core, front }) => newAnalysis(form, { ...options, core, front }), { onProgress: progress.show, isWriting: form === 'json' });
  progress.clear();
  for (const { message } of form === 'json' ? [] : analysis.describeCapture().warnings) process.stderr.write(`selfclock: ${message}\n`);
  const output = new Output();
  switch (form) {
    case 'json': await printJson(analysis, ahead, output); break;
    case 'packets': await printPackets(/** @type {OpenedAnalysis} */ (analysis), output); break;
    case 'messages': await printMessages(analysis, output); break;
    case 'pages': await printPages(analysis, output); break;
    case 'mux': await printMux(analysis, output); break;
    case TCPTRACE_CSV: await printTcptraceCsv(/** @type {OpenedAnalysis} */ (analysis), output); break;
    case 'sender': await printSenders(/** @type {OpenedAnalysis} */ (analysis), output, flowIndex(analysis, sender)); break;
    default:
      await takeExaminer(analysis);
      await printTable(analysis, output);
  }
  await output.flush();
  return 0;
}

/**
 * @param {{ json?: boolean, packets?: boolean, messages?: boolean, pages?: boolean, mux?: boolean, sender?: string, format?: string }} values
 * @returns {typeof FORMS[number]|typeof TCPTRACE_CSV|undefined}
 */
function formOf({ format, ...values }) {
  const forms = FORMS.filter((form) => values[form] !== undefined), names = [...forms, ...(format === undefined ? [] : ['format'])];
  if (names.length > 1 && names.join() !== 'json,mux') throw new UsageError(`--${names.join(' and --')} do not go together`);
  if (format === undefined) return forms[0];
  if (format !== TCPTRACE_CSV) throw new UsageError(`--format takes ${TCPTRACE_CSV}`);
  return TCPTRACE_CSV;
}

/**
 * Loads what the form needs, and no more, as each module is time; where another thread reads the capture it has begun by now.
 * @param {ReturnType<typeof formOf>} form @param {NonNullable<ConstructorParameters<typeof import('../../lib/analysis.js').CaptureAnalysis>[0]>} options
 * @returns {Promise<CaptureAnalysis>} an `OpenedAnalysis` where the form is of packets or senders
 */
async function newAnalysis(form, options) {
  const { nodeCiphers } = await import('../../lib/ciphers/node-ciphers.js'), all = { ...options, ciphers: nodeCiphers };
  if (OPENED_FORMS.has(form)) return new (await import('../../lib/opened-analysis.js')).OpenedAnalysis(all);
  return new (await import('../../lib/analysis.js')).CaptureAnalysis(all);
}

/** @param {string|undefined} text @returns {number|undefined} bytes */
function creditOf(text) {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--mux-credit takes a number of bytes, not "${text}"`);
  return Number(text);
}

/** Connections that are few between the same hosts, or that nothing is odd about, need none. */
const FEW_FLOWS = 3;

/** Loads what finds faults only where there may be some: it takes a part of the start. @param {CaptureAnalysis} analysis */
async function takeExaminer(analysis) {
  const { hasExaminable, hasRemarkable } = await import('../../lib/insight/findings/remarkable.js'), { tcp, messages, muxCredit } = analysis;
  if (analysis.flowCount < FEW_FLOWS && !hasRemarkable(tcp.flows)) return;
  if (hasExaminable(tcp.flows)) {
    const { Examiner } = await import('../../lib/insight/findings/examine.js');
    analysis.examiner = withLessInlining(new Examiner(tcp, messages, muxCredit), analysis.flowCount, (flow) => tcp.flows.int(flow, FLOW.PACKETS));
  }
  else analysis.examiner = new (await import('../../lib/insight/findings/unexamined.js')).Unexamined(tcp, messages);
}

/** @param {CaptureAnalysis} analysis @param {import('../../lib/ahead/read-ahead.js').ReadAhead|null} ahead @param {Output} output */
async function printJson(analysis, ahead, output) {
  await takeExaminer(analysis);
  output.write(`{"capture":${JSON.stringify(analysis.describeCapture())},"flows":[`);
  const writing = ahead?.shareWriting(analysis) ?? null;
  if (writing === null) await printFlows(analysis, output);
  else await writing.run((bytes) => output.writeBytes(bytes));
  output.write(`],${JSON.stringify(analysis.describeFindings(await writing?.between)).slice(1)}\n`);
}

/** @param {CaptureAnalysis} analysis @param {Output} output */
async function printFlows(analysis, output) {
  const json = new JsonBytes(analysis.tcp.flows.jsonBuffer);
  for (let index = 0; index < analysis.flowCount; index++) {
    json.text(index === 0 ? FIRST_LINE : NEXT_LINE);
    analysis.writeFlow(json, index);
    if (json.isFull) await output.writeBytes(json.take());
  }
  await output.writeBytes(json.take());
}

/** @param {OpenedAnalysis} analysis @param {Output} output */
async function printPackets(analysis, output) {
  for (const packet of analysis.describePackets()) {
    const full = output.write(`${JSON.stringify(packet)}\n`);
    if (full) await full;
  }
}

/** @param {CaptureAnalysis} analysis @param {Output} output */
async function printMessages(analysis, output) {
  for (const message of analysis.describeMessages()) {
    const full = output.write(`${JSON.stringify(message)}\n`);
    if (full) await full;
  }
}

/** @param {CaptureAnalysis} analysis @param {Output} output */
async function printPages(analysis, output) {
  for (const page of analysis.describePages()) {
    const full = output.write(`${JSON.stringify(page)}\n`);
    if (full) await full;
  }
}

/** @param {OpenedAnalysis} analysis @param {Output} output @param {number} index */
async function printSenders(analysis, output, index) {
  for (const sender of analysis.describeSenders(index)) await output.write(`${JSON.stringify(sender)}\n`);
}

/** @param {CaptureAnalysis} analysis @param {Output} output */
async function printMux({ messages }, output) {
  for (const row of messages.mux.rows()) {
    const full = output.write(`${JSON.stringify(messages.describeFragment(row))}\n`);
    if (full) await full;
  }
}

/** @param {OpenedAnalysis} analysis @param {Output} output */
async function printTcptraceCsv(analysis, output) {
  for (const line of analysis.tcptraceCsv()) {
    const full = output.write(`${line}\n`);
    if (full) await full;
  }
}

/** @param {CaptureAnalysis} analysis @param {Output} output */
async function printTable(analysis, output) {
  const { connectionTable } = await import('./table.js');
  for (const line of connectionTable(analysis)) {
    const full = output.write(`${line}\n`);
    if (full) await full;
  }
}
