/** Captures of one path, over HTTP: the first one's analysis reads the others. */
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
