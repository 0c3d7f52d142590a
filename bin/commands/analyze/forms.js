import { quicConnections } from '../../../lib/analysis/quic/load.js';
import { takeExaminer } from '../../../lib/analysis/take-examiner.js';
import { JsonBytes } from '../../../lib/tcpflow/describe/json-bytes.js';
import { anyFlowIndex, flowIndex, noConnection } from '../input/flow-index.js';
import { Output } from '../output.js';

/** @typedef {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} CaptureAnalysis */

/**
 * Prints what was analysed in one of `analyze`'s forms. Only the modules of that form are loaded.
 * @param {import('./analyze.js').Form} form
 * @param {object} what
 * @param {CaptureAnalysis} what.analysis
 * @param {number|string|null} what.flow the number of the connection of `--sender` or `--explain-verdict`, the name of
 *   QUIC's; null: of none
 * @param {boolean} what.all whether every connection is looked at for findings, however long that takes
 */
export async function print(form, { analysis, flow, all }) {
  const output = new Output();
  switch (form) {
    case 'json':
      await printJson(analysis, output, all);
      break;
    case 'packets': {
      const { describePackets } = await import('../../../lib/tcpflow/describe/describe-packets.js');
      const { byFrame } = await import('../../../lib/shared/by-frame.js');
      const segments = describePackets(analysis.ingest.tcp);
      await printLines(output, byFrame(segments, await quicPackets(analysis)), JSON.stringify);
      break;
    }
    case 'messages':
      await printLines(output, analysis.messages.ofAllTransports(), JSON.stringify);
      break;
    case 'pages': {
      const { describedPages } = await import('../../../lib/analysis/messages/page-verdicts.js');
      await printLines(output, describedPages(analysis), JSON.stringify);
      break;
    }
    case 'mux':
      await printLines(output, analysis.messages.muxFragments(), JSON.stringify);
      break;
    case 'tcptrace-csv': {
      const { tcptraceCsv } = await import('../../../lib/tcpflow/tcptrace/csv.js');
      await printLines(output, tcptraceCsv(analysis.ingest.tcp, analysis.ingest.forTcptrace()));
      break;
    }
    case 'sender': {
      await printLines(output, await sendersOf(analysis, flow ?? 0), JSON.stringify);
      break;
    }
    case 'explain-verdict': {
      const index = flow === null ? null : anyFlowIndex(analysis, String(flow), '--explain-verdict');
      const { explain } = await import('../../../lib/analysis/explain-verdict.js');
      await takeExaminer(analysis, all);
      await printLines(output, explanationLines(explain(analysis, await ofAllTransports(analysis), index)));
      break;
    }
    default: {
      const { connectionTable } = await import('./table.js');
      await takeExaminer(analysis, all);
      await printLines(output, connectionTable(analysis, await ofAllTransports(analysis)));
    }
  }
  await output.flush();
}

/** @param {CaptureAnalysis} analysis */
const ofAllTransports = async (analysis) =>
  (await import('../../../lib/analysis/quic/all-connections.js')).AllConnections.of(analysis);

/** @param {import('../../../lib/insight/verdict/explanation.js').Explanation} explained */
const explanationLines = ({ sentence, why, sections }) => [
  `${sentence}.`,
  `Why: ${why}.`,
  ...sections.flatMap(({ title, lines }) => [`${title}:`, ...lines.map((line) => `  ${line}`)]),
];

/**
 * @template T
 * @param {Output} output
 * @param {Iterable<T>} values a line each
 * @param {(value: T) => string} textOf
 */
async function printLines(output, values, textOf = String) {
  for (const value of values) {
    const full = output.write(`${textOf(value)}\n`);
    if (full) await full;
  }
}

/**
 * @param {CaptureAnalysis} analysis
 * @param {Output} output
 * @param {boolean} all whether every connection is looked at for findings
 */
async function printJson(analysis, output, all) {
  await takeExaminer(analysis, all, { withTime: true });
  const connections = await ofAllTransports(analysis);
  output.write(`{"capture":${JSON.stringify(analysis.ingest.describe())},"flows":[`);
  await printFlows(analysis, connections.quic, output);
  const findings = connections.namedOfCapture();
  const figures = analysis.connections.figures();
  const time = analysis.findings.times?.describeCapture();
  const statements = analysis.messages.statements();
  output.write(`],${JSON.stringify({ ...findings, time, figures, statements }).slice(1)}\n`);
}

/**
 * The senders of a connection of TCP, by its number, or of QUIC.
 * @param {CaptureAnalysis} analysis @param {number|string} flow
 */
async function sendersOf({ ingest, connections }, flow) {
  if (typeof flow === 'number') {
    const index = flowIndex({ connections }, flow);
    const { OpenedConnections } = await import('../../../lib/analysis/opened-connections.js');
    return new OpenedConnections(ingest).describeSenders(index);
  }
  const ofQuic = await quicConnections(ingest);
  if (ofQuic === null) throw noConnection(flow, connections.count);
  const index = ofQuic.indexOf(flow);
  if (index < 0) throw noConnection(flow, connections.count + ofQuic.count);
  return ofQuic.describeSenders(index);
}

/**
 * QUIC's packets; its modules are loaded only where there are any.
 * @param {CaptureAnalysis} analysis @returns {Promise<Iterable<{ frame: number }>>}
 */
async function quicPackets({ ingest: { quic } }) {
  if (quic === null) return [];
  return (await import('../../../lib/quicflow/describe/describe-packets.js')).describeQuicPackets(quic);
}

/**
 * @param {CaptureAnalysis} analysis
 * @param {import('../../../lib/analysis/quic/all-connections.js').QuicRows|null} quic
 * @param {Output} output
 */
async function printFlows({ connections, findings, ingest }, quic, output) {
  const json = new JsonBytes(ingest.tcp.flows.jsonBuffer);
  for (let index = 0; index < connections.count; index++) {
    json.write(index === 0 ? '\n' : ',\n');
    connections.write(json, index);
    if (!json.isFull && index + 1 < connections.count) continue;
    for (const bytes of json.take()) await output.writeBytes(bytes);
  }
  for (let index = 0; index < (quic?.count ?? 0); index++) {
    const isFirst = connections.count + index === 0;
    const full = output.write(`${isFirst ? '' : ','}\n${JSON.stringify(quic?.describe(index, findings.times))}`);
    if (full) await full;
  }
}
