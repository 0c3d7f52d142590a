import { closeAll, httpCapture, start } from '../support/server.js';

afterEach(closeAll);

async function opened() {
  const server = await start();
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('page.pcap', httpCapture(3));
  await server.settled(id);
  return { server, address: `/api/captures/${id}/whatif` };
}

test('a draft is told by one throw, the whole answer by its band', async () => {
  const { server, address } = await opened();
  const { json: draft } = await server.ask(`${address}?rate=200kbit&loss=20%25&draft=1`);
  const { json: whole } = await server.ask(`${address}?rate=200kbit&loss=20%25`);
  expect([draft.isDraft, draft.prediction.low === draft.prediction.high]).toEqual([true, true]);
  expect([whole.isDraft, whole.prediction.low < whole.prediction.high]).toEqual([false, true]);
  expect(whole.prediction.low).toBeLessThanOrEqual(draft.prediction.seconds);
  expect((await server.ask(`${address}?rtt=50ms&draft=1`)).json.isDraft).toBe(false);
});

test('an answer that nobody waits for is broken off, and the next one comes', async () => {
  const { server, address } = await opened();
  const gone = new AbortController();
  const given = fetch(`${server.origin}${address}?rate=100kbit&loss=30%25`, { signal: gone.signal });
  setTimeout(() => gone.abort(), 20);
  await given.catch(() => null);
  expect((await server.ask(`${address}?rtt=50ms`)).status).toBe(200);
});

test('what cannot be replayed so is an answer in one sentence, what cannot be read is not', async () => {
  const { server, address } = await opened();
  const refused = await server.ask(`${address}?protocol=http/1.0&pipelining=2`);
  expect([refused.status, refused.json]).toEqual([
    200,
    { refusal: expect.stringMatching(/^This cannot be set: pipelining goes with HTTP\/1\.1.*\.$/) },
  ]);
  const unread = await server.ask(`${address}?rtt=100`);
  expect([unread.status, unread.json.error]).toEqual([
    400,
    { code: 'bad_request', message: 'This cannot be set: rtt must have a unit, as 100ms or 0.1s.' },
  ]);
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('one.pcap', httpCapture(1));
  await server.settled(id);
  expect((await server.ask(`/api/captures/${id}/whatif?flow=1`)).status).toBe(404);
});

test('a replay becomes a capture of the library', async () => {
  const { server, address } = await opened();
  const {
    status,
    json: { capture },
  } = await server.ask(`${address}/capture?rtt=50ms`, { method: 'POST' });
  expect([status, capture.name]).toEqual([201, 'page, what if rtt 50ms']);
  await server.settled(capture.id);
  expect((await server.ask(`/api/captures/${capture.id}`)).json).toMatchObject({
    state: 'ready',
    connections: 3,
    warnings: [],
  });
  expect((await server.ask(`${address}/capture?proxy-at=50%25`, { method: 'POST' })).status).toBe(400);
  expect((await server.ask('/api/captures/nothing/whatif/capture', { method: 'POST' })).status).toBe(404);
});
