import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { Exports } from '../../../lib/session/exports.js';
import { NodeHost } from '../../../server/worker/node-host.js';
import { merge, pcap, script } from '../../support/packets/packets.js';
import { pcapngBytes } from '../../support/packets/pcapng-bytes.js';
import { closeAll, start } from '../support/server.js';

afterEach(closeAll);

const one = script(
  { client: '10.0.0.1:1000' },
  'client SYN',
  '+1ms server SYN-ACK',
  '+1ms client ACK',
  '+1ms client data 3000',
  '+5ms server ACK',
  'client FIN',
  'server FIN',
  'client ACK',
);
const two = script(
  { client: '10.0.0.1:2000', startNs: 500_123 },
  'client SYN',
  '+1ms server SYN-ACK',
  '+1ms client ACK',
  'server data 20x1448',
  '+5ms client ACK',
);
const both = pcap(merge(one, two));

/** Folders in which graphs are written before they are packed. */
const graphFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('selfclock-graphs-'));

/** @param {Uint8Array} bytes @param {Parameters<typeof start>[0]} [options] */
async function serving(bytes, options) {
  const server = await start(options);
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', bytes);
  await server.settled(id);
  return { server, base: `/api/captures/${id}/connections` };
}

test('lists of connections, requests and findings, filtered and in order', async () => {
  const { server, base } = await serving(both);
  const list = async (/** @type {string} */ file, query = '') => {
    const { status, headers, bytes } = await server.ask(`${base.replace('connections', 'list')}/${file}${query}`);
    return { status, name: headers['content-disposition'], text: new TextDecoder().decode(bytes) };
  };
  const csv = await list('connections.csv', '?sort=bytes&order=desc');
  expect(csv.name).toContain('connections.csv');
  expect(
    csv.text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',').slice(0, 5).join()),
  ).toEqual(['flow,transport,stream,client,client_port', '1,tcp,1,10.0.0.1,2000', '0,tcp,0,10.0.0.1,1000']);
  const { text } = await list('connections.json', `?text=${encodeURIComponent('client.port == 1000')}`);
  expect(JSON.parse(text)).toMatchObject([{ flow: 0, bytes: [3000, 0] }]);
  expect((await list('requests.csv')).text).toMatch(
    /^flow,message,protocol,stream,method,host,target,status,[^\n]*\n$/,
  );
  expect(JSON.parse((await list('requests.json')).text)).toEqual([]);
  expect((await list('findings.csv')).text).toMatch(/^flow,code,title,/);
  expect((await list('other.csv')).status).toBe(404);
  expect((await list('findings.csv', '?text=zebra+%3E+1')).status).toBe(400);
});

test('the HTTP exchanges of the connections that a filter finds, as HAR', async () => {
  const { server, base } = await serving(readFileSync('fixtures/pcaps/curl-parallel.pcap'));
  const entries = async (/** @type {string} */ query) => {
    const { status, bytes } = await server.ask(`${base.replace('connections', 'list')}/requests.har${query}`);
    expect(status).toBe(200);
    return JSON.parse(new TextDecoder().decode(bytes)).log.entries;
  };
  expect(await entries('')).toHaveLength(3);
  expect(await entries('?text=flow+%3D%3D+1')).toMatchObject([{ response: { status: 200 }, connection: '1' }]);
});

test.each([
  ['a pcap', both],
  ['gzip', gzipSync(both)],
])('the packets of a connection, out of %s', async (_name, bytes) => {
  const { server, base } = await serving(bytes);
  const { status, headers, bytes: copy } = await server.ask(`${base}/1/export/packets.pcap`);
  expect([status, headers['content-type'], headers['x-content-type-options'], headers['cache-control']]).toEqual([
    200,
    'application/octet-stream',
    'nosniff',
    'no-store',
  ]);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="?connection-1-packets\.pcap"?$/);
  expect(copy).toEqual(Buffer.from(pcap(two)));
});

test('packets that pcap cannot hold are named after what they are', async () => {
  const { server, base } = await serving(pcapngBytes(two, -5_900_000_000n));
  const { headers, bytes: copy } = await server.ask(`${base}/0/export/packets.pcap`);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="?connection-0-packets\.pcapng"?$/);
  expect(copy.readUInt32LE(0)).toBe(0x0a0d0d0a);
});

test('its tables', async () => {
  const { server, base } = await serving(both);
  const analysis = new OpenedAnalysis({ keepMessages: false });
  analysis.ingest.push(both);
  analysis.ingest.end();
  for (const { name, columns, rows } of analysis.opened.tables(1)) {
    const lines = (await server.ask(`${base}/1/export/${name}.csv`)).bytes.toString().split('\n');
    expect([name, lines[0], lines.length, lines.at(-1)]).toEqual([name, columns.join(','), [...rows].length + 2, '']);
  }
});

test('its graphs, as an archive that tar unpacks', async () => {
  const { server, base } = await serving(both);
  const before = graphFolders();
  const { bytes } = await server.ask(`${base}/0/export/xplot.tar`);
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-tar-'));
  try {
    writeFileSync(join(folder, 'x.tar'), bytes);
    expect(spawnSync('tar', ['-xf', 'x.tar'], { cwd: folder, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    const names = readdirSync(folder).filter((name) => name.endsWith('.xpl'));
    expect(names).toEqual(expect.arrayContaining(['a2b_tsg.xpl', 'b2a_tsg.xpl', 'a_b_tline.xpl']));
    for (const name of names) {
      expect(readFileSync(join(folder, name), 'utf8')).toMatch(/^(timeval|unsigned) [^]*\ngo\n$/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  // Another test may be writing some of its own at the same time: those go, too.
  const left = () => graphFolders().filter((name) => !before.includes(name));
  for (let tries = 0; tries < 50 && left().length > 0; tries++) await delay(100);
  expect(left()).toEqual([]);
});

test('what there is not is answered with a sentence, and is no file', async () => {
  const { server, base } = await serving(both);
  for (const path of [
    '/7/export/packets.pcap',
    '/0/export/packets.har',
    '/0/export/constructor',
    '/0/export/..%2f..%2fmain.js',
  ]) {
    const { status, headers, json } = await server.ask(`${base}${path}`);
    expect([path, status, headers['content-disposition'], json.error.code]).toEqual([
      path,
      404,
      undefined,
      'not_found',
    ]);
  }
});

test('a strange Host is refused', async () => {
  const { server, base } = await serving(both);
  expect((await server.ask(`${base}/0/export/packets.pcap`, { headers: { host: 'evil.example' } })).status).toBe(403);
});

test('a file that has changed on disk breaks off rather than give wrong packets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-given-'));
  const path = join(folder, 'given.pcap');
  try {
    writeFileSync(path, both);
    const server = await start({ files: [path] });
    const [{ id }] = await server.until((captures) => captures.length === 1 && captures[0].state === 'ready');
    writeFileSync(path, pcap(two));
    const { status, json } = await server.ask(`/api/captures/${id}/connections/0/export/packets.pcap`);
    expect([status, json.error.code]).toEqual([409, 'capture_changed']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a reader that goes away ends the export, and the capture answers on', async () => {
  const large = pcap(script('client SYN', 'server SYN-ACK', 'client ACK', 'server data 6000x1448'), {
    nanoseconds: false,
  });
  const { server, base } = await serving(large);
  await new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: server.url.port,
        path: `${base}/0/export/packets.pcap`,
        headers: { host: server.url.host },
      },
      (answer) => {
        answer.once('data', () => asked.destroy());
        answer.once('close', resolve);
      },
    );
    asked.on('error', reject);
    asked.end();
  }).catch(() => null);
  expect((await server.ask(`${base}/0/export/packets.pcap`)).bytes.equals(large)).toBe(true);
});

test('where the next piece takes its time an empty one comes, and the export can be ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-pipe-'));
  const path = join(folder, 'pipe');
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const writer = await open(path, 'r+');
  try {
    const analysis = new OpenedAnalysis({ keepMessages: false });
    const exports = new Exports(NodeHost.ofFile(path), 20);
    analysis.ingest.push(both);
    analysis.ingest.end();
    await writer.write(both.subarray(0, 24));
    const number = exports.begin('packets.pcap', analysis, 1);
    expect(await exports.next(number)).toEqual(new Uint8Array(0));
    await writer.write(both.subarray(24));
    let piece;
    while ((piece = await exports.next(number))?.length === 0);
    expect(Buffer.from(/** @type {Uint8Array} */ (piece))).toEqual(Buffer.from(pcap(two)));
    await exports.end(number);
    const other = exports.begin('packets.pcap', analysis, 1);
    expect(await exports.next(other)).toEqual(new Uint8Array(0));
    await exports.end(other);
  } finally {
    await writer.close();
    rmSync(folder, { recursive: true });
  }
});
