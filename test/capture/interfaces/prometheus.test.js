/** Prometheus scrapes a watch, and every query of the dashboard has data; promtool takes the rules. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chooseTool } from '../../../lib/capture/live/interfaces.js';
import { describeMissing, describeWithPrograms } from '../../support/programs.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const INTEGRATION = join(ROOT, 'integrations/prometheus');
const LOOPBACK = process.platform === 'darwin' ? 'lo0' : 'lo';
const home = mkdtempSync(join(tmpdir(), 'selfclock-prometheus-'));
/** @type {import('node:child_process').ChildProcess[]} */
const running = [];
const server = createServer((_, response) => response.end('x'.repeat(5000)));
server.listen(0, '127.0.0.1');
await once(server, 'listening');

afterAll(async () => {
  server.close();
  for (const child of running) {
    child.kill('SIGKILL');
    if (child.exitCode === null) await once(child, 'exit');
  }
  rmSync(home, { recursive: true, maxRetries: 9 });
});

const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

/**
 * @param {string} program @param {string[]} args @param {'stdout'|'stderr'} from @param {RegExp} expected
 * @returns {Promise<string>} what the program said there
 */
async function said(program, args, from, expected) {
  const child = spawn(program, args, { env: { ...process.env, NODE_OPTIONS: '' } });
  running.push(child);
  let text = '';
  for await (const piece of child[from].setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += piece;
    const found = expected.exec(text);
    if (found === null) continue;
    child[from].resume();
    return found[1];
  }
  throw new Error(text);
}

/** @returns {string[]} the queries of the dashboard, as Grafana would ask them */
function queries() {
  const { panels } = JSON.parse(readFileSync(join(INTEGRATION, 'dashboard.json'), 'utf8'));
  return panels.flatMap((/** @type {{ targets: { expr: string }[] }} */ { targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '30s').replaceAll('$service', '.*')),
  );
}

describeWithPrograms('promtool', ['promtool'], ([promtool]) => {
  test.each([
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
    ['check', 'config', 'prometheus.yaml'],
  ])('%s %s %s', (...args) => {
    expect(execFileSync(promtool, args, { cwd: INTEGRATION, encoding: 'utf8' })).toContain('SUCCESS');
  });
});

/**
 * @param {string} url of Prometheus @param {string} query
 * @returns {Promise<{ metric: object, value: unknown[] }[]>}
 */
async function answer(url, query) {
  const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
  const { data, error } = /** @type {any} */ (await response.json());
  if (error) throw new Error(`${query}: ${error}`);
  return data.result;
}

const { problem } = await chooseTool();
const describeScraping = problem
  ? (/** @type {string} */ title) => describeMissing(title, problem.message)
  : (/** @type {string} */ title, /** @type {(paths: string[]) => void} */ tests) =>
      describeWithPrograms(title, ['prometheus', 'tcpdump'], tests);

describeScraping('Prometheus', ([prometheus]) => {
  test('every query of the dashboard has data', async () => {
    const watch = [
      'watch',
      '-i',
      LOOPBACK,
      '-f',
      `tcp port ${port}`,
      '-o',
      join(home, 'tables'),
      '--file-seconds',
      '1',
    ];
    const metrics = await said(
      process.execPath,
      [join(ROOT, 'bin/selfclock.js'), ...watch, '--metrics', '0'],
      'stdout',
      /http:\/\/(\S+)\/metrics/,
    );
    const scrape = { job_name: 'selfclock', scrape_interval: '1s', static_configs: [{ targets: [metrics] }] };
    writeFileSync(join(home, 'prometheus.json'), JSON.stringify({ scrape_configs: [scrape] }));
    const options = [`--config.file=${join(home, 'prometheus.json')}`, `--storage.tsdb.path=${join(home, 'data')}`];
    const address = await said(
      prometheus,
      [...options, '--web.listen-address=127.0.0.1:0'],
      'stderr',
      /msg="Listening on" address=(\S+)/,
    );
    /** @type {string[]} */
    let missing = [];
    for (let i = 0; i < 30; i++) {
      const end = performance.now() + 1000;
      while (performance.now() < end) await (await fetch(`http://127.0.0.1:${port}/`)).text();
      const answers = await Promise.all(
        queries().map(async (query) => ({ query, found: await answer(`http://${address}`, query) })),
      );
      missing = answers.filter(({ found }) => found.length === 0).map(({ query }) => query);
      if (missing.length === 0) break;
    }
    expect(missing).toEqual([]);
    const [{ metric }] = await answer(`http://${address}`, 'selfclock_connections_total');
    expect(metric).toMatchObject({ server: '127.0.0.1', port: String(port), service: `127.0.0.1:${port}` });
    const [{ value }] = await answer(`http://${address}`, 'selfclock_watch_kernel_dropped_packets_total');
    expect(value[1]).toBe('0');
  }, 120_000);
});
