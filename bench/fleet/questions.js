/**
 * node bench/fleet/questions.js [--millions 10] [--days 10] [--rounds 3] [--ask NAME]
 *
 * How long DuckDB takes for the named questions that connections answer, over as many generated connections in a file a
 * day, as `index --compact` writes them: by the clock and of the processor, the median of so many rounds after one that
 * is not counted. The tables are in a folder of their own, which goes at the end.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { openTables, rowsOf } from '../../lib/fleet/database.js';
import { openDatabase } from '../../lib/fleet/duckdb.js';
import { OF_DAY } from '../../lib/fleet/file-names.js';
import { QUESTIONS } from '../../lib/fleet/questions.js';
import { COLUMNS, SCHEMA_VERSION, TABLES } from '../../lib/fleet/schema.js';
import { median } from '../measure.js';

const { values } = parseArgs({
  options: {
    millions: { type: 'string', default: '10' },
    days: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    ask: { type: 'string' },
  },
});
const days = Number(values.days);
const rowsOfDay = Math.round((Number(values.millions) * 1e6) / days);
const FIRST_DAY = Date.UTC(2026, 10, 1);
const SERVERS = 350_000;
const SQL_TYPES = { STRING: 'VARCHAR', INT64: 'BIGINT', DOUBLE: 'DOUBLE', BOOLEAN: 'BOOLEAN', TIMESTAMP: 'TIMESTAMP' };
/** A number from 0 up to 1, the same each time, of row `i`. @param {number} nth that the row has */
const lot = (nth) => `(hash(i * 16 + ${nth}) / 18446744073709551616.0)`;

/**
 * Columns that questions ask, in SQL of a row `i` and its server `s`, a few of which have most connections; the others
 * are null. @type {Record<string, string>}
 */
const VALUES = {
  capture: 'md5((i // 20000)::VARCHAR)',
  connection: 'i % 20000 + 1',
  client_address: `'10.' || (i % 200) || '.' || (i // 200 % 250) || '.7'`,
  client_port: `1024 + (${lot(1)} * 60000)::BIGINT`,
  server_address: `'198.' || (s // 65536 + 18) || '.' || (s // 256 % 256) || '.' || (s % 256)`,
  server_port: 'CASE s % 4 WHEN 0 THEN 80 WHEN 1 THEN 8080 ELSE 443 END',
  role_guessed: 'false',
  duration_seconds: `10 * ${lot(2)} ^ 4`,
  state: `'closed'`,
  complete: 'true',
  handshake_rtt_seconds: `CASE WHEN ${lot(3)} > 0.1 THEN round(0.2 * (s % 97 / 97.0) + 0.1 * ${lot(4)} ^ 8, 9) END`,
  client_packets: '9',
  client_data_packets: `(4 + 20 * ${lot(5)} ^ 4)::BIGINT`,
  client_retransmitted_packets: `(${lot(6)} < 0.02)::BIGINT`,
  server_packets: '9',
  server_data_packets: `(4 + 90 * ${lot(7)} ^ 4)::BIGINT`,
  server_retransmitted_packets: `(3 * ${lot(8)} ^ 30)::BIGINT`,
  tls_sni: `CASE WHEN s % 4 > 1 THEN 'host-' || (s % 5000) || '.example' END`,
  summary: `'closed after ' || (i % 1000) || ' ms'`,
  verdict: `CASE WHEN ${lot(9)} < 0.05 THEN ['retransmission_timeout', 'fast_retransmit', 'zero_window'][1 + i % 3] END`,
  severity: `CASE WHEN ${lot(9)} < 0.05 THEN ['error', 'warning', 'note'][1 + i % 3] END`,
  cost_seconds: `CASE WHEN ${lot(9)} < 0.05 THEN round(${lot(10)}, 6) END`,
  limit_cause: `CASE WHEN ${lot(11)} < 0.3 THEN ['application', 'congestion_window', 'receive_window'][1 + i % 3] END`,
  limit_seconds: `CASE WHEN ${lot(11)} < 0.3 THEN ${lot(12)} END`,
  limit_bytes_per_second: `CASE WHEN ${lot(11)} < 0.3 THEN 1e6 * ${lot(13)} END`,
};

/** @param {string} folder */
async function generate(folder) {
  const database = await openDatabase();
  writeFileSync(join(folder, 'selfclock.json'), JSON.stringify({ schema: SCHEMA_VERSION }));
  for (let day = 0; day < days; day++) {
    const date = new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10);
    const start = `TIMESTAMP '${date}' + to_microseconds((i - ${day * rowsOfDay}) * ${Math.floor(86_400e6 / rowsOfDay)})`;
    for (const table of TABLES) {
      const rows = table === 'connections' ? rowsOfDay : 0;
      /** @type {Record<string, string>} */
      const known = { ...VALUES, start, end: `${start} + INTERVAL 1 SECOND` };
      const columns = COLUMNS[table].map(
        ({ name, type }) => `(${(rows > 0 && known[name]) || 'NULL'})::${SQL_TYPES[type]} AS "${name}"`,
      );
      const path = join(folder, table, `day=${date}`, OF_DAY);
      mkdirSync(join(path, '..'), { recursive: true });
      await database.run(`COPY (
          SELECT ${columns.join(', ')}
          FROM (SELECT range AS i, (${SERVERS} * (hash(range * 16) / 18446744073709551616.0) ^ 3)::BIGINT AS s
            FROM range(${day * rowsOfDay}, ${day * rowsOfDay + rows}))
        ) TO '${path}' (FORMAT parquet)`);
    }
  }
  database.closeSync();
}

/** @param {import('@duckdb/node-api').DuckDBConnection} database @param {string} sql */
async function timed(database, sql) {
  const [beganMs, used] = [performance.now(), process.cpuUsage()];
  const rows = [];
  for await (const row of rowsOf(await database.stream(sql))) rows.push(row);
  const { user, system } = process.cpuUsage(used);
  return { clock: (performance.now() - beganMs) / 1e3, processor: (user + system) / 1e6 };
}

const home = mkdtempSync(join(tmpdir(), 'selfclock-bench-questions-'));
try {
  await generate(home);
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.parquet'));
  const bytes = files.reduce((sum, name) => sum + statSync(join(home, name)).size, 0);
  process.stdout.write(
    `${rowsOfDay * days} connections in ${days} files, ${Math.round(bytes / 1e6)} MB\n\n` +
      '| question | by the clock, s | of the processor, s |\n|---|---|---|\n',
  );
  const database = await openTables(home);
  for (const [name, { sql }] of Object.entries(QUESTIONS)) {
    // The tables of messages, round trips and findings are empty here.
    if (values.ask === undefined ? !/FROM connections/.test(sql) : name !== values.ask) continue;
    await timed(database, sql);
    const runs = [];
    for (let round = 0; round < Number(values.rounds); round++) runs.push(await timed(database, sql));
    const cells = [median(runs.map(({ clock }) => clock)), median(runs.map(({ processor }) => processor))];
    process.stdout.write(`| \`${name}\` | ${cells.map((seconds) => seconds.toFixed(2)).join(' | ')} |\n`);
  }
} finally {
  rmSync(home, { recursive: true });
}
