/**
 * Tables on S3-compatible storage: moto's server, and DuckDB's extension httpfs from its Python package, which the
 * Python that SELFCLOCK_PYTHON names must have.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request as innerRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { openDatabase } from '../../lib/fleet/duckdb.js';
import { describeMissing } from '../support/programs.js';

const COMMAND = fileURLToPath(new URL('../../bin/selfclock.js', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps', import.meta.url));
const PYTHON = process.env.SELFCLOCK_PYTHON ?? 'python3';
const CAPTURES = ['path-six.pcap', 'path-keep-alive.pcap', 'handshake-get.pcap'];
const SERVE = `
import sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print(*server.get_host_and_port(), flush=True)
sys.stdin.read()`;

/** @returns {Promise<{ version: string, platform: string }>} of DuckDB: its extensions are built for one of each */
async function duckDb() {
  const database = await openDatabase();
  const rows = async (/** @type {string} */ sql) => (await database.runAndReadAll(sql)).getRows();
  const [[[version]], [[platform]]] = [await rows('SELECT version()'), await rows('PRAGMA platform')];
  return { version: String(version), platform: String(platform) };
}

/** @param {string} version @returns {string|null} path of the extension */
function extensionOf(version) {
  const code = 'import duckdb_extension_httpfs as it, moto.server; print(it.__path__[0])';
  const { status, stdout } = spawnSync(PYTHON, ['-c', code], { encoding: 'utf8' });
  if (status !== 0) return null;
  const folder = join(stdout.trim(), 'extensions', version);
  return readdirSync(dirname(folder)).includes(version) ? join(folder, 'httpfs.duckdb_extension') : null;
}

const { version, platform } = await duckDb();
const extension = extensionOf(version);
if (extension === null) {
  describeMissing(
    'S3',
    `${PYTHON} has no moto, or no duckdb-extension-httpfs ${version} (SELFCLOCK_PYTHON names another)`,
  );
} else {
  describe('S3', () => {
    const home = mkdtempSync(join(tmpdir(), 'selfclock-s3-'));
    const local = join(home, 'tables');
    const files = CAPTURES.map((name) => join(FIXTURES, name));
    /** @type {import('node:child_process').ChildProcess} */
    let server;
    let address = '';

    const environment = () => ({
      ...process.env,
      HOME: home,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_REGION: 'us-east-1',
      DUCKDB_S3_ENDPOINT: address,
      DUCKDB_S3_USE_SSL: 'false',
    });
    /** @param {string[]} args */
    const run = (...args) => spawnSync(process.execPath, [COMMAND, ...args], { env: environment(), encoding: 'utf8' });
    /** @param {string} folder @param {string} sql */
    const asked = (folder, sql) => run('query', sql, folder, '--csv');

    beforeAll(async () => {
      const extensions = join(home, '.duckdb/extensions', version, platform);
      mkdirSync(extensions, { recursive: true });
      cpSync(extension, join(extensions, 'httpfs.duckdb_extension'));
      server = spawn(PYTHON, ['-c', SERVE], { stdio: ['pipe', 'pipe', 'ignore'] });
      const [line] = await once(createInterface({ input: /** @type {any} */ (server.stdout) }), 'line');
      address = line.replace(' ', ':');
      expect((await fetch(`http://${address}/bucket`, { method: 'PUT' })).status).toBe(200);
      expect(run('index', ...files, '-o', local).stdout).toBe('3 added, 0 already there\n');
    }, 30_000);
    afterAll(() => {
      server?.kill();
      rmSync(home, { recursive: true });
    });

    test('has the same files as a folder, and what is there is passed over', async () => {
      expect(run('index', ...files.slice(0, 2), '-o', 's3://bucket/a/tables').stdout).toBe(
        '2 added, 0 already there\n',
      );
      expect(run('index', ...files, '-o', 's3://bucket/a/tables/').stdout).toBe('1 added, 2 already there\n');
      const hashes = (/** @type {string} */ folder) =>
        asked(
          folder,
          `SELECT replace(filename, '${folder}', '') AS name, sha256(content)
            FROM read_blob('${folder}/*/*/*.parquet') ORDER BY name`,
        ).stdout;
      expect(hashes(local).split('\n')).toHaveLength(1 + 6 * CAPTURES.length + 1);
      expect(hashes('s3://bucket/a/tables')).toBe(hashes(local));
    });

    test('is asked like a folder', () => {
      const sql = 'SELECT * FROM connections LEFT JOIN kinds ON verdict = code ORDER BY capture, connection';
      const { stdout } = asked('s3://bucket/a/tables', sql);
      expect(stdout.split('\n').length).toBeGreaterThan(CAPTURES.length);
      expect(stdout).toBe(asked(local, sql).stdout);
    });

    test('is put together, from a folder and to one', () => {
      const there = join(home, 'by-day');
      for (const [from, to] of [
        [local, 's3://bucket/by-day'],
        ['s3://bucket/a/tables', there],
      ]) {
        expect(run('index', '--compact', from, '-o', to).stdout).toMatch(/^compacted \d days of 3 captures\n$/);
        expect(run('index', '--compact', from, '-o', to).stdout).toBe('compacted 0 days of 0 captures\n');
        const sql = 'SELECT * FROM messages ORDER BY ALL';
        expect(asked(to, sql).stdout).toBe(asked(local, sql).stdout);
      }
      expect(run('index', files[0], '-o', 's3://bucket/by-day').stderr).toContain('has one file per day');
    });

    test('is shown as Fleet', async () => {
      const page = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--tables', 's3://bucket/a/tables'], {
        env: { ...environment(), SELFCLOCK_DATA: join(home, 'data') },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      try {
        const [line] = await once(createInterface({ input: page.stdout }), 'line');
        const url = /http:\S+/.exec(line)?.[0];
        const ask = async (/** @type {string} */ sql) => {
          const headers = { 'content-type': 'application/json' };
          const answer = await fetch(`${url}api/fleet/query`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ sql }),
          });
          return answer.json();
        };
        expect(await ask('SELECT count(*) FROM captures')).toMatchObject({ rows: [[3]] });
        expect(await ask("FROM read_text('s3://bucket/other')")).toMatchObject({ error: expect.anything() });
      } finally {
        page.kill();
        await once(page, 'exit');
      }
    });

    test('is waited for while it answers 503; that is told once, and nothing is lost', async () => {
      let isOut = false;
      let refused = 0;
      const front = createServer((request, response) => {
        if (isOut) return void (refused++, response.writeHead(503).end());
        const { method, url: path, headers } = request;
        const inner = innerRequest(`http://${address}${path}`, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        request.pipe(inner);
      });
      await new Promise((resolve) => front.listen(0, '127.0.0.1', () => resolve(null)));
      const { port } = /** @type {import('node:net').AddressInfo} */ (front.address());
      try {
        isOut = true;
        const child = spawn(process.execPath, [COMMAND, 'index', ...files, '-o', 's3://bucket/outage'], {
          env: { ...environment(), DUCKDB_S3_ENDPOINT: `127.0.0.1:${port}` },
        });
        const [out, said] = [text(child.stdout), text(child.stderr)];
        await once(child.stderr, 'data');
        const before = refused;
        while (refused <= before) await wait(50); // it tries again
        isOut = false;
        expect(await out).toBe('3 added, 0 already there\n');
        expect(await said).toMatch(
          /^selfclock: s3:\/\/bucket\/outage cannot be read: .*HTTP 503.*; trying again for up to 60 s\.\n$/,
        );
      } finally {
        front.close().closeAllConnections();
      }
      const sql = 'SELECT * FROM messages ORDER BY ALL';
      expect(asked('s3://bucket/outage', sql).stdout).toBe(asked(local, sql).stdout);
    }, 60_000);

    test('says what is wrong', () => {
      expect(asked('s3://bucket/none', 'SELECT 1').stderr).toContain('There are no tables in s3://bucket/none');
      const { stderr, status } = run('index', files[0], '-o', 's3://nobody/tables');
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/s3:\/\/nobody\/tables cannot be (read|written): .*NoSuchBucket/),
      ]);
      const watched = run('watch', '-i', FIXTURES, '-o', 's3://bucket/a/tables');
      expect([watched.status, watched.stderr]).toEqual([2, expect.stringContaining('a folder of this machine')]);
      rmSync(join(home, '.duckdb'), { recursive: true });
      expect(asked('s3://bucket/a/tables', 'SELECT 1').stderr).toMatch(
        /extension httpfs, which reaches s3:\/\/, is missing/,
      );
    });
  });
}
