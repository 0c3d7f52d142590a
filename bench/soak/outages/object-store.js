/**
 * S3-compatible storage (moto's server, of the Python that SELFCLOCK_PYTHON names) behind a front that can answer 503
 * to everything, and captures that are indexed into it one after the other.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { openDatabase } from '../../../lib/fleet/duckdb.js';
import { sentCapture } from '../../../test/support/packets/sent-capture.js';
import { SELFCLOCK } from '../../peers.js';

const PYTHON = process.env.SELFCLOCK_PYTHON ?? 'python3';
const SERVE = `
import sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print(*server.get_host_and_port(), flush=True)
sys.stdin.read()`;
const TABLES = 's3://soak/tables';

export class SoakedStore {
  /** Captures that `index` said were added. */
  added = 0;
  refused = 0;
  isOut = false;
  /** What each `index` said on standard error. @type {string[]} */
  said = [];
  /** What should not have been. @type {string[]} */
  failures = [];
  #home;
  #inner = '';
  #outer = '';
  /** @type {import('node:child_process').ChildProcess|null} */
  #server = null;
  #front = createServer((request, response) => {
    if (this.isOut) {
      this.refused++;
      response.writeHead(503).end();
      return;
    }
    const { method, headers, url } = request;
    const inner = ask(`http://${this.#inner}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on('error', () => response.destroy());
    request.pipe(inner);
  });

  /** @param {string} home a folder of its own */
  constructor(home) {
    this.#home = home;
  }

  /** @returns {Promise<boolean>} false: Python has not what it takes */
  async start() {
    const database = await openDatabase();
    const cell = async (/** @type {string} */ sql) => String((await database.runAndReadAll(sql)).getRows()[0][0]);
    const [version, platform] = [await cell('SELECT version()'), await cell('PRAGMA platform')];
    const code = 'import duckdb_extension_httpfs as it, moto.server; print(it.__path__[0])';
    const { status, stdout } = spawnSync(PYTHON, ['-c', code], { encoding: 'utf8' });
    if (status !== 0) return false;
    const folder = join(this.#home, '.duckdb/extensions', version, platform);
    mkdirSync(folder, { recursive: true });
    const extension = join(stdout.trim(), 'extensions', version, 'httpfs.duckdb_extension');
    cpSync(extension, join(folder, 'httpfs.duckdb_extension'));
    this.#server = spawn(PYTHON, ['-c', SERVE], { stdio: ['pipe', 'pipe', 'ignore'] });
    const [line] = await once(createInterface({ input: /** @type {any} */ (this.#server.stdout) }), 'line');
    this.#inner = line.replace(' ', ':');
    await new Promise((resolve) => this.#front.listen(0, '127.0.0.1', () => resolve(null)));
    this.#outer = `127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (this.#front.address()).port}`;
    await fetch(`http://${this.#inner}/soak`, { method: 'PUT' });
    return true;
  }

  /** @param {string[]} args @returns {Promise<{ status: unknown, stdout: string, stderr: string }>} */
  #run(args) {
    const env = {
      ...process.env,
      HOME: this.#home,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'us-east-1',
      DUCKDB_S3_ENDPOINT: this.#outer,
      DUCKDB_S3_USE_SSL: 'false',
    };
    return new Promise((resolve) => {
      const { pid } = execFile(process.execPath, [SELFCLOCK, ...args], { env }, (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, stdout, stderr }),
      );
      if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    });
  }

  /** One more capture, unlike all before. */
  async index() {
    const file = join(this.#home, 'next.pcap');
    const request = `GET /${this.added + this.failures.length} HTTP/1.1\r\nHost: soak\r\n\r\n`;
    writeFileSync(file, sentCapture([{ endpoint: 0, bytes: Buffer.from(request) }]));
    const { status, stdout, stderr } = await this.#run(['index', file, '-o', TABLES]);
    if (stderr !== '') this.said.push(stderr);
    if (status === 0 && stdout.startsWith('1 added')) this.added++;
    else this.failures.push(`index ended with ${status}: ${stderr}`);
  }

  /** @returns {Promise<number>} captures whose rows are all there */
  async count() {
    const sql = 'SELECT count(*) FROM captures SEMI JOIN connections USING (capture)';
    return Number((await this.#run(['query', sql, TABLES, '--csv'])).stdout.trim().split('\n').at(-1));
  }

  stop() {
    this.#front.close().closeAllConnections();
    this.#server?.kill();
  }
}
