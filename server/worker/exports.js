import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { CaptureError } from '../../lib/capture/capture-error.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';
import { csvLines } from '../../lib/export/csv.js';
import { writeGraphs } from '../../lib/export/file/write-graphs.js';
import { FlowCapture, flowFrames } from '../../lib/export/flow-capture.js';
import { tarEnd, tarHeader, tarPadding } from '../../lib/export/tar.js';
import { RequestError } from '../errors.js';

/** @typedef {import('../../lib/analysis.js').CaptureAnalysis} CaptureAnalysis */

const CHUNK_BYTES = 1 << 16;

/** A connection of more is drawn by the command line alone: it is drawn in one breath, while the thread answers nothing, and takes some 200 MB of the disk. */
const MAX_GRAPH_PACKETS = 250_000;

/**
 * The files that a connection can be had as, and how each is made, piece by piece. `path` is the capture's file.
 * @type {Record<string, (analysis: CaptureAnalysis, flow: number, path: string) => AsyncGenerator<Uint8Array>>}
 */
const FILES = {
  'packets.pcap': (analysis, flow, path) => packets(path, flowFrames(analysis, flow)),
  'packets.csv': (analysis, flow) => table(analysis, flow, 'packets'),
  'rtt.csv': (analysis, flow) => table(analysis, flow, 'rtt'),
  'sender-rtt.csv': (analysis, flow) => table(analysis, flow, 'sender-rtt'),
  'flight.csv': (analysis, flow) => table(analysis, flow, 'flight'),
  'xplot.tar': graphs,
};

/** Exports under way, by number. */
export class Exports {
  /** @type {Map<number, AsyncGenerator<Uint8Array>>} */
  #open = new Map();
  #begun = 0;

  /**
   * @param {string} file a name of `FILES` @param {CaptureAnalysis} analysis @param {number} flow index @param {string} path of the capture
   * @returns {number}
   */
  begin(file, analysis, flow, path) {
    if (!Object.hasOwn(FILES, file)) throw new RequestError(404, 'not_found', `A connection cannot be had as "${file}", but as ${Object.keys(FILES).join(', ')}.`);
    this.#open.set(this.#begun, FILES[file](analysis, flow, path));
    return this.#begun++;
  }

  /** @param {number} number @returns {Promise<Uint8Array|null>} the file's next piece; null behind the last */
  async next(number) {
    const step = await this.#open.get(number)?.next();
    return step && !step.done ? step.value : null;
  }

  /** @param {number} number */
  async end(number) {
    await this.#open.get(number)?.return(undefined);
    this.#open.delete(number);
  }
}

/** @param {string} path @param {import('../../lib/export/flow-capture.js').FlowFrames} wanted */
async function* packets(path, wanted) {
  const pipe = new PassThrough({ objectMode: true, highWaterMark: 1 }), stop = new AbortController();
  const { signal } = stop;
  const copy = new FlowCapture(wanted, async (bytes) => {
    if (!pipe.write(bytes)) await once(pipe, 'drain', { signal });
  });
  // Whoever takes the pieces may stop: then nobody will ever drain the pipe.
  pipe.once('close', () => stop.abort());
  readCapture(path, copy, { signal }).then(() => pipe.end(), (error) => pipe.destroy(error instanceof CaptureError ? new RequestError(409, error.code, error.message) : error));
  yield* pipe;
}

/** @param {CaptureAnalysis} analysis @param {number} flow @param {string} name */
async function* table(analysis, flow, name) {
  const found = /** @type {import('../../lib/export/csv.js').CsvTable} */ (analysis.tables(flow).find((one) => one.name === name));
  let pending = '';
  for (const line of csvLines(found)) {
    pending += line;
    if (pending.length < CHUNK_BYTES) continue;
    yield new TextEncoder().encode(pending);
    pending = '';
  }
  yield new TextEncoder().encode(pending);
}

/** The graphs grow side by side, but lie one behind the other in an archive: hence files. @param {CaptureAnalysis} analysis @param {number} flow */
async function* graphs(analysis, flow) {
  const [sent, received] = analysis.row(flow).packets;
  if (sent + received > MAX_GRAPH_PACKETS) {
    throw new RequestError(413, 'too_large', `Graphs of over ${MAX_GRAPH_PACKETS} packets are not drawn here; "selfclock export FILE --flow ${analysis.flowNumber(flow)} --format xplot" draws them.`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'selfclock-graphs-'));
  try {
    writeGraphs(analysis, flow, folder);
    for (const name of (await readdir(folder)).sort()) {
      const path = join(folder, name), { size, mtimeMs } = await stat(path);
      yield tarHeader(name, size, mtimeMs / 1000);
      for await (const chunk of createReadStream(path)) yield new Uint8Array(chunk);
      yield tarPadding(size);
    }
    yield tarEnd();
  } finally {
    await rm(folder, { recursive: true });
  }
}
