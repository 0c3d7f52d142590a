/** Messages of WebSockets, permessage-deflate undone (RFC 7692). */
import { Readable } from 'node:stream';
import { constants, createDeflateRaw } from 'node:zlib';

import { gathered, MessageBody } from '../../../lib/analysis/message-body.js';
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { concatBytes } from '../../../lib/protocols/model/concat-bytes.js';
import { sentCapture } from '../../support/packets/sent-capture.js';
import { bytesOf } from '../support/conversation.js';

const UPGRADE = bytesOf('GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
const SWITCHING = bytesOf(
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n',
);
const MASK = [9, 200, 3, 77];

/** @param {number} first byte @param {Uint8Array} payload @param {boolean} isMasked */
function frame(first, payload, isMasked) {
  const { length } = payload;
  const size = length < 126 ? [length] : [126, length >> 8, length & 255];
  if (!isMasked) return Uint8Array.of(first, ...size, ...payload);
  size[0] |= 128;
  return Uint8Array.of(first, ...size, ...MASK, ...payload.map((byte, i) => byte ^ MASK[i & 3]));
}

/**
 * Compresses messages one after the other.
 * @param {string[]} texts
 * @param {{ takesOver: boolean, windowBits?: number }} agreed
 * @returns {Promise<Uint8Array[]>}
 */
async function deflated(texts, { takesOver, windowBits = 15 }) {
  const messages = [];
  let stream = createDeflateRaw({ windowBits });
  for (const text of texts) {
    if (!takesOver) stream = createDeflateRaw({ windowBits });
    /** @type {Buffer[]} */
    const pieces = [];
    const collect = (/** @type {Buffer} */ piece) => {
      pieces.push(piece);
    };
    stream.on('data', collect);
    stream.write(text);
    await new Promise((resolve) => {
      stream.flush(constants.Z_SYNC_FLUSH, () => resolve(undefined));
    });
    stream.off('data', collect);
    messages.push(Buffer.concat(pieces).subarray(0, -4));
  }
  return messages;
}

/** @param {{ endpoint: number, bytes: Uint8Array, uncaptured?: boolean }[]} sent */
function capturedWith(sent) {
  const capture = sentCapture([{ endpoint: 0, bytes: UPGRADE }, { endpoint: 1, bytes: SWITCHING }, ...sent]);
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(capture);
  analysis.ingest.end();
  const body = async (/** @type {number} */ index, /** @type {number} */ decodedLimit = 1e6) => {
    /** @type {Uint8Array[]} */
    const pieces = [];
    const reading = new MessageBody(
      analysis.ingest,
      index,
      (piece) => {
        pieces.push(piece);
      },
      { decodedLimit },
    );
    reading.push(capture);
    reading.end();
    await reading.ready();
    return {
      raw: concatBytes(pieces),
      bytes: await gathered(reading.decoded(Readable.from(pieces), nodeDecoder)),
      notes: [...reading.notes],
    };
  };
  return {
    analysis,
    body,
    text: async (/** @type {number} */ index) => {
      const { bytes, notes } = await body(index);
      return [Buffer.from(bytes).toString('latin1'), ...notes];
    },
  };
}

const TEXTS = [
  '{"price": 17, "name": "one"}'.repeat(20),
  '{"price": 17, "name": "one"}',
  'and {"price": 17, "name": "two"}'.repeat(90),
];

test('behind missing bytes a message is not undone by what came before them', async () => {
  const sent = await deflated([...TEXTS, TEXTS[1]], { takesOver: true });
  const { text } = capturedWith(
    sent.map((bytes, i) => ({ endpoint: 1, bytes: frame(0xc1, bytes, false), uncaptured: i === 2 })),
  );
  expect(await text(3)).toEqual([TEXTS[1]]);
  expect((await text(4)).slice(1)).toEqual(['coding_broken']);
});

test.each([
  ['context taken over', { takesOver: true }],
  ['no context taken over', { takesOver: false }],
  ['a small window', { takesOver: true, windowBits: 9 }],
])('%s: each message as it was written, in either direction', async (_what, agreed) => {
  const packed = await deflated(TEXTS, agreed);
  const back = await deflated([...TEXTS].reverse(), agreed);
  const { text, body } = capturedWith(
    packed.flatMap((bytes, i) => [
      { endpoint: 0, bytes: frame(0xc1, bytes, true) },
      { endpoint: 1, bytes: frame(0xc1, back[i], false) },
    ]),
  );
  for (const i of [0, 1, 2]) {
    expect(await text(2 + 2 * i)).toEqual([TEXTS[i]]);
    expect(await text(3 + 2 * i)).toEqual([TEXTS[2 - i]]);
    expect((await body(2 + 2 * i)).raw).toEqual(Uint8Array.from(packed[i]));
  }
});

test('fragments with control frames between them; messages that are not compressed do not count as context', async () => {
  const [first, second] = await deflated(TEXTS, { takesOver: true });
  const { text, analysis } = capturedWith([
    { endpoint: 1, bytes: frame(0xc1, first, false) },
    { endpoint: 1, bytes: frame(0x81, bytesOf('plain'), false) },
    { endpoint: 1, bytes: frame(0x41, second.subarray(0, 3), false) },
    { endpoint: 1, bytes: frame(0x89, bytesOf('ping'), false) },
    { endpoint: 1, bytes: frame(0x80, second.subarray(3), false) },
    { endpoint: 1, bytes: frame(0x88, bytesOf('\x03\xe8bye'), false) },
  ]);
  const all = analysis.ingest.messages
    .messagesOf(0)
    .slice(2)
    .map((index) => analysis.ingest.messages.describe(index));
  expect(all.map(({ opcode }) => opcode)).toEqual(['text', 'text', 'text', 'ping', 'close']);
  expect(await Promise.all(all.map(({ index }) => text(index)))).toEqual([
    [TEXTS[0]],
    ['plain'],
    [TEXTS[1]],
    ['ping'],
    ['\x03\xe8bye'],
  ]);
});

test('without what it refers to a message is broken; more than the limit is cut', async () => {
  const [, second] = await deflated(['a secret of some length', 'a secret of some length'], { takesOver: true });
  const lost = capturedWith([{ endpoint: 0, bytes: frame(0xc1, second, true) }]);
  expect((await lost.text(2)).at(-1)).toBe('coding_broken');
  const [bomb] = await deflated(['x'.repeat(200_000)], { takesOver: true });
  const { bytes, notes } = await capturedWith([{ endpoint: 0, bytes: frame(0xc1, bomb, true) }]).body(2, 1000);
  expect([bytes.length, notes]).toEqual([1000, ['body_cut']]);
});
