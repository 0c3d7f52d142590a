/** Everything that the command line prints and the page asks for of a capture, as text or bytes by name. */
import { describedPages } from '../../lib/analysis/messages/page-verdicts.js';
import { AllConnections } from '../../lib/analysis/quic/all-connections.js';
import { QuicConnections } from '../../lib/analysis/quic/quic-connections.js';
import { describeQuicPackets } from '../../lib/quicflow/describe/describe-packets.js';
import { answers } from '../../lib/session/answers.js';
import { ConnectionIndex } from '../../lib/session/connection-index.js';
import { Exports } from '../../lib/session/exports.js';
import { reportAnswer } from '../../lib/session/report.js';
import { WhatIfSession } from '../../lib/session/what-if.js';
import { describePackets } from '../../lib/tcpflow/describe/describe-packets.js';
import { JsonBytes } from '../../lib/tcpflow/describe/json-bytes.js';
import { tcptraceCsv } from '../../lib/tcpflow/tcptrace/csv.js';
import { NodeHost } from '../../server/worker/node-host.js';

/** @typedef {import('../../lib/analysis/opened-analysis.js').OpenedAnalysis} OpenedAnalysis */
/** @typedef {(name: string, answer: unknown) => void} Tell */

/** Connections and messages of each that are asked for one by one. */
const OPENED_FLOWS = 5;
const OPENED_MESSAGES = 5;
const OPENED_LANES = 3;
const LANE_BINS = 100;
const SEARCHES = ['rst', 'retransmission', '200', 'a', '#3', 'tcp.flags.syn == 1', '/'];
const SORTS = [
  'verdict',
  'client',
  'server',
  'state',
  'start',
  'duration',
  'packets',
  'bytes',
  'retransmissions',
  'rtt',
  'requests',
];
const FILTERS = [
  '',
  '443 a',
  'server.port == 80 || tls',
  'client.bytes > 1 kB && !(client.retransmissions > 2 %)',
  'rtt < 20 ms && rate >= 1 kbit/s && client == 10.0.0.0/8',
  'state in {closed, reset} && protocol != "http/2" && !guessed',
  'host contains "a" || target contains "/"',
  'requests > 0 || rtt.max < 1 s || start >= 0 || duration > 1 min || reordered > 1',
];
const REDACTED = { flows: null, name: '', sizeBytes: 0, decodeAs: [], notes: [], place: '', isRedacted: true };
const FILES = ['packets.pcap', 'packets.csv', 'rtt.csv', 'sender-rtt.csv', 'flight.csv', 'xplot.tar'];

/** @param {OpenedAnalysis} analysis that has ended @param {Tell} tell */
export function tellForms(analysis, tell) {
  const flows = Array.from({ length: analysis.connections.count }, (_, index) =>
    JSON.stringify(analysis.connections.describe(index)),
  );
  tell('analyze --json: findings', analysis.findings.ofCapture());
  tell('analyze --json: capture', analysis.ingest.describe());
  tell('analyze --json: flows', flows.join('\n'));
  tell('analyze --json: flows', flows.map((_, index) => writtenFlow(analysis, index)).join('\n'));
  tell('analyze --packets', [...describePackets(analysis.ingest.tcp)]);
  const { quic, durationNs } = analysis.ingest;
  if (quic !== null) {
    tell('analyze --packets: QUIC', [...describeQuicPackets(quic)]);
    const connections = new QuicConnections(quic, durationNs);
    const indexes = Array.from({ length: connections.count }, (_, index) => index);
    tell(
      'analyze --json: QUIC',
      indexes.map((index) => connections.describe(index)),
    );
    tell(
      'analyze --sender: QUIC',
      indexes.map((index) => connections.describeSenders(index)),
    );
  }
  tell('analyze --messages', [...analysis.messages.inOrder()]);
  tell('analyze --pages', [...describedPages(analysis)]);
  tell('analyze --mux', [...analysis.messages.muxFragments()]);
  for (let index = 0; index < Math.min(OPENED_FLOWS, flows.length); index++) {
    tell(`analyze --sender ${index}`, [...analysis.opened.describeSenders(index)]);
  }
  tell('analyze --format tcptrace-csv', [...tcptraceCsv(analysis.ingest.tcp, analysis.ingest.forTcptrace())]);
}

/** As `analyze --json` prints it. @param {OpenedAnalysis} analysis @param {number} index */
function writtenFlow(analysis, index) {
  const json = new JsonBytes(analysis.ingest.tcp.flows.jsonBuffer);
  analysis.connections.write(json, index);
  return Buffer.concat(json.take()).toString();
}

/**
 * @param {OpenedAnalysis} analysis
 * @param {string} path of the capture, where it lies in a file
 * @returns {any} what a session has of a capture
 */
function sessionState(analysis, path) {
  const host = NodeHost.ofFile(path);
  const connections = new AllConnections(analysis);
  return {
    host,
    analysis,
    analysedBytes: 0,
    ended: true,
    watchedFlows: [],
    version: analysis.ingest.version + 1,
    connections,
    index: new ConnectionIndex(connections),
    exports: new Exports(host),
    whatIf: new WhatIfSession(),
  };
}

/** @param {OpenedAnalysis} analysis that has ended @param {Tell} tell */
export function tellAnswers(analysis, tell) {
  const state = sessionState(analysis, '');
  const window = { startNs: 0, endNs: Math.max(1, analysis.ingest.durationNs), bins: LANE_BINS };
  const flows = Array.from({ length: Math.min(OPENED_FLOWS, analysis.connections.count) }, (_, index) =>
    analysis.connections.numberOf(index),
  );
  for (const text of FILTERS) {
    tell(`rows ${text}`, answers.rows(state, { sort: 'flow', descending: false, text, offset: 0, limit: 50 }));
    tell(`filter ${text}`, answers.wiresharkFilter(state, { text }));
  }
  for (const sort of SORTS) {
    tell(`rows by ${sort}`, answers.rows(state, { sort, descending: true, text: '', offset: 0, limit: 9 }));
  }
  for (const text of SEARCHES) tell(`find ${text}`, answers.findPackets(state, { text }));
  tell('cost', answers.cost(state, { flow: null }));
  tell('findings', answers.findings(state));
  tell('verdict', answers.verdict(state));
  tell('lanes', answers.overviewLanes(state, { flows, ...window }));
  tell('lane order', answers.overviewOrder(state, { text: '' }));
  tell('arcs', answers.overviewArcs(state));
  tell('pages', answers.pages(state, { offset: 0, limit: 50 }));
  for (const page of /** @type {const} */ ([null, 'all'])) {
    tell(`waterfall ${page}`, answers.pageWaterfall(state, { page }));
  }
  for (const flow of flows) tellConnection(state, flow, tell);
}

/** @param {any} state @param {number} flow its number @param {Tell} tell */
function tellConnection(state, flow, tell) {
  const about = (/** @type {string} */ what) => `connection ${flow}: ${what}`;
  const range = { startNs: 0, endNs: state.analysis.ingest.durationNs / 2 };
  tell(about('description'), answers.flow(state, { flow }));
  tell(about('cost'), answers.cost(state, { flow }));
  tell(about('findings'), answers.connectionFindings(state, { flow }));
  tell(about('time'), answers.connectionTime(state, { flow }));
  tell(about('waterfall'), answers.connectionWaterfall(state, { flow }));
  for (const measured of [false, true]) {
    tell(
      about('packets'.repeat(1 + Number(measured))),
      answers.packets(state, { flow, measured, sketch: false, range: null }),
    );
  }
  tell(about('sketch'), answers.packets(state, { flow, measured: false, sketch: true, range }));
  tell(about('round trips'), answers.rtt(state, { flow }));
  tell(about('flight'), answers.flight(state, { flow }));
  for (const sketch of [false, true]) {
    tell(about(`sender ${sketch}`), answers.sender(state, { flow, sketch, range: null }));
  }
  for (let connection = 0; connection < OPENED_LANES; connection++) {
    tell(about(`lanes ${connection}`), answers.lanes(state, { flow, connection }));
  }
  tell(about('messages'), answers.messages(state, { flow, offset: 0, limit: 100 }));
  for (const message of messagesOf(state, flow)) {
    tell(about(`exchange ${message}`), answers.exchange(state, { flow, message }));
  }
}

/** @param {any} state @param {number} flow its number @returns {number[]} the first of its messages */
const messagesOf = ({ analysis }, flow) =>
  [...analysis.ingest.messages.messagesOf(analysis.connections.indexOf(flow))].slice(0, OPENED_MESSAGES);

/**
 * What is read from the capture's file a second time, or replayed.
 * @param {OpenedAnalysis} analysis that has ended @param {string} path of its file @param {Tell} tell
 */
export async function tellFiles(analysis, path, tell) {
  const state = sessionState(analysis, path);
  const { signal } = new AbortController();
  for (const keepsPaths of [false, true]) {
    const { data } = await reportAnswer(state, { ...REDACTED, keepsPaths }, signal);
    tell(`redacted report ${keepsPaths}`, data);
  }
  for (let index = 0; index < Math.min(2, analysis.connections.count); index++) {
    const flow = analysis.connections.numberOf(index);
    for (const file of FILES) {
      tell(`${file} of ${flow}`, await exported(state, answers.exportBegin(state, { flow, file })));
    }
    for (const message of messagesOf(state, flow)) {
      for (const decoded of [false, true]) {
        tell(`body ${message}`, await exported(state, answers.bodyBegin(state, { flow, message, decoded })));
      }
    }
    tell(`what if ${flow}`, await answers.whatIf(state, { flow, settings: ['initcwnd=30'], isDraft: true }, signal));
  }
}

/** @param {any} state @param {number} number of an export @returns {Promise<string>} */
async function exported(state, number) {
  const pieces = [];
  for (let piece; (piece = await answers.exportNext(state, { number })) !== null;) pieces.push(Buffer.from(piece));
  await answers.exportEnd(state, { number });
  return Buffer.concat(pieces).toString('latin1');
}
