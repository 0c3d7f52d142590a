/** `watch` on the loopback interface: every connection gets into the tables, whatever is killed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { chooseTool } from '../../../lib/capture/live/interfaces.js';
import { ask } from '../../../lib/fleet/database.js';
import { healthOfAll } from '../../../lib/fleet/watch/health.js';
import { describeMissing, describeWithPrograms, findProgram } from '../../support/programs.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LOOPBACK = process.platform === 'darwin' ? 'lo0' : 'lo';
const home = mkdtempSync(join(tmpdir(), 'selfclock-watch-live-'));
const server = createServer((socket) => socket.resume().on('end', () => socket.end('bye')));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

afterAll(() => {
  server.close();
  rmSync(home, { recursive: true, maxRetries: 9 });
});

/** @param {string[]} args @param {string} [tool] @param {string[]} [within] a command that runs it */
async function watching(args, tool, within = []) {
  const [program, ...rest] = [...within, process.execPath, join(ROOT, 'bin/selfclock.js'), 'watch', ...args];
  const child = spawn(program, rest, {
    env: { ...process.env, NODE_OPTIONS: '', ...(tool && { SELFCLOCK_CAPTURE_TOOL: tool }) },
  });
  const complaints = text(child.stderr);
  await Promise.race([once(child.stdout, 'data'), complaints.then((said) => Promise.reject(new Error(said)))]);
  return { child, complaints };
}

/** @param {string} record @returns {string} the capture that it is beside */
const recordedOf = (record) => record.replace(/\.sockets$/, '');

/** One short connection after the other. @param {number} ms @returns {Promise<number>} how many there were */
async function talk(ms) {
  let talks = 0;
  for (const end = performance.now() + ms; performance.now() < end; talks++) {
    const socket = connect(port, '127.0.0.1').resume();
    socket.end('hello');
    await once(socket, 'close');
    await delay(50);
  }
  return talks;
}

/** @param {string} tables @param {string} sql @returns {Promise<any>} its first cell */
async function cellOf(tables, sql) {
  for await (const [cell] of (await ask(tables, sql)).rows) return cell;
}

const { problem } = await chooseTool();
const describeSniffing = problem
  ? (/** @type {string} */ title) => describeMissing(title, problem.message)
  : (/** @type {string} */ title, /** @type {(paths: string[]) => void} */ tests) =>
      describeWithPrograms(title, ['dumpcap', 'tcpdump'], tests);

describeSniffing('watch', () => {
  test.each(['dumpcap', 'tcpdump'])(
    'on loopback with %s, killed and started again',
    async (tool) => {
      const tables = join(home, tool);
      const args = ['-i', LOOPBACK, '-f', `tcp port ${port}`, '-o', tables, '--file-seconds', '2', '--name', 'loop'];
      const hasSs = findProgram('ss') !== null;
      if (hasSs) args.push('--with-sockets');
      /** @type {number[]} */
      const talks = [];
      const signals = /** @type {const} */ (['SIGKILL', 'SIGTERM']);
      for (const [run, signal] of signals.entries()) {
        const { child } = await watching(args, tool);
        talks[run] = await talk(1500);
        child.kill(signal);
        await once(child, 'exit');
        await delay(500); // the tool ends after the one that is killed
      }
      const [health] = await healthOfAll(tables);
      expect(health).toMatchObject({ tool, state: 'stopped', starts: 2, lostFiles: 0, backlogFiles: 0, problem: null });
      expect(health.gaps).toHaveLength(1);
      expect(health.capture.kernel).toBe(0);
      const since = `epoch_us("start") > ${Date.parse(health.startedAt) * 1000}`;
      const count = `SELECT count(*) FROM whole_connections WHERE state = 'closed'`;
      expect(await cellOf(tables, `${count} AND ${since}`)).toBe(talks[1]);
      expect(await cellOf(tables, count)).toBeGreaterThan(talks[1]);
      const names = readdirSync(tables, { recursive: true, encoding: 'utf8' });
      const records = names.filter((name) => name.endsWith('.sockets'));
      expect(records.length > 0).toBe(hasSs);
      expect(records.filter((name) => !names.includes(recordedOf(name)))).toEqual([]);
    },
    120_000,
  );

  const isLinuxRoot = process.platform === 'linux' && process.geteuid?.() === 0;
  (isLinuxRoot ? test : test.skip)(
    'an interface that vanishes and comes back: one sentence, a gap, and the packets of before and after',
    async () => {
      const tables = join(home, 'vanishing');
      const namespace = 'selfclock-watch';
      const ip = (/** @type {string} */ line) => spawnSync('ip', line.split(' '), { encoding: 'utf8' }).stderr;
      const make = () => {
        expect(ip(`-n ${namespace} link add scveth0 type veth peer name scveth1`)).toBe('');
        for (const name of ['scveth0', 'scveth1']) ip(`-n ${namespace} link set ${name} up`);
        ip(`-n ${namespace} addr add 198.51.100.1/24 dev scveth0`);
        ip(`-n ${namespace} neigh add 198.51.100.2 lladdr 02:00:00:00:00:02 dev scveth0`);
      };
      const remove = () => ip(`-n ${namespace} link del scveth0`);
      // A SYN, and that of the next second: nobody answers.
      const knock = async () => {
        const code =
          "setTimeout(() => process.exit(), 1500); require('net').connect(9, '198.51.100.2').on('error', () => {})";
        await once(spawn('ip', ['netns', 'exec', namespace, process.execPath, '-e', code]), 'exit');
      };
      expect(ip(`netns add ${namespace}`)).toBe('');
      try {
        make();
        const args = ['-i', 'scveth0', '-f', 'tcp', '-o', tables, '--file-seconds', '1'];
        const { child, complaints } = await watching(args, undefined, ['ip', 'netns', 'exec', namespace]);
        await knock();
        remove();
        await delay(3000); // attempts fail meanwhile
        make();
        for (let i = 0; i < 200 && (await healthOfAll(tables))[0]?.gaps.length !== 1; i++) await delay(50);
        await knock();
        child.kill('SIGTERM');
        expect(await complaints).toBe(
          'selfclock: The interface scveth0 went away or went down; what was captured until then is kept.\n',
        );
        const [health] = await healthOfAll(tables);
        expect(health).toMatchObject({ state: 'stopped', backlogFiles: 0, lostFiles: 0, problem: null });
        expect(await cellOf(tables, 'SELECT count(DISTINCT client_port) FROM connections')).toBe(2);
      } finally {
        ip(`netns del ${namespace}`);
      }
    },
    60_000,
  );

  test('standard input is cut into files', async () => {
    const tables = join(home, 'input');
    const { child } = await watching(['-i', '-', '-o', tables]);
    const exit = once(child, 'exit');
    await pipeline(createReadStream(join(ROOT, 'fixtures/pcaps/path-six.pcap')), child.stdin);
    expect(await exit).toEqual([0, null]);
    expect(await cellOf(tables, 'SELECT sum(packets) FROM captures')).toBe(130);
  }, 120_000);
});
