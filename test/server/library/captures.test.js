import { MAX_TAG_LENGTH, MAX_TAGS } from '../../../lib/shared/captures/capture-record.js';
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { closeAll, httpCapture, start } from '../support/server.js';

/** Each test asks for captures of its own. @type {import('../support/server.js').TestServer} */
let server;
beforeAll(async () => {
  server = await start();
});
afterAll(closeAll);

test('an uploaded capture is analysed, and its tables are served', async () => {
  const { status, json } = await server.upload('shop.pcap', httpCapture(6));
  expect(status).toBe(201);
  const capture = await server.settled(json.capture.id);
  expect(capture).toMatchObject({
    name: 'shop.pcap',
    source: 'upload',
    state: 'ready',
    format: 'pcap',
    packets: 54,
    tcpPackets: 54,
    quicConnections: 0,
    connections: 6,
    requests: 6,
    warnings: [],
    error: null,
    live: null,
    startEpoch: '1700000000.000000000',
  });
  expect(capture.analysedBytes).toBe(capture.sizeBytes);
  expect(capture.activity?.clientToServer.length).toBeLessThanOrEqual(64);

  const { json: page } = await server.ask(
    `/api/captures/${capture.id}/connections?sort=start&order=desc&text=shop1&limit=1`,
  );
  expect(page).toMatchObject({ total: 6, matched: 2, offset: 0, version: capture.version });
  expect(page.rows).toHaveLength(1);
  expect(page.rows[0]).toMatchObject({
    flow: 4,
    client: { address: '10.0.0.1', port: 40004 },
    server: { address: '10.0.0.2', port: 80 },
    packets: [6, 3],
    requests: 1,
    protocol: 'http/1.1',
    firstTarget: '/item/4',
    firstHost: 'shop1.example',
  });
  expect(page.rows[0].activity.bins.map((/** @type {number[]} */ bins) => bins.length)).toEqual([32, 32, 32]);
});

test('a connection is served whole: its numbers, packets, and messages', async () => {
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('shop.pcap', httpCapture(3));
  const { version } = await server.settled(id);
  const { json: flow } = await server.ask(`/api/captures/${id}/connections/1`);
  expect(flow).toMatchObject({
    flow: 1,
    state: 'closed',
    packets: 9,
    messages: 2,
    http: { requests: 1, responses: 1 },
  });
  expect(flow.activity.clientToServer).toHaveLength(64);
  expect(flow.activity.binSeconds).toBeGreaterThan(0);

  const { bytes, headers } = await server.ask(`/api/captures/${id}/connections/1/packets`);
  expect(headers['content-type']).toBe('application/octet-stream');
  const frame = decodeColumnFrame(Uint8Array.from(bytes).buffer);
  expect(frame).toMatchObject({
    kind: 'packets',
    rows: 9,
    meta: { flow: 1, version, isn: [expect.any(Number), expect.any(Number)] },
  });
  expect([...frame.columns.direction]).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0]);

  for (const kind of ['rtt', 'flight']) {
    const series = await server.ask(`/api/captures/${id}/connections/1/${kind}`);
    expect(decodeColumnFrame(Uint8Array.from(series.bytes).buffer)).toMatchObject({
      kind,
      meta: { flow: 1, version, vantages: [{ place: expect.any(String) }, { place: expect.any(String) }] },
    });
  }

  const sender = await server.ask(`/api/captures/${id}/connections/1/sender`);
  expect(decodeColumnFrame(Uint8Array.from(sender.bytes).buffer)).toMatchObject({
    kind: 'sender',
    meta: { flow: 1, version, senders: [{ direction: 0 }, { direction: 1 }] },
  });

  const lanes = await server.ask(`/api/captures/${id}/connections/1/lanes?connection=0`);
  expect(decodeColumnFrame(Uint8Array.from(lanes.bytes).buffer)).toMatchObject({
    kind: 'lanes',
    rows: 0,
    meta: { flow: 1, version, protocol: null, connections: 0 },
  });
  expect((await server.ask(`/api/captures/${id}/connections/1/lanes?connection=x`)).status).toBe(400);

  // Packets of a wrong clock lie years apart.
  const late = await server.ask(`/api/captures/${id}/lanes?flows=0,1&start=0&end=341296282240509000&bins=100`);
  expect(decodeColumnFrame(Uint8Array.from(late.bytes).buffer)).toMatchObject({ kind: 'overview-lanes' });
  for (const end of ['x', '-1', '1.5', '1e9', '9'.repeat(21)]) {
    expect((await server.ask(`/api/captures/${id}/lanes?flows=0&end=${end}`)).status).toBe(400);
  }

  const { json: messages } = await server.ask(`/api/captures/${id}/connections/1/messages?offset=1&limit=5`);
  expect(messages).toMatchObject({ total: 2, messages: [{ kind: 'response', status: 200 }] });

  const { json: pages } = await server.ask(`/api/captures/${id}/pages?limit=1`);
  expect(pages).toMatchObject({
    version,
    total: expect.any(Number),
    pages: [{ page: 1, requests: expect.any(Number), pipelining: { maxDepth: 1 } }],
  });
});

test('the list has the newest first and tells the storage', async () => {
  const own = await start({ freeBytes: async () => 5e9, limits: { uploadBytes: 1e6 } });
  const sizes = [];
  for (const count of [1, 2, 3]) {
    const bytes = httpCapture(count);
    sizes.push(bytes.length);
    await own.upload(`${count}.pcap`, bytes);
  }
  const { json } = await own.ask('/api/captures');
  expect(json.captures.map((/** @type {{ name: string }} */ { name }) => name)).toEqual(['3.pcap', '2.pcap', '1.pcap']);
  expect(json.storage).toEqual({ usedBytes: sizes[0] + sizes[1] + sizes[2], freeBytes: 5e9, uploadLimitBytes: 1e6 });
});

test('a capture can be downloaded as it came in', async () => {
  const sent = httpCapture(2);
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('a b.pcap', sent);
  const { status, bytes, headers } = await server.ask(`/api/captures/${id}/file`);
  expect(status).toBe(200);
  expect(bytes.equals(sent)).toBe(true);
  expect(headers['content-disposition']).toBe('attachment; filename="a b.pcap"');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('a deleted capture is gone everywhere', async () => {
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture());
  expect((await server.ask(`/api/captures/${id}`, { method: 'DELETE' })).status).toBe(204);
  for (const path of [
    '',
    '/file',
    '/connections',
    '/connections/0',
    '/connections/0/packets',
    '/connections/0/messages',
  ]) {
    const { status, json } = await server.ask(`/api/captures/${id}${path}`);
    expect(status).toBe(404);
    expect(json.error).toEqual({ code: 'not_found', message: expect.stringContaining('no such capture') });
  }
  expect((await server.captures()).filter((capture) => capture.id === id)).toEqual([]);
});

describe('names', () => {
  const cases = /** @type {[string, string, string][]} */ ([
    ['HTML', '<img src=x onerror=alert(1)>.pcap', '<img src=x onerror=alert(1)>.pcap'],
    ['a path', '../../etc/passwd', '../../etc/passwd'],
    ['control characters', 'a\r\nSet-Cookie: x\u0000\u001b[31m.pcap', 'aSet-Cookie: x[31m.pcap'],
    ['characters that turn the direction', 'gnp\u202epac.exe', 'gnppac.exe'],
    ['nothing', '', 'capture'],
    ['more than fits', 'x'.repeat(500), 'x'.repeat(200)],
    ['other scripts', 'Aufnahme №1 – 測定 🦔.pcap', 'Aufnahme №1 – 測定 🦔.pcap'],
  ]);

  test.each(cases)('%s', async (_what, given, shown) => {
    const {
      json: { capture },
    } = await server.upload(given, httpCapture());
    expect(capture.name).toBe(shown);
    expect(capture.id).toMatch(/^c[0-9a-f]{16}$/);
    const { status, headers } = await server.ask(`/api/captures/${capture.id}/file`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename=/);
    expect(headers['content-disposition']).not.toMatch(/[/\\]/);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-type']).toBe('application/octet-stream');
  });

  test('a rename is cleaned in the same way, and stays', async () => {
    const {
      json: {
        capture: { id },
      },
    } = await server.upload('x.pcap', httpCapture());
    const renamed = await rename(id, { name: '../\u0007<b>new</b>' });
    expect(renamed).toMatchObject({ status: 200, json: { id, name: '../<b>new</b>' } });
    expect((await server.ask(`/api/captures/${id}`)).json.name).toBe('../<b>new</b>');
  });

  test.each([[{}], [{ name: 7 }], [{ name: '   ' }], [{ name: ['a'] }], [null], [[]]])(
    'a rename to %j is refused',
    async (body) => {
      const {
        json: {
          capture: { id },
        },
      } = await server.upload('x.pcap', httpCapture());
      const { status, json } = await rename(id, body);
      expect(status).toBe(400);
      expect(json.error.message).toMatch(/^[A-Z].*\.$/);
    },
  );
});

test.each([
  ['sort=speed', 'sort'],
  ['order=up', 'order'],
  ['offset=-1', 'offset'],
  ['limit=many', 'limit'],
  ['offset=1e3', 'offset'],
  ['text=a&text=b', 'text'],
])('the question %s is refused with the name of what is wrong', async (query, named) => {
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture());
  const { status, json } = await server.ask(`/api/captures/${id}/connections?${query}`);
  expect(status).toBe(400);
  expect(json.error.message).toContain(`"${named}"`);
});

test('a filter finds connections, and is given for Wireshark; one that cannot be read is refused with its place', async () => {
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture(6));
  await server.settled(id);
  const ask = (/** @type {string} */ route, /** @type {string} */ text) =>
    server.ask(`/api/captures/${id}/${route}?text=${encodeURIComponent(text)}`);
  const {
    json: { rows },
  } = await ask('connections', 'host == shop1.example && client.port != 40004');
  expect(rows.map((/** @type {{ flow: number }} */ { flow }) => flow)).toEqual([1]);
  expect((await ask('connections', 'bytes > 1 kB || rtt > 1 h || retransmissions > 50 %')).json.matched).toBe(0);
  expect((await ask('wireshark-filter', 'flow < 2 || flow == 4')).json).toEqual({
    filter: 'tcp.stream in {0..1, 4}',
    matched: 3,
    unknownToWireshark: 0,
  });
  const {
    status,
    json: { error },
  } = await ask('connections', 'flow == 1 && potr == 80');
  expect([status, error]).toEqual([
    400,
    { code: 'bad_filter', message: 'There is no field “potr”; did you mean port?', from: 13, to: 17 },
  ]);
  expect((await ask('connections', 'a'.repeat(1001))).status).toBe(400);
});

test('no more than 500 rows come in one answer', async () => {
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture(510));
  await server.settled(id);
  const { json } = await server.ask(`/api/captures/${id}/connections?limit=100000`);
  expect(json).toMatchObject({ total: 510, matched: 510 });
  expect(json.rows).toHaveLength(500);
});

test('an unknown connection, route or page says so', async () => {
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture());
  for (const path of [
    `/api/captures/${id}/connections/7`,
    `/api/captures/${id}/connections/7/packets`,
    '/api/nothing',
    '/nothing',
  ]) {
    const { status, json } = await server.ask(path);
    expect([path, status]).toEqual([path, 404]);
    expect(json.error.code).toBe('not_found');
  }
});

test('tags are words, each once, bounded; what is none is refused, and changes nothing', async () => {
  const { json } = await server.upload('x.pcap', httpCapture(1));
  const { id } = json.capture;
  await server.settled(id);
  const hostile = ['slow', 'SLOW', ' two words,#3 ', '', '\u202egnp', '<b>x</b>', 'a\u0000b', 'x'.repeat(5000)];
  const tagged = await rename(id, { tags: hostile });
  const tags = ['slow', 'twowords3', 'gnp', '<b>x</b>', 'ab', 'x'.repeat(MAX_TAG_LENGTH)];
  expect([tagged.status, tagged.json.tags]).toEqual([200, tags]);
  const most = Array.from({ length: MAX_TAGS + 1 }, (_, i) => `t${i}`);
  for (const bad of [{ tags: 'slow' }, { tags: [1] }, { tags: [null] }, { tags: { length: 1 } }, { tags: most }]) {
    expect((await rename(id, bad)).status).toBe(400);
  }
  expect((await rename(id, { name: 'y', tags: [] })).status).toBe(400);
  expect((await server.captures())[0]).toMatchObject({ name: 'x.pcap', tags });
  expect((await rename(id, { tags: [] })).json.tags).toEqual([]);
  expect((await rename('none', { tags: [] })).status).toBe(404);
});

/** @param {string} id @param {unknown} body */
function rename(id, body) {
  return server.ask(`/api/captures/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
}
