import { JsonBytes } from '../../lib/tcpflow/describe/json-bytes.js';
import { takeExaminer } from './findings.js';
import { flowIndex } from './flow-index.js';
import { Output } from './output.js';

/** @typedef {import('../../lib/analysis/segment-analysis.js').SegmentAnalysis} SegmentAnalysis */
/** @typedef {import('../../lib/analysis/opened-analysis.js').OpenedAnalysis} OpenedAnalysis */

/**
 * Prints what was analysed in one of `analyze`'s forms.
 * @param {import('./analyze.js').Form} form
 * @param {object} what
 * @param {SegmentAnalysis} what.analysis
 * @param {number} what.sender the number of the connection of `--sender`
 * @param {boolean} what.all whether every connection is looked at for findings, however long that takes
 */
export async function print(form, { analysis, sender, all }) {
  const output = new Output();
  switch (form) {
    case 'json':
      await printJson(analysis, output, all);
      break;
    case 'packets':
      await printPackets(/** @type {OpenedAnalysis} */ (analysis), output);
      break;
    case 'messages':
      await printMessages(analysis, output);
      break;
    case 'pages':
      await printPages(analysis, output);
      break;
    case 'mux':
      await printMux(analysis, output);
      break;
    case 'tcptrace-csv':
      await printTcptraceCsv(/** @type {OpenedAnalysis} */ (analysis), output);
      break;
    case 'sender':
      await printSenders(/** @type {OpenedAnalysis} */ (analysis), output, flowIndex(analysis, sender));
      break;
    default:
      await takeExaminer(analysis, all);
      await printTable(analysis, output);
  }
  await output.flush();
}

/**
 * @param {SegmentAnalysis} analysis
 * @param {Output} output
 * @param {boolean} all whether every connection is looked at for findings
 */
async function printJson(analysis, output, all) {
  await takeExaminer(analysis, all);
  const findings = analysis.describeFindings();
  output.write(`{"capture":${JSON.stringify(analysis.describeCapture())},"flows":[`);
  await printFlows(analysis, output);
  const figures = analysis.describeFigures();
  output.write(`],${JSON.stringify({ ...findings, figures }).slice(1)}\n`);
}

/** @param {SegmentAnalysis} analysis @param {Output} output */
async function printFlows(analysis, output) {
  const { flowCount } = analysis;
  const json = new JsonBytes(analysis.tcp.flows.jsonBuffer);
  for (let index = 0; index < flowCount; index++) {
    json.write(index === 0 ? '\n' : ',\n');
    analysis.writeFlow(json, index);
    if (!json.isFull && index + 1 < flowCount) continue;
    for (const bytes of json.take()) await output.writeBytes(bytes);
  }
}

/** @param {OpenedAnalysis} analysis @param {Output} output */
async function printPackets(analysis, output) {
  for (const packet of analysis.describePackets()) {
    const full = output.write(`${JSON.stringify(packet)}\n`);
    if (full) await full;
  }
}

/** @param {SegmentAnalysis} analysis @param {Output} output */
async function printMessages(analysis, output) {
  for (const message of analysis.describeMessages()) {
    const full = output.write(`${JSON.stringify(message)}\n`);
    if (full) await full;
  }
}

/** @param {SegmentAnalysis} analysis @param {Output} output */
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

/** @param {SegmentAnalysis} analysis @param {Output} output */
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

/** @param {SegmentAnalysis} analysis @param {Output} output */
async function printTable(analysis, output) {
  const { connectionTable } = await import('./table.js');
  for (const line of connectionTable(analysis)) {
    const full = output.write(`${line}\n`);
    if (full) await full;
  }
}
