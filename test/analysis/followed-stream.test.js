/** Both directions' bytes of a connection, as they came. */
import { deflateRawSync } from 'node:zlib';

import { FollowedMessages } from '../../lib/analysis/followed-messages.js';
import { FollowedStream, layersOf } from '../../lib/analysis/followed-stream.js';
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { StreamText } from '../../lib/export/stream/stream-text.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { nodeDecoder } from '../../lib/node/content-codings.js';
import { KeyLog } from '../../lib/protocols/tls/key-log.js';
import { hexLines, printable } from '../../lib/shared/text/printable.js';
import { pcap, script } from '../support/packets/packets.js';
import { sentCapture } from '../support/packets/sent-capture.js';
import { tlsCapture } from '../support/tls/tls-capture.js';

/** @typedef {import('../../lib/export/stream/stream-text.js').StreamPiece} StreamPiece */

/** @param {Uint8Array} capture @param {string} [keys] */
function analysed(capture, keys = '') {
  const keyLog = new KeyLog();
  keyLog.add(keys);
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog });
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return analysis;
}

/**
 * @param {Uint8Array} capture
 * @param {{ keys?: string, layer?: import('../../lib/analysis/followed-stream.js').Layer, skip?: number,
 *   limit?: number, isHex?: boolean }} [how]
 */
async function follow(capture, { keys, layer, skip, limit, isHex = false } = {}) {
  const analysis = analysed(capture, keys);
  const layers = layersOf(analysis.ingest, 0);
  const text = new StreamText(isHex);
  /** @type {StreamPiece[]} */
  const pieces = [];
  let written = '';
  const how = {
    skip,
    limit,
    write: (/** @type {StreamPiece} */ piece) => {
      pieces.push(piece);
      written += text.write(piece);
    },
  };
  const followed = layer ?? layers[0];
  const reading =
    followed === 'websocket'
      ? new FollowedMessages(analysis.ingest, 0, { ...how, decode: nodeDecoder, inflate: nodeCiphers.inflate })
      : new FollowedStream(analysis.ingest, 0, { ...how, layer: followed });
  for (let at = 0; at < capture.length && !reading.finished; at += 700) {
    reading.push(capture.subarray(at, at + 700));
    await reading.ready();
  }
  if (!reading.finished) reading.end();
  await reading.finish();
  const said = pieces.map(({ direction, bytes }) => `${direction[0]} ${Buffer.from(bytes).toString('latin1')}`);
  return { layers, pieces, said, text: written + text.end(), isCut: reading.isCut };
}

const from = (/** @type {number} */ endpoint, /** @type {string|Uint8Array} */ bytes) => ({
  endpoint,
  bytes: Buffer.from(bytes),
});
const TALK = [from(0, 'odd \x1b[1m\r\n'), from(1, 'one'), from(1, 'two\n'), from(0, 'over')];

test('in conversation order, with times and frames, whatever was spoken', async () => {
  const { layers, said, pieces, text } = await follow(sentCapture(TALK));
  expect(layers).toEqual(['tcp']);
  expect(said).toEqual(['c odd \x1b[1m\r\n', 's one', 's two\n', 'c over']);
  expect(pieces.map(({ frame, offset }) => [frame, offset])).toEqual([
    [4, 0],
    [5, 0],
    [6, 3],
    [7, 10],
  ]);
  expect(text).toBe(
    [
      '── client → server · 0.001020 s · frame 4',
      'odd \\x1b[1m',
      '',
      '── server → client · 0.002020 s, 0.001000 s later · frame 5',
      'onetwo',
      '',
      '── client → server · 0.004020 s, 0.001000 s later · frame 7',
      'over',
      '',
    ].join('\n'),
  );
});

test('in parts that follow on each other', async () => {
  const capture = sentCapture(TALK);
  const first = await follow(capture, { limit: 12 });
  expect([first.said, first.isCut]).toEqual([['c odd \x1b[1m\r\n', 's on'], true]);
  const second = await follow(capture, { skip: 12, limit: 100 });
  expect([second.said, second.isCut]).toEqual([['s e', 's two\n', 'c over'], false]);
  expect(second.pieces[0].offset).toBe(2);
});

test('bytes that the capture lacks, and pauses', async () => {
  const capture = pcap(
    script(
      {},
      'client SYN',
      'server SYN-ACK',
      'client ACK',
      'client data 5',
      'client data 7 uncaptured',
      '+2s client data 3',
      'server ACK',
    ),
  );
  const { pieces, text } = await follow(capture);
  expect(pieces.map(({ bytes, missing }) => [bytes.length, missing])).toEqual([
    [5, 0],
    [0, 7],
    [3, 0],
  ]);
  expect(text).toContain('[7 bytes are missing]');
});

test('what TLS held, where its keys are known; else, or when asked for, the bytes of TCP', async () => {
  const { capture, keyLog } = await tlsCapture({ requests: ['hello'] });
  const open = await follow(capture, { keys: keyLog });
  expect(open.layers).toEqual(['tls', 'tcp']);
  expect(open.said).toEqual(['c hello', 's HELLO']);
  const closed = await follow(capture, { keys: keyLog, layer: 'tcp', isHex: true });
  expect(closed.pieces[0].bytes[0]).toBe(22);
  expect(closed.text).toContain('0000  16 03 01');
  expect((await follow(capture)).layers).toEqual(['tcp']);
});

test("a WebSocket's messages, unmasked and unpacked", async () => {
  const packed = deflateRawSync('hello', { finishFlush: 2 }).subarray(0, -4);
  const { layers, said, text } = await follow(
    sentCapture([
      from(0, 'GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
      from(1, 'HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
      from(0, Uint8Array.of(0x81, 0x82, 1, 2, 3, 4, 0x68 ^ 1, 0x69 ^ 2)),
      from(1, Uint8Array.of(0xc1, packed.length, ...packed)),
    ]),
    { layer: 'websocket' },
  );
  expect(layers).toEqual(['tcp', 'websocket']);
  expect(said).toEqual(['c hi', 's hello']);
  expect(text).toContain(' · text\nhi\n');
});

test('text does nothing to whoever shows it', () => {
  expect(printable('a\r\nb\rc\x7f\u202e\t')).toBe('a\nb\\x0dc\\x7f\\u202e\t');
  expect(hexLines(Uint8Array.of(72, 105, 0), 16)).toEqual([`0010  48 69 00${' '.repeat(40)} Hi·`]);
});
