import { gzipSync } from 'node:zlib';

import { sentCapture } from '../../support/packets/sent-capture.js';
import { tlsCapture } from '../../support/tls/tls-capture.js';
import { closeAll, start } from '../support/server.js';

afterEach(closeAll);

const PAGE = '<script>alert(1)</script>'.repeat(10_000);
const PACKED = gzipSync(PAGE);
const CAPTURE = sentCapture([
  { endpoint: 0, bytes: Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n') },
  {
    endpoint: 1,
    bytes: Buffer.concat([
      Buffer.from(
        `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: ${PACKED.length}\r\n\r\n`,
      ),
      PACKED,
    ]),
  },
]);

test('a body is a file, never a page', async () => {
  const server = await start();
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', CAPTURE);
  await server.settled(id);
  const base = `/api/captures/${id}/connections/0/messages`;
  const { headers, bytes } = await server.ask(`${base}/1/body`);
  expect(bytes).toEqual(PACKED);
  expect(headers).toMatchObject({ 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff' });
  expect(headers['content-disposition']).toMatch(/^attachment; filename="?message-1-body"?$/);
  expect((await server.ask(`${base}/1/body?decoded=1`)).bytes.toString()).toBe(PAGE);
  const empty = await server.ask(`${base}/0/body`);
  expect([empty.status, empty.bytes.length, empty.headers['content-type']]).toEqual([
    200,
    0,
    'application/octet-stream',
  ]);
});

test.each([
  ['2', 404],
  ['x', 400],
  ['-1', 400],
])('there is no message %s', async (message, status) => {
  const server = await start();
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', CAPTURE);
  await server.settled(id);
  expect((await server.ask(`/api/captures/${id}/connections/0/messages/${message}/body`)).status).toBe(status);
});

test('out of TLS with keys that came later', async () => {
  const server = await start();
  const { capture, keyLog } = await tlsCapture({ requests: ['POST /x HTTP/1.1\r\nContent-Length: 6\r\n\r\nsecret'] });
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('tls.pcap', capture);
  await server.settled(id);
  await server.ask(`/api/captures/${id}/keys`, { method: 'PUT', body: keyLog });
  await server.settled(id);
  expect((await server.ask(`/api/captures/${id}/connections/0/messages/0/body`)).bytes.toString()).toBe('secret');
});
