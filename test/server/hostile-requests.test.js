import { connect } from 'node:net';

import { closeAll, httpCapture, start } from './support/server.js';

afterEach(closeAll);

/**
 * @param {import('./support/server.js').TestServer} server
 * @param {string} bytes as they are sent
 * @returns {Promise<{ head: string, error: any }>}
 */
async function sendRaw(server, bytes) {
  const socket = connect(Number(server.url.port), '127.0.0.1');
  socket.on('error', () => undefined).end(bytes, 'latin1');
  const chunks = [];
  for await (const chunk of socket) chunks.push(chunk);
  const [head, body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { head, error: JSON.parse(body).error };
}

test('what never comes to a route is told why, in the shape of every error', async () => {
  const server = await start();
  const host = `Host: ${server.url.host}\r\n`;
  const tooLong = await sendRaw(server, `GET /api/captures HTTP/1.1\r\n${host}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`);
  expect(tooLong.head).toMatch(/^HTTP\/1\.1 431 .*\r\n.*application\/json/);
  expect(tooLong.error).toMatchObject({ code: 'too_large', message: expect.stringMatching(/\.$/) });
  for (const bytes of [
    '\x16\x03\x01\x02\x00\x01',
    `GET /api/captures?name=\xfc HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
  ]) {
    const { head, error } = await sendRaw(server, bytes);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(error).toMatchObject({ code: 'bad_request', message: expect.stringMatching(/\.$/) });
  }
  expect(await server.captures()).toEqual([]);
});

test('addresses that stand for no text are bad requests', async () => {
  const server = await start();
  for (const path of [
    '/api/captures/%E0%A4%A',
    '/api/captures/%ff/connections',
    '/api/captures/x/connections/%ff/packets',
    '/api/studies/%ff',
    '/captures/%ff',
  ]) {
    const { status, json } = await server.ask(path);
    expect([path, status, json.error.code]).toEqual([path, 400, 'bad_request']);
  }
});

test('an HTML page that was handed in has an origin of its own and no network; a capture is none', async () => {
  const server = await start();
  const handIn = async (/** @type {Uint8Array} */ bytes) => {
    const { id } = (await server.upload('x', bytes)).json.capture;
    await server.settled(id);
    return `/api/captures/${id}/page`;
  };
  const page = await handIn(Buffer.from('<!doctype html><script>fetch("/api/captures")</script>'));
  const frame = await server.ask(page);
  expect(frame).toMatchObject({ status: 200, headers: { 'content-type': expect.stringMatching(/^text\/html/) } });
  expect(String(frame.bytes)).toContain('<iframe title="Page from a file" sandbox="allow-scripts allow-downloads"');
  expect(frame.headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-src 'self'/);
  const content = await server.ask(`${page}/content`);
  expect(String(content.bytes)).toMatch('fetch("/api/captures")');
  const policy = content.headers['content-security-policy'] ?? '';
  expect(policy).toMatch(/^sandbox allow-scripts allow-downloads; default-src 'none';.* frame-ancestors 'self'$/);
  expect(policy).not.toMatch(/connect-src|allow-same-origin/);
  const alone = await server.ask(`${page}/content`, { headers: { 'sec-fetch-dest': 'document' } });
  expect([alone.status, alone.headers.location]).toEqual([303, '../page']);
  const none = await handIn(httpCapture(1));
  for (const path of [none, `${none}/content`]) {
    expect(await server.ask(path)).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  }
});

test('bytes that a file does not have are not a file that is gone', async () => {
  const server = await start();
  const bytes = httpCapture(1);
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', bytes);
  for (const range of [`bytes=${bytes.length}-`, 'bytes=5-1']) {
    const answer = await server.ask(`/api/captures/${id}/file`, { headers: { range } });
    expect(answer).toMatchObject({ status: 416, json: { error: { code: 'bad_range' } } });
    expect(answer.headers['content-range']).toBe(`bytes */${bytes.length}`);
  }
  expect(
    (await server.ask(`/api/captures/${id}/file`, { headers: { range: 'bytes=0-3' } })).bytes.equals(
      bytes.subarray(0, 4),
    ),
  ).toBe(true);
});

test('a setting of what-if that is there twice is refused, not passed over', async () => {
  const server = await start();
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture(1));
  const twice = { status: 400, json: { error: { code: 'bad_request', message: '"rtt" must be given once.' } } };
  expect(await server.ask(`/api/captures/${id}/whatif?rtt=10ms&rtt=20ms`)).toMatchObject(twice);
  expect(await server.ask(`/api/captures/${id}/whatif/capture?rtt=10ms&rtt=20ms`, { method: 'POST' })).toMatchObject(
    twice,
  );
});

test('a page that says senseless things is told what it asks for when it talks sense', async () => {
  const server = await start();
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture(1));
  const before = await server.settled(id);
  const socket = await server.connect();
  const senseless = [
    undefined,
    null,
    5,
    '',
    [],
    { id: 5 },
    { id, flow: -1 },
    { id, flow: Number.NaN },
    { id: '__proto__', flow: 0 },
    { id: { id } },
    Buffer.from('x'),
  ];
  for (const value of senseless) socket.emit('watch', value);
  for (const name of ['captures', 'progress', 'constructor', '__proto__']) {
    socket.emit(name, { changed: null, removed: 5 }, 7);
  }
  for (let i = 0; i < 2000; i++) socket.emit('watch', { id, flow: i });
  socket.emit('watch', null);
  socket.emit('watch', { id, flow: 0 });
  const progress = await new Promise((resolve) => socket.once('progress', resolve));
  expect(progress).toMatchObject({ id, version: before.version, connections: 1 });
  expect(socket.connected).toBe(true);
});
