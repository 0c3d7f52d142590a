/** A folder of tables holds what `analyze --json` says, once for each capture, and answers SQL. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ask } from '../../lib/fleet/database.js';
import { openDatabase } from '../../lib/fleet/duckdb.js';
import { figuresOf } from '../../lib/fleet/figures.js';
import { askGuarded } from '../../lib/fleet/guarded/ask-guarded.js';
import { QUESTIONS } from '../../lib/fleet/questions.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { openCapture, openPath } from '../../lib/library/index.js';
import { pathCaptures } from '../analysis/path/support/two-captures.js';
import { http3Capture, quicCapture } from '../quicflow/capture.js';
import { download } from '../support/host/record.js';
import { script } from '../support/packets/packets.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../bin/selfclock.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'selfclock-fleet-'));
/** A download that its client's window holds back. */
const HELD = join(home, 'held.pcap');
const FILES = [
  ...readdirSync(FIXTURES)
    .filter((name) => name.includes('.pcap'))
    .map((name) => join(FIXTURES, name)),
  HELD,
];
const folder = join(home, 'tables');
const VERSION = { version: '1.2.3' };

/** @param {string} sql @returns {Promise<any[]>} rows as objects */
async function rowsOf(sql) {
  const { columns, rows } = await ask(folder, sql);
  const found = [];
  for await (const row of rows) found.push(Object.fromEntries(columns.map((name, i) => [name, row[i]])));
  return found;
}

/** @param {string} tables @param {string} sql */
async function answerOf(tables, sql) {
  const rows = [];
  for await (const row of (await ask(tables, sql)).rows) rows.push(row);
  return rows;
}

/** All tables' files, however deep. @returns {string[]} */
const filesIn = () => readdirSync(folder, { recursive: true }).map(String).sort();

beforeAll(async () => {
  writeFileSync(HELD, download({ bytes: 300_000, isHeldByWindow: true }));
  const tables = await TablesFolder.open(folder);
  for (const file of FILES) expect(await tables.add(file, VERSION)).toMatchObject({ isNew: true });
}, 60_000);
afterAll(() => rmSync(home, { recursive: true, maxRetries: 9 }));

test('connections of QUIC are rows of the same tables, with numbers below 0', async () => {
  const [file, tables] = [join(home, 'quic.pcapng'), join(home, 'quic')];
  const frames = script({}, 'client SYN', 'server SYN-ACK', 'client ACK').map(({ bytes }) => bytes);
  writeFileSync(file, quicCapture({ frames }));
  await (await TablesFolder.open(tables)).add(file, VERSION);
  const columns = 'transport, flow, connection, tls_sni, tls_alpn, server_packets, server_unique_bytes, server_flags';
  expect(await answerOf(tables, `SELECT ${columns} FROM connections ORDER BY connection DESC`)).toEqual([
    ['tcp', '0', 0, null, null, 1, 0, '{}'],
    ['quic', 'q0', -1, 'www.example.test', 'h3', 3, 2, null],
  ]);
  expect(await answerOf(tables, 'SELECT connections, tcp_packets, quic_packets FROM captures')).toEqual([[2, 3, 6]]);
  const [rtt] = await answerOf(tables, 'SELECT min(connection), sum(samples) FROM rtt WHERE connection < 0');
  expect(rtt).toEqual([-1, expect.any(Number)]);
  for (const { sql } of Object.values(QUESTIONS)) await answerOf(tables, sql);
  const those = join(home, 'http3');
  writeFileSync(file, http3Capture().capture);
  await (await TablesFolder.open(those)).add(file, { ...VERSION, windows: true });
  expect(await answerOf(those, 'SELECT protocol, statement, requests, connections FROM statements')).toEqual([
    ['http/3', 'GET a.example/of-quic', 1, 1],
  ]);
  const windows = 'connection, direction, payload_bytes > 0, in_flight_bytes > 0, receive_window_bytes';
  expect(await answerOf(those, `SELECT ${windows} FROM windows ORDER BY direction`)).toEqual([
    [-1, 'clientToServer', true, true, null],
    [-1, 'serverToClient', true, true, null],
  ]);
  const { services } = await figuresOf(await openCapture(file));
  expect(services.map(({ service }) => service)).toContain('www.example.test');
});

test('captures of one path: a row for each connection, way and segment, as `path --json` has them; no path without --path', async () => {
  const captures = pathCaptures();
  const files = captures.map(({ name }) => join(home, name));
  captures.forEach(({ bytes }, at) => writeFileSync(files[at], bytes));
  const index = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [COMMAND, 'index', ...files, '-o', ...args], { encoding: 'utf8' });
  const tables = join(home, 'path-tables');
  expect(index(tables, '--path')).toMatchObject({ status: 0, stdout: '2 added, 0 already there\n', stderr: '' });
  const path = await openPath(files);
  const expected = [];
  for await (const { directions } of path.connections()) {
    for (const [direction, { segments }] of Object.entries(directions)) {
      for (const [at, { sent, lost, delay, queue, rate }] of segments.entries()) {
        expected.push([0, direction, at, sent, lost, delay?.median ?? null, queue?.p95 ?? null, rate]);
      }
    }
  }
  const columns = 'connection, direction, segment, sent_packets, lost_packets, delay_median_seconds, queue_p95_seconds';
  const sql = `SELECT ${columns}, rate_bytes_per_second FROM path_segments ORDER BY direction, segment`;
  const found = (await answerOf(tables, sql)).map((row) =>
    row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell)),
  );
  expect(found).toEqual(expected);
  expect(found[0][4]).toBeGreaterThan(0);
  const joined = `SELECT f.path, t.path FROM path_segments p JOIN captures f ON f.capture = p.from_capture
    JOIN captures t ON t.capture = p.to_capture WHERE direction = 'serverToClient'`;
  expect(await answerOf(tables, joined)).toEqual([[files[1], files[0]]]);
  expect(index(tables, '--path').stderr).toContain('it was there before, so no path was added');
  expect((await answerOf(folder, 'SELECT count(*) FROM path_segments')).map(([count]) => Number(count))).toEqual([0]);
}, 60_000);

test('every capture has a row', async () => {
  const captures = await rowsOf('SELECT * FROM captures ORDER BY path');
  expect(captures.map(({ path }) => path)).toEqual([...FILES].sort());
  for (const { path, connections, summary, selfclock } of captures) {
    const capture = await openCapture(path);
    expect([connections, summary, selfclock]).toEqual([
      ...[capture.describe().flows, capture.verdict().summary ?? null, VERSION.version],
    ]);
  }
}, 60_000);

test('times are absolute, and days are partitions', async () => {
  const [row] = await rowsOf(`SELECT c."start" AS first, epoch_us(f."start") - epoch_us(c."start") AS later, f.day
    FROM captures c JOIN connections f USING (capture) WHERE c.path LIKE '%path-six.pcap' AND f.connection = 1`);
  expect(row).toEqual({ first: '2026-11-22 11:38:50.707519', later: 1166, day: '2026-11-22' });
});

test("round trips of a second are those of the capture's samples", async () => {
  const [[key]] = [await rowsOf("SELECT capture FROM captures WHERE path LIKE '%path-six.pcap'")];
  const [row] = await rowsOf(`SELECT sum(samples) AS samples, min(min_seconds) AS least, max(max_seconds) AS most
    FROM rtt WHERE capture = '${key.capture}' AND direction = 'clientToServer'`);
  let samples = 0;
  const seconds = [];
  for await (const { columns, rows } of (await openCapture(join(FIXTURES, 'path-six.pcap'))).roundTrips()) {
    for (let i = 0; i < rows; i++) {
      if (columns.direction[i] === 0) seconds.push((samples++, Number(columns.rtt[i]) / 1e9));
    }
  }
  expect(row).toEqual({ samples, least: Math.min(...seconds), most: Math.max(...seconds) });
});

test('windows are written where they are asked for, a row a second of each direction with data', async () => {
  expect(await rowsOf('SELECT day, capture, limit_cause FROM windows')).toEqual([]);
  const those = join(home, 'windows');
  const tables = await TablesFolder.open(those);
  await tables.add(join(FIXTURES, 'zero-window.pcap'), { ...VERSION, windows: true });
  await tables.add(join(FIXTURES, 'path-six.pcap'), VERSION);
  const sql = `SELECT connection, client_bytes, server_bytes,
      sum(payload_bytes) FILTER (direction = 'clientToServer'), sum(payload_bytes) FILTER (direction = 'serverToClient'),
      min(receive_window_bytes), bool_or(windows.limit_cause = 'zero_window'), count(congestion_window_bytes),
      bool_and(congestion_window_bytes BETWEEN congestion_window_low_bytes AND congestion_window_high_bytes)
    FROM windows JOIN connections USING (capture, connection) GROUP BY ALL`;
  const [row, ...others] = await answerOf(those, sql);
  expect(others).toEqual([]);
  const [, client, server, sent, answered, ...rest] = row;
  expect([sent ?? 0, answered ?? 0]).toEqual([client, server]);
  expect(rest).toEqual([0, true, expect.any(Number), true]);
  expect(rest[2]).toBeGreaterThan(0);
  expect(await answerOf(those, 'SELECT count(DISTINCT capture) FROM windows')).toEqual([[1]]);
});

test('readers may pass over groups of rows by what identifies a connection', async () => {
  const bounded = await rowsOf(`SELECT DISTINCT path_in_schema AS name
    FROM parquet_metadata('${folder}/connections/*/*.parquet') WHERE stats_min_value IS NOT NULL ORDER BY name`);
  expect(bounded.map(({ name }) => name)).toEqual([
    ...['capture', 'client_address', 'connection', 'server_address', 'server_port', 'start'],
  ]);
});

test.each(Object.keys(QUESTIONS))('the question %s is answered', async (name) => {
  const rows = await rowsOf(QUESTIONS[name].sql);
  expect(rows.length).toBeGreaterThan(0);
  if (name === 'findings-by-kind') {
    const [{ count }] = await rowsOf('SELECT count(*) AS count FROM findings');
    expect(rows.reduce((sum, { found }) => sum + found, 0)).toBe(count);
  }
});

test('servers that are left out do not have the slowest handshakes', async () => {
  const database = await openDatabase();
  await database.run(`CREATE TABLE connections AS SELECT 'server ' || (i % 3000) AS server_address, 443 AS server_port,
    (hash(i) % 1000000) / 1e6 * (i % 3000) / 3000 AS handshake_rtt_seconds FROM range(60000) AS of(i)`);
  const ofAll = `SELECT server_address AS server, server_port AS port, count(*) AS handshakes,
      round(median(handshake_rtt_seconds), 6) AS median_seconds,
      round(quantile_cont(handshake_rtt_seconds, 0.99), 6) AS p99_seconds, max(handshake_rtt_seconds) AS max_seconds
    FROM connections GROUP BY ALL ORDER BY p99_seconds DESC LIMIT 50`;
  const answers = [ofAll, QUESTIONS['slow-handshakes'].sql].map((sql) =>
    database.runAndReadAll(`FROM (${sql}) ORDER BY p99_seconds DESC, server`).then((answer) => answer.getRowsJson()),
  );
  const [expected, found] = await Promise.all(answers);
  expect(found).toHaveLength(50);
  expect(found).toEqual(expected);
  database.closeSync();
});

test('a capture that is there is not written again, under whatever name', async () => {
  const before = filesIn();
  const copy = join(home, 'copy.pcap');
  copyFileSync(FILES[0], copy);
  expect(await (await TablesFolder.open(folder)).add(copy, VERSION)).toMatchObject({ isNew: false });
  expect(filesIn()).toEqual(before);
});

test('what cannot be read leaves nothing behind', async () => {
  const before = filesIn();
  const text = join(home, 'text.pcap');
  writeFileSync(text, 'no capture');
  await expect((await TablesFolder.open(folder)).add(text, VERSION)).rejects.toThrow(
    'It begins with 6e 6f 20 63: text.',
  );
  await expect((await TablesFolder.open(folder)).add(join(home, 'none'), VERSION)).rejects.toThrow(
    'cannot be read: ENOENT',
  );
  expect(filesIn()).toEqual(before);
});

test('what is no folder of tables, or one of another schema, is refused in a sentence', async () => {
  const other = join(home, 'other');
  mkdirSync(other);
  await expect(ask(other, 'SELECT 1')).rejects.toThrow(`There are no tables in ${other}`);
  writeFileSync(join(other, 'mine.txt'), '');
  await expect(TablesFolder.open(other)).rejects.toThrow('holds something else');
  writeFileSync(join(other, 'selfclock.json'), '{"schema":99}');
  await expect(TablesFolder.open(other)).rejects.toThrow("are of schema 99, this Selfclock's of 1");
  await expect(ask(folder, 'SELECT nothing FROM connections')).rejects.toThrow('"nothing" not found');
  const empty = join(home, 'empty');
  await TablesFolder.open(empty);
  await expect(ask(empty, 'SELECT 1')).rejects.toThrow('no captures in');
});

test('captures that another version indexed with other columns are asked along', async () => {
  const mixed = join(home, 'mixed');
  const tables = await TablesFolder.open(mixed);
  await tables.add(FILES[0], VERSION);
  await tables.add(FILES[1], VERSION);
  const [older] = readdirSync(mixed, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /connections.*parquet/.test(name),
  );
  const path = join(mixed, older);
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  await connection.run(`COPY (SELECT * EXCLUDE (tls_ja4) FROM '${path}') TO '${path}.old' (FORMAT parquet)`);
  connection.closeSync();
  renameSync(`${path}.old`, path);
  const answer = await ask(mixed, 'SELECT count(*), count(tls_ja4) FROM connections');
  for await (const row of answer.rows) expect(row).toEqual([2, 0]);
  const guarded = await askGuarded(mixed, 'SELECT count(*), count(tls_ja4) FROM connections');
  expect(guarded.rows).toEqual([[2, 0]]);
});

test('a file that is damaged, or went meanwhile, is named', async () => {
  const hurt = join(home, 'hurt');
  const tables = await TablesFolder.open(hurt);
  await tables.add(FILES[0], VERSION);
  await tables.add(FILES[1], VERSION);
  const files = readdirSync(hurt, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));
  const last = String(files.filter((name) => name.startsWith('connections')).at(-1));
  writeFileSync(join(hurt, last), 'PAR1 but not much else');
  await expect(ask(hurt, 'SELECT sum(client_bytes) FROM connections')).rejects.toThrow(last);
  for (const file of files) writeFileSync(join(hurt, file), '');
  await expect(ask(hurt, 'SELECT 1')).rejects.toThrow(/^The tables in .* cannot be read: /);
});

test('a clock that ran backwards, and a capture that was deleted, leave their rows as they are', async () => {
  const later = join(home, 'later');
  const file = join(home, 'backwards.pcap');
  const pcap = readFileSync(join(FIXTURES, 'zero-window.pcap'));
  const DAY_SECONDS = 86_400;
  for (let at = 24, packet = 1; at < pcap.length; at += 16 + pcap.readUInt32LE(at + 8), packet++) {
    if (packet > 10) pcap.writeUInt32LE(pcap.readUInt32LE(at) - DAY_SECONDS, at);
  }
  writeFileSync(file, pcap);
  await (await TablesFolder.open(later)).add(file, VERSION);
  rmSync(file);
  const sql = `SELECT c.path, c.day::TEXT, c.warnings LIKE '%time_backwards%', f."start" >= c."start", f.duration_seconds >= 0
    FROM captures c JOIN connections f USING (capture)`;
  for await (const row of (await ask(later, sql)).rows) expect(row).toEqual([file, '2023-11-14', true, true, true]);
});

// A file system of its own can be mounted by root alone.
(process.getuid?.() === 0 ? test : test.skip)('a full disk is told, and what was written stays whole', async () => {
  const full = join(home, 'full');
  mkdirSync(full);
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', full]).status).toBe(0);
  try {
    const tables = join(full, 'tables');
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'index', ...FILES, '-o', tables], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, `selfclock: ${tables} cannot be written: its disk is full.\n`]);
    const sql = `SELECT count(*) > 0, count(*) = (SELECT count(DISTINCT capture) FROM connections SEMI JOIN captures
      USING (capture)) FROM captures`;
    for await (const row of (await ask(tables, sql)).rows) expect(row).toEqual([true, true]);
    expect(readdirSync(tables, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([]);
  } finally {
    spawnSync('umount', [full]);
  }
});
