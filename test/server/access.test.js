import { once } from 'node:events';
import { createServer } from 'node:net';

import { Access, isLoopback } from '../../server/access.js';
import { closeAll, httpCapture, start } from './support/server.js';

afterEach(closeAll);

/**
 * @param {Record<string, string>} headers
 * @param {string} [method]
 * @returns {any} as far as Access looks at a request
 */
const asked = (headers, method = 'GET') => ({ headers, method });

/** @param {string} host @param {number} [port] */
function access(host, port = 8080) {
  const made = new Access(host);
  made.port = port;
  return made;
}

describe('Host', () => {
  test.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST:8080'])('%s is known', (host) => {
    expect(access('127.0.0.1').refusal(asked({ host }))).toBeNull();
  });

  test.each([
    'localhost',
    'localhost:8081',
    'evil.example:8080',
    '127.0.0.1.evil.example:8080',
    'localhost:8080@evil.example',
    '',
    ':8080',
    '10.0.0.1:8080',
    'local host:8080',
  ])('“%s” is not', (host) => {
    expect(access('127.0.0.1').refusal(asked({ host }))).toMatchObject({ status: 403, code: 'unknown_host' });
  });

  test('none is not', () => {
    expect(access('127.0.0.1').refusal(asked({}))).toMatchObject({ status: 403 });
  });

  test('port 80 goes without saying', () => {
    expect(access('127.0.0.1', 80).refusal(asked({ host: 'localhost' }))).toBeNull();
  });

  test('the address bound to is known', () => {
    const beyond = access('192.0.2.7');
    const headers = { host: '192.0.2.7:8080', authorization: `Bearer ${beyond.token}` };
    expect(beyond.refusal(asked(headers))).toBeNull();
    expect(beyond.refusal(asked({ ...headers, host: '192.0.2.8:8080' }))).toMatchObject({ code: 'unknown_host' });
  });
});

describe('Origin', () => {
  const host = 'localhost:8080';

  test.each([
    'https://evil.example',
    'http://localhost:3000',
    'https://localhost:8080',
    'null',
    'http://evil.example:8080',
    '',
  ])('a change from “%s” is refused', (origin) => {
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
      expect(access('127.0.0.1').refusal(asked({ host, origin }, method))).toMatchObject({
        status: 403,
        code: 'foreign_origin',
      });
    }
    expect(access('127.0.0.1').refusal(asked({ host, origin }), { handshake: true })).toMatchObject({
      code: 'foreign_origin',
    });
  });

  test.each(['http://localhost:8080', 'http://127.0.0.1:8080'])('a change from %s is done', (origin) => {
    expect(access('127.0.0.1').refusal(asked({ host, origin }, 'POST'))).toBeNull();
    expect(access('127.0.0.1').refusal(asked({ host, origin }), { handshake: true })).toBeNull();
  });

  test('a program that is no browser sends none', () => {
    expect(access('127.0.0.1').refusal(asked({ host }, 'POST'))).toBeNull();
  });

  test('another site may lead here, but neither read nor change', () => {
    const loopback = access('127.0.0.1');
    const foreign = { host, 'sec-fetch-site': 'cross-site' };
    expect(loopback.refusal(asked({ ...foreign, 'sec-fetch-mode': 'navigate' }))).toBeNull();
    expect(loopback.refusal(asked({ ...foreign, 'sec-fetch-mode': 'no-cors' }))).toMatchObject({
      code: 'foreign_origin',
    });
    expect(loopback.refusal(asked({ ...foreign, 'sec-fetch-mode': 'navigate' }, 'POST'))).toMatchObject({
      code: 'foreign_origin',
    });
    expect(loopback.refusal(asked({ host, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }))).toMatchObject({
      code: 'foreign_origin',
    });
    expect(loopback.refusal(asked({ host, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }))).toBeNull();
  });
});

describe('frames and links of other pages', () => {
  const host = 'localhost:8080';
  const loopback = access('127.0.0.1');
  /** @param {string} url @param {Record<string, string>} headers */
  const refusalOf = (url, headers) =>
    loopback.refusal(/** @type {any} */ ({ url, method: 'GET', headers: { host, ...headers } }));

  test.each(['cross-site', 'same-site'])(
    'a %s page may lead to the page, but has nothing of the API, by whatever it asks',
    (site) => {
      const navigation = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
      for (const url of ['/', '/captures/c1', '/captures/c1?zoom=1', '/compare', '/path']) {
        expect([url, refusalOf(url, { ...navigation, 'sec-fetch-dest': 'document' })]).toEqual([url, null]);
      }
      for (const url of [
        '/api/captures',
        '/api/captures/c1/file',
        '/API/captures',
        '//api/captures',
        '/socket.io/?EIO=4&transport=polling',
      ]) {
        expect([url, refusalOf(url, { ...navigation, 'sec-fetch-dest': 'document' })]).toMatchObject([
          url,
          { code: 'foreign_origin' },
        ]);
      }
      for (const destination of ['iframe', 'frame', 'embed', 'object']) {
        for (const url of ['/', '/api/captures/c1/whatif']) {
          expect([url, refusalOf(url, { ...navigation, 'sec-fetch-dest': destination })]).toMatchObject([
            url,
            { code: 'foreign_origin' },
          ]);
        }
      }
      expect(
        refusalOf('/api/captures', { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }),
      ).toMatchObject({ status: 403 });
    },
  );

  test('what the page asks for, and what is typed into the address bar, comes in', () => {
    expect(
      refusalOf('/api/captures', {
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
      }),
    ).toBeNull();
    expect(
      refusalOf('/api/captures', {
        'sec-fetch-site': 'none',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      }),
    ).toBeNull();
  });
});

test('which addresses are loopback', () => {
  for (const host of ['127.0.0.1', 'localhost', '::1', '127.8.9.1']) {
    expect([host, isLoopback(host)]).toEqual([host, true]);
  }
  for (const host of ['0.0.0.0', '::', '192.0.2.1', '127.evil.example', 'localhost.evil.example']) {
    expect([host, isLoopback(host)]).toEqual([host, false]);
  }
});

test('requests and handshakes by another name or from another page are refused', async () => {
  const server = await start();
  expect(await server.ask('/', { headers: { host: 'evil.example' } })).toMatchObject({
    status: 403,
    json: { error: { code: 'unknown_host' } },
  });
  const { status } = await server.upload('x.pcap', httpCapture(), { origin: 'https://evil.example' });
  expect(status).toBe(403);
  expect(await server.captures()).toEqual([]);
  await expect(server.connect({ headers: { origin: 'https://evil.example' } })).rejects.toThrow();
  await expect(server.connect({ headers: { host: 'evil.example' } })).rejects.toThrow();
  expect(
    (await server.ask('/socket.io/?EIO=4&transport=polling', { headers: { origin: 'https://evil.example' } })).status,
  ).toBe(403);
  await expect(server.connect({ headers: { origin: server.origin } })).resolves.toMatchObject({ connected: true });
});

describe('beyond loopback', () => {
  test('nothing is served without the token, everything with it', async () => {
    const server = await start({ host: '0.0.0.0' });
    const token = String(server.url.searchParams.get('token'));
    expect(token.length).toBeGreaterThanOrEqual(32);
    for (const path of [
      '/',
      '/client/main.js',
      '/api/captures',
      '/?token=wrong',
      '/api/captures?token=',
      '/socket.io/?EIO=4&transport=polling',
    ]) {
      expect([path, (await server.ask(path)).status]).toEqual([path, path.startsWith('/socket.io') ? 403 : 401]);
    }
    /** @type {Record<string, string>[]} */
    const ways = [{ cookie: `other=1; selfclock_token=${token}` }, { authorization: `Bearer ${token}` }];
    for (const headers of ways) {
      expect((await server.ask('/api/captures', { headers })).status).toBe(200);
    }
    expect((await server.ask('/api/captures', { headers: { cookie: `selfclock_token=${token}x` } })).status).toBe(401);
    await expect(server.connect()).rejects.toThrow();
    await expect(server.connect({ headers: { cookie: `selfclock_token=${token}` } })).resolves.toMatchObject({
      connected: true,
    });
  });

  test('who opens the address without it in a browser reads a sentence, and a program JSON', async () => {
    const server = await start({ host: '0.0.0.0' });
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await server.ask('/', { headers: { accept } });
    expect([page.status, page.headers['content-type'], page.bytes.toString()]).toEqual([
      401,
      'text/plain; charset=utf-8',
      'This server needs its token; open the address with ?token=… that it printed at startup.\n',
    ]);
    for (const [path, headers] of /** @type {[string, Record<string, string>][]} */ ([
      ['/', {}],
      ['/', { accept: '*/*' }],
      ['/api/captures', { accept }],
    ])) {
      expect((await server.ask(path, { headers })).json.error.code).toBe('token_needed');
    }
  });

  test('the address with the token becomes a cookie and a clean address', async () => {
    const server = await start({ host: '0.0.0.0' });
    const token = server.url.searchParams.get('token');
    const { status, headers } = await server.ask(`/captures/c0?token=${token}&zoom=1-2`);
    expect(status).toBe(303);
    expect(headers.location).toBe('/captures/c0?zoom=1-2');
    expect(headers['set-cookie']).toEqual([`selfclock_token=${token}; Path=/; HttpOnly; SameSite=Strict`]);
    const again = await server.ask(`/?token=${token}`, { headers: { cookie: `selfclock_token=${token}` } });
    expect(again).toMatchObject({ status: 303, headers: { location: '/' } });
  });

  test('the address cannot be used to lead elsewhere', async () => {
    const server = await start({ host: '0.0.0.0' });
    const token = server.url.searchParams.get('token');
    for (const path of ['//evil.example', '/\\evil.example']) {
      const { headers } = await server.ask(`${path}?token=${token}`);
      expect(headers.location).toBe('/evil.example');
    }
  });

  test('each server has a token of its own', () => {
    expect(new Access('0.0.0.0').token).not.toBe(new Access('0.0.0.0').token);
  });
});

test('a port in use is told in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
  await expect(start({ port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use, perhaps by another Selfclock; choose another with --port.`,
  );
  other.close();
});

test('an address that the machine has not is told in one sentence', async () => {
  await expect(start({ host: '192.0.2.77' })).rejects.toThrow(
    'This machine has no address 192.0.2.77; choose another with --host.',
  );
});
