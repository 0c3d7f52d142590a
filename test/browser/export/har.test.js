/** A HAR of ours beside what Chromium itself says of the same load, and in the Network panel of its developer tools. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { describeMissing, findProgram } from '../../support/programs.js';
import { findBrowser } from '../../support/programs.js';
import { describeWithBrowser, launchBrowser, root } from '../support/browser.js';

const STYLE = 'body { color: rebeccapurple; } '.repeat(700);
const SCRIPT = 'document.title += ".";\n'.repeat(300);
/** Times of the browser are taken elsewhere than at the capture point, on a machine that has other things to do. */
const MAX_APART_MS = 200;
const THINK_MS = 400;

const PAGE = `<!doctype html><meta charset="utf-8"><title>Mühle</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css?v=1&amp;w=a%20b"><script src="/script.js"></script>
<script type="module">
await fetch('/form', { method: 'POST', body: new URLSearchParams({ name: 'Ä', x: '1' }) });
await fetch('/binary');
await fetch('/missing');
const socket = new WebSocket('ws://' + location.host + '/socket');
socket.onopen = () => socket.send('hello');
socket.onmessage = ({ data }) => { document.body.dataset.over = data; };
</script><body>`;

/** @type {Record<string, import('node:http').RequestListener>} */
const ANSWERS = {
  '/': (_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'set-cookie': ['a=1; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax', 'b=2'],
    });
    response.end(PAGE);
  },
  '/style.css': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/css', 'content-encoding': 'gzip' });
    response.end(gzipSync(STYLE));
  },
  '/script.js': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    response.end(SCRIPT);
  },
  '/form': (request, response) => {
    request.resume();
    request.on('end', () => setTimeout(() => response.end('posted'), THINK_MS));
  },
  '/binary': (_request, response) => {
    response.writeHead(200, 'Fine', { 'content-type': 'application/octet-stream', 'content-length': 3 });
    response.end(Buffer.of(0, 255, 1));
  },
};

/**
 * Takes up a WebSocket, and answers the first message with a short text.
 * @param {import('node:http').IncomingMessage} request @param {import('node:stream').Duplex} socket
 */
function openSocket(request, socket) {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${createHash('sha1').update(key).digest('base64')}\r\n\r\n`,
  );
  socket.once('data', () => socket.write(Buffer.from('\x81\x04over', 'latin1')));
  socket.on('error', () => {});
}

/**
 * What Chromium's Network domain says of a request; times in ms.
 * @typedef {{ status: number, statusText: string, sent: number, answered: number, decodedBytes: number,
 *   wireBytes: number }} Seen
 */

/** @param {import('playwright-core').Page} page @returns {Promise<Map<string, Seen>>} by URL, kept up to date */
async function watchNetwork(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  /** @type {Map<string, string>} */
  const urls = new Map();
  /** @type {Map<string, Seen>} */
  const seen = new Map();
  const of = (/** @type {string} */ id) => {
    const url = urls.get(id) ?? id;
    const known = seen.get(url) ?? { status: 0, statusText: '', sent: 0, answered: 0, decodedBytes: 0, wireBytes: 0 };
    seen.set(url, known);
    return known;
  };
  session.on('Network.requestWillBeSent', ({ requestId, request }) => void urls.set(requestId, request.url));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { sendStart = 0, receiveHeadersEnd = 0 } = response.timing ?? {};
    const { status, statusText } = response;
    Object.assign(of(requestId), { status, statusText, sent: sendStart, answered: receiveHeadersEnd });
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    of(requestId).decodedBytes += dataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    of(requestId).wireBytes = encodedDataLength;
  });
  return seen;
}

const mayRecord = findProgram('tcpdump') !== null && process.getuid?.() === 0;

/** @param {string} title @param {() => void} tests */
const describeRecorded = (title, tests) =>
  mayRecord ? describeWithBrowser(title, tests) : describeMissing(title, 'tcpdump is missing, or may not capture');

describeRecorded('a HAR of what Chromium loaded', () => {
  /** @type {string} */
  let folder;
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {Map<string, Seen>} */
  let seen;
  /** @type {any} */
  let har;
  /** @type {string} */
  let origin;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'selfclock-har-'));
    browser = await launchBrowser(findBrowser()); // the headless shell has no developer tools
    const server = createServer((request, response) => {
      const path = new URL(String(request.url), 'http://a').pathname;
      const answer = ANSWERS[path];
      if (answer) answer(request, response);
      else response.writeHead(404, { 'content-type': 'text/plain' }).end('none');
    });
    server.on('upgrade', openSocket);
    await new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    origin = `http://127.0.0.1:${port}`;
    const file = join(folder, 'load.pcap');
    const recorder = spawn('tcpdump', ['-i', 'lo', '-U', '-s', '0', '-w', file, `tcp port ${port}`], {
      stdio: 'ignore',
    });
    while ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) await delay(50);
    const page = await browser.newPage();
    seen = await watchNetwork(page);
    await page.goto(`${origin}/`);
    await page.waitForSelector('body[data-over="over"]', { state: 'attached' });
    await page.waitForLoadState('networkidle'); // Chromium tells the end of a request after the page has it
    await page.close();
    server.closeAllConnections();
    server.close();
    await delay(1000);
    recorder.kill('SIGINT');
    await once(recorder, 'exit');
    const args = [join(root, 'bin/selfclock.js'), 'export', file, '--format', 'har'];
    har = JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout);
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  const entryOf = (/** @type {string} */ path) =>
    har.log.entries.find((/** @type {any} */ { request }) => request.url === `${origin}${path}`);

  it('has the URLs, statuses, sizes and waits that Chromium has', () => {
    const http = [...seen].filter(([url]) => url.startsWith('http'));
    expect(http.map(([url]) => url).sort()).toEqual(
      ['/', '/binary', '/form', '/missing', '/script.js', '/style.css?v=1&w=a%20b'].map((path) => `${origin}${path}`),
    );
    for (const [url, chromium] of http) {
      const { response, timings } = entryOf(url.slice(origin.length));
      expect([url, response.status, response.statusText]).toEqual([url, chromium.status, chromium.statusText]);
      expect([url, response.content.size]).toEqual([url, chromium.decodedBytes]);
      expect([url, response._transferSize]).toEqual([url, chromium.wireBytes]);
      expect(Math.abs(timings.wait - (chromium.answered - chromium.sent))).toBeLessThan(MAX_APART_MS);
    }
    expect(entryOf('/form').timings.wait).toBeGreaterThan(THINK_MS - 5);
  });

  it('has what was sent, asked and posted', () => {
    expect(entryOf('/').response.content).toMatchObject({ text: PAGE });
    expect(entryOf('/').response.cookies).toMatchObject([
      { name: 'a', value: '1', path: '/', httpOnly: true, secure: false, sameSite: 'Lax' },
      { name: 'b', value: '2', expires: null },
    ]);
    const { size, compression, text } = entryOf('/style.css?v=1&w=a%20b').response.content;
    expect([size, text, compression > 0]).toEqual([STYLE.length, STYLE, true]);
    expect(entryOf('/binary').response.content).toMatchObject({ text: 'AP8B', encoding: 'base64' });
    expect(entryOf('/form').request.postData).toMatchObject({
      text: 'name=%C3%84&x=1',
      params: [
        { name: 'name', value: 'Ä' },
        { name: 'x', value: '1' },
      ],
    });
    expect(entryOf('/socket')).toMatchObject({
      _resourceType: 'websocket',
      _webSocketMessages: [
        { type: 'send', opcode: 1, data: 'hello' },
        { type: 'receive', opcode: 1, data: 'over' },
        ...entryOf('/socket')._webSocketMessages.slice(2),
      ],
    });
  });

  it("comes into the Network panel of Chromium's developer tools", async () => {
    const page = await browser.newPage();
    await page.goto('devtools://devtools/bundled/devtools_app.html', { waitUntil: 'commit' });
    const imported = await page.evaluate(async (log) => {
      const path = 'devtools://devtools/bundled/models/har/har.js';
      const { HARFormat, Importer } = await import(path);
      const root = new HARFormat.HARRoot(log);
      return Promise.all(
        Importer.Importer.requestsFromHARLog(root.log).map(async (/** @type {any} */ request) => {
          const content = await request.requestContentData();
          return {
            url: request.url(),
            status: request.statusCode,
            statusText: request.statusText,
            size: request.resourceSize,
            transferSize: request.transferSize,
            milliseconds: request.duration * 1000,
            frames: request.frames().map((/** @type {any} */ { text }) => text),
            text: content.isTextContent ? content.text : content.base64,
          };
        }),
      );
    }, har);
    await page.close();
    expect(imported.length).toBe(har.log.entries.length);
    imported.forEach((request) => {
      const {
        request: asked,
        response,
        time,
        _webSocketMessages: frames = [],
      } = entryOf(request.url.slice(origin.length));
      expect(request).toMatchObject({
        url: asked.url,
        status: response.status,
        statusText: response.statusText,
        ...(frames.length > 0 ? {} : { size: response.content.size }), // of a WebSocket Chromium counts the frames
        transferSize: response._transferSize,
        frames: frames.map((/** @type {any} */ { data }) => data),
      });
      expect(request.milliseconds).toBeCloseTo(time, 0);
    });
    const textOf = (/** @type {string} */ end) => imported.find(({ url }) => url.endsWith(end))?.text;
    expect([textOf('/script.js'), textOf('/binary')]).toEqual([SCRIPT, 'AP8B']);
  });
});
