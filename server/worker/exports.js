import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MessageBody } from '../../lib/analysis/message-body.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';
import { csvLines } from '../../lib/export/csv.js';
import { writeGraphs } from '../../lib/export/file/write-graphs.js';
import { FlowCapture, flowFrames } from '../../lib/export/flow-capture.js';
import { base64 } from '../../lib/export/har/base64.js';
import { LIST_FILES, listLines } from '../../lib/export/lists.js';
import { OneFrame } from '../../lib/export/one-frame.js';
import { tarEnd, tarHeader, tarPadding } from '../../lib/export/tar.js';
import { nodeDecoder } from '../../lib/node/content-codings.js';
import { RequestError } from '../errors.js';
import { CHUNK_BYTES, joined, secondReading } from './second-reading.js';
import { streamPart, streamText } from './streams.js';

/** @typedef {import('../../lib/analysis/opened-analysis.js').OpenedAnalysis} OpenedAnalysis */
/** @typedef {import('./streams.js').StreamPart} StreamPart */

/**
 * A connection of more is drawn by the command line alone: it is drawn in one breath, while the thread answers nothing,
 * and takes some 200 MB of the disk.
 */
const MAX_GRAPH_PACKETS = 250_000;

/**
 * The files that a connection can be had as, and how each is made, piece by piece, out of the tables or the capture's
 * own file.
 * @type {Record<string, (analysis: OpenedAnalysis, flow: number, path: string, stop: AbortController, part: StreamPart)
 *   => AsyncGenerator<Uint8Array>>}
 */
const FILES = {
  'packets.pcap': (analysis, flow, path, stop) => packets(path, flowFrames(analysis.ingest, flow), stop),
  'packets.csv': (analysis, flow) => table(analysis, flow, 'packets'),
  'rtt.csv': (analysis, flow) => table(analysis, flow, 'rtt'),
  'sender-rtt.csv': (analysis, flow) => table(analysis, flow, 'sender-rtt'),
  'flight.csv': (analysis, flow) => table(analysis, flow, 'flight'),
  'xplot.tar': graphs,
  'stream.txt': (analysis, flow, path, stop, part) => streamText(analysis, flow, { path, stop, part, isHex: false }),
  'stream-hex.txt': (analysis, flow, path, stop, part) => streamText(analysis, flow, { path, stop, part, isHex: true }),
  'frame.json': (analysis, flow, path, stop, { frame = 0 }) => frameBytes(analysis, flow, { path, stop, frame }),
  'stream.ndjson': (analysis, flow, path, stop, part) => streamPart(analysis, flow, { path, stop, part }),
};

/** Longest time without a piece; then an empty one shows that the thread is not stuck. */
const PATIENCE_MS = 5000;

/**
 * An export under way. `step`: a piece that is asked for and has not come.
 * @typedef {{ pieces: AsyncGenerator<Uint8Array>, stop: AbortController, step: Promise<IteratorResult<Uint8Array,
 *   void>>|null }} OpenExport
 */

/** Exports under way, by number. */
export class Exports {
  /** @type {Map<number, OpenExport>} */
  #open = new Map();
  #begun = 0;
  #patienceMs;

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /**
   * @param {string} file a name of `FILES`
   * @param {OpenedAnalysis} analysis
   * @param {number} flow index
   * @param {string} path of the capture
   * @param {StreamPart} [part] of a stream's bytes
   * @returns {number}
   */
  begin(file, analysis, flow, path, part = {}) {
    if (!Object.hasOwn(FILES, file)) {
      throw new RequestError(
        404,
        'not_found',
        `A connection cannot be had in this form, but as ${Object.keys(FILES).join(', ')}.`,
      );
    }
    return this.#add((stop) => FILES[file](analysis, flow, path, stop, part));
  }

  /**
   * @param {OpenedAnalysis} analysis
   * @param {number} flow index
   * @param {number} message index
   * @param {boolean} decoded whether its codings are undone
   * @param {string} path of the capture
   * @returns {number}
   */
  beginBody(analysis, flow, message, decoded, path) {
    if (analysis.ingest.messages.flowOf(message) !== flow) {
      throw new RequestError(
        404,
        'not_found',
        `Connection ${analysis.connections.numberOf(flow)} has no message ${message}; ` +
          'its list names those that it has.',
      );
    }
    return this.#add((stop) => bodyOf(analysis, message, { path, isDecoded: decoded, stop }));
  }

  /**
   * @param {string} file one of `LIST_FILES`
   * @param {OpenedAnalysis} analysis
   * @param {Uint32Array} rows indexes of connections, in their order
   * @returns {number}
   */
  beginList(file, analysis, rows) {
    if (!LIST_FILES.includes(file)) {
      throw new RequestError(404, 'not_found', `There is no such list, but ${LIST_FILES.join(', ')}.`);
    }
    return this.#add(() => inPieces(listLines(analysis, file, rows)));
  }

  /** @param {(stop: AbortController) => AsyncGenerator<Uint8Array>} make */
  #add(make) {
    const stop = new AbortController();
    this.#open.set(this.#begun, { pieces: make(stop), stop, step: null });
    return this.#begun++;
  }

  /**
   * @param {number} number of one that is open
   * @returns {Promise<Uint8Array|null>} the file's next piece, empty where it takes its time; null behind the last
   */
  async next(number) {
    const open = /** @type {OpenExport} */ (this.#open.get(number));
    open.step ??= open.pieces.next();
    const step = await within(this.#patienceMs, open.step);
    if (step === null) return new Uint8Array(0);
    open.step = null;
    return step.done ? null : step.value;
  }

  /** @param {number} number of one that is open */
  async end(number) {
    const { pieces, stop, step } = /** @type {OpenExport} */ (this.#open.get(number));
    this.#open.delete(number);
    stop.abort();
    await step?.catch(() => null);
    await pieces.return(undefined);
  }
}

/**
 * @template T
 * @param {number} ms
 * @param {Promise<T>} promise
 * @returns {Promise<T|null>} null: not settled in that time
 */
async function within(ms, promise) {
  /** @type {NodeJS.Timeout|undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {string} path
 * @param {import('../../lib/export/flow-capture.js').FlowFrames} wanted
 * @param {AbortController} stop
 */
async function* packets(path, wanted, stop) {
  const reading = secondReading(stop);
  yield* reading.pieces(path, new FlowCapture(wanted, reading.write));
}

/**
 * @param {OpenedAnalysis} analysis
 * @param {number} flow
 * @param {{ path: string, stop: AbortController, frame: number }} how
 */
async function* frameBytes(analysis, flow, { path, stop: { signal }, frame }) {
  const target = new OneFrame(frame);
  if (flowFrames(analysis.ingest, flow).frames.includes(frame)) await readCapture(path, target, { signal });
  if (target.found === null) {
    throw new RequestError(
      404,
      'not_found',
      `Connection ${analysis.connections.numberOf(flow)} has no frame ${frame}.`,
    );
  }
  yield new TextEncoder().encode(JSON.stringify({ ...target.found, bytes: base64(target.found.bytes) }));
}

/**
 * @param {OpenedAnalysis} analysis
 * @param {number} message
 * @param {{ path: string, isDecoded: boolean, stop: AbortController }} how
 */
async function* bodyOf(analysis, message, { path, isDecoded, stop }) {
  const reading = secondReading(stop);
  const body = new MessageBody(analysis.ingest, message, reading.write);
  const raw = reading.pieces(path, body);
  yield* joined(isDecoded ? body.decoded(raw, nodeDecoder) : raw);
}

/** @param {OpenedAnalysis} analysis @param {number} flow @param {string} name */
async function* table(analysis, flow, name) {
  const found = /** @type {import('../../lib/export/csv.js').CsvTable} */ (
    analysis.opened.tables(flow).find((one) => one.name === name)
  );
  yield* inPieces(csvLines(found));
}

/** @param {Iterable<string>} lines */
async function* inPieces(lines) {
  let pending = '';
  for (const line of lines) {
    pending += line;
    if (pending.length < CHUNK_BYTES) continue;
    yield new TextEncoder().encode(pending);
    pending = '';
  }
  yield new TextEncoder().encode(pending);
}

/**
 * The graphs grow side by side, but lie one behind the other in an archive: hence files.
 * @param {OpenedAnalysis} analysis
 * @param {number} flow
 */
async function* graphs(analysis, flow) {
  const [sent, received] = analysis.connections.row(flow).packets;
  if (sent + received > MAX_GRAPH_PACKETS) {
    throw new RequestError(
      413,
      'too_large',
      `Graphs of over ${MAX_GRAPH_PACKETS} packets are not drawn here; ` +
        `"selfclock export FILE --flow ${analysis.connections.numberOf(flow)} --format xplot" draws them.`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'selfclock-graphs-'));
  try {
    writeGraphs(analysis.opened, flow, folder);
    for (const name of (await readdir(folder)).sort()) {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      yield tarHeader(name, size, mtimeMs / 1000);
      for await (const chunk of createReadStream(path)) yield new Uint8Array(chunk);
      yield tarPadding(size);
    }
    yield tarEnd();
  } finally {
    await rm(folder, { recursive: true });
  }
}
