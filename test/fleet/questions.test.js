/** Questions about a fleet: what counts as lost, and the connections behind each figure. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ask } from '../../lib/fleet/database.js';
import { connectionsBehind, QUESTIONS } from '../../lib/fleet/questions.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { merge, pcap, script } from '../support/packets/packets.js';

const home = mkdtempSync(join(tmpdir(), 'selfclock-questions-'));
const tables = join(home, 'tables');
/** A session whose client says nothing for ten seconds, one that is refused, and a SYN without an answer. */
const idleAndFailed = pcap(
  merge(
    script(
      { client: '10.0.0.1:5000', server: '10.0.9.1:22' },
      'client SYN mss 1460',
      '+20ms server SYN-ACK mss 1460',
      '+20ms client ACK',
      '+10s client data 100',
      '+20ms server data 100',
      '+20ms client ACK',
    ),
    script({ client: '10.0.0.1:5001', server: '10.0.9.2:81' }, '@4s client SYN', '+1ms server RST-ACK'),
    script({ client: '10.0.0.1:5002', server: '10.0.9.3:82' }, '@5s client SYN'),
  ),
);

beforeAll(async () => {
  const made = join(home, 'idle.pcap');
  writeFileSync(made, idleAndFailed);
  const folder = await TablesFolder.open(tables);
  const fixtures = ['zero-window.pcap', 'curl-parallel.pcap', 'fast-retransmit.pcap'].map((name) =>
    fileURLToPath(new URL(`../../fixtures/pcaps/${name}`, import.meta.url)),
  );
  for (const file of [made, ...fixtures]) await folder.add(file, { version: '1' });
});
afterAll(() => rmSync(home, { recursive: true, maxRetries: 9 }));

/** @param {string} sql @returns {Promise<Record<string, any>[]>} */
async function rowsOf(sql) {
  const { columns, rows } = await ask(tables, sql);
  const all = [];
  for await (const row of rows) all.push(Object.fromEntries(columns.map((name, i) => [name, row[i]])));
  return all;
}

test('an idle session loses nothing, whatever its wait is said to have cost', async () => {
  const [idle] = await rowsOf('SELECT cost_seconds FROM connections WHERE server_port = 22');
  expect(idle.cost_seconds).toBeGreaterThan(9);
  const worst = await rowsOf(QUESTIONS['worst-servers'].sql);
  expect(worst.map(({ server }) => server)).toContain('example.test');
  expect(worst.find(({ port }) => port === 22)).toBe(undefined);
});

/** Columns that count connections, not what is of them. */
const COUNTS = ['connections', 'handshakes', 'failed'];

test('behind each figure are as many connections as it counts', async () => {
  let looked = 0;
  for (const { sql, behind } of Object.values(QUESTIONS)) {
    if (!behind) continue;
    for (const row of (await rowsOf(sql)).slice(0, 8)) {
      const cells = behind.by.map((by) => row[by]);
      for (const figure of Object.keys(behind.figures).filter((name) => COUNTS.includes(name))) {
        const found = await rowsOf(connectionsBehind(behind, cells, figure));
        expect([figure, row, found.length]).toEqual([figure, row, row[figure]]);
        looked++;
      }
    }
  }
  expect(looked).toBeGreaterThan(20);
});

test('the strip counts what is open, those that failed apart', async () => {
  const rows = await rowsOf(QUESTIONS['over-time'].sql);
  const failed = rows.filter(({ limited_by }) => limited_by === 'failed');
  expect(failed.reduce((so, { connections }) => so + connections, 0)).toBe(2);
});

test('a cell of a row is a value, never SQL', async () => {
  const behind = /** @type {import('../../lib/fleet/questions.js').Behind} */ (QUESTIONS['worst-servers'].behind);
  expect(await rowsOf(connectionsBehind(behind, ["x' OR 1 = 1 --", 80], 'connections'))).toEqual([]);
});
