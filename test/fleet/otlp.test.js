/** Connections and requests reach an OpenTelemetry collector as spans; one that is gone is told, and what it missed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
  rmSync(home, { recursive: true, maxRetries: 9 });
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
  expect(await sent(file)).toEqual({ sent: 3, dropped: 0, unsent: 0, problem: null });
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
      ...{ sent: 0, dropped: 1, unsent: 0 },
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
  expect(await sent(file)).toEqual({ sent: all, dropped: 0, unsent: 0, problem: null });
  expect(posts.map(({ spans }) => spans.length)).toEqual([MAX_BATCH_SPANS, MAX_BATCH_SPANS, 1]);
  posts = [];
  status = 400;
  expect(await sent(file)).toEqual({
    ...{ sent: 0, dropped: all, unsent: 0 },
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
    ...{ sent: 2 * MAX_BATCH_SPANS - 3, dropped: 4, unsent: 0 },
    problem: `${url} took some of the spans only: too  large.`,
  });
  expect(posts).toHaveLength(3);
  posts = [];
  answers = [partial({ rejectedSpans: '0', errorMessage: 'be gentle' }), partial(null), 'no JSON'];
  expect(await sent(file)).toEqual({ sent: 2 * MAX_BATCH_SPANS + 1, dropped: 0, unsent: 0, problem: null });
});

test('of a collector that goes away the rest is sent later, as the same spans', async () => {
  const file = join(home, 'away.pcap');
  const bytes = new TextEncoder().encode('GET / HTTP/1.1\r\nHost: c\r\n\r\n'.repeat(2 * MAX_BATCH_SPANS));
  writeFileSync(file, sentCapture([{ endpoint: 0, bytes }]));
  const ids = () => posts.flatMap(({ spans }) => spans.map(({ spanId }) => spanId));
  await sent(file);
  const all = ids();
  expect(new Set(all).size).toBe(2 * MAX_BATCH_SPANS + 1);
  posts = [];
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '100';
  answers = new Proxy([], { get: () => ((status = 503), '{}') }); // from the second on
  const first = await sent(file);
  expect(first).toMatchObject({ sent: MAX_BATCH_SPANS, dropped: 0, unsent: MAX_BATCH_SPANS + 1 });
  expect(first.problem).toMatch(/^Spans could not be sent to http:.*\.$/);
  [posts, answers, status] = [posts.slice(0, 1), [], 200];
  const capture = await openCapture(file);
  expect(await sendSpans(capture, { url, version: '1', key: 'k', after: first.sent })).toMatchObject({
    ...{ sent: MAX_BATCH_SPANS + 1, unsent: 0, problem: null },
  });
  expect(ids()).toEqual(all);
  delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT;
});

/** A collector's port, on which nobody listens. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(() => resolve(null)));
  return port;
}

/** Another collector, that comes on a port. @param {number} port */
async function collectorOn(port) {
  /** Spans by their name. @type {string[]} */
  const names = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = /** @type {{ resourceSpans: any[] }} */ (await json(request));
    const scopes = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
    names.push(...scopes.flatMap((scope) => scope.spans).map(({ name }) => name));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(null)));
  return { names, close: () => server.close().closeAllConnections() };
}

test('a watch whose collector is gone says so once, and sends all when it is there, over a restart', async () => {
  const [folder, tables] = [join(home, 'captures'), join(home, 'tables')];
  const port = await freePort();
  const otlp = `http://127.0.0.1:${port}`;
  mkdirSync(folder);
  for (const name of ['path-six.pcap', 'ipv6.pcap']) copyFileSync(fixture(name), join(folder, name));
  const args = ['watch', '-i', folder, '-o', tables, '--name', 'w', '--settle', '0.1', '--otlp', otlp];
  const start = () =>
    spawn(process.execPath, [join(ROOT, 'bin/selfclock.js'), ...args], {
      env: { ...process.env, NODE_OPTIONS: '', OTEL_EXPORTER_OTLP_TIMEOUT: '100' },
    });
  /** @param {(health: import('../../lib/fleet/watch/health.js').Health) => boolean} isSo */
  async function until(isSo) {
    for (let i = 0; i < 400; i++) {
      const [health] = await healthOfAll(tables);
      if (health && isSo(health)) return health;
      await delay(50);
    }
    throw new Error('the watch has not come so far');
  }
  const first = start();
  const said = text(first.stderr);
  expect(await until(({ files }) => files === 2)).toMatchObject({
    ...{ spans: 0, droppedSpans: 0, waitingSpanFiles: 2 },
    problem: expect.stringContaining('could not be sent'),
  });
  first.kill('SIGTERM');
  expect(await said).toMatch(/^selfclock: Spans could not be sent to http:\/\/127\.0\.0\.1:\d+: .+\.\n$/);

  const second = start();
  const saidThen = text(second.stderr);
  await until(({ starts, pid }) => starts === 2 && pid === second.pid);
  const back = await collectorOn(port);
  const { spans } = await until(({ waitingSpanFiles }) => waitingSpanFiles === 0);
  second.kill('SIGTERM');
  expect(await saidThen).toBe('');
  expect(spans).toBe(back.names.length);
  expect(back.names.filter((name) => name === 'TCP connection')).toHaveLength(7);
  back.close();
}, 60_000);

test('an index whose collector comes back sends all', async () => {
  const port = await freePort();
  const files = ['path-six.pcap', 'ipv6.pcap'].map(fixture);
  const args = ['index', ...files, '-o', join(home, 'indexed'), '--otlp', `http://127.0.0.1:${port}`];
  const child = spawn(process.execPath, [join(ROOT, 'bin/selfclock.js'), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', OTEL_EXPORTER_OTLP_TIMEOUT: '100' },
  });
  const [out, said] = [text(child.stdout), text(child.stderr)];
  await once(child.stderr, 'data'); // that it is gone
  const back = await collectorOn(port);
  expect(await out).toBe('2 added, 0 already there\n');
  expect(await said).toMatch(/^selfclock: .*Spans could not be sent to .+\.\n$/);
  expect(back.names.filter((name) => name === 'TCP connection')).toHaveLength(7);
  back.close();
}, 60_000);

test.each(['127.0.0.1:4318', 'ftp://x', ''])('--otlp %j is refused', async (address) => {
  const args = ['index', fixture('ipv6.pcap'), '-o', join(home, 'none'), '--otlp', address];
  const child = spawn(process.execPath, [join(ROOT, 'bin/selfclock.js'), ...args]);
  expect(await text(child.stderr)).toContain('--otlp takes the address of a collector');
});
