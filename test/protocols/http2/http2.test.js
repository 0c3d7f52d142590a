import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { HTTP2_PREFACE } from '../../../lib/protocols/http2/signature.js';
import { KeyLog } from '../../../lib/protocols/tls/key-log.js';
import { END_HEADERS, END_STREAM, GET, HEADERS, http2Frame, PREFACE, request } from '../../support/http2-frames.js';
import { concatBytes } from '../../support/packets/frames.js';
import { sentCapture } from '../../support/packets/sent-capture.js';
import fc from '../../support/properties.js';
import { tlsSession } from '../../support/tls/tls-session.js';
import { Conversation } from '../support/conversation.js';
import { http2Session } from './http2-session.js';

/** @typedef {import('./http2-session.js').Sent} Sent */

/** @param {Sent[]} sent @param {number} size of a segment @param {(segment: number) => boolean} [isLost] */
function feed(sent, size, isLost = () => false) {
  const conversation = new Conversation();
  let segment = 0;
  for (const { endpoint, bytes } of sent) {
    for (let at = 0; at < bytes.length; at += size) {
      const part = bytes.slice(at, at + size);
      if (isLost(segment++)) conversation.gap(endpoint, part.length);
      else conversation.bytes(endpoint, part);
    }
  }
  for (const endpoint of /** @type {const} */ ([0, 1])) conversation.end(endpoint, 'fin');
  return conversation;
}

const names = fc.stringMatching(/^x-[a-z0-9]{1,12}$/);
const values = fc.stringMatching(/^[ -~]{0,40}$/).map((text) => text.trim());

test('requests and answers are as nghttp2 sent them, however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          fields: fc.dictionary(names, values, { maxKeys: 8 }),
          body: fc.option(fc.string({ maxLength: 3000, unit: 'binary-ascii' }), { nil: undefined }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      fc.constantFrom(1, 7, 100, 5000),
      fc.constantFrom(0, 4096, 200),
      async (requests, size, headerTableSize) => {
        const sent = await http2Session(
          requests.map(({ fields, body }, i) => ({
            headers: { ':path': `/${i}`, ':method': body === undefined ? 'GET' : 'POST', ...fields },
            body,
          })),
          'answer'.repeat(500),
          { headerTableSize },
        );
        const { messages } = feed(sent, size);
        const asked = messages.filter(({ kind }) => kind === 'request');
        expect(asked).toHaveLength(requests.length);
        requests.forEach(({ fields, body }, i) => {
          const request = asked.find(({ target }) => target === `/${i}`);
          const response = messages.find(({ index }) => index === request?.pair);
          expect(request).toMatchObject({
            protocol: 'http/2',
            host: 'a.example:80',
            bodyBytes: body?.length ?? 0,
            complete: true,
            method: body === undefined ? 'GET' : 'POST',
          });
          expect(Object.fromEntries(request?.headers.filter(([name]) => name.startsWith('x-')) ?? [])).toEqual(fields);
          expect(response).toMatchObject({
            kind: 'response',
            status: 200,
            bodyBytes: 3000,
            complete: true,
            contentType: 'text/plain',
            stream: request?.stream,
          });
          expect(response?.headers).toContainEqual(['x-path', `/${i}`]);
        });
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);

const many = Array.from({ length: 12 }, (_, i) => ({ headers: { ':path': `/${i}`, 'x-long': 'abc'.repeat(50 + i) } }));

test('a lost segment leaves most exchanges whole, and marks what is not', async () => {
  const sent = await http2Session(many, 'z'.repeat(4000));
  const segments = sent.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / 700), 0);
  for (let lost = 3; lost < segments; lost++) {
    const { messages } = feed(sent, 700, (segment) => segment === lost);
    const whole = messages.filter(
      ({ kind, complete, bodyBytes }) => kind === 'response' && complete && bodyBytes === 4000,
    );
    const wrong = messages.filter(
      ({ kind, complete, bodyBytes }) => kind === 'response' && complete && bodyBytes !== 4000,
    );
    expect(wrong).toEqual([]);
    expect(whole.length + messages.filter(({ complete }) => !complete).length).toBeGreaterThan(0);
  }
});

test.each(['TLSv1.2', 'TLSv1.3'])(
  'over %s a lost segment costs the exchange that lay in it, no other',
  async (version) => {
    const settings = { minVersion: /** @type {any} */ (version), maxVersion: /** @type {any} */ (version) };
    const streams = [1, 3, 5, 7, 9, 11];
    const content = streams.flatMap((stream) => [
      { endpoint: /** @type {const} */ (0), bytes: request(stream, GET) },
      { endpoint: /** @type {const} */ (1), bytes: http2Frame(HEADERS, END_HEADERS | END_STREAM, stream, [0x88]) },
    ]);
    content[0].bytes = concatBytes(PREFACE, content[0].bytes);
    const { sent, keyLog } = await tlsSession({ settings: { ...settings, ALPNProtocols: ['h2'] }, content });
    for (let lost = sent.length - 11; lost < sent.length - 3; lost++) {
      const secrets = new KeyLog();
      secrets.add(keyLog);
      const { ingest } = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog: secrets });
      ingest.push(sentCapture(sent.map((one, i) => ({ ...one, uncaptured: i === lost }))));
      ingest.end();
      const messages = ingest.messages.messagesOf(0).map((index) => ingest.messages.describe(index));
      const paired = messages.filter(({ kind, pair, complete }) => kind === 'request' && pair !== null && complete);
      expect(paired.map(({ target }) => target)).toEqual(streams.slice(1).map(() => '/'));
    }
  },
);

test('mutated sessions: no throw, and counting alone gives the same counts', async () => {
  const sent = await http2Session(many.slice(0, 4), 'z'.repeat(300));
  let seed = 11;
  const random = (/** @type {number} */ below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 8) % below;
  };
  for (let round = 0; round < 120; round++) {
    const mutated = sent.map(({ endpoint, bytes }) => ({ endpoint, bytes: bytes.slice() }));
    for (let k = random(5); k >= 0; k--) {
      const { bytes } = mutated[random(mutated.length)];
      bytes[random(bytes.length)] = random(256);
    }
    const conversation = feed(mutated, 1 + random(300), () => random(15) === 0);
    expect(conversation.analysis.counts(0).requests).toBe(
      conversation.messages.filter(({ kind }) => kind === 'request').length,
    );
  }
});

test("the server's frames first, as when the client's come late into the capture", async () => {
  const sent = await http2Session(many.slice(0, 2), 'a');
  const first = sent.findIndex(({ endpoint }) => endpoint === 1);
  const { messages } = feed([sent[first], ...sent.slice(0, first), ...sent.slice(first + 1)], 5000);
  expect(messages.map(({ target, status }) => target ?? status)).toEqual(
    expect.arrayContaining(['/0', '/1', 200, 200]),
  );
});

test("an upgrade from HTTP/1.1 brings the client's settings along", () => {
  const settingsOf = (/** @type {string} */ field) => {
    const conversation = new Conversation().run([
      `c GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n${field}\r\n`,
      's HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    ]);
    conversation.bytes(1, Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 0, 0));
    return conversation.analysis.describeHttp2(0)?.clientToServer.settings;
  };
  expect(settingsOf('HTTP2-Settings: AAQAAAAKAAMAAABk\r\n')).toEqual({
    initialWindowSize: 10,
    maxConcurrentStreams: 100,
  });
  expect(settingsOf('http2-settings:AAQAAP-_==\r\n')).toEqual({ initialWindowSize: 65471 });
  for (const field of ['', 'HTTP2-Settings: A\r\n', 'HTTP2-Settings: ?\r\n', 'HTTP2-Settings:\r\n']) {
    expect(settingsOf(field)).toEqual({});
  }
});

test('settings, windows that were shut, and the end that an end announces', () => {
  const conversation = new Conversation();
  const frame = (
    /** @type {number} */ type,
    /** @type {number} */ flags,
    /** @type {number} */ stream,
    /** @type {number[]} */ payload,
  ) => Uint8Array.of(0, payload.length >> 8, payload.length & 255, type, flags, 0, 0, 0, stream, ...payload);
  conversation.bytes(
    0,
    Uint8Array.of(
      ...HTTP2_PREFACE,
      ...frame(4, 0, 0, [0, 4, 0, 0, 0, 10, 0, 3, 0, 0, 0, 7, 0x12, 0x34, 0xff, 0xff, 0xff, 0xff]),
    ),
  );
  conversation.bytes(1, frame(4, 0, 0, []));
  conversation.bytes(0, frame(1, 0x25, 1, [0, 0, 0, 0, 15, 0x82, 0x84, 0x86]));
  conversation.bytes(0, frame(2, 0, 3, [0, 0, 0, 0, 15]));
  conversation.bytes(1, frame(1, 4, 1, [0x88]));
  conversation.bytes(1, frame(0, 0, 1, new Array(10).fill(0)));
  conversation.bytes(0, frame(8, 0, 1, [0, 0, 0, 5]));
  conversation.bytes(1, frame(0, 1, 1, [1, 2, 3]));
  conversation.bytes(
    0,
    Uint8Array.of(...frame(3, 0, 5, [0, 0, 0, 8]), ...frame(16, 0, 0, [0, 0, 0, 1, 0x75, 0x3d, 0x30])),
  );
  conversation.bytes(1, frame(7, 0, 0, [0, 0, 0, 1, 0, 0, 0, 11]));
  expect(conversation.analysis.describeHttp2(0)).toEqual({
    clientToServer: {
      settings: { initialWindowSize: 10, maxConcurrentStreams: 7, 4660: 4294967295 },
      streams: 1,
      resets: 1,
      priorities: 2,
      priorityUpdates: 1,
      goAway: null,
      stallCount: 0,
      stalledSeconds: 0,
      waitedSeconds: 0,
      stalls: [],
      blocked: [],
    },
    serverToClient: {
      settings: {},
      streams: 0,
      resets: 0,
      priorities: 0,
      priorityUpdates: 0,
      goAway: { lastStream: 1, error: 'ENHANCE_YOUR_CALM', frame: 10 },
      stallCount: 1,
      stalledSeconds: 0.001,
      waitedSeconds: 0.002,
      stalls: [{ stream: 1, start: 0.006, end: 0.008 }],
      blocked: [],
    },
  });
  expect(new Conversation().analysis.describeHttp2(0)).toBeNull();
});
