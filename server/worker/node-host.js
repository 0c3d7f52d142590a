import { createReadStream, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as afterOthers } from 'node:timers/promises';

import { CaptureError } from '../../lib/capture/capture-error.js';
import { followCapture, readCapture } from '../../lib/capture/file/read-capture.js';
import { followSpoolInto } from '../../lib/capture/live/spool.js';
import { filesAt } from '../../lib/export/file/files-at.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { nodeDecoder } from '../../lib/node/content-codings.js';
import { readGrownHostLog, readHostLog, readQlogsIn } from '../../lib/node/read-host-log.js';
import { asRequestError, logUnexpected } from '../errors.js';
import { fileRefusal } from '../file-errors.js';
import { SpoolMirror } from './spool-mirror.js';

/** @type {{ version: string }} */
const { version: VERSION } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
/** How often a growing file is checked for new bytes. */
const POLL_MS = 20;

/**
 * @typedef {import('../../lib/session/host.js').Host} Host
 *
 * @typedef {object} Source where a capture's bytes are
 * @property {string} path
 * @property {boolean} follow whether the file still grows until `finish` is said
 * @property {readonly string[]} [hostLogs] where what the host recorded beside it may be
 * @property {string} [qlogFolder] where what ends of QUIC connections logged may be
 * @property {import('./spool-mirror.js').SpoolView|null} spool the files of a live capture, read instead of `path`
 */

/**
 * Node, for the session of a capture in a file.
 * @implements {Host}
 */
export class NodeHost {
  version = VERSION;
  ciphers = nodeCiphers;
  decode = nodeDecoder;
  columnBytes = columnBytes;
  logUnexpected = logUnexpected;
  refusalOf = asRequestError;
  /** @type {Source} */
  #source = { path: '', follow: false, spool: null };
  /** @type {SpoolMirror|null} */
  #spool = null;
  #isFinished = false;
  /** Bytes read of what the host records. */
  #hostLogBytes = 0;

  /** @param {Source} source */
  open(source) {
    this.#source = source;
    this.#hostLogBytes = 0;
    this.#spool = source.spool && new SpoolMirror(source.spool);
  }

  /** @param {string} path of a complete capture */
  static ofFile(path) {
    const host = new NodeHost();
    host.open({ path, follow: false, spool: null });
    return host;
  }

  /** The growing file has all its bytes. */
  finish() {
    this.#isFinished = true;
  }

  /** @param {import('./spool-mirror.js').SpoolView} view */
  updateSpool(view) {
    this.#spool?.update(view);
  }

  /** Only one file can grow, that of a live capture. @type {Host['readHostLogs']} */
  async readHostLogs(log, { isGrowing }) {
    const { hostLogs: [path, ...others] = [], qlogFolder } = this.#source;
    if (isGrowing && others.length > 0) return;
    if (path !== undefined) this.#hostLogBytes = (await readGrownHostLog(log, path, this.#hostLogBytes)) ?? 0;
    if (isGrowing) return;
    log.endFile();
    for (const other of others) await readHostLog(log, other);
    if (qlogFolder !== undefined) await readQlogsIn(log, qlogFolder);
  }

  /** A ring that lost files cannot be read again. */
  canReadAgain() {
    return this.#spool === null || this.#spool.path(0) !== null;
  }

  /** @type {Host['follow']} */
  follow(target, options) {
    const { path, follow } = this.#source;
    if (this.#spool) return refused(followSpoolInto(/** @type {any} */ (this.#spool), target, options));
    if (!follow) return this.read(target, options);
    const growth = { pollMs: POLL_MS, finished: () => this.#isFinished };
    return refused(followCapture(path, target, { ...options, ...growth }));
  }

  /** @type {Host['read']} */
  read(target, options) {
    return refused(readCapture(this.#source.path, target, options));
  }

  /** @type {(source: Pick<Source, 'path'|'spool'>, ...how: Parameters<Host['read']>) => Promise<void>} */
  readOther({ path, spool }, target, options) {
    if (spool === null) return refused(readCapture(path, target, options));
    return refused(followSpoolInto(/** @type {any} */ (new SpoolMirror({ ...spool, ended: true })), target, options));
  }

  async turn() {
    await afterOthers();
  }

  /** @type {Host['scratch']} */
  async *scratch(write) {
    const folder = await mkdtemp(join(tmpdir(), 'selfclock-graphs-'));
    try {
      write(filesAt((name) => join(folder, name)));
      for (const name of (await readdir(folder)).sort()) {
        const path = join(folder, name);
        const { size, mtimeMs } = await stat(path);
        yield { name, sizeBytes: size, epoch: mtimeMs / 1000, pieces: createReadStream(path) };
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}

/**
 * @param {Promise<void>} reading
 * @returns {Promise<void>} that rejects with what clients may know, which is no path of the server's
 */
async function refused(reading) {
  try {
    await reading;
  } catch (error) {
    throw error instanceof CaptureError ? fileRefusal(error) : error;
  }
}

/** @param {readonly import('../../lib/analysis/opened-analysis.js').OpenedAnalysis[]} analyses */
export const columnBytes = (analyses) =>
  analyses.reduce((sum, { ingest }) => sum + ingest.tableBytes, process.memoryUsage().arrayBuffers);
