import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { CaptureAnalysis } from '../../../lib/analysis/capture-analysis.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { MessageBody } from '../../../lib/analysis/message-body.js';
import { codingsOf, decodeBody } from '../../../lib/protocols/bodies/codings.js';
import { KeyLog } from '../../../lib/protocols/tls/key-log.js';
import { sentCapture } from '../../support/packets/sent-capture.js';
import { tlsCapture } from '../../support/tls/tls-capture.js';
import { http2Session } from '../http2/http2-session.js';
import { exchange, textOf } from '../support/streams.js';

const bytesOf = (/** @type {string} */ text) => new Uint8Array(Buffer.from(text, 'latin1'));
const latin1 = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString('latin1');

/** @param {Uint8Array} capture @param {string} [keys] */
function analysed(capture, keys = '') {
  const keyLog = new KeyLog();
  keyLog.add(keys);
  const analysis = new CaptureAnalysis({ ciphers: nodeCiphers, keyLog });
  analysis.push(capture);
  analysis.end();
  return analysis;
}

/** @param {CaptureAnalysis} analysis @param {Uint8Array} capture @param {number} index @param {number} [limit] */
function read(analysis, capture, index, limit) {
  const body = new MessageBody(analysis, index, limit);
  for (let at = 0; at < capture.length && !body.finished; at += 3000) body.push(capture.subarray(at, at + 3000));
  body.end();
  return body;
}

/** @param {Uint8Array} capture @param {string} [keys] @returns {{ name: string, body: string }[]} all messages */
function bodies(capture, keys) {
  const analysis = analysed(capture, keys);
  return [...analysis.describeMessages()].map(({ index, method, target, status }) => ({
    name: method === null ? String(status) : `${method} ${target}`, body: latin1(read(analysis, capture, index).raw.bytes),
  }));
}

test('HTTP/1: chunked or not, the bodies are what was sent', () => {
  for (let seed = 0; seed < 25; seed++) {
    const { requests, responses } = exchange(seed);
    const found = bodies(sentCapture([{ endpoint: 0, bytes: bytesOf(textOf(requests)) }, { endpoint: 1, bytes: bytesOf(textOf(responses)) }]));
    const isRequest = (/** @type {{ name: string }} */ { name }) => name.includes(' ');
    expect(found.filter(isRequest).map(({ body }) => body)).toEqual(requests.map(({ body }) => body));
    expect(found.filter((message) => !isRequest(message)).map(({ body }) => body)).toEqual(responses.map(({ body }) => body));
  }
});

test('HTTP/2: of streams that are interleaved, and of padded DATA', async () => {
  const requests = [0, 1, 2].map((i) => ({ headers: { ':path': `/${i}`, ':method': 'POST' }, body: `${i}`.repeat(20_000 + i) }));
  const found = bodies(sentCapture(await http2Session(requests, 'answer'.repeat(5000))));
  for (const [i, { body }] of requests.entries()) expect(found).toContainEqual({ name: `POST /${i}`, body });
  expect(found.filter(({ name }) => name === '200').map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => 'answer'.repeat(5000)));

  const preface = [...Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')], settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
  const head = [0, 0, 3, 1, 4, 0, 0, 0, 1, 0x83, 0x84, 0x86];
  const padded = [0, 0, 6, 0, 9, 0, 0, 0, 1, 3, 0x68, 0x69, 0, 0, 0];
  const one = sentCapture([...preface, ...settings, ...head, ...padded].map((byte) => ({ endpoint: 0, bytes: Uint8Array.of(byte) })));
  expect(bodies(one)).toEqual([{ name: 'POST /', body: 'hi' }]);
});

test('in TLS', async () => {
  const request = 'POST /x HTTP/1.1\r\nContent-Length: 6\r\n\r\nsecret', { capture, keyLog } = await tlsCapture({ requests: [request] });
  expect(bodies(capture, keyLog)[0]).toEqual({ name: 'POST /x', body: 'secret' });
});

test('more than the limit is cut off', () => {
  const capture = sentCapture([{ endpoint: 0, bytes: bytesOf(`POST / HTTP/1.1\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5000)}`) }]);
  const analysis = analysed(capture);
  const { bytes, notes } = read(analysis, capture, 0, 1234).raw;
  expect([bytes.length, notes]).toEqual([1234, ['body_cut']]);
  expect(() => new MessageBody(analysis, 1)).toThrow('no message 1');
});

test('the codings of a message, in the order in which they were applied', () => {
  expect(codingsOf([
    ['Content-Encoding', 'br, GZIP'], ['content-encoding', ' identity'], ['Transfer-Encoding', 'deflate, chunked'],
  ])).toEqual(['br', 'gzip', 'deflate']);
});

const TEXT = 'a body that is coded, coded, coded. '.repeat(100), PLAIN = bytesOf(TEXT);

test.each([
  ['gzip', gzipSync(PLAIN)], ['x-gzip', gzipSync(PLAIN)], ['deflate', deflateSync(PLAIN)], ['deflate', deflateRawSync(PLAIN)],
  ['br', brotliCompressSync(PLAIN)],
])('%s is undone', async (coding, bytes) => {
  const { bytes: plain, notes } = await decodeBody(bytes, [coding], nodeDecoder);
  expect([latin1(plain), notes]).toEqual([TEXT, []]);
});

test('several codings are undone from the last to the first', async () => {
  expect(latin1((await decodeBody(gzipSync(brotliCompressSync(PLAIN)), ['br', 'gzip'], nodeDecoder)).bytes)).toBe(TEXT);
});

test.each([['gzip', gzipSync], ['deflate', deflateSync], ['br', brotliCompressSync]])('a bomb of %s gives what fits, and says so', async (coding, pack) => {
  const { bytes, notes } = await decodeBody(pack(new Uint8Array(30_000_000)), [coding], nodeDecoder, 100_000);
  expect([bytes.length, notes]).toEqual([100_000, ['body_cut']]);
});

test('what is cut off, or broken, gives what comes before', async () => {
  const random = Uint8Array.from({ length: 100_000 }, (_, i) => (i * i * 7919) >> 5), packed = gzipSync(random);
  const cut = await decodeBody(packed.subarray(0, packed.length / 2), ['gzip'], nodeDecoder);
  expect(cut.bytes.length).toBeGreaterThan(1000);
  expect(cut.bytes).toEqual(random.slice(0, cut.bytes.length));
  expect(await decodeBody(bytesOf('no gzip at all'), ['gzip'], nodeDecoder)).toEqual({ bytes: new Uint8Array(0), notes: ['coding_broken'] });
  expect(await decodeBody(PLAIN, ['pack200-gzip'], nodeDecoder)).toEqual({ bytes: PLAIN, notes: ['coding_unknown'] });
  expect(await decodeBody(new Uint8Array(0), ['gzip'], nodeDecoder)).toEqual({ bytes: new Uint8Array(0), notes: [] });
});
