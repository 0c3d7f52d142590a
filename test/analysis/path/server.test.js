/** Captures of one path, over HTTP: the first one's analysis reads the others. */
import { PassThrough } from 'node:stream';

import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { PathAnalysis, pointOf } from '../../../lib/path/path-analysis.js';
import { readReport } from '../../../lib/report/report-data.js';
import { restoredAnalysis } from '../../../lib/report/restored-analysis.js';
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { FATE } from '../../../lib/shared/path/fate.js';
import { closeAll, httpCapture, start } from '../../server/support/server.js';
import { pathCaptures } from './support/two-captures.js';

afterEach(closeAll);

/** @param {Awaited<ReturnType<typeof start>>} server */
async function uploaded(server) {
  const ids = [];
  for (const { name, bytes } of pathCaptures()) {
    const { json } = await server.upload(name, Buffer.from(bytes));
    ids.push(json.capture.id);
    await server.settled(json.capture.id);
  }
  return ids;
}

test('the summary is that of `path --json`, the ladder has each packet; the order of the captures is the order asked for', async () => {
  const server = await start();
  const [client, there] = await uploaded(server);
  const { json } = await server.ask(`/api/path?of=${client}&of=${there}`);
  expect(json.points).toMatchObject([
    { file: 'upload.client.pcap', label: 'client', order: 0 },
    { file: 'upload.server.pcap', label: 'server', order: 1 },
  ]);
  const [up] = json.segments;
  expect(up).toMatchObject({ between: [0, 1], lost: expect.any(Number), delay: { min: expect.any(Number) } });
  expect(up.lost).toBeGreaterThan(0);
  expect(json.verdict.sentence).toContain(`${up.lost} packets were lost from client to server`);
  expect(json.connections).toMatchObject({ count: 1, listed: [{ index: 0, flows: [0, 0] }] });
  const answer = await server.ask(`/api/path/ladder?of=${client}&of=${there}&bins=50&between=0-1`);
  const { rows, columns } = decodeColumnFrame(new Uint8Array(answer.bytes).buffer);
  expect(rows).toBe(json.connections.listed[0].packets);
  expect(Array.from(columns.fate1).filter((fate) => fate === FATE.LOST)).toHaveLength(up.lost);
  expect(columns.thereQueueMax).toHaveLength(50);
  const turned = await server.ask(`/api/path?of=${there}&of=${client}&clocks=synchronised`);
  expect(turned.json.points).toMatchObject([
    { label: 'server', order: 1 },
    { label: 'client', order: 0, clock: { method: 'given' } },
  ]);
  expect(JSON.stringify(turned.json)).not.toContain('/captures/');
});

test('a report has all captures, which say the same together without names', async () => {
  const server = await start();
  const of = await uploaded(server);
  const report = (/** @type {object} */ body) =>
    server.ask('/api/path/report', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const {
    json: { reports },
  } = await report({ of });
  expect(reports.map((/** @type {any} */ { head }) => [head.name, head.isRedacted])).toEqual([
    ['Point A', true],
    ['Point B', true],
  ]);
  const points = [];
  for (const { head, data } of reports) {
    const state = await readReport(new Uint8Array(Buffer.from(data, 'base64')));
    points.push(pointOf(head.name, await restoredAnalysis(state, nodeCiphers)));
  }
  const { json } = await server.ask(`/api/path?of=${of[0]}&of=${of[1]}`);
  const { sentence } = new PathAnalysis(points).verdict();
  expect(sentence).toBe(json.verdict.sentence.replaceAll('client', 'A').replaceAll('server', 'B'));
  const plain = (await report({ of, isRedacted: false })).json.reports;
  expect(plain.map((/** @type {any} */ { head }) => head.name)).toEqual(['upload.client.pcap', 'upload.server.pcap']);
  expect((await report({ of, isRedacted: 'no' })).status).toBe(400);
  expect((await report({ of: of.slice(0, 1) })).status).toBe(400);
  expect((await report({})).status).toBe(400);
});

test('captures that share nothing are said to; what cannot be asked is refused', async () => {
  const server = await start();
  const [client, there] = await uploaded(server);
  const other = (await server.upload('http.pcap', httpCapture(2))).json.capture.id;
  await server.settled(other);
  const { json } = await server.ask(`/api/path?of=${client}&of=${other}`);
  expect(json).toMatchObject({ verdict: { code: 'nothing_shared' }, connections: { count: 0 } });
  const ladder = await server.ask(`/api/path/ladder?of=${client}&of=${other}&bins=5`);
  expect(decodeColumnFrame(new Uint8Array(ladder.bytes).buffer)).toMatchObject({ rows: 0, meta: { durationNs: 0 } });
  for (const [query, status] of [
    [`of=${client}`, 400],
    [`of=${client}&of=${client}`, 400],
    [`of=${client}&of=${there}&clocks=some`, 400],
    [`of=${client}&of=none`, 404],
  ]) {
    expect([query, (await server.ask(`/api/path?${query}`)).status]).toEqual([query, status]);
  }
  for (const between of ['0-0', '0-7', 'x']) {
    const { status } = await server.ask(`/api/path/ladder?of=${client}&of=${there}&between=${between}`);
    expect([between, status]).toEqual([between, 400]);
  }
});

test('what comes through a pipe is laid over a file as far as it is there, and anew when more has come', async () => {
  const input = new PassThrough();
  const server = await start({ files: ['-'], standardInput: input });
  const [{ bytes }, far] = pathCaptures();
  const { json } = await server.upload(far.name, Buffer.from(far.bytes));
  await server.settled(json.capture.id);
  const half = bytes.length / 2;
  input.write(bytes.subarray(0, half));
  const isPipe = (/** @type {{ source: string }} */ { source }) => source === 'stdin';
  const [pipe] = (await server.until((all) => (all.find(isPipe)?.packets ?? 0) > 0)).filter(isPipe);
  for (const of of [
    [pipe.id, json.capture.id],
    [json.capture.id, pipe.id],
  ]) {
    const query = `/api/path?${of.map((id) => `of=${id}`).join('&')}`;
    const early = (await server.ask(query)).json;
    expect([of, early.connections?.count]).toEqual([of, 1]);
  }
  const query = `/api/path?of=${pipe.id}&of=${json.capture.id}`;
  const [early] = (await server.ask(query)).json.segments;
  const early409 = await server.ask('/api/path/report', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ of: [json.capture.id, pipe.id] }),
  });
  expect(early409.status).toBe(409);
  input.end(bytes.subarray(half));
  await server.settled(pipe.id);
  const [whole] = (await server.ask(query)).json.segments;
  expect(whole.sent).toBeGreaterThan(early.sent);
  expect(whole.lost).toBeGreaterThan(0);
  expect(whole.delay.min).toBeCloseTo(0.01, 2);
});
