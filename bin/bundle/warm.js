/** Runs the bundle as users do, for V8 to see what is commonly needed of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { warmCapture } from './warm-capture.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)), DIST = join(ROOT, 'dist'), KEEP_CODE = join(DIST, 'keep-code.cjs');
/** Enough connections for both threads to write, and enough bytes for both to read (lib/threads/). */
const MANY = [
  { name: 'curl-head', times: 17_000 },
  ...['curl-parallel', 'curl-post-expect', 'curl-several', 'node-keep-alive', 'node-pipelined'].map((name) => ({ name, times: 66 })),
];
const FEW = MANY.map(({ name }) => ({ name, times: 2 }));
/** What the page asks of a capture as it opens it, and of its last connection. */
const QUESTIONS = ['', '/connections?sort=start&limit=100', '/connections?text=http', '/findings', '/lanes/order', '/waterfall'];
const OF_CONNECTION = ['', '/findings', '/packets', '/packets?sketch=1&measured=0', '/sender?sketch=1', '/rtt', '/flight', '/messages?limit=50', '/waterfall'];
/** Until all of that has been answered, and the threads have kept what they know. */
const MOST_MS = 60_000, KEPT_MS = 1000, LOOK_MS = 50;

/** @throws {Error} it does not work */
export async function warm() {
  const many = join(DIST, 'many.pcap'), few = join(DIST, 'few.pcap'), data = join(DIST, 'data');
  await writeCapture(many, MANY);
  await writeCapture(few, FEW);
  await succeeded(run(['analyze', many, '--json']));
  await warmServer(few, data);
  for (const path of [many, few, data, KEEP_CODE]) await rm(path, { recursive: true });
}

/** @param {string} path @param {{ name: string, times: number }[]} parts */
const writeCapture = (path, parts) => pipeline(
  Readable.from(warmCapture(parts.map(({ name, times }) => ({ path: join(ROOT, 'fixtures/pcaps', `${name}.pcap`), times })))), createWriteStream(path),
);

/** @param {string[]} args of the command line */
const run = (args) => spawn(process.execPath, ['--require', KEEP_CODE, join(ROOT, 'bin/selfclock.js'), ...args],
  { stdio: ['ignore', args[0] === 'serve' ? 'pipe' : 'ignore', 'ignore'], timeout: MOST_MS });

/** @param {import('node:child_process').ChildProcess} child */
async function succeeded(child) {
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error('what came of it does not work');
}

/** @param {string} capture @param {string} data folder */
async function warmServer(capture, data) {
  const server = run(['serve', capture, '--port', '0', '--data', data]), ended = succeeded(server);
  const [line] = await Promise.race([once(/** @type {import('node:stream').Readable} */ (server.stdout), 'data'), ended.then(() => [''])]);
  const api = `${/http:\S+/.exec(String(line))}api/captures`;
  try {
    await askAll(api);
    await delay(KEPT_MS);
  } finally {
    server.kill('SIGINT');
  }
  await ended;
}

/** @param {string} api */
async function askAll(api) {
  const capture = async () => JSON.parse(await answerOf(api)).captures[0];
  let { state, id, connections } = await capture();
  for (; state === 'receiving' || state === 'reading'; { state, id, connections } = await capture()) await delay(LOOK_MS);
  const of = `/${id}`, connection = `${of}/connections/${connections - 1}`;
  for (const path of [...QUESTIONS.map((question) => of + question), ...OF_CONNECTION.map((question) => connection + question)]) await answerOf(api + path);
}

/** @param {string} url */
async function answerOf(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`what came of it answers ${response.status} to ${new URL(url).pathname}`);
  return response.text();
}
