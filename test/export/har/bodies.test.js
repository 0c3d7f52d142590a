/** What a HAR says of the bodies of messages. */
import { deflateRawSync, gzipSync } from 'node:zlib';

import Ajv from 'ajv';
// @ts-expect-error it has no types
import schemas from 'har-schema';

import { MessageBodies } from '../../../lib/analysis/message-bodies.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { har } from '../../../lib/export/har/har.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { sentCapture } from '../../support/packets/sent-capture.js';

const ajv = new Ajv({ schemas: Object.values(schemas), meta: false, validateSchema: false });
const START_NS = 1_600_000_000_000_000_000n;

/** @param {string} head @param {Uint8Array|string} [body] */
const message = (head, body = '') => Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
const request = (/** @type {string} */ path) => message(`GET ${path} HTTP/1.1\r\nHost: a.example`);

/** @param {string} fields @param {Uint8Array|string} body */
const response = (fields, body) => message(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n${fields}`, body);

/**
 * @param {(Uint8Array|string)[]} sent by client and server in turn
 * @param {{ limit?: number, hasText?: boolean }} [options]
 */
async function harOf(sent, { limit = 1000, hasText = true } = {}) {
  const capture = sentCapture(sent.map((bytes, i) => ({ endpoint: i & 1, bytes: Buffer.from(bytes) })));
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers });
  analysis.ingest.push(capture);
  analysis.ingest.end();
  /** @type {Map<number, import('../../../lib/export/har/content.js').HarBody>} */
  const bodies = new Map();
  const reading = new MessageBodies(analysis.ingest, {
    wants: () => true,
    decode: nodeDecoder,
    inflate: nodeCiphers.inflate,
    limit,
    onBody: (index, body) => void bodies.set(index, body),
  });
  for (let at = 0; at < capture.length; at += 500) {
    reading.push(capture.subarray(at, at + 500));
    await reading.ready();
  }
  reading.end();
  await reading.finish();
  const messages = analysis.ingest.messages.messagesOf(0).map((index) => analysis.ingest.messages.describe(index));
  const connection = {
    flow: 0,
    serverAddress: '::1',
    serverPort: 8080,
    start: 0,
    end: 9,
    handshake: null,
    tls: null,
    path: null,
  };
  const result = /** @type {any} */ (
    har([{ ...connection, messages }], START_NS, '1', { bodyOf: (index) => bodies.get(index) ?? null, hasText })
  );
  expect([ajv.validate('har.json#', result), ajv.errors]).toEqual([true, null]);
  return result.log.entries;
}

const GZIPPED = gzipSync('körper '.repeat(50));

test('content has the length, and the text, that its coding hid', async () => {
  const sent = [request('/'), response('Content-Encoding: gzip\r\nContent-Type: text/plain', GZIPPED)];
  const [{ response: coded }] = await harOf(sent);
  const size = Buffer.byteLength('körper '.repeat(50));
  expect(coded).toMatchObject({ bodySize: GZIPPED.length, statusText: 'OK' });
  expect(coded.content).toEqual({
    size,
    compression: size - GZIPPED.length,
    mimeType: 'text/plain',
    text: 'körper '.repeat(50),
  });
  const [{ response: untold }] = await harOf(sent, { hasText: false });
  expect(untold.content).toEqual({ size, compression: size - GZIPPED.length, mimeType: 'text/plain' });
});

test('a body longer than is given has its length alone; one in its charset its characters; other bytes are base64', async () => {
  const [long, latin, binary] = await harOf(
    [
      request('/long'),
      response('Content-Type: text/plain', 'x'.repeat(1001)),
      request('/latin'),
      response('Content-Type: text/html; charset=ISO-8859-1', Uint8Array.of(0x4d, 0xfc)),
      request('/binary'),
      response('Content-Type: image/png', Uint8Array.of(0, 255)),
    ],
    {},
  );
  expect(long.response.content).toEqual({
    size: 1001,
    mimeType: 'text/plain',
    comment: 'The body has more bytes than the limit for a HAR.',
  });
  expect(latin.response.content).toMatchObject({ size: 2, text: 'Mü' });
  expect(binary.response.content).toEqual({ size: 2, mimeType: 'image/png', text: 'AP8=', encoding: 'base64' });
});

test('a coding that is not known is named, and no length is made up', async () => {
  const [{ response: odd }] = await harOf([request('/'), response('Content-Encoding: dcb', 'abc')]);
  expect(odd.content).toMatchObject({
    size: -1,
    text: 'abc',
    comment: 'The content coding "dcb" is not known here: the bytes are as sent.',
  });
  expect(odd.content.compression).toBeUndefined();
});

test('what was posted, fields of a form one by one; a request without Host is of its server', async () => {
  const form = 'a=1&b=%C3%A4+c';
  const [posted, plain] = await harOf([
    message(
      `POST /f HTTP/1.1\r\nHost: a.example\r\nContent-Length: ${form.length}\r\nContent-Type: application/x-www-form-urlencoded`,
      form,
    ),
    response('Set-Cookie: s=t; Domain=a.example; Secure; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Max-Age=60', ''),
    message('GET /old HTTP/1.0'),
    response('X: y', ''),
  ]);
  expect(posted.request.postData).toEqual({
    mimeType: 'application/x-www-form-urlencoded',
    params: [
      { name: 'a', value: '1' },
      { name: 'b', value: 'ä c' },
    ],
    text: form,
  });
  const [{ expires, ...cookie }] = posted.response.cookies;
  expect(cookie).toEqual({ name: 's', value: 't', domain: 'a.example', httpOnly: false, secure: true });
  expect(Math.abs(Date.parse(expires) - Number(START_NS / 1_000_000n) - 60_000)).toBeLessThan(10_000);
  expect(plain.request.url).toBe('http://[::1]:8080/old');
});

test('messages of a WebSocket lie with the request that opened it, those that were compressed unpacked', async () => {
  const packed = deflateRawSync('hello', { finishFlush: 2 }).subarray(0, -4);
  const [{ _webSocketMessages: messages, _resourceType }] = await harOf([
    message('GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade'),
    message(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Extensions: permessage-deflate',
    ),
    Uint8Array.of(0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69),
    Uint8Array.of(0xc1, packed.length, ...packed, 0xc1, packed.length, ...packed, 0x82, 2, 0, 255),
  ]);
  expect(_resourceType).toBe('websocket');
  expect(messages).toMatchObject([
    { type: 'send', opcode: 1, data: 'hi' },
    { type: 'receive', opcode: 1, data: 'hello' },
    { type: 'receive', opcode: 1, data: 'hello' },
    { type: 'receive', opcode: 2, data: 'AP8=' },
  ]);
  expect(messages[0].time).toBeGreaterThan(1_600_000_000);
});
