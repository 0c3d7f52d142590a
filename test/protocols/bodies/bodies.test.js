import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { gathered, MessageBody } from '../../../lib/analysis/message-body.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { zstdStream } from '../../../lib/node/zstd.js';
import { codingsOf, decodeBody } from '../../../lib/protocols/bodies/codings.js';
import { MAX_ZSTD_MOVED_BYTES, MAX_ZSTD_WINDOW_BYTES } from '../../../lib/protocols/bodies/limits.js';
import { concatBytes } from '../../../lib/protocols/model/concat-bytes.js';
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
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog });
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return analysis;
}

/** @param {OpenedAnalysis} analysis @param {Uint8Array} capture @param {number} index @param {number} [limit] */
async function read(analysis, capture, index, limit) {
  /** @type {Uint8Array[]} */
  const pieces = [];
  const body = new MessageBody(
    analysis.ingest,
    index,
    (piece) => {
      pieces.push(piece);
    },
    { limit },
  );
  for (let at = 0; at < capture.length && !body.finished; at += 3000) {
    body.push(capture.subarray(at, at + 3000));
    await body.ready();
  }
  body.end();
  await body.ready();
  return { bytes: concatBytes(pieces), notes: [...body.notes], pieces: pieces.length };
}

/** @param {Uint8Array} bytes @param {number} [length] of a piece */
async function* inPieces(bytes, length = 1000) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.slice(at, at + length);
}

/** @param {Uint8Array} packed @param {string[]} codings @param {number} [limit] @param {number} [pieceBytes] */
async function decoded(packed, codings, limit, pieceBytes) {
  /** @type {string[]} */
  const notes = [];
  const pieces = decodeBody(inPieces(packed, pieceBytes), codings, {
    decode: nodeDecoder,
    limit,
    onNote: (note) => {
      notes.push(note);
    },
  });
  return { bytes: await gathered(pieces), notes };
}

/**
 * @param {Uint8Array} capture
 * @param {string} [keys]
 * @returns {Promise<{ name: string, body: string }[]>} all messages
 */
function bodies(capture, keys) {
  const analysis = analysed(capture, keys);
  return Promise.all(
    Array.from(analysis.messages.inOrder(), async ({ index, method, target, status }) => ({
      name: method === null ? String(status) : `${method} ${target}`,
      body: latin1((await read(analysis, capture, index)).bytes),
    })),
  );
}

test('HTTP/1: chunked or not, the bodies are what was sent', async () => {
  for (let seed = 0; seed < 25; seed++) {
    const { requests, responses } = exchange(seed);
    const found = await bodies(
      sentCapture([
        { endpoint: 0, bytes: bytesOf(textOf(requests)) },
        { endpoint: 1, bytes: bytesOf(textOf(responses)) },
      ]),
    );
    const isRequest = (/** @type {{ name: string }} */ { name }) => name.includes(' ');
    expect(found.filter(isRequest).map(({ body }) => body)).toEqual(requests.map(({ body }) => body));
    expect(found.filter((message) => !isRequest(message)).map(({ body }) => body)).toEqual(
      responses.map(({ body }) => body),
    );
  }
});

test('HTTP/2: of streams that are interleaved, and of padded DATA', async () => {
  const requests = [0, 1, 2].map((i) => ({
    headers: { ':path': `/${i}`, ':method': 'POST' },
    body: `${i}`.repeat(20_000 + i),
  }));
  const found = await bodies(sentCapture(await http2Session(requests, 'answer'.repeat(5000))));
  for (const [i, { body }] of requests.entries()) expect(found).toContainEqual({ name: `POST /${i}`, body });
  expect(found.filter(({ name }) => name === '200').map(({ body }) => body)).toEqual(
    Array.from({ length: 3 }, () => 'answer'.repeat(5000)),
  );

  const preface = [...Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')];
  const settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
  const head = [0, 0, 3, 1, 4, 0, 0, 0, 1, 0x83, 0x84, 0x86];
  const padded = [0, 0, 6, 0, 9, 0, 0, 0, 1, 3, 0x68, 0x69, 0, 0, 0];
  const one = sentCapture(
    [...preface, ...settings, ...head, ...padded].map((byte) => ({ endpoint: 0, bytes: Uint8Array.of(byte) })),
  );
  expect(await bodies(one)).toEqual([{ name: 'POST /', body: 'hi' }]);
});

test('in TLS', async () => {
  const request = 'POST /x HTTP/1.1\r\nContent-Length: 6\r\n\r\nsecret';
  const { capture, keyLog } = await tlsCapture({ requests: [request] });
  expect((await bodies(capture, keyLog))[0]).toEqual({ name: 'POST /x', body: 'secret' });
});

test('more than the limit is cut off', async () => {
  const capture = sentCapture([
    { endpoint: 0, bytes: bytesOf(`POST / HTTP/1.1\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5000)}`) },
  ]);
  const analysis = analysed(capture);
  const { bytes, notes } = await read(analysis, capture, 0, 1234);
  expect([bytes.length, notes]).toEqual([1234, ['body_cut']]);
  expect(() => new MessageBody(analysis.ingest, 1, () => undefined)).toThrow('no message 1');
});

test('a body is handed on while it comes, and not held', async () => {
  const sent = Uint8Array.from({ length: 60_000 }, (_, i) => i * 31);
  const head = bytesOf(`POST / HTTP/1.1\r\nContent-Length: ${sent.length}\r\n\r\n`);
  const capture = sentCapture([{ endpoint: 0, bytes: concatBytes([head, sent]) }]);
  const { bytes, pieces } = await read(analysed(capture), capture, 0);
  expect(bytes).toEqual(sent);
  expect(pieces).toBeGreaterThan(15);
});

test('the codings of a message, in the order in which they were applied', () => {
  expect(
    codingsOf([
      ['Content-Encoding', 'br, GZIP'],
      ['content-encoding', ' identity'],
      ['Transfer-Encoding', 'deflate, chunked'],
    ]),
  ).toEqual(['br', 'gzip', 'deflate']);
});

const TEXT = 'a body that is coded, coded, coded. '.repeat(100);
const PLAIN = bytesOf(TEXT);

test.each([
  ['gzip', gzipSync(PLAIN)],
  ['x-gzip', gzipSync(PLAIN)],
  ['deflate', deflateSync(PLAIN)],
  ['deflate', deflateRawSync(PLAIN)],
  ['br', brotliCompressSync(PLAIN)],
])('%s is undone', async (coding, bytes) => {
  const { bytes: plain, notes } = await decoded(bytes, [coding]);
  expect([latin1(plain), notes]).toEqual([TEXT, []]);
});

test('several codings are undone from the last to the first', async () => {
  expect(latin1((await decoded(gzipSync(brotliCompressSync(PLAIN)), ['br', 'gzip'])).bytes)).toBe(TEXT);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a bomb of %s gives what fits, and says so', async (coding, pack) => {
  const { bytes, notes } = await decoded(pack(new Uint8Array(30_000_000)), [coding], 100_000);
  expect([bytes.length, notes]).toEqual([100_000, ['body_cut']]);
});

test('what is cut off, or broken, gives what comes before', async () => {
  const random = Uint8Array.from({ length: 100_000 }, (_, i) => (i * i * 7919) >> 5);
  const packed = gzipSync(random);
  const cut = await decoded(packed.subarray(0, packed.length / 2), ['gzip']);
  expect(cut.bytes.length).toBeGreaterThan(1000);
  expect(cut.bytes).toEqual(random.slice(0, cut.bytes.length));
  expect(await decoded(bytesOf('no gzip at all'), ['gzip'])).toEqual({
    bytes: bytesOf('no gzip at all'),
    notes: ['coding_absent'],
  });
  expect(await decoded(PLAIN, ['pack200-gzip'])).toEqual({ bytes: PLAIN, notes: ['coding_unknown'] });
  expect(await decoded(new Uint8Array(0), ['gzip'])).toEqual({ bytes: new Uint8Array(0), notes: [] });
});

test("what comes before a break is given whole, up to zlib's piece of output", async () => {
  let state = 1;
  const digits = Array.from({ length: 200_000 }, () => ((state = (state * 48271) % 0x7fffffff) % 16).toString(16)).join(
    '',
  );
  const noSuchBlock = Uint8Array.of(0x07);
  for (const length of [20_000, 70_000, 200_000]) {
    const packed = gzipSync(digits.slice(0, length), { finishFlush: constants.Z_SYNC_FLUSH });
    const { bytes, notes } = await decoded(concatBytes([packed, noSuchBlock]), ['gzip'], undefined, packed.length + 1);
    expect([notes, digits.startsWith(latin1(bytes))]).toEqual([['coding_broken'], true]);
    // zlib gives nothing of the piece of output in which the break is.
    expect(bytes.length).toBeGreaterThanOrEqual(length - 16_384);
  }
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a bomb of %s is unpacked no faster than it is taken', async (coding, pack) => {
  const packed = pack(new Uint8Array(50_000_000));
  let given = 0;
  /** @type {import('../../../lib/protocols/bodies/codings.js').Decoder} */
  const counting = (name, pieces, onBroken) => {
    const plain = /** @type {AsyncGenerator<Uint8Array>} */ (nodeDecoder(name, pieces, onBroken));
    return (async function* counted() {
      for await (const piece of plain) {
        given += piece.length;
        yield piece;
      }
    })();
  };
  const before = process.memoryUsage().arrayBuffers;
  const pieces = decodeBody(inPieces(packed), [coding], { decode: counting, onNote: () => undefined })[
    Symbol.asyncIterator
  ]();
  await pieces.next();
  await pieces.next();
  expect(given).toBeLessThan(1_000_000);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  await pieces.return?.();
});

test('an error of the source is not taken for a broken coding', async () => {
  const packed = gzipSync(PLAIN);
  const breaking = (async function* breaking() {
    yield packed.slice(0, 20);
    throw new Error('the disk');
  })();
  /** @type {string[]} */
  const notes = [];
  await expect(
    gathered(
      decodeBody(breaking, ['gzip'], {
        decode: nodeDecoder,
        onNote: (note) => {
          notes.push(note);
        },
      }),
    ),
  ).rejects.toThrow('the disk');
  expect(notes).toEqual([]);
});

/** By the zstd program: not every Node has what makes it. */
const ZSTD_HELLO = Uint8Array.from(Buffer.from('KLUv/QBYKQAAaGVsbG8=', 'base64'));

test('zstd is undone, whatever Node has; frames that ask for too much are not', async () => {
  expect(latin1((await decoded(ZSTD_HELLO, ['zstd'], undefined, 3)).bytes)).toBe('hello');
  const run = (/** @type {number} */ blocks, /** @type {number} */ window) => {
    const frame = [0x28, 0xb5, 0x2f, 0xfd, 0, window];
    for (let k = 0; k < blocks; k++) frame.push(2 | (k === blocks - 1 ? 1 : 0), 0, 0, 0);
    return Uint8Array.from(frame);
  };
  const fails = async (/** @type {Uint8Array} */ bytes) => {
    let failed = false;
    const stream = zstdStream();
    stream.on('error', () => (failed = true));
    stream.resume().end(bytes);
    await new Promise((resolve) => stream.on('close', resolve));
    return failed;
  };
  const EIGHT_MIB = 13 << 3;
  expect(await fails(ZSTD_HELLO)).toBe(false);
  expect(await fails(run(100, EIGHT_MIB))).toBe(false);
  expect(await fails(run(100, EIGHT_MIB | 1))).toBe(true);
  expect(await fails(run(100, 31 << 3))).toBe(true);
  expect(await fails(run(MAX_ZSTD_MOVED_BYTES / MAX_ZSTD_WINDOW_BYTES + 1, EIGHT_MIB))).toBe(true);
  expect(await fails(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0))).toBe(true);
});

test('a body that is not coded as it says is given as it is', async () => {
  for (const coding of ['gzip', 'zstd', 'x-gzip']) {
    expect(await decoded(bytesOf('plain text'), [coding])).toEqual({
      bytes: bytesOf('plain text'),
      notes: ['coding_absent'],
    });
  }
});
