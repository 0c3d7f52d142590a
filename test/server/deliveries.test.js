/** What is on its way to clients is bounded in sum, however slowly they read. */
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { Exports } from '../../lib/session/exports.js';
import { Deliveries } from '../../server/deliveries.js';
import { LIMITS } from '../../server/limits.js';
import { NodeHost } from '../../server/worker/node-host.js';
import { sentCapture } from '../support/packets/sent-capture.js';
import { closeAll, start } from './support/server.js';

afterEach(closeAll);

const UNPACKED_BYTES = 20_000_000;
const MB = 2 ** 20;

/** A body of a hundred bytes that unpacks to 20 MB. */
function bomb() {
  const packed = brotliCompressSync(new Uint8Array(UNPACKED_BYTES));
  return sentCapture([
    { endpoint: 0, bytes: Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n') },
    {
      endpoint: 1,
      bytes: Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: ${packed.length}\r\n\r\n`),
        packed,
      ]),
    },
  ]);
}

/** A response whose reader takes nothing until it is told to. */
class SlowResponse extends EventEmitter {
  destroyed = false;
  headersSent = false;
  takenBytes = 0;
  /** @type {Map<string, unknown>} */
  headers = new Map();

  type() {
    return this;
  }

  attachment() {
    return this;
  }

  setHeader(/** @type {string} */ name, /** @type {unknown} */ value) {
    this.headers.set(name, value);
  }

  write(/** @type {Uint8Array} */ piece) {
    this.headersSent = true;
    this.takenBytes += piece.length;
    return false;
  }

  end() {
    this.destroy();
  }

  destroy() {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}

/** @returns {any} */
const slow = () => new SlowResponse();

const tick = () => delay(5);

test('answers are made only while those that nobody has taken leave room', async () => {
  const deliveries = new Deliveries({ ...LIMITS, answerBytes: 3 * MB, busyMs: 60_000, readerIdleMs: 60_000 });
  let made = 0;
  const make = async () => {
    made++;
    return new Uint8Array(MB);
  };
  const responses = Array.from({ length: 30 }, slow);
  const answers = [];
  for (const response of responses) {
    answers.push(deliveries.json(response, make).catch((error) => error.code));
    await tick();
  }
  expect([made, deliveries.heldBytes]).toEqual([3, 3 * MB]);
  responses[0].destroy();
  await tick();
  expect([made, deliveries.heldBytes]).toEqual([4, 3 * MB]);
  for (const response of responses) response.destroy();
  await Promise.all(answers);
  expect(deliveries.heldBytes).toBe(0);
});

test('column frames of one capture are made one after the other, so that many asked for at once overshoot by one', async () => {
  const deliveries = new Deliveries({ ...LIMITS, answerBytes: 3 * MB, busyMs: 60_000, readerIdleMs: 60_000 });
  let made = 0;
  let making = 0;
  let most = 0;
  const make = async () => {
    most = Math.max(most, ++making);
    await tick();
    making--;
    made++;
    return new Uint8Array(2 * MB);
  };
  const responses = Array.from({ length: 30 }, slow);
  const answers = responses.map((response) => deliveries.frame(response, 'c1', make).catch((error) => error.code));
  await delay(200);
  expect({ made, most, heldBytes: deliveries.heldBytes }).toEqual({ made: 2, most: 1, heldBytes: 4 * MB });
  for (const response of responses) response.destroy();
  expect((await Promise.all(answers)).filter((code) => code === 'gone').length).toBe(28);
});

test('who finds no room is told to try again, and a reader that takes nothing is given up', async () => {
  const deliveries = new Deliveries({ ...LIMITS, answerBytes: 1, busyMs: 20, readerIdleMs: 200 });
  const first = slow();
  const second = slow();
  const sent = deliveries.json(first, async () => new Uint8Array(MB));
  await tick();
  await expect(deliveries.json(second, async () => new Uint8Array(1))).rejects.toMatchObject({
    status: 503,
    code: 'busy',
  });
  expect(second.headers.get('Retry-After')).toBe(1);
  await sent;
  expect([first.destroyed, first.takenBytes < MB, deliveries.heldBytes]).toEqual([true, true, 0]);
});

test('so many files are made at a time, and pieces only as they are taken', async () => {
  const deliveries = new Deliveries({ ...LIMITS, downloads: 2, busyMs: 20, readerIdleMs: 60_000 });
  let making = 0;
  let pieces = 0;
  const make = async (/** @type {(piece: Uint8Array) => Promise<void>} */ take) => {
    making++;
    for (let i = 0; i < 100; i++) {
      pieces++;
      await take(new Uint8Array(1000));
    }
  };
  const responses = Array.from({ length: 10 }, slow);
  const files = responses.map((response) => deliveries.file(response, 'x', make).catch((error) => error.code));
  await delay(100);
  expect({ making, pieces }).toEqual({ making: 2, pieces: 2 });
  for (const response of responses) response.destroy();
  expect(await Promise.all(files)).toEqual(['gone', 'gone', ...Array.from({ length: 8 }, () => 'busy')]);
});

test('thirty bodies of a bomb under way hold a few pieces each', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selfclock-bomb-'));
  const path = join(folder, 'x.pcap');
  const capture = bomb();
  await writeFile(path, capture);
  const analysis = new OpenedAnalysis({ keepMessages: true });
  const exports = new Exports(NodeHost.ofFile(path));
  analysis.ingest.push(capture);
  analysis.ingest.end();
  const before = process.memoryUsage().arrayBuffers;
  const numbers = Array.from({ length: 30 }, () => exports.beginBody(analysis, 0, 1, true));
  for (const number of numbers) expect((await exports.next(number))?.length).toBeGreaterThan(0);
  // Whole, they would be 600 MB; a second analysis of the capture, which each has, is some MB.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300 * MB);
  for (const number of numbers) await exports.end(number);
  await rm(folder, { recursive: true });
});

/**
 * @param {import('./support/server.js').TestServer} server
 * @param {string} path
 * @returns {Promise<import('node:net').Socket>} which has had its first bytes, and reads no more
 */
async function silentReader(server, path) {
  const socket = connect(Number(server.url.port), '127.0.0.1');
  socket.on('error', () => undefined).write(`GET ${path} HTTP/1.1\r\nHost: ${server.url.host}\r\n\r\n`);
  await once(socket, 'data');
  return socket.pause();
}

test('slow readers of bodies take the places that there are; others are told, and all else is answered', async () => {
  const server = await start({ limits: { downloads: 3, busyMs: 100 } });
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', bomb());
  await server.settled(id);
  const path = `/api/captures/${id}/connections/0/messages/1/body?decoded=1`;
  const readers = await Promise.all(Array.from({ length: 3 }, () => silentReader(server, path)));
  let answer = await server.ask(path);
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    json: { error: { code: 'busy', message: expect.stringMatching(/\.$/) } },
  });
  expect((await server.ask(`/api/captures/${id}/connections`)).status).toBe(200);
  for (const reader of readers) reader.destroy();
  while (answer.status !== 200) answer = await server.ask(path);
  expect(answer.bytes.length).toBe(UNPACKED_BYTES);
});
