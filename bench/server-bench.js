/**
 * The real server while a capture is uploaded to it: how soon a connection can be seen, how late its event loop gets,
 * and the processor time until the capture has its verdict.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

import { SELFCLOCK } from './peers.js';

const POLL_MS = 10;
/** A server that has just started compresses the page. */
const SETTLING_MS = 3000;

/** @typedef {{ firstConnectionSeconds: number, readySeconds: number, cpuSeconds: number, p99Ms:
 *   number, maxMs: number }} ServerFigures */

/** @param {string} file @param {string} [program] another checkout's @returns {Promise<ServerFigures>} */
export async function benchServer(file, program = SELFCLOCK) {
  const data = mkdtempSync(join(tmpdir(), 'selfclock-bench-data-'));
  const probe = new URL('event-loop-probe.js', import.meta.url).href;
  const server = spawn(process.execPath, ['--import', probe, program, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const address = await addressOf(server);
    await wait(SETTLING_MS);
    return await upload(server, address, file);
  } finally {
    if (server.connected) server.disconnect();
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(data, { recursive: true, force: true });
  }
}

/** @param {import('node:child_process').ChildProcess} server @returns {Promise<string>} */
async function addressOf(server) {
  if (!server.stdout) throw new Error('bench: the server has no standard output');
  for await (const line of createInterface({ input: server.stdout })) {
    const match = /http:\/\/\S+/.exec(line);
    if (match) return match[0];
  }
  throw new Error('bench: the server ended without printing its address');
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {string} address
 * @param {string} file
 * @returns {Promise<ServerFigures>}
 */
async function upload(server, address, file) {
  server.send('reset');
  const beganMs = performance.now();
  const seconds = () => (performance.now() - beganMs) / 1000;
  const sent = post(new URL('api/captures?name=bench.pcap', address), file);
  const failed = sent.then(() => new Promise(() => {}));
  const first = await Promise.race([failed, firstConnection(address).then(seconds)]);
  await sent;
  while ((await captures(address))[0].state !== 'ready') await wait(POLL_MS);
  const readySeconds = seconds();
  while (!(await captures(address))[0].verdict) await wait(POLL_MS);
  server.send('report');
  const [figures] = await once(server, 'message');
  return { firstConnectionSeconds: first, readySeconds, ...figures };
}

/** @param {URL} url @param {string} file */
async function post(url, file) {
  const sending = request(url, { method: 'POST', headers: { 'content-type': 'application/octet-stream' } });
  createReadStream(file, { highWaterMark: 1 << 20 }).pipe(sending);
  const [response] = await once(sending, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 201) throw new Error(`bench: the server answered the upload with ${response.statusCode}`);
}

/** @param {string} address @returns {Promise<{ id: string, state: string, verdict: object | null }[]>} */
async function captures(address) {
  const answer = await fetch(new URL('api/captures', address));
  return (await answer.json()).captures;
}

/** Resolves when a page of connections that is not empty has come. @param {string} address */
async function firstConnection(address) {
  for (;;) {
    const [capture] = await captures(address);
    if (capture) {
      const answer = await fetch(new URL(`api/captures/${capture.id}/connections?limit=1`, address));
      if (answer.ok && (await answer.json()).rows.length > 0) return;
    }
    await wait(POLL_MS);
  }
}
