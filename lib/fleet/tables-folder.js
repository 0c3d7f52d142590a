/**
 * A folder of tables: `TABLE/day=2026-11-25/CAPTURE.parquet`, partitioned as Hive does. A capture is known by its
 * content; what is there stays as it is, so that a folder may be copied and synchronised while others write to it.
 */
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { CaptureError } from '../capture/capture-error.js';
import { openCapture } from '../library/index.js';
import { epochMicroseconds, epochOfText, hasDate, isoDate } from '../shared/epoch.js';
import { captureOfFile, OF_DAY } from './file-names.js';
import { rowsOf } from './rows.js';
import { COLUMNS, OPTIONAL_TABLES, TABLES } from './schema.js';
import { writeTableFile } from './table-file.js';
import { makePlace } from './tables-version.js';

/** @typedef {import('../library/index.js').Capture} Capture */
/** @typedef {import('./places/place.js').Place} Place */

/**
 * `version` of Selfclock; `windows`: with the table of that name; `others`: captures of the same path, with the table
 * `path_segments`; `onAdded` gets what was added.
 * @typedef {{ version: string, windows?: boolean, others?: readonly string[] }} WrittenOptions
 * @typedef {import('../library/index.js').OpenOptions & WrittenOptions & { onAdded?: (capture: Capture, key: string) =>
 *   Promise<void> }} AddOptions
 */

const KEY_DIGITS = 32;
/** Read at a time: a buffer for each, as a stream has, costs half as much again. */
const HASHED_BYTES = 2 ** 20;
/** Where the capture has no time, or an impossible one: what readers of Hive's partitions take for null. */
const NO_DAY = '__HIVE_DEFAULT_PARTITION__';

export class TablesFolder {
  #place;
  /** Captures that are there. @type {Set<string>} */
  #known;

  /** @param {Place} place @param {Set<string>} known */
  constructor(place, known) {
    this.#place = place;
    this.#known = known;
  }

  /**
   * Makes the folder where there is none.
   * @param {string} path or `s3://BUCKET/PREFIX`
   * @param {import('./places/place.js').OnOutage} [onOutage]
   * @throws {CaptureError} it is no folder of tables, or its tables are of another version
   */
  static async open(path, onOutage) {
    const place = await makePlace(path, onOutage);
    return new TablesFolder(place, await capturesIn(place));
  }

  /**
   * Adds a capture's rows, its row in `captures` last.
   * @param {string} file absolute
   * @param {AddOptions} options
   * @returns {Promise<{ key: string, isNew: boolean }>}
   * @throws {CaptureError} it cannot be read, or is no capture
   */
  async add(file, { version, windows = false, others = [], onAdded, ...options }) {
    const key = await keyOf(file);
    if (this.#known.has(key)) return { key, isNew: false };
    const capture = await openCapture(file, options);
    const { startEpoch } = capture.describe();
    const startNs = epochOfText(startEpoch);
    const isDated = startNs !== null && hasDate(startNs);
    const startMicroseconds = isDated ? epochMicroseconds(startNs) : null;
    const day = isDated ? isoDate(startNs).slice(0, 10) : NO_DAY;
    const path = others.length === 0 ? null : { files: [file, ...others], keys: [key, ...(await keysOf(others))] };
    const rows = rowsOf(capture, { path: file, sizeBytes: (await stat(file)).size, version }, path);
    const isRecorded = !(await capture.kernels().next()).done;
    const asked = new Set([
      ...(windows ? ['windows'] : []),
      ...(isRecorded ? ['kernel'] : []),
      ...(path === null ? [] : ['path_segments']),
    ]);
    for (const table of TABLES) {
      if (OPTIONAL_TABLES.has(table) && !asked.has(table)) continue;
      const write = (/** @type {string} */ path) =>
        writeTableFile(path, COLUMNS[table], rows[table](), { capture: key, startMicroseconds });
      await this.#place.put(`${table}/day=${day}/${key}.parquet`, write);
    }
    this.#known.add(key);
    await onAdded?.(capture, key);
    return { key, isNew: true };
  }
}

/** Which says that a capture is there whole. @param {string} path @param {{ day: string, capture: string }} of */
export const captureRow = (path, { day, capture }) => join(path, 'captures', `day=${day}`, `${capture}.parquet`);

/**
 * @param {Place} place
 * @returns {Promise<Set<string>>}
 * @throws {CaptureError} its files are not those of a capture each
 */
async function capturesIn(place) {
  const names = (await place.files('captures')).map(({ name }) => name);
  if (names.includes(OF_DAY)) {
    throw new CaptureError(
      'compacted',
      `${place.path} has one file per day: index captures into another folder, and compact that.`,
    );
  }
  return new Set(names.flatMap((name) => captureOfFile(name) ?? []));
}

/** @param {readonly string[]} files */
const keysOf = (files) => Promise.all(files.map(keyOf));

/** What a capture is known by in tables. @param {string} file @returns {Promise<string>} */
export async function keyOf(file) {
  const hash = createHash('sha256');
  try {
    const handle = await open(file);
    try {
      const buffer = new Uint8Array(HASHED_BYTES);
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, HASHED_BYTES, null);
        if (bytesRead === 0) break;
        hash.update(buffer.subarray(0, bytesRead));
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new CaptureError('unreadable', `${file} cannot be read: ${code}.`);
  }
  return hash.digest('hex').slice(0, KEY_DIGITS);
}
