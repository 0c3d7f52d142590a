/** A capture cut into files of its packets: the connections of all files together are those of the whole. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ask } from '../../lib/fleet/database.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/pcaps', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'selfclock-whole-'));
const PCAP_HEADER_BYTES = 24;

afterAll(() => rmSync(home, { recursive: true, maxRetries: 9 }));

/** @param {string} folder tables @param {string} from */
async function connectionsOf(folder, from) {
  const { rows } = await ask(
    folder,
    `SELECT client_port, "start", "end", state, handshake_rtt_seconds,
    ${from === 'connections' ? 'client_packets + server_packets' : 'packets'} AS packets FROM ${from} ORDER BY ALL`,
  );
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** @param {Buffer} pcap of this machine's byte order @param {number} parts @returns {Buffer[]} */
function cut(pcap, parts) {
  /** @type {Buffer[]} */
  const records = [];
  for (let at = PCAP_HEADER_BYTES; at < pcap.length;) {
    const end = at + 16 + pcap.readUInt32LE(at + 8);
    records.push(pcap.subarray(at, end));
    at = end;
  }
  const most = Math.ceil(records.length / parts);
  return Array.from({ length: parts }, (_, i) =>
    Buffer.concat([pcap.subarray(0, PCAP_HEADER_BYTES), ...records.slice(i * most, (i + 1) * most)]),
  );
}

test.each(['path-six.pcap', 'path-keep-alive.pcap', 'port-reuse.pcap'])(
  '%s in three files has the connections of the whole',
  async (name) => {
    const folder = join(home, name);
    mkdirSync(folder);
    const whole = await TablesFolder.open(join(folder, 'whole'));
    await whole.add(join(FIXTURES, name), { version: '1' });
    const parts = await TablesFolder.open(join(folder, 'parts'));
    for (const [i, part] of cut(readFileSync(join(FIXTURES, name)), 3).entries()) {
      const path = join(folder, `${i}.pcap`);
      writeFileSync(path, part);
      await parts.add(path, { version: '1' });
    }
    const expected = await connectionsOf(join(folder, 'whole'), 'connections');
    expect(await connectionsOf(join(folder, 'parts'), 'whole_connections')).toEqual(expected);
    expect((await connectionsOf(join(folder, 'parts'), 'connections')).length).toBeGreaterThan(expected.length);
  },
);
