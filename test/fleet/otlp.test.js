/** Connections and requests reach an OpenTelemetry collector as spans; one that is gone is told, and what it missed. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { MAX_BATCH_SPANS, sendSpans } from '../../lib/fleet/otlp/send-spans.js';
import { healthOfAll } from '../../lib/fleet/watch/health.js';
import { openCapture } from '../../lib/library/index.js';
import { script } from '../support/packets/packets.js';
import { pcapngBytes } from '../support/packets/pcapng-bytes.js';
import { sentCapture } from '../support/packets/sent-capture.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const fixture = (/** @type {string} */ name) => join(ROOT, 'fixtures/pcaps', name);
const home = mkdtempSync(join(tmpdir(), 'selfclock-otlp-'));
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** What the collector was sent, by request. @type {{ path: string, spans: any[], resource: any }[]} */
let posts = [];
let status = 200;
/** What it answers to each request; `{}` to further ones. @type {string[]} */
let answers = [];
const collector = createServer(async (request, response) => {
  const { resourceSpans } = /** @type {{ resourceSpans: any[] }} */ (await json(request));
  const scopes = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
  const spans = scopes.flatMap((scope) => scope.spans);
  posts.push({ path: String(request.url), spans, resource: valuesOf(resourceSpans[0].resource.attributes) });
  response.writeHead(status, { 'content-type': 'application/json' }).end(answers[posts.length - 1] ?? '{}');
});
let url = '';

beforeAll(async () => {
  await new Promise((resolve) => collector.listen(0, '127.0.0.1', () => resolve(null)));
  url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (collector.address()).port}`;
});
beforeEach(() => {
  posts = [];
  status = 200;
  answers = [];
});
afterAll(() => {
  collector.close().closeAllConnections();
  rmSync(home, { recursive: true });
});

/** @param {{ key: string, value: any }[]} attributes as OTLP's JSON has them */
const valuesOf = (attributes) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** @param {string} file */
const sent = async (file) => sendSpans(await openCapture(file), { url, version: '1', key: 'k' });

test('a connection is a span, its requests are children, its findings events, at the times of the capture', async () => {
  const file = join(home, 'http.pcap');
  const ascii = (/** @type {string} */ line) => new TextEncoder().encode(line);
  const request = `GET http://shop.test/cart?key=secret HTTP/1.1\r\nHost: shop.test\r\ntraceparent: 00-${TRACE}-00f067aa0ba902b7-01\r\n\r\n`;
  const parts = [
    [0, ascii(request)],
    [1, ascii('HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno')],
    [0, ascii('STEAL /x HTTP/1.1\r\nHost: shop.test\r\n\r\n')],
  ];
  writeFileSync(file, sentCapture(parts.map(([endpoint, bytes]) => /** @type {any} */ ({ endpoint, bytes }))));
  expect(await sent(file)).toEqual({ sent: 3, dropped: 0, problem: null });
  const [{ path, spans, resource }] = posts;
  expect(path).toBe('/v1/traces');
  expect(resource).toMatchObject({ 'service.name': 'selfclock', 'service.version': '1' });
  const [connection, get, steal] = spans;
  expect(connection).toMatchObject({ name: 'TCP connection', startTimeUnixNano: '1700000000000000000' });
  expect(valuesOf(connection.attributes)).toMatchObject({
    'network.transport': 'tcp',
    'network.type': 'ipv4',
    'client.address': '10.0.0.1',
    'network.peer.address': '10.0.0.2',
    'network.peer.port': 443,
    'selfclock.capture': 'k',
  });
  expect(get).toMatchObject({ name: 'GET', kind: 3, parentSpanId: connection.spanId, traceId: connection.traceId });
  expect(get.status.code).toBe(2);
  expect(valuesOf(get.attributes)).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': 404,
    'error.type': '404',
    'server.address': 'shop.test',
    'url.path': '/cart',
    'network.protocol.version': '1.1',
  });
  expect(JSON.stringify(posts)).not.toContain('secret');
  expect(get.links).toMatchObject([{ traceId: TRACE, spanId: '00f067aa0ba902b7' }]);
  expect(valuesOf(steal.attributes)).toMatchObject({
    'http.request.method': '_OTHER',
    'http.request.method_original': 'STEAL',
  });
  expect(steal.links).toEqual([]);
});

test.each([-5_900_000_000n, 2n ** 64n])(
  'a capture whose times OpenTelemetry does not have sends no spans, and says why (%s ns)',
  async (startNs) => {
    const file = join(home, 'times.pcapng');
    writeFileSync(file, pcapngBytes(script({}, 'client SYN', 'server SYN-ACK', 'client ACK'), startNs));
    expect(await sent(file)).toEqual({
      ...{ sent: 0, dropped: 1 },
      problem: 'Spans were not sent: OpenTelemetry has times from 1970 to 2554 only, and the capture has others.',
    });
    expect(posts).toEqual([]);
  },
);

test('a time beyond 32 bits of seconds reaches the collector', async () => {
  const file = join(home, 'late.pcapng');
  writeFileSync(file, pcapngBytes(script({}, 'client SYN', 'server SYN-ACK'), 2n ** 33n * 1_000_000_000n));
  await sent(file);
  expect(posts[0].spans[0].startTimeUnixNano).toBe('8589934592000000000');
});

test('findings are events', async () => {
  await sent(fixture('zero-window.pcap'));
  const [{ events }] = posts[0].spans;
  expect(events[0].name).toBe('zero_window');
  expect(valuesOf(events[0].attributes)).toMatchObject({ 'selfclock.title': 'Zero window' });
});

test('spans go in batches; what a collector refuses is counted, and the rest is not offered', async () => {
  const file = join(home, 'many.pcap');
  const bytes = new TextEncoder().encode('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2 * MAX_BATCH_SPANS));
  writeFileSync(file, sentCapture([{ endpoint: 0, bytes }]));
  const all = 2 * MAX_BATCH_SPANS + 1;
  expect(await sent(file)).toEqual({ sent: all, dropped: 0, problem: null });
  expect(posts.map(({ spans }) => spans.length)).toEqual([MAX_BATCH_SPANS, MAX_BATCH_SPANS, 1]);
  posts = [];
  status = 400;
  expect(await sent(file)).toEqual({
    ...{ sent: 0, dropped: all },
    problem: `Spans could not be sent to ${url}: Bad Request.`,
  });
  expect(posts).toHaveLength(1);
});

test('spans that a collector rejects of a batch that it takes are counted, and the rest is offered', async () => {
  const file = join(home, 'rejected.pcap');
  const bytes = new TextEncoder().encode('GET / HTTP/1.1\r\nHost: b\r\n\r\n'.repeat(2 * MAX_BATCH_SPANS));
  writeFileSync(file, sentCapture([{ endpoint: 0, bytes }]));
  const partial = (/** @type {unknown} */ partialSuccess) => JSON.stringify({ partialSuccess });
  // 64 bits are text in OTLP's JSON; the third batch has one span, of which more cannot be rejected.
  answers = [partial({ rejectedSpans: '3', errorMessage: 'too\u001b large.' }), '', partial({ rejectedSpans: 9 })];
  expect(await sent(file)).toEqual({
    ...{ sent: 2 * MAX_BATCH_SPANS - 3, dropped: 4 },
    problem: `${url} took some of the spans only: too  large.`,
  });
  expect(posts).toHaveLength(3);
  posts = [];
  answers = [partial({ rejectedSpans: '0', errorMessage: 'be gentle' }), partial(null), 'no JSON'];
  expect(await sent(file)).toEqual({ sent: 2 * MAX_BATCH_SPANS + 1, dropped: 0, problem: null });
});

test('a watch whose collector is gone says so, counts what it missed, and goes on', async () => {
  const [folder, tables] = [join(home, 'captures'), join(home, 'tables')];
  mkdirSync(folder);
  for (const name of ['path-six.pcap', 'ipv6.pcap']) copyFileSync(fixture(name), join(folder, name));
  const gone = 'http://127.0.0.1:9';
  const args = ['watch', '-i', folder, '-o', tables, '--settle', '0.1', '--otlp', gone];
  const child = spawn(process.execPath, [join(ROOT, 'bin/selfclock.js'), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', OTEL_EXPORTER_OTLP_TIMEOUT: '100' },
  });
  const said = text(child.stderr);
  /** @type {import('../../lib/fleet/watch/health.js').Health|undefined} */
  let health;
  for (let i = 0; i < 400 && health?.files !== 2; i++) {
    await delay(50);
    [health] = await healthOfAll(tables);
  }
  child.kill('SIGTERM');
  expect(await said).toMatch(/^selfclock: Spans could not be sent to http:\/\/127\.0\.0\.1:9: .+\.\n$/);
  expect(health).toMatchObject({ files: 2, spans: 0, problem: expect.stringContaining('could not be sent') });
  expect(health?.droppedSpans).toBeGreaterThan(6);
}, 60_000);

test.each(['127.0.0.1:4318', 'ftp://x', ''])('--otlp %j is refused', async (address) => {
  const args = ['index', fixture('ipv6.pcap'), '-o', join(home, 'none'), '--otlp', address];
  const child = spawn(process.execPath, [join(ROOT, 'bin/selfclock.js'), ...args]);
  expect(await text(child.stderr)).toContain('--otlp takes the address of a collector');
});
