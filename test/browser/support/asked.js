/** What a session answers of a capture, as digests: of one in this process, and of one in a browser's worker. */
import { createHash } from 'node:crypto';

import { Session } from '../../../lib/session/session.js';
import { QUIC_FLOWS } from '../../../lib/shared/quic-flow.js';
import { NodeHost } from '../../../server/worker/node-host.js';

/** @typedef {{ method: string, args: object, isFile?: boolean }} Question */
/** @typedef {{ connections: number, quicConnections: number, error: string|null, answers: string[] }} Answered */

const TASK = {
  keyLog: '',
  decodeAs: [],
  isGrowing: false,
  versionBase: 0,
  columnBytes: 2 ** 31,
  memoryBytes: 2 ** 33,
  reportMs: 100,
};
const FLOWS = 4;
const ALL_TIME = { startNs: 0, endNs: 2 ** 60, bins: 100 };
const SORTS = ['flow', 'verdict', 'bytes', 'server'];
const FILES = ['packets.pcap', 'packets.csv', 'rtt.csv', 'sender-rtt.csv', 'flight.csv', 'stream.txt', 'stream.ndjson'];

/**
 * @param {number} connections of the capture, TCP's @param {number} [quicConnections]
 * @returns {Question[]}
 */
export const questionsOf = (connections, quicConnections = 0) => [
  ...SORTS.map((sort) => ({ method: 'rows', args: { sort, descending: false, text: '', offset: 0, limit: 50 } })),
  {
    method: 'rows',
    args: { sort: 'flow', descending: true, text: 'packets > 3 && requests >= 0', offset: 0, limit: 50 },
  },
  ...['findings', 'figures', 'verdict', 'overviewArcs'].map((method) => ({ method, args: {} })),
  { method: 'explanation', args: { flow: null } },
  { method: 'pages', args: { offset: 0, limit: 50 } },
  { method: 'overviewOrder', args: { text: '' } },
  { method: 'ioGraph', args: { text: '', startNs: 0, endNs: 2 ** 60, bins: 50, direction: 'both', hasTrips: true } },
  { method: 'overviewDensity', args: { text: '', rows: 20, bins: 10 } },
  { method: 'spanFigures', args: { text: '', startNs: 0, endNs: 2 ** 60 } },
  { method: 'connectionPoints', args: { text: '', x: 'rtt', y: 'rate', by: 'finding' } },
  { method: 'connectionStrip', args: { text: '', bins: 50 } },
  { method: 'findPackets', args: { text: 'syn' } },
  { method: 'captureTime', args: {} },
  { method: 'pageVerdict', args: { page: 0 } },
  { method: 'pageWaterfall', args: { page: 'all' } },
  ...Array.from({ length: Math.min(FLOWS, connections) }, (_, flow) => ofConnection(flow)).flat(),
  ...Array.from({ length: Math.min(FLOWS, quicConnections) }, (_, i) => ofQuic(QUIC_FLOWS + i)).flat(),
];

/** @param {number} flow @returns {Question[]} */
const ofConnection = (flow) => [
  ...[
    'flow',
    'connectionFindings',
    'connectionTime',
    'rtt',
    'flight',
    'connectionWaterfall',
    'cost',
    'explanation',
  ].map((method) => ({ method, args: { flow } })),
  { method: 'packets', args: { flow, measured: true, sketch: false, range: null } },
  { method: 'packets', args: { flow, measured: false, sketch: true, range: null } },
  { method: 'sender', args: { flow, sketch: false, range: null } },
  { method: 'lanes', args: { flow, connection: 0 } },
  { method: 'messages', args: { flow, offset: 0, limit: 100 } },
  { method: 'statements', args: { flow } },
  { method: 'overviewLanes', args: { flows: [flow], ...ALL_TIME } },
  { method: 'whatIf', args: { flow, settings: ['rtt=50ms'], isDraft: true } },
  ...FILES.map((file) => ({ method: 'exportBegin', args: { flow, file }, isFile: true })),
  ...[0, 1].map((message) => ({ method: 'bodyBegin', args: { flow, message, decoded: true }, isFile: true })),
];

/** @param {number} flow @returns {Question[]} */
const ofQuic = (flow) => [
  ...['flow', 'connectionFindings', 'connectionWaterfall', 'explanation', 'quicFacts', 'quicPackets'].map((method) => ({
    method,
    args: { flow },
  })),
  { method: 'messages', args: { flow, offset: 0, limit: 100 } },
  { method: 'quicRows', args: { flow, offset: 0, limit: 100 } },
  ...[0, 1].flatMap((direction) => [
    { method: 'quicSequence', args: { flow, direction, by: 'data' } },
    { method: 'quicSender', args: { flow, direction } },
  ]),
  { method: 'bodyBegin', args: { flow, message: 1, decoded: true }, isFile: true },
  { method: 'exportBegin', args: { flow, file: 'frame.json', part: { frame: 1 } }, isFile: true },
];

/**
 * Reads a capture and asks; it is passed to the browser, so it names nothing from outside.
 * @param {{ post: (message: any) => void, hear: (listener: (message: any) => void) => void, begin: any,
 *   questions: Question[], digest: (bytes: Uint8Array) => Promise<string> }} given
 * @returns {Promise<Answered>}
 */
async function askedOf({ post, hear, begin, questions, digest }) {
  /** @type {Map<number, (message: any) => void>} */
  const waiting = new Map();
  /** @type {any} */
  const end = await new Promise((resolve) => {
    hear((message) => {
      if (message.kind === 'end') resolve(message);
      else waiting.get(message.id)?.(message);
    });
    post(begin);
  });
  let id = 0;
  const ask = (/** @type {string} */ method, /** @type {object} */ args) =>
    new Promise((resolve) => {
      waiting.set(++id, resolve);
      post({ kind: 'ask', id, method, args });
    });
  const textOf = async (/** @type {any} */ { result, error }) => {
    if (error) return `${error.status} ${error.message}`;
    return result instanceof Uint8Array ? digest(result) : JSON.stringify(result);
  };
  const answers = [];
  for (const { method, args, isFile = false } of questions) {
    const first = /** @type {any} */ (await ask(method, args));
    let text = isFile && !first.error ? '' : await textOf(first);
    if (isFile && !first.error) {
      const number = first.result;
      for (let piece; (piece = /** @type {any} */ (await ask('exportNext', { number }))).result !== null;) {
        text += ` ${await textOf(piece)}`;
        if (piece.error) break;
      }
      await ask('exportEnd', { number });
    }
    answers.push(`${method} ${JSON.stringify(args)}: ${text}`);
  }
  const { connections = 0, quicConnections = 0 } = end.summary ?? {};
  return { connections, quicConnections, error: end.error?.message ?? null, answers };
}

/**
 * @param {string} path
 * @param {{ keyLog?: string, questions: Question[] }} given
 * @returns {Promise<Answered>}
 */
export const askedHere = (path, { keyLog = '', questions }) =>
  askedOfSession(path, { kind: 'begin', task: { ...TASK, keyLog } }, questions);

/**
 * @param {Uint8Array} data of a report
 * @param {Question[]} questions
 * @param {(bytes: Uint8Array) => Promise<string>} [digest] what is told of bytes
 * @returns {Promise<Answered>}
 */
export const askedOfReport = (data, questions, digest = sha256) =>
  askedOfSession('', { kind: 'restore', task: TASK, data }, questions, digest);

const sha256 = async (/** @type {Uint8Array} */ bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * @param {string} path @param {object} begin the first message @param {Question[]} questions
 * @param {(bytes: Uint8Array) => Promise<string>} [digest]
 */
function askedOfSession(path, begin, questions, digest = sha256) {
  /** @type {(message: any) => void} */
  let listener = () => undefined;
  const session = new Session(NodeHost.ofFile(path), (message) => listener(message));
  return askedOf({
    post: (message) => session.receive(message),
    hear: (given) => (listener = given),
    begin,
    questions,
    digest,
  });
}

/**
 * @param {import('playwright-core').Page} page of the site, which has an input for files `#asked`
 * @param {{ keyLog?: string, questions: Question[] }} given
 * @returns {Promise<Answered>}
 */
export const askedInPage = (page, { keyLog = '', questions }) =>
  page.evaluate(
    async ({ source, task, questions: asked }) => {
      const worker = new Worker(/** @type {HTMLLinkElement} */ (document.getElementById('worker')).href, {
        type: 'module',
      });
      const [file] = /** @type {HTMLInputElement} */ (document.getElementById('asked')).files ?? [];
      const digest = async (/** @type {Uint8Array<ArrayBuffer>} */ bytes) =>
        Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
          byte.toString(16).padStart(2, '0'),
        ).join('');
      const { default: ask } = await import(source);
      const answered = await ask({
        post: (/** @type {any} */ message) => worker.postMessage(message),
        hear: (/** @type {(message: any) => void} */ listener) => {
          worker.onmessage = ({ data }) => listener(data);
        },
        begin: { kind: 'begin', task: { ...task, file } },
        questions: asked,
        digest,
      });
      worker.terminate();
      return answered;
    },
    { source: './asked.js', task: { ...TASK, keyLog }, questions },
  );

/** `askedOf` as a module, for the site's server. */
export const ASKED_SCRIPT = `export default ${askedOf}`;
