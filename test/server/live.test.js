import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { listInterfaces } from '../../lib/capture/live/interfaces.js';
import { describeMissing } from '../support/programs.js';
import { closeAll, start } from './support/server.js';

const run = promisify(execFile);

/** @type {import('node:http').Server} */
let web;
let port = 0;

beforeAll(async () => {
  web = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(web, 'listening');
  port = /** @type {import('node:net').AddressInfo} */ (web.address()).port;
});

afterEach(closeAll);
afterAll(() => {
  web.closeAllConnections();
  web.close();
});

/** @param {import('./support/server.js').TestServer} server @param {Record<string, unknown>} body */
const sniff = (server, body) =>
  server.ask('/api/live', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

/** @returns {Promise<void>} when an answer came */
async function fetchOnce() {
  const [answer] = await once(get({ port, host: '127.0.0.1', path: '/page', agent: false }), 'response');
  await answer.toArray();
}

test.each([
  [{}, 'bad_request'],
  [{ interface: '' }, 'bad_request'],
  [{ interface: 7 }, 'bad_request'],
  [{ interface: 'lo', filter: 7 }, 'bad_request'],
  [{ interface: 'lo', maxBytes: -1 }, 'bad_request'],
  [{ interface: 'lo', maxSeconds: 'x' }, 'bad_request'],
  [{ interface: 'lo', ringBytes: 10 }, 'bad_request'],
])('%j is refused', async (body, code) => {
  const server = await start();
  expect(await sniff(server, body)).toMatchObject({ status: 400, json: { error: { code } } });
  expect(await server.captures()).toEqual([]);
});

test('on a full disk none is started, and nothing is left', async () => {
  const server = await start({ freeBytes: async () => 1000 });
  expect(await sniff(server, { interface: 'lo' })).toMatchObject({
    status: 507,
    json: { error: { code: 'disk_full', message: expect.stringContaining('delete captures') } },
  });
  expect(await server.captures()).toEqual([]);
  expect(await readdir(join(server.dataDirectory, 'captures'))).toEqual([]);
});

const { problem } = await listInterfaces();
if (problem) describeMissing('on the loopback interface', problem.message);
else describe('on the loopback interface', onLoopback);

/** @param {Awaited<ReturnType<typeof start>>} server */
async function loopbackBytes(server) {
  const { json } = await server.ask('/api/interfaces/traffic');
  const { receivedBytes, sentBytes } = json.interfaces.find(
    (/** @type {{ name: string }} */ { name }) => name === 'lo',
  );
  return receivedBytes + sentBytes;
}

function onLoopback() {
  test('the interfaces are listed', async () => {
    const server = await start();
    const { json } = await server.ask('/api/interfaces');
    expect(json).toMatchObject({ problem: null, tool: expect.any(String) });
    expect(json.interfaces).toContainEqual(expect.objectContaining({ name: 'lo', loopback: true, up: true }));
    const before = await loopbackBytes(server);
    expect(await loopbackBytes(server)).toBeGreaterThan(before);
  });

  test("the host's sockets are recorded beside it, or it is said why not", async () => {
    const server = await start();
    const { socketsProblem } = (await server.ask('/api/interfaces')).json;
    const { json } = await sniff(server, { interface: 'lo', filter: `tcp port ${port}`, withSockets: true });
    const { id } = json.capture;
    await fetchOnce();
    await server.until(([capture]) => capture.requests > 0);
    await server.ask(`/api/captures/${id}/stop`, { method: 'POST' });
    const { live } = await server.settled(id);
    const record = await readFile(join(server.dataDirectory, 'captures', `${id}.log`), 'utf8');
    if (socketsProblem === null) expect(record).toMatch(/^@ \d{10}\.\d{9}\n/);
    else expect(live?.stopReason).toContain(socketsProblem);
  });

  test('packets are shown while they come, and the stopped capture is in the library', async () => {
    const server = await start();
    const { status, json } = await sniff(server, { interface: 'lo', filter: `tcp port ${port}` });
    expect(status).toBe(201);
    expect(json.capture).toMatchObject({
      source: 'live',
      state: 'live',
      live: { interface: 'lo', filter: `tcp port ${port}`, stopReason: null },
    });
    const { id } = json.capture;
    await fetchOnce();
    const [running] = await server.until(([capture]) => capture.requests > 0);
    expect(running).toMatchObject({ state: 'live', connections: 1 });
    expect((await server.ask(`/api/captures/${id}/file`)).status).toBe(409);

    expect(await server.ask(`/api/captures/${id}/stop`, { method: 'POST' })).toMatchObject({
      status: 200,
      json: { id },
    });
    const ended = await server.settled(id);
    expect(ended).toMatchObject({
      state: 'ready',
      requests: 1,
      live: { stopReason: expect.stringMatching(/\.$/), drops: { kernel: 0 } },
    });
    expect(ended.live?.packets).toBe(ended.packets);
    expect((await server.ask(`/api/captures/${id}/stop`, { method: 'POST' })).status).toBe(409);
    await server.until(([capture]) => capture.state === 'ready');
    for (let answer; answer?.status !== 200;) {
      answer = await server.ask(`/api/captures/${id}/file`);
      if (answer.status === 200) expect(answer.bytes.length).toBe(ended.sizeBytes);
    }
  });

  test('two running captures are laid over each other, as they are then', async () => {
    const server = await start();
    const filter = `tcp port ${port}`;
    /** @type {string[]} */
    const ids = [];
    for (let i = 0; i < 2; i++) ids.push((await sniff(server, { interface: 'lo', filter })).json.capture.id);
    await fetchOnce();
    await server.until((captures) => captures.length === 2 && captures.every(({ requests }) => requests > 0));
    const ask = async () => {
      for (;;) {
        const { status, json } = await server.ask(`/api/path?${ids.map((id) => `of=${id}`).join('&')}`);
        if (status === 200) return json; // else one of them is just being read again
      }
    };
    const first = await ask();
    expect(first.connections.count).toBe(1);
    expect(first.segments[0]).toMatchObject({ lost: 0, sent: first.segments[0].arrived });
    await fetchOnce();
    await server.until((captures) => captures.every(({ requests }) => requests > 1));
    expect((await ask()).connections.count).toBe(2);
    for (const id of ids) await server.ask(`/api/captures/${id}/stop`, { method: 'POST' });
    for (const id of ids) await server.settled(id);
    expect((await ask()).connections.count).toBe(2);
  });

  test('a capture child that is killed leaves its packets and a sentence', async () => {
    const server = await start();
    const {
      json: {
        capture: { id },
      },
    } = await sniff(server, { interface: 'lo', filter: `tcp port ${port} or tcp port 9` });
    await fetchOnce();
    await server.until(([capture]) => capture.requests > 0);
    const { stdout } = await run('pgrep', ['-P', String(process.pid), '-f', `tcp port ${port} or tcp port 9`]);
    process.kill(Number(stdout.trim()), 'SIGKILL');
    const ended = await server.settled(id);
    expect(ended).toMatchObject({ state: 'ready', requests: 1, error: null });
    expect(ended.live?.stopReason).toMatch(/killed from outside .*\.$/);
  });

  test("nonsense for a filter or an interface is told in the tool's own words, and leaves nothing", async () => {
    const server = await start();
    expect(await sniff(server, { interface: 'lo', filter: 'tcp porrt 80' })).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_filter', message: expect.stringMatching(/syntax error/) } },
    });
    expect(await sniff(server, { interface: 'nothing0' })).toMatchObject({
      status: 400,
      json: { error: { code: 'no_interface' } },
    });
    expect(await sniff(server, { interface: 'lo', filter: '-w /tmp/evil' })).toMatchObject({ status: 400 });
    expect(await server.captures()).toEqual([]);
  });

  test('deleting a running capture, and closing the server, end the child', async () => {
    const server = await start();
    const filter = `tcp port ${port} or tcp port 10`;
    const {
      json: {
        capture: { id },
      },
    } = await sniff(server, { interface: 'lo', filter });
    expect((await server.ask(`/api/captures/${id}`, { method: 'DELETE' })).status).toBe(204);
    await expect(run('pgrep', ['-P', String(process.pid), '-f', filter])).rejects.toMatchObject({ code: 1 });
    await sniff(server, { interface: 'lo', filter });
    await closeAll();
    await expect(run('pgrep', ['-P', String(process.pid), '-f', filter])).rejects.toMatchObject({ code: 1 });
  });
}
