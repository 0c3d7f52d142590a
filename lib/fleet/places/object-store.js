/**
 * S3-compatible storage, by DuckDB's extension httpfs, which DuckDB fetches when it is first needed. Credentials are
 * those that it knows: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, DUCKDB_S3_ENDPOINT,
 * DUCKDB_S3_USE_SSL, or a persistent secret (https://duckdb.org/docs/stable/core_extensions/httpfs/s3api).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { CaptureError } from '../../capture/capture-error.js';
import { openDatabase, quoted } from '../duckdb.js';
import { MAX_OUTAGE_MS, Outage } from '../outage.js';

/** @typedef {import('@duckdb/node-api').DuckDBConnection} Database */
/** @typedef {import('./place.js').Place} Place */

/** What passes, as DuckDB tells it: storage that is overloaded or not there, not what it refuses. */
const OUTAGE = /\bHTTP (?:408|429|5\d\d)\b|Could not (?:connect|resolve|establish)|[Cc]onnection|[Tt]imed? ?out/;

/** @implements {Place} */
export class ObjectStore {
  #database;
  #outage;

  /** @param {string} path @param {Database} database @param {import('./place.js').OnOutage} [onOutage] */
  constructor(path, database, onOutage) {
    this.path = path.replace(/\/+$/, '');
    this.#database = database;
    this.#outage = new Outage(
      ({ message }) => onOutage !== undefined && OUTAGE.test(message),
      ({ message }) => onOutage?.(`${message.replace(/\.$/, '')}; trying again for up to ${MAX_OUTAGE_MS / 1000} s.`),
    );
  }

  /**
   * @param {string} path @param {import('./place.js').OnOutage} [onOutage]
   * @throws {CaptureError} DuckDB or its extension is not there
   */
  static async open(path, onOutage) {
    const database = await openDatabase();
    await allowObjectStores(database);
    return new ObjectStore(path, database, onOutage);
  }

  /** What else is under a prefix does no harm: unlike a folder it is nobody's alone. */
  async isEmpty() {
    return true;
  }

  /** @param {string} name */
  async readText(name) {
    const sql = `SELECT content FROM read_text(${this.#url(name)})`;
    const rows = await this.#rows(sql).catch((error) => {
      if (/HTTP 404/.test(error.message)) return [];
      throw error;
    });
    return rows.length === 0 ? null : String(rows[0][0]);
  }

  /** @param {string} table */
  async files(table) {
    const rows = await this.#rows(`SELECT file FROM glob(${this.#url(`${table}/*/*.parquet`)}) ORDER BY file`);
    return rows.map(([url]) => {
      const [day, name] = String(url).split('/').slice(-2);
      return { day, name };
    });
  }

  /** An object appears when it is whole. @param {string} name @param {(path: string) => Promise<void>} write */
  async put(name, write) {
    const folder = await mkdtemp(join(tmpdir(), 'selfclock-object-'));
    const path = join(folder, basename(name));
    try {
      await write(path);
      await this.#upload(path, name);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** As it is, byte for byte. @param {string} path @param {string} name */
  async #upload(path, name) {
    const sql = `COPY (SELECT content FROM read_blob(${quoted(path)})) TO ${this.#url(name)} (FORMAT blob)`;
    await this.#outage.outlast(() =>
      this.#database.run(sql).catch((error) => {
        throw new Error(`${this.path} cannot be written: ${inOneLine(error)}.`);
      }),
    );
  }

  close() {
    this.#database.closeSync();
  }

  /** @param {string} sql @throws {CaptureError} the storage does not answer, or refuses */
  async #rows(sql) {
    const answer = await this.#outage.outlast(() =>
      this.#database.runAndReadAll(sql).catch((error) => {
        throw new CaptureError('unreadable', `${this.path} cannot be read: ${inOneLine(error)}.`);
      }),
    );
    return answer.getRows();
  }

  /** @param {string} name */
  #url(name) {
    return quoted(`${this.path}/${name}`);
  }
}

/**
 * @param {Database} database
 * @throws {CaptureError} its extension cannot be had
 */
export async function allowObjectStores(database) {
  // Only AWS itself has a host name for each bucket; what else speaks S3 knows them by path.
  const style = process.env.DUCKDB_S3_ENDPOINT ? 'path' : 'vhost';
  await database.run(`SET s3_url_style = '${style}'`).catch((error) => {
    throw new CaptureError(
      'no_httpfs',
      `DuckDB's extension httpfs, which reaches s3://, is missing: ${inOneLine(error)}`,
    );
  });
}

/** @param {Error} error of DuckDB, of several lines */
const inOneLine = ({ message }) =>
  message
    .replace(/^[\w ]+ Error: /, '')
    .replace(/\n+LINE \d+:[^]*$/, '')
    .replace(/\s*\n\s*/g, ' – ')
    .replace(/\.$/, '');
