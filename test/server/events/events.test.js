import { once } from 'node:events';

import { closeAll, httpCapture, start } from '../support/server.js';

afterEach(closeAll);

/**
 * @param {import('socket.io-client').Socket} socket
 * @param {string} name
 * @param {(payload: any) => boolean} wanted
 * @returns {Promise<any>} the first event that is wanted
 */
function eventOf(socket, name, wanted) {
  return new Promise((resolve) => {
    socket.on(name, (payload) => {
      if (wanted(payload)) resolve(payload);
    });
  });
}

test('pages hear of a capture that comes, grows, is renamed, and goes', async () => {
  const server = await start();
  const socket = await server.connect();
  const ready = eventOf(socket, 'captures', ({ changed }) => changed[0]?.state === 'ready');
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture(2));
  expect((await ready).changed[0]).toMatchObject({ id, connections: 2 });

  const renamed = eventOf(socket, 'captures', ({ changed }) => changed[0]?.name === 'new');
  await server.ask(`/api/captures/${id}`, {
    method: 'PATCH',
    body: '{"name":"new"}',
    headers: { 'content-type': 'application/json' },
  });
  await renamed;

  const removed = eventOf(socket, 'captures', (event) => event.removed.length > 0);
  await server.ask(`/api/captures/${id}`, { method: 'DELETE' });
  expect(await removed).toEqual({ changed: [], removed: [id] });
});

test('who watches a capture hears how far its tables are, at once and when they grow', async () => {
  const server = await start();
  const socket = await server.connect();
  const bytes = httpCapture(4);
  const request = server.beginUpload('x.pcap', { 'content-length': bytes.length });
  request.write(bytes.subarray(0, 800));
  const [{ id }] = await server.until(([first]) => first?.connections > 0);

  const now = eventOf(socket, 'progress', (progress) => progress.id === id);
  socket.emit('watch', { id, flow: 0 });
  expect(await now).toMatchObject({ connections: expect.any(Number), version: expect.any(Number) });

  const grown = eventOf(socket, 'progress', ({ flow }) => flow?.packets === 9);
  request.end(bytes.subarray(800));
  const [answer] = await once(request, 'response');
  answer.resume();
  expect(await grown).toMatchObject({ id, connections: 4, packets: 36, flow: { flow: 0, packets: 9 } });
});

test('what is no watch is none', async () => {
  const server = await start();
  const socket = await server.connect();
  for (const value of [
    null,
    7,
    'x',
    {},
    { id: 7 },
    { id: 'c0', flow: -1 },
    { id: 'c0', flow: 'x' },
    [],
    { id: '__proto__' },
  ]) {
    socket.emit('watch', value);
  }
  const ready = eventOf(socket, 'captures', ({ changed }) => changed[0]?.state === 'ready');
  await server.upload('x.pcap', httpCapture());
  await ready;
  expect(socket.connected).toBe(true);
});

test('a page that does not acknowledge is sent one event, and one with the latest when it does', async () => {
  const server = await start();
  const slow = await server.connect({ acknowledge: false });
  /** @type {{ payload: any, acknowledge: () => void }[]} */
  const received = [];
  slow.on('captures', (payload, acknowledge) => received.push({ payload, acknowledge }));
  const quick = await server.connect();
  let quickEvents = 0;
  quick.on('captures', () => {
    quickEvents += 1;
  });
  const ids = [];
  for (let i = 0; i < 5; i++) {
    const { json } = await server.upload(`${i}.pcap`, httpCapture());
    ids.push((await server.settled(json.capture.id)).id);
  }
  expect(received).toHaveLength(1);
  expect(quickEvents).toBeGreaterThan(1);
  const next = eventOf(slow, 'captures', () => true);
  received[0].acknowledge();
  const latest = await next;
  const all = [...received[0].payload.changed, ...latest.changed];
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set(ids));
  expect(latest.changed.every((/** @type {{ state: string }} */ { state }) => state === 'ready')).toBe(true);
});
