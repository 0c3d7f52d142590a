import { HarFile } from '../analysis/har-file.js';
import { MessageBody } from '../analysis/message-body.js';
import { csvLines } from '../export/csv.js';
import { FlowCapture, flowFrames } from '../export/flow-capture.js';
import { base64 } from '../export/har/base64.js';
import { LIST_FILES, listLines } from '../export/lists.js';
import { OneFrame } from '../export/one-frame.js';
import { tarEnd, tarHeader, tarPadding } from '../export/tar.js';
import { flowText, isQuicFlow, QUIC_FLOWS } from '../shared/quic-flow.js';
import { RequestError } from './request-error.js';
import { CHUNK_BYTES, joined, secondReading } from './second-reading.js';
import { streamPart, streamText } from './streams.js';

/** @typedef {import('../analysis/opened-analysis.js').OpenedAnalysis} OpenedAnalysis */
/** @typedef {import('./streams.js').StreamPart} StreamPart */
/** @typedef {import('./host.js').Host} Host */

/**
 * Only the command line draws larger connections: drawing is not interruptible, so the thread answers nothing
 * meanwhile, and takes some 200 MB of disk space.
 */
export const MAX_GRAPH_PACKETS = 250_000;

/**
 * @typedef {object} Making
 * @property {OpenedAnalysis} analysis
 * @property {number} flow index
 * @property {Host} host
 * @property {AbortController} stop
 * @property {StreamPart} part
 */

/**
 * Export formats of a connection, and how each is made, piece by piece, from the tables or the capture's own bytes.
 * @type {Record<string, (making: Making) => AsyncGenerator<Uint8Array>>}
 */
const FILES = {
  'packets.pcap': packets,
  'packets.csv': (making) => table(making, 'packets'),
  'rtt.csv': (making) => table(making, 'rtt'),
  'sender-rtt.csv': (making) => table(making, 'sender-rtt'),
  'flight.csv': (making) => table(making, 'flight'),
  'xplot.tar': graphs,
  'requests.har': ({ flow, ...making }) => harText(making, [flow], true),
  'requests-no-bodies.har': ({ flow, ...making }) => harText(making, [flow], false),
  'stream.txt': ({ analysis, flow, ...how }) => streamText(analysis, flow, { ...how, isHex: false }),
  'stream-hex.txt': ({ analysis, flow, ...how }) => streamText(analysis, flow, { ...how, isHex: true }),
  'frame.json': frameBytes,
  'stream.ndjson': ({ analysis, flow, ...how }) => streamPart(analysis, flow, how),
};

/** The exchanges of all connections that a filter finds. */
const HAR_OF_ALL = 'requests.har';

/** Longest time without a piece; then an empty one shows that the session responds. */
const PATIENCE_MS = 5000;

/**
 * A running export. `step`: a piece that was requested and has not come.
 * @typedef {{ pieces: AsyncGenerator<Uint8Array>, stop: AbortController, step: Promise<IteratorResult<Uint8Array,
 *   void>>|null }} OpenExport
 */

/** Running exports, by number. */
export class Exports {
  /** @type {Map<number, OpenExport>} */
  #open = new Map();
  #begun = 0;
  #host;
  #patienceMs;

  /** @param {Host} host @param {number} [patienceMs] */
  constructor(host, patienceMs = PATIENCE_MS) {
    this.#host = host;
    this.#patienceMs = patienceMs;
  }

  /**
   * @param {string} file a name of `FILES`
   * @param {OpenedAnalysis} analysis
   * @param {number} flow index
   * @param {StreamPart} [part] of a stream's bytes
   * @returns {number}
   */
  begin(file, analysis, flow, part = {}) {
    if (!Object.hasOwn(FILES, file)) {
      throw new RequestError(
        404,
        'not_found',
        `A connection cannot be had in this form, but as ${Object.keys(FILES).join(', ')}.`,
      );
    }
    return this.#add((stop) => FILES[file]({ analysis, flow, host: this.#host, stop, part }));
  }

  /**
   * @param {OpenedAnalysis} analysis
   * @param {number} flow index
   * @param {number} message index
   * @param {boolean} decoded whether its codings are undone
   * @returns {number}
   */
  beginBody(analysis, flow, message, decoded) {
    if (analysis.messages.flowOf(message) !== flow) {
      throw new RequestError(
        404,
        'not_found',
        `Connection ${isQuicFlow(flow) ? flowText(flow) : analysis.connections.numberOf(flow)} has no message ${message}; ` +
          'its list names those that it has.',
      );
    }
    return this.#add((stop) => bodyOf(analysis, message, { host: this.#host, isDecoded: decoded, stop }));
  }

  /**
   * @param {string} file one of `LIST_FILES`, or `HAR_OF_ALL`
   * @param {Pick<import('./session.js').SessionState, 'analysis'|'connections'>} state
   * @param {Uint32Array} rows indexes of connections, in their order
   * @returns {number}
   */
  beginList(file, { analysis, connections }, rows) {
    if (file === HAR_OF_ALL) return this.#add((stop) => harText({ analysis, host: this.#host, stop }, rows, true));
    if (!LIST_FILES.includes(file)) {
      throw new RequestError(
        404,
        'not_found',
        `There is no such list; there are ${[...LIST_FILES, HAR_OF_ALL].join(', ')}.`,
      );
    }
    return this.#add(() => inPieces(listLines(connections, file, rows)));
  }

  /** @param {(stop: AbortController) => AsyncGenerator<Uint8Array>} make */
  #add(make) {
    const stop = new AbortController();
    this.#open.set(this.#begun, { pieces: make(stop), stop, step: null });
    return this.#begun++;
  }

  /**
   * @param {number} number of one that is open
   * @returns {Promise<Uint8Array|null>} the file's next piece, empty where it takes long; null after the last
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
  /** @type {ReturnType<typeof setTimeout>|undefined} */
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

/** @param {Making} making */
async function* packets({ analysis, flow, host, stop }) {
  const reading = secondReading(host, stop);
  yield* reading.pieces(new FlowCapture(flowFrames(analysis.ingest, flow), reading.write));
}

/** @param {Making} making */
async function* frameBytes({ analysis, flow, host, stop: { signal }, part: { frame = 0 } }) {
  const target = new OneFrame(frame);
  const quic = isQuicFlow(flow) ? await analysis.openQuic() : null;
  const index = quic?.indexOf(flow) ?? -1;
  const isThere =
    quic === null ? flowFrames(analysis.ingest, flow).frames.includes(frame) : quic.hasFrame(index, frame);
  if (isThere) await host.read(target, { signal });
  const { found } = target;
  if (found === null) {
    const name = quic === null ? analysis.connections.numberOf(flow) : flowText(flow);
    throw new RequestError(404, 'not_found', `Connection ${name} has no frame ${frame}.`);
  }
  const layers = quic === null ? found.layers : quic.layersOf(index, frame, found.layers);
  yield new TextEncoder().encode(JSON.stringify({ ...found, layers, bytes: base64(found.bytes) }));
}

/**
 * @param {OpenedAnalysis} analysis
 * @param {number} message
 * @param {{ host: Host, isDecoded: boolean, stop: AbortController }} how
 */
async function* bodyOf(analysis, message, { host, isDecoded, stop }) {
  const reading = secondReading(host, stop);
  const body = new MessageBody(analysis.ingest, message, reading.write);
  const raw = reading.pieces(body);
  yield* joined(isDecoded ? body.decoded(raw, host.decode) : raw);
}

/**
 * @param {Pick<Making, 'analysis' | 'host' | 'stop'>} making
 * @param {Iterable<number>} flows indexes
 * @param {boolean} hasText whether bodies are included
 */
async function* harText({ analysis, host, stop: { signal } }, flows, hasText) {
  const { decode, ciphers, version } = host;
  const all = [...flows];
  const file = new HarFile(analysis, {
    flows: all.filter((index) => !isQuicFlow(index)),
    quicFlows: all.filter(isQuicFlow).map((index) => index - QUIC_FLOWS),
    hasText,
    decode,
    inflate: ciphers.inflate,
  });
  await host.read(file.reading, { signal });
  await file.reading.finish();
  const text = new TextEncoder().encode(file.text(version));
  for (let at = 0; at < text.length; at += CHUNK_BYTES) yield text.slice(at, at + CHUNK_BYTES);
}

/** @param {Making} making @param {string} name */
async function* table({ analysis, flow }, name) {
  const found = /** @type {import('../export/csv.js').CsvTable} */ (
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
 * The graphs are written in parallel, but are consecutive in an archive: hence temporary files.
 * @param {Making} making
 */
async function* graphs({ analysis, flow, host }) {
  const [sent, received] = analysis.connections.row(flow).packets;
  if (sent + received > MAX_GRAPH_PACKETS) {
    throw new RequestError(
      413,
      'too_large',
      `Graphs of over ${MAX_GRAPH_PACKETS} packets are not drawn here; ` +
        `"selfclock export FILE --flow ${analysis.connections.numberOf(flow)} --format xplot" draws them.`,
    );
  }
  for await (const file of host.scratch((open) => analysis.opened.drawGraphs(flow, open))) {
    yield tarHeader(file.name, file.sizeBytes, file.epoch);
    for await (const chunk of file.pieces) yield new Uint8Array(chunk);
    yield tarPadding(file.sizeBytes);
  }
  yield tarEnd();
}
