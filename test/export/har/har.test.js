import Ajv from 'ajv';
// @ts-expect-error it has no types
import schemas from 'har-schema';

import { har } from '../../../lib/export/har/har.js';
import { Conversation } from '../../protocols/support/conversation.js';

const ajv = new Ajv({ schemas: Object.values(schemas), meta: false, validateSchema: false });

/** @param {string[]} steps @param {Partial<import('../../../lib/export/har/har.js').HarConnection>} [connection] */
function harOf(steps, connection = {}) {
  const { messages } = new Conversation().run(steps);
  return /** @type {any} */ (
    har(
      [
        {
          flow: 0,
          serverAddress: '192.0.2.1',
          serverPort: 80,
          start: 0,
          end: 5,
          handshake: 0.0005,
          tls: null,
          path: 0.0005,
          messages,
          ...connection,
        },
      ],
      1_600_000_000_123_456_789n,
      '1.0.0',
    )
  );
}

const STEPS = [
  'c GET /a?x=1&y HTTP/1.1\r\nHost: a.example\r\nCookie: k=v; l=w\r\n\r\n',
  's HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: s=t; Path=/\r\nContent-Length: 5\r\n\r\nab',
  's cde',
  'c POST /b HTTP/1.1\r\nHost: a.example\r\nReferer: http://a.example/a?x=1&y\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nxyz',
  's HTTP/1.1 302 Found\r\nLocation: /c\r\nContent-Length: 0\r\n\r\n',
  'c GET /never HTTP/1.1\r\nHost: a.example\r\n\r\n',
];

test("fits HAR 1.2's schema", () => {
  const result = harOf(STEPS);
  expect([ajv.validate('har.json#', result), ajv.errors]).toEqual([true, null]);
  expect(ajv.validate('har.json#', { log: { ...result.log, entries: [{}] } })).toBe(false);
});

test('a page does not begin after its first entry, which has waited for its connection', () => {
  const { messages } = new Conversation().run(STEPS);
  const later = messages.map((message) => ({ ...message, start: message.start + 2, end: message.end + 2 }));
  const { pages, entries } = harOf([], { messages: later, start: 1 }).log;
  expect(pages[0].startedDateTime).toBe(entries[0].startedDateTime);
  expect(Date.parse(pages[0].startedDateTime)).toBe(Date.parse('2020-09-13T12:26:41.123Z'));
});

test('what a client waited for in vain has its time: to the end of the connection, or until its stream was reset', () => {
  const [, , unanswered] = harOf(STEPS).log.entries;
  expect(unanswered).toMatchObject({ response: { status: 0 }, timings: { receive: 0 } });
  expect(unanswered.time).toBeCloseTo(5000 - 6, 0);
  const [half] = harOf(STEPS.slice(0, 2)).log.entries;
  expect(half.timings.receive).toBeCloseTo(5000 - 2, 0);
  const { messages } = new Conversation().run(STEPS.slice(-1));
  const reset = messages.map((one) => ({
    ...one,
    reset: { code: 'CANCEL', by: /** @type {const} */ ('client'), at: 3 },
  }));
  const [entry] = harOf([], { messages: reset }).log.entries;
  expect(entry.timings.wait).toBeCloseTo(3000 - 1, 0);
  expect([entry.response._error, entry._selfclock.reset.by]).toEqual(['CANCEL', 'client']);
});

test("a message over which the capture's clock was set back takes no time, never less", () => {
  const { messages } = new Conversation().run(STEPS);
  const back = messages.map((message) => ({ ...message, end: message.end - 1 }));
  const { log } = harOf(STEPS, { messages: back, handshake: null });
  expect(log.pages.map((/** @type {any} */ { pageTimings }) => pageTimings.onLoad)).toEqual([0]);
  for (const {
    time,
    timings: { send, wait, receive },
    _selfclock: { roundTrips, ...own },
  } of log.entries) {
    expect([send, receive, own.send, own.receive ?? 0, roundTrips]).toEqual([0, 0, 0, 0, null]);
    expect(Math.min(time, wait)).toBeGreaterThanOrEqual(0);
  }
});

test('where the time went', () => {
  const { log } = harOf(STEPS);
  const [first, second, third] = log.entries;
  expect(first).toMatchObject({
    startedDateTime: '2020-09-13T12:26:40.123456Z',
    serverIPAddress: '192.0.2.1',
    connection: '0',
    pageref: 'page_1',
  });
  expect(first.timings).toEqual({ blocked: 0.5, dns: -1, connect: 0.5, ssl: -1, send: 0, wait: 1, receive: 1 });
  expect(first.time).toBe(3);
  expect(first.request).toMatchObject({
    url: 'http://a.example/a?x=1&y',
    queryString: [
      { name: 'x', value: '1' },
      { name: 'y', value: '' },
    ],
    cookies: [
      { name: 'k', value: 'v' },
      { name: 'l', value: 'w' },
    ],
  });
  expect(first.response).toMatchObject({
    status: 200,
    content: { size: 5, mimeType: 'text/html' },
    cookies: [{ name: 's', value: 't' }],
  });
  expect(first._selfclock).toMatchObject({
    frames: { request: [1, 1], response: [2, 3] },
    roundTrips: 4,
    think: 0.0005,
    depth: 1,
    headOfLineShown: false,
    complete: true,
  });
  expect(second).toMatchObject({
    pageref: 'page_1',
    request: { method: 'POST', bodySize: 3 },
    response: { status: 302, redirectURL: '/c' },
    timings: { connect: -1, blocked: -1, wait: 1, receive: 0 },
  });
  expect(third).toMatchObject({ response: { status: 0 }, _selfclock: { complete: false, frames: { response: null } } });
  expect(log.pages).toMatchObject([{ id: 'page_1', title: 'http://a.example/a?x=1&y' }]);
});

test("TLS's handshake is part of the first exchange's connect", () => {
  const [first] = harOf(STEPS.slice(0, 2), { start: -0.01, tls: { start: -0.008, end: -0.002 } }).log.entries;
  expect(first.timings).toMatchObject({ connect: 6.5, ssl: 6 });
});

test('a capture without messages is a HAR too', () => {
  const result = har([], 0n, '1.0.0');
  expect([ajv.validate('har.json#', result), ajv.errors]).toEqual([true, null]);
});

test('trailer fields and the outcome of gRPC are beside what HAR has', () => {
  const { log } = harOf([
    'c GET /a HTTP/1.1\r\nHost: a.example\r\n\r\n',
    's HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nServer-Timing: db;dur=5\r\n\r\n',
  ]);
  expect(log.entries[0]._selfclock.trailers).toEqual([{ name: 'Server-Timing', value: 'db;dur=5' }]);
});
