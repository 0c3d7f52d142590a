import { gzipSync } from 'node:zlib';

import { http1OverTls, http2OverTls, secretsCapture } from '../../support/tls/secrets-capture.js';
import { tlsCapture } from '../../support/tls/tls-capture.js';
import { closeAll, start } from '../support/server.js';

afterEach(closeAll);

const REQUEST = 'GET /secret HTTP/1.1\r\nHost: a.example\r\n\r\n';

test('keys that are given later decrypt what was read before; nothing of them is kept on disk', async () => {
  const server = await start();
  const { capture: bytes, keyLog } = await tlsCapture({ requests: [REQUEST] });
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('tls.pcap', bytes);
  expect(await server.settled(id)).toMatchObject({ requests: 0, encryption: { tls: 1, decrypted: 0 } });
  const { status, json } = await server.ask(`/api/captures/${id}/keys`, { method: 'PUT', body: keyLog });
  expect([status, json.id]).toEqual([200, id]);
  expect(await server.settled(id)).toMatchObject({ requests: 1, encryption: { tls: 1, decrypted: 1 } });
  const {
    json: { messages },
  } = await server.ask(`/api/captures/${id}/connections/0/messages`);
  expect(messages[0]).toMatchObject({ target: '/secret', host: 'a.example', carrier: 'tls' });
  const { json: flow } = await server.ask(`/api/captures/${id}/connections/0`);
  expect(flow.tls).toMatchObject({ sni: 'a.example', decrypted: true });
  expect(JSON.stringify((await server.ask('/api/captures')).json)).not.toContain(keyLog.split(' ')[2].trim());
});

test('what was asked when keys came is answered by the analysis that has them', async () => {
  const server = await start();
  const { capture: bytes, keyLog } = await tlsCapture({ requests: [REQUEST] });
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('tls.pcap', bytes);
  await server.settled(id);
  const rows = () => server.ask(`/api/captures/${id}/connections?sort=flow&order=asc&offset=0&limit=200`);
  for (let round = 0; round < 3; round++) {
    const asked = Array.from({ length: 120 }, rows);
    const keys = server.ask(`/api/captures/${id}/keys`, { method: 'PUT', body: keyLog });
    asked.push(...Array.from({ length: 120 }, rows));
    expect((await keys).status).toBe(200);
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
    await server.settled(id);
  }
  expect(await server.settled(id)).toMatchObject({ requests: 1, encryption: { tls: 1, decrypted: 1 } });
}, 30_000);

test('keys that are uploaded as gzip, or in UTF-16, are the same; a damaged gzip is refused', async () => {
  const server = await start();
  const { capture: bytes, keyLog } = await tlsCapture({ requests: [REQUEST] });
  const little = Buffer.from(`\ufeff${keyLog}`, 'utf16le');
  for (const [k, body] of [gzipSync(keyLog), little, Buffer.from(little).swap16()].entries()) {
    const { json } = await server.upload(`tls-${k}.pcap`, bytes);
    const path = `/api/captures/${json.capture.id}/keys`;
    expect((await server.ask(path, { method: 'PUT', body: gzipSync(keyLog).subarray(0, 40) })).status).toBe(400);
    expect((await server.ask(path, { method: 'PUT', body })).status).toBe(200);
    expect(await server.settled(json.capture.id)).toMatchObject({ encryption: { tls: 1, decrypted: 1 } });
  }
});

test('a file without secrets is refused with a sentence', async () => {
  const server = await start();
  const { capture: bytes } = await tlsCapture({ requests: [REQUEST] });
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('tls.pcap', bytes);
  const { status, json } = await server.ask(`/api/captures/${id}/keys`, { method: 'PUT', body: 'hello' });
  expect(status).toBe(400);
  expect(json.error.message).toContain('has no TLS secrets');
  expect((await server.ask('/api/captures/c0/keys', { method: 'PUT', body: 'hello' })).status).toBe(404);
});

test('key logs of a capture are bounded, one by one and together, and the refusal names the bound', async () => {
  const { capture: bytes, keyLog } = await tlsCapture({ requests: [REQUEST] });
  const server = await start({ limits: { keyLogBytes: 2048 } });
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('tls.pcap', bytes);
  const put = (/** @type {string} */ body) => server.ask(`/api/captures/${id}/keys`, { method: 'PUT', body });
  const big = await put('#'.repeat(4096));
  expect([big.status, big.json.error.message]).toEqual([413, 'The body of the request is over 2 KiB.']);
  const filled = keyLog + '#'.repeat(1500 - keyLog.length);
  expect((await put(filled)).status).toBe(200);
  expect(await put(filled)).toMatchObject({ status: 413, json: { error: { code: 'too_large' } } });
});

test('secrets that a pcapng brings count as if they stood first, wherever they stand', async () => {
  const server = await start();
  const sessions = [await http1OverTls({ maxVersion: 'TLSv1.2' }), await http2OverTls({ minVersion: 'TLSv1.3' })];
  const [expected, ...others] = await Promise.all(
    [
      [0, 0],
      [Infinity, Infinity],
      [20, Infinity],
    ].map(async (places) => {
      const {
        json: {
          capture: { id },
        },
      } = await server.upload('tls.pcapng', secretsCapture(sessions, places));
      const { encryption, requests, verdict } = await server.settled(id);
      const told = [encryption, requests, verdict];
      for (const path of [
        'connections?sort=flow&order=asc&offset=0&limit=9',
        'connections/0',
        'connections/0/messages',
        'connections/1/messages',
      ]) {
        told.push((await server.ask(`/api/captures/${id}/${path}`)).json);
      }
      return JSON.parse(JSON.stringify(told, (name, value) => (name === 'version' ? undefined : value)));
    }),
  );
  expect(expected.slice(0, 2)).toEqual([{ tls: 2, decrypted: 2 }, 6]);
  for (const other of others) expect(other).toEqual(expected);
});
