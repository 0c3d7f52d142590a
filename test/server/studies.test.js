import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { closeAll, start } from './support/server.js';

afterEach(closeAll);

const json = { 'content-type': 'application/json' };

/** @param {import('./support/server.js').TestServer} server @param {string} name @param {object} [options] */
const begin = (server, name, options = {}) =>
  server.ask(`/api/studies/${name}/start`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ draft: true, ...options }),
  });

/**
 * @param {import('./support/server.js').TestServer} server @param {(study: any) => boolean} is
 * @returns {Promise<{ told: Promise<any[]> }>} listening; `told`: what was said of studies, up to where it is so
 */
async function listen(server, is) {
  const socket = await server.connect();
  /** @type {any[]} */
  const told = [];
  return {
    told: new Promise((resolve) =>
      socket.on('studies', ({ changed }) => {
        told.push(...changed);
        if (changed.some(is)) resolve(told);
      }),
    ),
  };
}

test('studies are listed, with what each asks', async () => {
  const server = await start();
  const {
    json: { studies },
  } = await server.ask('/api/studies');
  expect(studies.map((/** @type {any} */ { name }) => name)).toEqual(expect.arrayContaining(['initcwnd', 'xudp']));
  expect(studies[0]).toMatchObject({
    state: 'idle',
    done: 0,
    total: 0,
    error: null,
    title: expect.any(String),
    summary: expect.any(String),
  });
  expect((await server.ask('/api/studies/initcwnd')).json).toMatchObject({ study: { name: 'initcwnd' }, result: null });
});

test('a study is given a load and settings; what cannot be used is said', async () => {
  const server = await start();
  const { json: before } = await server.ask('/api/studies/own-load');
  expect([before.load, before.study.settings[0].name]).toEqual([null, 'rate']);
  const refused = async (/** @type {object} */ options, name = 'own-load') => {
    const { status, json: answer } = await begin(server, name, options);
    return [status, answer.error.code];
  };
  expect(await refused({ load: 'file' })).toEqual([400, 'no_load']);
  expect(await refused({ set: ['rate=1'] })).toEqual([400, 'bad_setting']);
  expect(await refused({ load: 'file' }, 'mux')).toEqual([400, 'bad_request']);
  const put = await server.ask('/api/studies/own-load/load?name=access.log', { method: 'PUT', body: 'no log\n' });
  expect([put.status, put.json]).toEqual([200, { load: 'access.log' }]);
  const ended = await listen(server, ({ state }) => state === 'failed');
  expect((await begin(server, 'own-load', { load: 'file' })).status).toBe(202);
  expect((await ended.told).at(-1).error).toMatch(/^access\.log: Line 1 is in no known log format/);
});

test('a study runs, tells how far it is, and its figures, tables and captures can be had', async () => {
  const server = await start();
  const ended = await listen(server, ({ state, version }) => state !== 'running' && version > 1);
  const {
    status,
    json: { study },
  } = await begin(server, 'initcwnd', { seed: 3 });
  expect([status, study.state, study.draft]).toEqual([202, 'running', true]);
  const other = await begin(server, 'xudp');
  expect([other.status, other.json.error.code]).toEqual([409, 'study_running']);
  expect((await ended.told).at(-1)).toMatchObject({
    name: 'initcwnd',
    state: 'idle',
    done: 12,
    total: 12,
    error: null,
  });

  const {
    json: { result },
  } = await server.ask('/api/studies/initcwnd');
  expect(result).toMatchObject({
    seed: 3,
    draft: true,
    claims: [{ passed: true }, { passed: true }, { passed: true }],
    captures: ['initcwnd-3', 'initcwnd-10'],
  });
  const drawing = await server.ask('/api/studies/initcwnd/figures/initcwnd.svg?inline=1');
  const file = await server.ask('/api/studies/initcwnd/figures/initcwnd.svg');
  expect([drawing.headers['content-type'], drawing.headers['content-disposition']]).toEqual([
    'image/svg+xml; charset=utf-8',
    undefined,
  ]);
  expect([
    String(drawing.bytes).includes('<style>'),
    String(file.bytes).includes('<style>'),
    file.headers['content-disposition'],
  ]).toEqual([false, true, 'attachment; filename=initcwnd.svg']);
  expect(String((await server.ask('/api/studies/initcwnd/figures/initcwnd.csv')).bytes).split('\n').length).toBe(14);
  expect(String((await server.ask('/api/studies/initcwnd/tables/1.csv')).bytes)).toMatch(
    /^initial window \[segments\],time \[s\],round trips,packets from the server\n1,/,
  );

  const {
    status: made,
    json: { capture },
  } = await server.ask('/api/studies/initcwnd/captures/initcwnd-3', { method: 'POST' });
  expect([made, capture.name]).toEqual([201, 'initcwnd-3.pcap']);
  expect(await server.settled(capture.id)).toMatchObject({ state: 'ready', connections: 1, warnings: [] });
});

test('a study that is stopped keeps the runs that ended', async () => {
  const server = await start();
  const some = await listen(server, ({ done }) => done >= 3);
  await begin(server, 'xudp');
  await some.told;
  const {
    status,
    json: { study },
  } = await server.ask('/api/studies/xudp/cancel', { method: 'POST' });
  expect([status, study.state, study.error]).toEqual([200, 'idle', null]);
  const again = await listen(server, ({ state, done }) => state === 'running' && done >= 3);
  await begin(server, 'xudp');
  expect((await again.told).at(-1).done).toBeGreaterThanOrEqual(3);
  const runs = readdirSync(join(server.dataDirectory, 'studies/xudp/runs-draft')).filter((name) =>
    name.endsWith('.json'),
  );
  expect(runs.length).toBeGreaterThanOrEqual(3);
  await server.ask('/api/studies/xudp/cancel', { method: 'POST' });
});

test.each([
  ['/api/studies/nothing', 'GET', 404, 'no_study'],
  ['/api/studies/nothing/start', 'POST', 404, 'no_study'],
  ['/api/studies/initcwnd/figures/initcwnd.svg', 'GET', 404, 'no_figure'],
  ['/api/studies/initcwnd/tables/9.csv', 'GET', 404, 'no_table'],
  ['/api/studies/initcwnd/captures/..%2f..%2fetc', 'POST', 404, 'no_capture'],
])('%s: %s is answered with %i', async (path, method, status, code) => {
  const server = await start();
  const answer = await server.ask(path, { method });
  expect([answer.status, answer.json.error.code]).toEqual([status, code]);
});

test('a seed that is none is refused', async () => {
  const server = await start();
  const {
    status,
    json: { error },
  } = await begin(server, 'initcwnd', { seed: 'x' });
  expect([status, error.code]).toEqual([400, 'bad_request']);
});

test('a study whose results the library cannot keep says where, why and what to do', async () => {
  const server = await start();
  const ended = await listen(server, ({ state }) => state !== 'running');
  const folder = join(server.dataDirectory, 'studies');
  writeFileSync(folder, '');
  await begin(server, 'initcwnd');
  expect((await ended.told).at(-1)).toMatchObject({
    state: 'failed',
    done: 0,
    error: `The results cannot be kept in ${join(folder, 'initcwnd')} (it, or part of its path, is not a folder); check that folder, or start Selfclock with another library (--data).`,
  });
});
