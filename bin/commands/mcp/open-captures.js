import { randomBytes } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { AllConnections } from '../../../lib/analysis/quic/all-connections.js';
import { takeHostLog } from '../../../lib/analysis/take-host-log.js';
import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { hostLogOf } from '../../../lib/node/host-log-of.js';
import { ConnectionIndex } from '../../../lib/session/connection-index.js';
import { readJsonFile } from '../../../server/library/json-file.js';
import { readKeyLog } from '../input/read-key-log.js';
import { analyzeNamed } from '../input/read-named.js';
import { VERSION } from '../version.js';
import { ToolError } from './answer.js';

/** Analyses in memory: the one used longest ago is closed for another. */
export const MAX_OPEN_CAPTURES = 4;
/** Files of `--root` folders that are listed, and folders that are looked into. */
export const MAX_LISTED_FILES = 1000;
export const MAX_LISTED_FOLDERS = 1000;

const CAPTURE_NAME = /\.(pcap|pcapng|cap|snoop|dmp|trc\d*)(\.gz)?$/i;
const LIBRARY_ID = /^c[0-9a-f]{16}$/;

/**
 * @typedef {object} OpenCapture
 * @property {string} id
 * @property {string} name
 * @property {string} source path of its file
 * @property {number} sizeBytes
 * @property {OpenedAnalysis} analysis
 * @property {AllConnections} connections of both transports
 * @property {ConnectionIndex} index
 *
 * @typedef {object} Settings
 * @property {string[]} roots folders below which files may be read
 * @property {string | undefined} library folder of a server's captures
 * @property {boolean} isRedacted without what is private, as a redacted report
 */

/** Captures that an assistant may read, and those that it has opened. */
export class OpenCaptures {
  #settings;
  /** Used longest ago first. @type {Map<string, OpenCapture>} */
  #open = new Map();
  /** Readings follow each other: each may need much memory. @type {Promise<unknown>} */
  #reading = Promise.resolve();

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = settings;
  }

  /** Whether captures are without what is private. */
  get isRedacted() {
    return this.#settings.isRedacted;
  }

  get open() {
    return [...this.#open.values()];
  }

  /** @param {string} id @returns {OpenCapture} @throws {ToolError} it is not open */
  get(id) {
    const found = this.#open.get(id);
    if (found === undefined) {
      throw new ToolError(
        `No capture "${id}" is open (the one used longest ago is closed when a fifth is opened): call open_capture.`,
      );
    }
    this.#open.delete(id);
    this.#open.set(id, found);
    return found;
  }

  /**
   * @param {{ path?: string, library?: string, keyLog?: string }} what one of the first two
   * @returns {Promise<OpenCapture>}
   */
  async read({ path, library, keyLog }) {
    const source = await this.#sourceOf({ path, library });
    const secrets = keyLog === undefined ? undefined : await this.allowed(keyLog);
    const reading = this.#reading.then(() => this.#read(source, secrets));
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  /** @param {{ path: string, name: string }} source @param {string | undefined} secrets path of a key log */
  async #read({ path, name }, secrets) {
    const known = secrets === undefined && this.open.find(({ source }) => source === path);
    if (known) return this.get(known.id);
    const keyLog = await readKeyLog(secrets);
    const whole = await analyzeNamed(
      path,
      (_, own = keyLog) => new OpenedAnalysis({ ciphers: nodeCiphers, keyLog: own }),
    );
    await takeHostLog(whole.ingest, await hostLogOf(path), nodeDecoder);
    const { size: sizeBytes } = await stat(path);
    const analysis = this.isRedacted ? await redactedAnalysis(whole, path, sizeBytes) : whole;
    const connections = await AllConnections.of(analysis);
    const capture = {
      id: `capture-${randomBytes(4).toString('hex')}`,
      name: this.isRedacted ? 'capture' : name,
      source: path,
      sizeBytes,
      analysis,
      connections,
      index: new ConnectionIndex(connections),
    };
    if (this.#open.size >= MAX_OPEN_CAPTURES) this.#open.delete([...this.#open.keys()][0]);
    this.#open.set(capture.id, capture);
    return capture;
  }

  /** @param {{ path?: string, library?: string }} what @returns {Promise<{ path: string, name: string }>} */
  async #sourceOf({ path, library }) {
    if ((path === undefined) === (library === undefined)) throw new ToolError('Give either path or library.');
    if (path !== undefined) return { path: await this.allowed(path), name: basename(path) };
    const id = String(library);
    const folder = this.#settings.library;
    if (folder === undefined) throw new ToolError('This server was started without --data, so it has no library.');
    const found = LIBRARY_ID.test(id) ? (await this.library()).find((one) => one.library === id) : undefined;
    if (found === undefined) {
      throw new ToolError(`The library has no capture "${id}": list_captures names those that it has.`);
    }
    return { path: join(folder, 'captures', `${id}.capture`), name: found.name };
  }

  /**
   * @param {string} given by the assistant, relative to a root folder
   * @returns {Promise<string>} path without symbolic links, of a file below a root folder
   * @throws {ToolError} there is none
   */
  async allowed(given) {
    for (const root of this.#settings.roots) {
      const folder = await realpath(root).catch(() => null);
      const path = folder && (await realpath(isAbsolute(given) ? given : resolve(folder, given)).catch(() => null));
      if (!folder || !path || !isBelow(folder, path)) continue;
      if ((await stat(path)).isFile()) return path;
    }
    // The same whether it exists elsewhere or not.
    throw new ToolError(
      `"${given}" is not a file below a folder given with --root: list_captures names those that are.`,
    );
  }

  /** Captures of a server's library. @returns {Promise<{ library: string, name: string, sizeBytes: number }[]>} */
  async library() {
    const folder = this.#settings.library;
    if (folder === undefined) return [];
    const names = await readdir(join(folder, 'captures')).catch(() => /** @type {string[]} */ ([]));
    const listed = [];
    for (const name of names.filter((one) => one.endsWith('.json') && LIBRARY_ID.test(one.slice(0, -5)))) {
      const id = name.slice(0, -5);
      const record = await readJsonFile(join(folder, 'captures', name)).catch(() => null);
      const file = await stat(join(folder, 'captures', `${id}.capture`)).catch(() => null);
      if (record && file) listed.push({ library: id, name: String(record.name), sizeBytes: file.size });
    }
    return listed;
  }

  /**
   * Capture files below the root folders.
   * @returns {Promise<{ files: { path: string, sizeBytes: number }[], isCut: boolean }>}
   */
  async files() {
    const files = [];
    const folders = [...this.#settings.roots];
    for (let at = 0; at < folders.length; at++) {
      if (at >= MAX_LISTED_FOLDERS || files.length >= MAX_LISTED_FILES) return { files, isCut: true };
      const entries = await readdir(folders[at], { withFileTypes: true }).catch(() => []);
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = join(folders[at], entry.name);
        if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') folders.push(path);
        if (!entry.isFile() || !CAPTURE_NAME.test(entry.name) || files.length >= MAX_LISTED_FILES) continue;
        files.push({ path, sizeBytes: (await stat(path)).size });
      }
    }
    return { files, isCut: false };
  }
}

/** @param {string} folder @param {string} path */
function isBelow(folder, path) {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * What a redacted report would show: made as one, and opened again.
 * @param {OpenedAnalysis} analysis @param {string} source @param {number} sizeBytes
 */
async function redactedAnalysis({ ingest }, source, sizeBytes) {
  const { readReport, reportData } = await import('../../../lib/report/report-data.js');
  const { restoredAnalysis } = await import('../../../lib/report/restored-analysis.js');
  const { data } = await reportData({
    ingest,
    read: (target) => readCapture(source, target),
    flows: null,
    head: {
      ...{ program: VERSION, name: '', sizeBytes, createdEpoch: Date.now() / 1000, notes: [], place: '' },
      ...{ decodeAs: [], isRedacted: true, keepsPaths: false },
    },
  });
  return restoredAnalysis(await readReport(/** @type {Uint8Array<ArrayBuffer>} */ (data)), nodeCiphers);
}
