import { cleanTags, MAX_TAGS } from '../../lib/shared/captures/capture-record.js';
import { replayName } from '../../lib/shared/captures/replay-name.js';
import { flowOfText } from '../../lib/shared/quic-flow.js';
import { addresses } from '../state/addresses.js';
import { ApiError } from '../state/api-error.js';
import { isQlog } from '../state/dropped-files.js';
import { ELSEWHERE } from './elsewhere.js';
import { blobOf, exported } from './exported.js';
import { keysIn } from './keys.js';
import { localNotes } from './notes.js';
import { localReports } from './reports.js';
import { SessionWorker } from './session-worker.js';
import { parsed, pathQuestion } from './worker-questions.js';

/** @typedef {import('../state/api.js').Api} Api */
/** @typedef {import('./local-captures.js').LocalCaptures} LocalCaptures */
/** @typedef {import('./kept/kept-captures.js').KeptCaptures} KeptCaptures */
/** @typedef {{ startNs: number, endNs: number }|null} Range */

/** @param {unknown} bytes of an answer, which has its buffer alone */
const bufferOf = (bytes) => /** @type {Uint8Array<ArrayBuffer>} */ (bytes).buffer;

/** @param {Range|undefined} range */
const whole = (range) => (range ? inWholeNs(range) : null);

/** @param {{ startNs: number, endNs: number }} range */
const inWholeNs = ({ startNs, endNs }) => ({
  startNs: Math.max(0, Math.floor(startNs)),
  endNs: Math.max(0, Math.ceil(endNs)),
});

/** @param {Record<string, string>} settings as the page has them in its address */
function asked({ flow, ...settings }) {
  return {
    flow: flow === undefined ? null : flowOfText(flow),
    settings: Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  };
}

/** @returns {Promise<never>} */
async function elsewhere() {
  throw new ApiError(ELSEWHERE, { status: 501, code: 'elsewhere' });
}

/**
 * The API within the page: what `state/api.js` requests from a server.
 * @param {LocalCaptures} captures
 * @param {KeptCaptures} kept
 * @returns {Api}
 */
export function localApi(captures, kept) {
  /** The part that needs no capture. */
  const helper = new SessionWorker({ onProgress: () => undefined, onEnd: () => undefined });
  return {
    ...addresses,
    fileUrl: (captureId) => (captures.hasFile(captureId) ? addresses.fileUrl(captureId) : null),
    pageUrl: () => null,
    ...ofLibrary(captures, kept, helper),
    ...ofCapture(captures),
    ...ofConnection(captures),
    ...ofPaths(captures),
    ...ofReplays(captures, helper),
    ...localNotes(captures, kept),
    reports: async () => ({ reports: localReports(captures) }),
    studies: elsewhere,
    study: elsewhere,
    giveLoad: elsewhere,
    startStudy: elsewhere,
    cancelStudy: elsewhere,
    openStudyCapture: elsewhere,
    drawing: elsewhere,
    startLive: elsewhere,
    stop: elsewhere,
    interfaceTraffic: async () => [],
    interfaces: async () => ({
      tool: null,
      interfaces: [],
      socketsProblem: null,
      problem: { message: ELSEWHERE, command: null },
    }),
  };
}

/** @param {LocalCaptures} captures @param {string} id @param {Blob} file @throws {ApiError} it is not of the capture */
async function checkQlog(captures, id, file) {
  const { MAX_HELD_QLOG_BYTES } = await import('../../lib/shared/hostlog/host-log.js');
  const worker = await captures.workerOf(id, { isWhole: true });
  await worker.ask('checkQlog', { bytes: new Uint8Array(await file.slice(0, MAX_HELD_QLOG_BYTES + 1).arrayBuffer()) });
}

/** @param {LocalCaptures} captures @param {KeptCaptures} kept @param {SessionWorker} helper */
const ofLibrary = (captures, kept, helper) =>
  /** @satisfies {Partial<Api>} */ ({
    captures: async () => ({
      captures: captures.list(),
      storage: { usedBytes: 0, freeBytes: null, uploadLimitBytes: null },
    }),
    capture: async (id) => ({ ...captures.get(id).capture }),
    async rename(id, name) {
      captures.rename(id, name);
      return { ...captures.get(id).capture };
    },
    async setTags(id, tags) {
      captures.change(id, { tags: cleanTags(tags).slice(0, MAX_TAGS) });
      return { ...captures.get(id).capture };
    },
    async addKeys(id, file) {
      captures.fileOf(id);
      captures.get(id).keyLog += await keysIn(file);
      captures.readAgain(id);
      return { ...captures.get(id).capture };
    },
    async addHostLog(id, file) {
      captures.fileOf(id);
      if (await isQlog(file)) await checkQlog(captures, id, file);
      const entry = captures.get(id);
      entry.hostLogs = [...entry.hostLogs, file];
      captures.readAgain(id);
      return { ...entry.capture };
    },
    async decodeAs(id) {
      const protocols = await helper.ask('protocols', {});
      return { rules: captures.get(id).capture.decodeAs, protocols };
    },
    async setDecodeAs(id, rules) {
      captures.fileOf(id);
      await helper.ask('checkDecodeAs', { rules });
      captures.get(id).capture.decodeAs = [...rules];
      captures.readAgain(id);
      return { ...captures.get(id).capture };
    },
    async remove(id) {
      await kept.remove(captures.get(id));
      captures.remove(id);
    },
    async readAgain(id) {
      captures.readAgain(id);
      return { ...captures.get(id).capture };
    },
    examples: async () => ({ examples: await helper.ask('examples', {}) }),
    async openExample(name) {
      const file = `example-${name}.pcap`;
      const known = captures.list().find((capture) => capture.name === file);
      if (known) return { capture: known };
      const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (await helper.ask('example', { name }));
      const entry = captures.open(new Blob([bytes]), file);
      await entry.read;
      return { capture: { ...entry.capture } };
    },
  });

/** @param {LocalCaptures} captures */
const ofCapture = (captures) =>
  /** @satisfies {Partial<Api>} */ ({
    async connections(id, { sort, order, ...view }, signal) {
      const question = { ...view, sort, descending: order === 'desc' };
      return parsed(await (await captures.workerOf(id)).ask('rows', question, signal));
    },
    pages: async (id, limit) => parsed(await (await captures.workerOf(id)).ask('pages', { offset: 0, limit })),
    statements: async (id, flow, signal) =>
      parsed(await (await captures.workerOf(id)).ask('statements', { flow }, signal)),
    findings: async (id, signal) => parsed(await (await captures.workerOf(id)).ask('findings', {}, signal)),
    explanation: async (id, flow, signal) =>
      parsed(await (await captures.workerOf(id)).ask('explanation', { flow }, signal)),
    pageVerdict: async (id, page, signal) =>
      parsed(await (await captures.workerOf(id)).ask('pageVerdict', { page }, signal)),
    captureTime: async (id, signal) => parsed(await (await captures.workerOf(id)).ask('captureTime', {}, signal)),
    figures: async (id, signal) => parsed(await (await captures.workerOf(id)).ask('figures', {}, signal)),
    findPackets: async (id, text, signal) =>
      parsed(await (await captures.workerOf(id)).ask('findPackets', { text }, signal)),
    wiresharkFilter: async (id, text) => parsed(await (await captures.workerOf(id)).ask('wiresharkFilter', { text })),
    laneOrder: async (id, text, signal) =>
      bufferOf(await (await captures.workerOf(id)).ask('overviewOrder', { text }, signal)),
    laneDensity: async (id, asked, signal) =>
      bufferOf(await (await captures.workerOf(id)).ask('overviewDensity', asked, signal)),
    connectionPoints: async (id, asked, signal) =>
      bufferOf(await (await captures.workerOf(id)).ask('connectionPoints', asked, signal)),
    connectionStrip: async (id, asked, signal) =>
      bufferOf(await (await captures.workerOf(id)).ask('connectionStrip', asked, signal)),
    ioGraph: async (id, asked, signal) => bufferOf(await (await captures.workerOf(id)).ask('ioGraph', asked, signal)),
    spanFigures: async (id, asked, signal) =>
      parsed(await (await captures.workerOf(id)).ask('spanFigures', asked, signal)),
    laneArcs: async (id, signal) => bufferOf(await (await captures.workerOf(id)).ask('overviewArcs', {}, signal)),
    lanes: async (id, view, signal) => bufferOf(await (await captures.workerOf(id)).ask('overviewLanes', view, signal)),
    async pageWaterfall(id, page, signal) {
      const number = page === '' ? null : Number(page);
      const question = { page: page === 'all' ? /** @type {const} */ ('all') : number };
      return bufferOf(await (await captures.workerOf(id)).ask('pageWaterfall', question, signal));
    },
  });

/**
 * In a capture that is being read a connection may still come: it is asked for again whenever more has been read.
 * @template T
 * @param {LocalCaptures} captures
 * @param {string} id
 * @param {(worker: SessionWorker) => Promise<T>} ask
 * @returns {Promise<T>}
 */
async function onceThere(captures, id, ask) {
  for (;;) {
    const { state, revision } = captures.get(id).capture;
    try {
      return await ask(await captures.workerOf(id));
    } catch (error) {
      if (state !== 'reading' || !(error instanceof ApiError) || error.status !== 404) throw error;
      await captures.changedSince(id, revision);
    }
  }
}

/** @param {LocalCaptures} captures */
const ofConnection = (captures) =>
  /** @satisfies {Partial<Api>} */ ({
    connection: (id, flow, signal) =>
      onceThere(captures, id, async (worker) => parsed(await worker.ask('flow', { flow }, signal))),
    async connectionFindings(id, flow, signal) {
      const found = parsed(await (await captures.workerOf(id)).ask('connectionFindings', { flow }, signal));
      void captures.judge(id);
      return found;
    },
    connectionTime: async (id, flow, signal) =>
      parsed(await (await captures.workerOf(id)).ask('connectionTime', { flow }, signal)),
    packets(id, flow, { sketch, range }, signal) {
      const question = { flow, measured: false, sketch, range: whole(range) };
      return onceThere(captures, id, async (worker) => bufferOf(await worker.ask('packets', question, signal)));
    },
    pathFrame: async (id, flow, kind, signal) =>
      bufferOf(await (await captures.workerOf(id)).ask(kind, { flow }, signal)),
    async senderFrame(id, flow, range, signal) {
      const question = { flow, sketch: true, range: whole(range) };
      return bufferOf(await (await captures.workerOf(id)).ask('sender', question, signal));
    },
    quicFacts: (id, flow, signal) =>
      onceThere(captures, id, async (worker) => parsed(await worker.ask('quicFacts', { flow }, signal))),
    quicPackets(id, flow, { sketch, range }, signal) {
      const question = { flow, sketch, range: whole(range) };
      return onceThere(captures, id, async (worker) => bufferOf(await worker.ask('quicPackets', question, signal)));
    },
    quicRows: async (id, flow, page, signal) =>
      parsed(await (await captures.workerOf(id)).ask('quicRows', { flow, ...page }, signal)),
    quicNext: async (id, flow, asked, signal) =>
      parsed(await (await captures.workerOf(id)).ask('quicNext', { flow, ...asked }, signal)),
    quicRowOf: async (id, flow, { frame, index }, signal) =>
      parsed(await (await captures.workerOf(id)).ask('quicRowOf', { flow, frame, place: index }, signal)),
    quicSequence: async (id, flow, asked, signal) =>
      bufferOf(
        await (await captures.workerOf(id)).ask('quicSequence', { flow, ...asked, range: whole(asked.range) }, signal),
      ),
    quicSender: async (id, flow, asked, signal) =>
      bufferOf(
        await (await captures.workerOf(id)).ask('quicSender', { flow, ...asked, range: whole(asked.range) }, signal),
      ),
    messages: async (id, flow, page, signal) =>
      parsed(await (await captures.workerOf(id)).ask('messages', { flow, ...page }, signal)),
    exchange: async (id, flow, message, signal) =>
      parsed(await (await captures.workerOf(id)).ask('exchange', { flow, message }, signal)),
    connectionWaterfall: async (id, flow, signal) =>
      bufferOf(await (await captures.workerOf(id)).ask('connectionWaterfall', { flow }, signal)),
    streams: async (id, flow, signal) =>
      bufferOf(await (await captures.workerOf(id)).ask('lanes', { flow, connection: 0 }, signal)),
    async frameBytes(id, flow, frame) {
      const pieces = exported(await captures.workerOf(id), { flow, file: 'frame.json', part: { frame } });
      return JSON.parse(await (await blobOf(pieces)).text());
    },
    async stream(id, flow, { layer, skip, limit }) {
      const part = { skip, limit, layer: /** @type {'tcp'|'tls'|'websocket'|null} */ (layer || null) };
      const pieces = exported(await captures.workerOf(id), { flow, file: 'stream.ndjson', part });
      return (await blobOf(pieces)).text();
    },
    async body(id, flow, message, maxBytes) {
      const bytes = new Uint8Array(maxBytes);
      let length = 0;
      for await (const piece of exported(await captures.workerOf(id), { flow, message, decoded: true })) {
        bytes.set(piece.subarray(0, maxBytes - length), length);
        length += piece.length;
        if (length > maxBytes) return { bytes, isCut: true };
      }
      return { bytes: bytes.subarray(0, length), isCut: false };
    },
  });

/**
 * The first capture's worker reads the others.
 * @param {LocalCaptures} captures
 */
function ofPaths(captures) {
  return /** @satisfies {Partial<Api>} */ ({
    async samePath(question, signal) {
      const worker = await captures.workerOf(question.of[0], { isWhole: true });
      return parsed(await worker.ask('path', pathQuestion(captures, question), signal));
    },
    async ladder({ startNs, endNs, bins, connection, between, ...question }, signal) {
      const worker = await captures.workerOf(question.of[0], { isWhole: true });
      const stretch = endNs === null ? { startNs, endNs } : inWholeNs({ startNs, endNs });
      const view = { ...stretch, bins, connection, between };
      return bufferOf(await worker.ask('ladder', { ...pathQuestion(captures, question), ...view }, signal));
    },
  });
}

/** @param {LocalCaptures} captures @param {SessionWorker} helper */
const ofReplays = (captures, helper) =>
  /** @satisfies {Partial<Api>} */ ({
    async whatIf(id, settings, { isDraft }, signal) {
      const worker = await captures.workerOf(id, { isWhole: true });
      return parsed(await worker.ask('whatIf', { ...asked(settings), isDraft }, signal));
    },
    async openWhatIf(id, settings) {
      const worker = await captures.workerOf(id, { isWhole: true });
      const question = asked(settings);
      const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (await worker.ask('whatIfCapture', question));
      const { capture, read } = captures.open(new Blob([bytes]), replayName(captures.get(id).capture.name, question));
      await read;
      return { capture: { ...capture } };
    },
    async compare(of, signal) {
      const members = of.map((one) => {
        const [id, flow] = one.split('/');
        return { id, flow: flow === undefined ? null : flowOfText(flow), name: captures.get(id).capture.name };
      });
      const summaries = await Promise.all(
        members.map(async ({ id, flow }) =>
          (await captures.workerOf(id, { isWhole: true })).ask('cost', { flow }, signal),
        ),
      );
      const differences = await helper.ask('differences', { summaries });
      return {
        compared: members.map((member, i) => ({ ...member, summary: summaries[i], difference: differences[i] })),
      };
    },
  });
