import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { compiledOnLoad, withoutComments } from '../../server/page-files.js';
import { closeAll, start } from './support/server.js';

/** What it serves does not depend on what was asked before. @type {import('./support/server.js').TestServer} */
let server;
beforeAll(async () => {
  server = await start();
});
afterAll(closeAll);

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/captures/c0', 'text/html; charset=utf-8'],
  ['/captures/c0/connections/3', 'text/html; charset=utf-8'],
  ['/client/main.js', 'text/javascript; charset=utf-8'],
  ['/client/styles/tokens.css', 'text/css; charset=utf-8'],
  ['/lib/shared/columns/column-frame.js', 'text/javascript; charset=utf-8'],
  ['/vendor/d3.js', 'text/javascript; charset=utf-8'],
  ['/vendor/socket.io.js', 'text/javascript; charset=utf-8'],
  ['/vendor/fonts/inter.woff2', 'font/woff2'],
  ['/vendor/fonts/jetbrains-mono.woff2', 'font/woff2'],
])('%s is served, and again only where it changed', async (path, type) => {
  const first = await server.ask(path);
  expect(first).toMatchObject({ status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' } });
  expect(first.bytes.length).toBeGreaterThan(0);
  const again = await server.ask(path, { headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.status).toBe(304);
});

test.each([
  '/package.json',
  '/server/main.js',
  '/lib/analysis/capture-analysis.js',
  '/client/../package.json',
  '/client/%2e%2e/package.json',
  '/client/..%2fpackage.json',
  '/lib/shared/columns/../analysis/capture-analysis.js',
  '/lib/shared/columns/%2e%2e/analysis/capture-analysis.js',
  '/client/',
  '/vendor/',
  '/vendor/express.js',
  '/node_modules/d3/package.json',
  '/client/%00',
])('%s is not served', async (path) => {
  const { status, headers } = await server.ask(path);
  expect([400, 404]).toContain(status);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

test('who mistypes an address reads so in the page, a program in an error', async () => {
  const read = (/** @type {string} */ path, /** @type {string} */ accept) => server.ask(path, { headers: { accept } });
  const page = await read('/nowhere/at/all', 'text/html,application/xhtml+xml,*/*;q=0.8');
  expect([page.status, page.headers['content-type'], page.bytes.equals((await server.ask('/')).bytes)]).toEqual([
    404,
    'text/html; charset=utf-8',
    true,
  ]);
  for (const path of ['/api/nothing', '/client/nothing.js', '/vendor/nothing', '/lib/analysis/capture-analysis.js']) {
    expect((await read(path, 'text/html')).headers['content-type']).toBe('application/json; charset=utf-8');
  }
  expect((await read('/nowhere', '*/*')).json.error.code).toBe('not_found');
});

test("no answer lets a page run anything but this server's own files", async () => {
  for (const path of ['/', '/api/captures', '/nothing']) {
    const policy = String((await server.ask(path)).headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/script-src 'self'/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  }
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])(
  'scripts come compressed (%s), without comments that stand alone, each line where it was',
  async (coding, decompress) => {
    const path = '/client/plot/search.js';
    const source = readFileSync(new URL(`../..${path}`, import.meta.url), 'utf8');
    const answer = await new Promise(
      (
        /** @type {(got: { headers: import('node:http').IncomingHttpHeaders, body: Buffer }) => void} */ resolve,
        reject,
      ) => {
        request(`${server.url}${path.slice(1)}`, { headers: { 'accept-encoding': coding } }, (response) => {
          /** @type {Buffer[]} */
          const pieces = [];
          response
            .on('data', (piece) => pieces.push(piece))
            .on('end', () => resolve({ headers: response.headers, body: Buffer.concat(pieces) }))
            .on('error', reject);
        })
          .on('error', reject)
          .end();
      },
    );
    expect([answer.headers['content-encoding'], answer.headers.vary, answer.headers['content-type']]).toEqual([
      coding,
      'Accept-Encoding',
      'text/javascript; charset=utf-8',
    ]);
    const text = decompress(answer.body).toString('utf8');
    expect(text).toBe(compiledOnLoad(withoutComments(source)));
    expect(text).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
    expect(text.split('\n')).toHaveLength(source.split('\n').length);
    expect(answer.body.length).toBeLessThan(source.length / 3);
  },
);

test('a module that does not begin with a comment keeps its lines, and so is compiled as it is called', () => {
  expect(compiledOnLoad('\n\nconst a = 1;\n')).toBe('//# allFunctionsCalledOnLoad\n\nconst a = 1;\n');
  expect(compiledOnLoad('const a = 1;\n')).toBe('const a = 1;\n');
});

test('comments alone on their lines go, and types within code', () => {
  expect(
    withoutComments(
      '/** a\n * b\n */\nconst c = 1; /* d */\n  /* e */\n  // j\nconst f = /** @type {any} */ (g);\nconst h = "/* i */";\n',
    ),
  ).toBe('\n\n\nconst c = 1; /* d */\n\n\nconst f = (g);\nconst h = "/* i */";\n');
});
