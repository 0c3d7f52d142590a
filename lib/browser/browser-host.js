import { bring } from '../capture/content/bring.js';
import { RequestError } from '../session/request-error.js';
import { FILE_GONE, isFileGone } from '../shared/captures/file-gone.js';
import { browserCiphers } from './ciphers.js';
import { browserDecoder } from './content-codings.js';
import { browserGunzip } from './inflate.js';

/** @typedef {import('../session/host.js').Host} Host */

/** Bytes read of the file at a time: as Node reads. */
const CHUNK_BYTES = 1 << 20;

const NO_CAPTURE =
  'This report holds packets as columns and the heads of messages, not the capture: its sender can add that.';

/**
 * The host of a session in a Web Worker, for a capture that the user chose.
 * @implements {Host}
 */
export class BrowserHost {
  version = '';
  ciphers = browserCiphers;
  decode = browserDecoder;
  /** Null: the session is of a report that holds no capture. @type {Blob|null} */
  #file = null;
  /** @type {readonly Blob[]} */
  #hostLogs = [];
  #turns = new MessageChannel();
  /** @type {(() => void)[]} */
  #waiting = [];

  constructor() {
    this.#turns.port1.onmessage = () => this.#waiting.shift()?.();
  }

  /** @param {Blob|null} file @param {readonly Blob[]} hostLogs what the host recorded beside it */
  open(file, hostLogs) {
    this.#file = file;
    this.#hostLogs = hostLogs;
  }

  /** The file does not grow. @type {Host['follow']} */
  follow = (target, options) => this.read(target, options);

  /** @type {Host['read']} */
  async read(target, options) {
    if (this.#file === null) throw new RequestError(404, 'no_capture', NO_CAPTURE);
    await this.readOther(this.#file, target, options);
  }

  /** @type {(file: Blob, ...how: Parameters<Host['read']>) => Promise<void>} */
  async readOther(file, target, options) {
    try {
      const how = { ...options, totalBytes: file.size, createGunzip: browserGunzip };
      await bring(chunksOf(file), target, how);
    } catch (error) {
      throw this.refusalOf(error);
    }
  }

  /** They do not grow. @type {Host['readHostLogs']} */
  readHostLogs = async (log, { isGrowing }) => {
    if (isGrowing) return;
    for (const file of this.#hostLogs) {
      for await (const bytes of chunksOf(file)) if (!log.push(bytes)) break;
      log.endFile();
    }
  };

  canReadAgain = () => true;

  /** A message to itself: timers take at least 4 ms. */
  turn = () =>
    /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        this.#waiting.push(resolve);
        this.#turns.port2.postMessage(null);
      })
    );

  /** @type {Host['columnBytes']} */
  columnBytes = (analyses) => analyses.reduce((sum, { ingest }) => sum + ingest.tableBytes, 0);

  /** Blobs, which the browser may put on its disk. @type {Host['scratch']} */
  async *scratch(write) {
    /** @type {Map<string, string[]>} */
    const files = new Map();
    write((name) => {
      /** @type {string[]} */
      const texts = [];
      files.set(name, texts);
      return (text) => void texts.push(text);
    });
    for (const name of [...files.keys()].sort()) {
      const blob = new Blob(files.get(name));
      files.delete(name);
      yield { name, sizeBytes: blob.size, epoch: Date.now() / 1000, pieces: chunksOf(blob) };
    }
  }

  /** @param {any} error */
  refusalOf(error) {
    if (error instanceof RequestError) return error;
    if (error?.name === 'CaptureError') return new RequestError(409, error.code, error.message);
    if (error?.name === 'FilterError') return new RequestError(400, 'bad_filter', error.message);
    if (isFileGone(error)) return new RequestError(410, 'file_gone', FILE_GONE);
    return new RequestError(500, 'internal', 'The analysis failed; the console of the browser says more.');
  }

  /** @param {string} where @param {unknown} error */
  logUnexpected(where, error) {
    console.error(where, error);
  }
}

/** While one piece is with the consumer, the next is being read. @param {Blob} file */
async function* chunksOf(file) {
  const read = (/** @type {number} */ at) => file.slice(at, at + CHUNK_BYTES).arrayBuffer();
  let pending = read(0);
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const chunk = await pending;
    pending = read(at + CHUNK_BYTES);
    pending.catch(() => undefined); // handled when it is awaited
    yield new Uint8Array(chunk);
  }
}
