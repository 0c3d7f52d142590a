/**
 * Every column of every row of the tables is what the library says of the same connection, finding or message, which is
 * what `--json` and `--messages` print (test/cli/library.test.js).
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ascending } from 'd3';

import { CaptureError } from '../../lib/capture/capture-error.js';
import { ask } from '../../lib/fleet/database.js';
import { COLUMNS } from '../../lib/fleet/schema.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { describeShared } from '../support/shared.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps', import.meta.url));
const MAX_CAPTURES = 60;
const MAX_BYTES = 40_000;
const CAPTURE = /\.(pcap|pcapng|cap)(\.gz)?$/;
const home = mkdtempSync(join(tmpdir(), 'selfclock-same-'));
afterAll(() => rmSync(home, { recursive: true, maxRetries: 9 }));

/** Where a column's value stands in JSON, if its name in camel case does not say so. @type {Record<string, string>} */
const PLACES = {
  'connections.connection': 'flow',
  'connections.client_address': 'client.address',
  'connections.client_port': 'client.port',
  'connections.server_address': 'server.address',
  'connections.server_port': 'server.port',
  'connections.client_name': 'names.client.name',
  'connections.server_name': 'names.server.name',
  'connections.handshake_rtt_seconds': 'handshakeRtt',
  'connections.requests': 'http.requests',
  'connections.responses': 'http.responses',
  'connections.tls_version': 'tls.version',
  'connections.tls_cipher': 'tls.cipher',
  'connections.tls_sni': 'tls.sni',
  'connections.tls_alpn': 'tls.alpn',
  'connections.tls_ja4': 'tls.ja4',
  'connections.tls_resumed': 'tls.resumed',
  'connections.tls_handshake_seconds': 'tls.handshakeSeconds',
  'connections.client_stack': 'stack.client.names',
  'connections.server_stack': 'stack.server.names',
  'connections.verdict': 'verdict.code',
  'connections.severity': 'verdict.severity',
  'connections.cost_seconds': 'verdict.costSeconds',
  'connections.limit_cause': 'verdict.limit.cause',
  'connections.limit_seconds': 'verdict.limit.seconds',
  'connections.limit_share': 'verdict.limit.share',
  'connections.limit_bytes_per_second': 'verdict.limit.rate',
  'connections.findings': 'findings.length',
  'messages.connection': 'flow',
  'messages.message': 'index',
  'messages.send_seconds': 'timings.send',
  'messages.wait_seconds': 'timings.wait',
  'messages.think_seconds': 'timings.think',
  'messages.receive_seconds': 'timings.receive',
  'findings.cost_seconds': 'costSeconds',
  'statements.requests': 'count',
  'statements.total_seconds': 'totalSeconds',
  'statements.p50_seconds': 'p50Seconds',
  'statements.p95_seconds': 'p95Seconds',
  'statements.max_seconds': 'maxSeconds',
};

/** @param {string} name */
const camelCase = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** @param {string} table @param {string} column */
function placeOf(table, column) {
  const known = PLACES[`${table}.${column}`];
  if (known !== undefined) return known;
  const sent =
    table === 'connections' ? /^(client|server)_(?:(rtt)_)?(\w+?)(?:_seconds|_per_second)?$/.exec(column) : null;
  if (sent === null) return camelCase(column);
  const name = camelCase(sent[3]).replace('throughputBytes', 'throughput');
  return [sent[1] === 'client' ? 'clientToServer' : 'serverToClient', sent[2], name].filter(Boolean).join('.');
}

/**
 * @param {string} table @param {string} name of a column @param {any} row of JSON @param {bigint|null} start of the
 *   capture, microseconds
 */
function expected(table, name, row, start) {
  if (name === 'duration_seconds') return Math.round((row.end - row.start) * 1e9) / 1e9;
  const value = placeOf(table, name)
    .split('.')
    .reduce((inner, key) => inner?.[key], row);
  if (value === undefined || value === null) return null;
  if (name === 'start' || name === 'end') {
    return start === null ? null : Number(start + BigInt(Math.round(value * 1e6)));
  }
  if (/_stack$/.test(name)) return value.join(', ');
  if (name === 'flow') return String(value);
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** @param {string|null} epoch seconds, with nine decimals */
const microseconds = (epoch) => (epoch === null ? null : BigInt(epoch.replace('.', '').slice(0, -3)));

/** @param {AsyncIterable<object> | Iterable<object>} values as JSON has them */
async function asJson(values) {
  const list = [];
  for await (const value of values) list.push(JSON.parse(JSON.stringify(value)));
  return list;
}

/**
 * @param {string} folder of tables @param {'connections'|'findings'|'messages'|'statements'} table
 * @returns {Promise<Map<string, unknown[][]>>} rows by capture, in the order of the file, without the capture
 */
async function rowsByCapture(folder, table) {
  const names = COLUMNS[table].map(({ name, type }) => (type === 'TIMESTAMP' ? `epoch_us("${name}")` : `"${name}"`));
  const { rows } = await ask(folder, `SELECT ${names.join(', ')} FROM ${table}`);
  /** @type {Map<string, unknown[][]>} */
  const found = new Map();
  for await (const [capture, ...row] of rows) {
    const key = String(capture);
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

/** @param {string[]} files @param {string} folder for tables */
async function expectSame(files, folder) {
  const tables = await TablesFolder.open(folder);
  const kinds = /** @type {const} */ (['connections', 'findings', 'messages', 'statements']);
  /** @type {Map<string, Record<typeof kinds[number], unknown[][]>>} */
  const captures = new Map();
  for (const file of files) {
    /** @type {any} */
    let said;
    const onAdded = async (/** @type {import('../../lib/library/index.js').Capture} */ capture) => {
      const start = microseconds(capture.describe().startEpoch);
      said = {};
      for (const table of kinds) {
        const names = COLUMNS[table].slice(1).map(({ name }) => name);
        const rows = await asJson(capture[table]());
        said[table] = rows.map((row) => names.map((name) => expected(table, name, row, start)));
      }
    };
    const added = await tables.add(file, { version: '1', onAdded }).catch((error) => {
      if (!(error instanceof CaptureError)) throw error; // no capture at all
    });
    if (added && said !== undefined) captures.set(added.key, said);
    if (captures.size === MAX_CAPTURES) break;
  }
  for (const table of kinds) {
    const found = await rowsByCapture(folder, table);
    for (const [key, said] of captures) expect([table, key, found.get(key) ?? []]).toEqual([table, key, said[table]]);
    expect([...found.keys()].filter((key) => !captures.has(key))).toEqual([]);
  }
  return captures.size;
}

/** @param {string} folder @returns {string[]} */
const capturesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => CAPTURE.test(name))
    .map((name) => join(folder, name))
    .sort();

test('of the fixtures', async () => {
  expect(await expectSame(capturesIn(FIXTURES), join(home, 'fixtures'))).toBeGreaterThan(30);
}, 60_000);

describeShared('of reference captures', 'pcaps', (folder) => {
  test(`${MAX_CAPTURES} small ones`, async () => {
    const files = ['public', 'truth', 'stacks', 'points', 'cases', 'webmux']
      .flatMap((kind) => capturesIn(join(folder, kind)))
      .filter((file) => statSync(file).size <= MAX_BYTES)
      // So that there are some of each kind.
      .sort((a, b) => ascending(basename(a), basename(b)));
    expect(await expectSame(files, join(home, 'reference'))).toBe(MAX_CAPTURES);
  }, 120_000);
});
