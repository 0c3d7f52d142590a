/** Times before 1970, and beyond the 32 bits of seconds that pcap has, in everything that is exported. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import Ajv from 'ajv';
// @ts-expect-error it has no types
import schemas from 'har-schema';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { csvLines } from '../../lib/export/csv.js';
import { FlowCapture, flowFrames } from '../../lib/export/flow-capture.js';
import { ask } from '../../lib/fleet/database.js';
import { TablesFolder } from '../../lib/fleet/tables-folder.js';
import { splitEpoch } from '../../lib/shared/epoch.js';
import { tcptraceCsv } from '../../lib/tcpflow/tcptrace/csv.js';
import { bytesOf, readAll } from '../capture/support.js';
import { tsharkFields } from '../support/oracles/tshark.js';
import { pcap, script } from '../support/packets/packets.js';
import { inSeconds, pcapngBytes, untimedBytes } from '../support/packets/pcapng-bytes.js';
import { describeWithPrograms } from '../support/programs.js';

const COMMAND = fileURLToPath(new URL('../../bin/selfclock.js', import.meta.url));
const NS = 1_000_000_000n;
const ajv = new Ajv({ schemas: Object.values(schemas), meta: false, validateSchema: false });

const PACKETS = script(
  {},
  'client SYN',
  '+250ms server SYN-ACK',
  '+250ms client ACK',
  'client PSH "GET /a HTTP/1.1\\r\\nHost: a.example\\r\\n\\r\\n"',
  '+250ms server PSH "HTTP/1.1 200 OK\\r\\nSet-Cookie: a=b; Max-Age=60\\r\\nContent-Length: 2\\r\\n\\r\\nok"',
  'client FIN',
  'server FIN',
  'client ACK',
);
/** Of the last packet, since the first. */
const LAST_NS = BigInt(PACKETS[PACKETS.length - 1].timeNs);

/** Different times at which something is drawn: each packet's. */
const DRAWN_TIMES = PACKETS.length;

/** What each export says of the first packet, and of the last where the sum of both is not obvious. */
const TIMES = [
  {
    startNs: -1_000_000n,
    epoch: '-0.001000000',
    micros: '-0.001000',
    last: '0.749040',
    date: '1969-12-31T23:59:59.999000Z',
    isPcap: false,
  },
  {
    startNs: -5_900_000_000n,
    epoch: '-5.900000000',
    micros: '-5.900000',
    last: '-5.149960',
    date: '1969-12-31T23:59:54.100000Z',
    isPcap: false,
  },
  {
    startNs: 2n ** 31n * NS,
    epoch: '2147483648.000000000',
    micros: '2147483648.000000',
    last: '2147483648.750040',
    date: '2038-01-19T03:14:08.000000Z',
    isPcap: true,
  },
  {
    startNs: 2n ** 32n * NS,
    epoch: '4294967296.000000000',
    micros: '4294967296.000000',
    last: '4294967296.750040',
    date: '2106-02-07T06:28:16.000000Z',
    isPcap: false,
  },
  {
    startNs: 2n ** 33n * NS,
    epoch: '8589934592.000000000',
    micros: '8589934592.000000',
    last: '8589934592.750040',
    date: '2242-03-16T12:56:32.000000Z',
    isPcap: false,
  },
];

/** @type {string} */
let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'selfclock-times-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {Uint8Array} bytes */
function analysed(bytes) {
  const analysis = new OpenedAnalysis({});
  analysis.ingest.push(bytes);
  analysis.ingest.end();
  return analysis;
}

/** @param {Uint8Array} bytes @param {string} [name] */
function fileOf(bytes, name = 'capture') {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** @param {string[]} args */
function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { cwd: folder });
  return { status, stdout, stderr: stderr.toString() };
}

/** The packets of the connection, as they are exported. @param {Uint8Array} bytes */
async function exported(bytes) {
  /** @type {Uint8Array[]} */
  const pieces = [];
  const copy = new FlowCapture(flowFrames(analysed(bytes).ingest, 0), (piece) => void pieces.push(piece));
  copy.push(bytes);
  await copy.ready();
  return bytesOf(...pieces);
}

/** @param {Uint8Array} bytes @returns {any} */
function harOf(bytes) {
  const { status, stdout } = run('export', fileOf(bytes), '--format', 'har');
  expect(status).toBe(0);
  const har = JSON.parse(stdout.toString());
  expect([ajv.validate('har.json#', har), ajv.errors]).toEqual([true, null]);
  return har;
}

/** @param {Uint8Array} bytes @param {string} name @param {string} sql */
async function fromTables(bytes, name, sql) {
  const tables = await TablesFolder.open(join(folder, name));
  await tables.add(fileOf(bytes), { version: '1' });
  const found = [];
  for await (const row of (await ask(join(folder, name), sql)).rows) found.push(row);
  return found;
}

describe.each(TIMES)('a capture that begins at $micros s', ({ startNs, epoch, micros, last, date, isPcap }) => {
  const bytes = pcapngBytes(PACKETS, startNs);

  it('has that time in JSON', () => {
    expect(analysed(bytes).ingest.describe()).toMatchObject({ startEpoch: epoch, duration: Number(LAST_NS) / 1e9 });
  });

  it('is exported as pcap where pcap can hold it, else as pcapng, and says so', async () => {
    const copy = await exported(bytes);
    const { reader, frames } = readAll(copy);
    expect(reader).toMatchObject({ format: isPcap ? 'pcap' : 'pcapng', startEpochNs: startNs, warnings: [] });
    expect(frames.map(({ time }) => time)).toEqual(PACKETS.map(({ timeNs }) => timeNs));
    const { status, stdout, stderr } = run('export', fileOf(bytes), '--flow', '0', '--format', 'pcap');
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: isPcap
        ? ''
        : 'selfclock: Times before 1970 or from 2106 on do not fit pcap: the packets are written as pcapng.\n',
    });
    expect(new Uint8Array(stdout)).toEqual(copy);
  });

  it('has that date in HAR', () => {
    const { log } = harOf(bytes);
    expect([log.pages[0].startedDateTime, log.entries[0].startedDateTime]).toEqual([date, date]);
    expect(log.comment).toBeUndefined();
    expect(log.entries[0].response.cookies[0].expires).not.toBeNull();
  });

  it("has tcptrace's decimal seconds in its table and its graphs", () => {
    const analysis = analysed(bytes);
    const [heading, line] = [...tcptraceCsv(analysis.ingest.tcp, analysis.ingest.forTcptrace())];
    const fields = Object.fromEntries(heading.split(',').map((name, i) => [name, line.split(',')[i]]));
    expect(fields).toMatchObject({ first_packet: micros, last_packet: last, idletime_max_b2a: '500.0' });
    const drawn = new Set();
    analysis.opened.drawGraphs(0, (name) => (piece) => {
      if (!name.includes('_tsg')) return;
      for (const [, time] of piece.matchAll(/^(?:[ud]arrow|diamond|box) (\S+) /gm)) drawn.add(time);
    });
    const sorted = [...drawn].sort((a, b) => Number(a) - Number(b));
    expect([sorted[0], sorted.at(-1), sorted.length]).toEqual([micros, last, DRAWN_TIMES]);
  });

  it('counts from its first packet in CSV', () => {
    for (const table of analysed(bytes).opened.tables(0)) {
      const [, first] = [...csvLines(table)];
      if (table.name === 'packets') expect(first).toMatch(/^1,0\.000000000,/);
      expect(first ?? '').not.toMatch(/-\d|\.-/);
    }
  });

  it('has that time in tables', async () => {
    const [found] = await fromTables(
      bytes,
      `tables${startNs}`,
      'SELECT epoch_us("start"), epoch_us("end"), CAST(day AS VARCHAR) FROM connections',
    );
    expect(found.map(String)).toEqual([
      String(startNs / 1000n),
      String((startNs + LAST_NS) / 1000n),
      date.slice(0, 10),
    ]);
  });
});

describe('a capture without times', () => {
  it('has a HAR that names no date', () => {
    const { log } = harOf(untimedBytes(PACKETS));
    expect(log.entries).toHaveLength(1);
    expect(log.comment).toMatch(/^The capture has no dates:/);
    for (const { startedDateTime } of [...log.pages, ...log.entries]) {
      expect(startedDateTime).toBe('0001-01-01T00:00:00.000000Z');
      expect(Date.parse(startedDateTime)).not.toBeNaN();
    }
    expect(log.entries[0].response.cookies[0].expires).toBeNull();
  });

  it('has none in JSON and in tables', async () => {
    expect(analysed(untimedBytes(PACKETS)).ingest.describe().startEpoch).toBeNull();
    const sql = 'SELECT "start", "end" FROM connections';
    expect(await fromTables(untimedBytes(PACKETS), 'untimed', sql)).toEqual([[null, null]]);
  });
});

test('a capture from a date to a time that no 64 bits of microseconds hold can be indexed', async () => {
  const [first, ...later] = PACKETS;
  const far = later.map((packet) => ({ ...packet, timeNs: 1e25 }));
  const sql = 'SELECT epoch_us("start"), "end" FROM connections';
  const [row] = await fromTables(inSeconds([first, ...far]), 'far', sql);
  expect(row.map(String)).toEqual(['0', 'null']);
});

test('a time that no calendar has is no date', async () => {
  const bytes = pcapngBytes(PACKETS, 2n ** 61n * NS);
  expect(harOf(bytes).log.comment).toMatch(/^The capture has no dates/);
  expect(await fromTables(bytes, 'beyond', 'SELECT "start" FROM connections')).toEqual([[null]]);
  expect(readAll(await exported(bytes)).reader.startEpochNs).toBe(2n ** 61n * NS);
});

describeWithPrograms('as tshark reads it', ['tshark'], () => {
  const epochs = (/** @type {Uint8Array} */ bytes) => tsharkFields(bytes, ['frame.time_epoch']).map(([text]) => text);

  it.each(TIMES)('a copy of a capture that begins at $micros s has its times', async ({ startNs }) => {
    const bytes = pcapngBytes(PACKETS, startNs);
    expect(epochs(await exported(bytes))).toEqual(epochs(bytes));
    expect(epochs(bytes)).toHaveLength(PACKETS.length);
  });

  // tshark 4.0 writes a time before 1970 as whole seconds, rounded down, and what is left: -0.001 s as -1.999
  it.each(TIMES)('the first time of a capture that begins at $micros s is that', async ({ startNs }) => {
    const { seconds, nanoseconds } = splitEpoch(startNs);
    const [first] = epochs(await exported(pcapngBytes(PACKETS, startNs)));
    expect(first).toBe(`${seconds}.${String(nanoseconds).padStart(9, '0')}`);
  });
});

test('a pcap stays one', async () => {
  const bytes = pcap(PACKETS, { nanoseconds: false });
  expect(await exported(bytes)).toEqual(bytes);
});
