import { closeAll, start } from './support/server.js';

afterEach(closeAll);

test.each([
  ['/', 'text/html; charset=utf-8'], ['/captures/c0', 'text/html; charset=utf-8'], ['/captures/c0/connections/3', 'text/html; charset=utf-8'],
  ['/client/main.js', 'text/javascript; charset=utf-8'], ['/client/styles/tokens.css', 'text/css; charset=utf-8'],
  ['/lib/columns/column-frame.js', 'text/javascript; charset=utf-8'], ['/vendor/d3.js', 'text/javascript; charset=utf-8'],
  ['/vendor/socket.io.js', 'text/javascript; charset=utf-8'], ['/vendor/fonts/inter.woff2', 'font/woff2'], ['/vendor/fonts/jetbrains-mono.woff2', 'font/woff2'],
])('%s is served, and again only where it changed', async (path, type) => {
  const server = await start();
  const first = await server.ask(path);
  expect(first).toMatchObject({ status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' } });
  expect(first.bytes.length).toBeGreaterThan(0);
  const again = await server.ask(path, { headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.status).toBe(304);
});

test.each([
  '/package.json', '/server/main.js', '/lib/analysis.js', '/client/../package.json', '/client/%2e%2e/package.json', '/client/..%2fpackage.json',
  '/lib/columns/../analysis.js', '/lib/columns/%2e%2e/analysis.js', '/client/', '/vendor/', '/vendor/express.js', '/node_modules/d3/package.json', '/client/%00',
])('%s is not served', async (path) => {
  const server = await start();
  const { status, headers } = await server.ask(path);
  expect([400, 404]).toContain(status);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

test('no answer lets a page run anything but this server\'s own files', async () => {
  const server = await start();
  for (const path of ['/', '/api/captures', '/nothing']) {
    const policy = String((await server.ask(path)).headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/script-src 'self'/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  }
});
