/* global document, requestAnimationFrame */
/**
 * node bench/live.js [--probes 60]
 *
 * From a packet on the loopback interface to its mark on the open diagram of its connection, in a real Chromium: a
 * byte and its echo, at uneven moments far apart, then a hundred times a second.
 * Needs the right to sniff. See docs/performance.md.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { parseArgs } from 'node:util';

import { chromium } from 'playwright-core';

import { decodeColumnFrame } from '../lib/shared/columns/column-frame.js';
import { findBrowser } from '../test/support/programs.js';
import { median } from './measure.js';
import { machine } from './peers.js';
import { serve } from './served.js';

const { values: options } = parseArgs({ options: { probes: { type: 'string', default: '60' } } });
const probes = Number(options.probes);
const GOAL_MS = 300;
const PATIENCE_MS = 60_000;
/** Between probes far apart, and as much again at random, so that none keeps step with a timer. */
const RESTS_MS = 500;
/** Between those that keep coming, and for how long they do. */
const BETWEEN_MS = 10;
const STREAM_MS = 15_000;

/** @param {number} ms */
const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** @returns {Promise<import('node:net').Server>} answers each byte with one */
async function echoServer() {
  const echo = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  return echo;
}

/**
 * Sniffs the loopback interface.
 * @param {string} url of the server @param {number} port
 * @returns {Promise<string>} the capture's id
 */
async function sniff(url, port) {
  const answer = await fetch(`${url}/api/live`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ interface: 'lo', filter: `tcp port ${port}` }),
  });
  const { capture, error } = await answer.json();
  if (error) throw new Error(error.message);
  return capture.id;
}

/**
 * Has the page note when a frame with more packets in the diagram has been painted.
 * @param {import('playwright-core').Page} page
 */
const watchMarks = (page) =>
  page.evaluate(() => {
    /** @type {[number, number][]} */
    const painted = [];
    /** @type {any} */ (globalThis).painted = painted;
    const look = () => {
      const words = document.querySelector('.plot-data')?.getAttribute('aria-label') ?? '';
      const packets = Number(/ (\d+) packets/.exec(words)?.[1]);
      // Of a frame's callbacks this may be the first: what it sees was drawn in the frame before, and painted by now.
      if (packets > (painted.at(-1)?.[0] ?? 0)) painted.push([packets, Date.now()]);
      requestAnimationFrame(look);
    };
    look();
  });

/**
 * @param {string} url of the server @param {string} id
 * @param {[number, number][]} painted how many packets were drawn, and since when (ms since the epoch)
 * @returns {Promise<{ sentMs: number, lateMs: number }[]>} each packet that was drawn while the page was watched
 */
async function lateness(url, id, painted) {
  const { startEpoch } = await (await fetch(`${url}/api/captures/${id}`)).json();
  const answer = await fetch(`${url}/api/captures/${id}/connections/0/packets`);
  const { columns } = decodeColumnFrame(await answer.arrayBuffer());
  const drawn = [];
  for (let i = 1; i < painted.length; i++) {
    for (let row = painted[i - 1][0]; row < painted[i][0]; row++) {
      const sentMs = startEpoch * 1000 + columns.time[row] / 1e6;
      drawn.push({ sentMs, lateMs: painted[i][1] - sentMs });
    }
  }
  return drawn;
}

/** @param {string} what @param {number[]} figures */
function print(what, figures) {
  const sorted = [...figures].sort((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)];
  process.stdout.write(
    `| ${what} | ${median(sorted).toFixed(0)} | ${p95.toFixed(0)} | ${sorted.at(-1)?.toFixed(0)} | ≤ ${GOAL_MS} ${p95 <= GOAL_MS ? 'met' : 'MISSED'} |\n`,
  );
}

async function main() {
  const echo = await echoServer();
  const { port } = /** @type {import('node:net').AddressInfo} */ (echo.address());
  const server = await serve([]);
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const id = await sniff(server.url, port);
    const client = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(client, 'connect');
    const probe = async () => {
      client.write('.');
      await once(client, 'data');
    };
    await probe();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.url}/captures/${id}/connections/0`);
    await page.waitForSelector('.plot-data[aria-label*="packets"]', { timeout: PATIENCE_MS });
    await pause(RESTS_MS);
    await watchMarks(page);
    for (let i = 0; i < probes; i++) {
      await probe();
      await pause(RESTS_MS * (1 + Math.random()));
    }
    const streamedMs = Date.now();
    while (Date.now() < streamedMs + STREAM_MS) {
      await probe();
      await pause(BETWEEN_MS);
    }
    await pause(2 * RESTS_MS);
    const drawn = await lateness(server.url, id, await page.evaluate(() => /** @type {any} */ (globalThis).painted));
    process.stdout.write(
      `${machine()}; loopback, Chromium ${browser.version()}, drawn in software\n\n| ms | median | p95 | most | goal (p95) |\n|---|---|---|---|---|\n`,
    );
    const late = (/** @type {(sentMs: number) => boolean} */ when) =>
      drawn.filter(({ sentMs }) => when(sentMs)).map(({ lateMs }) => lateMs);
    print(
      'packet to mark, packets far apart',
      late((ms) => ms < streamedMs),
    );
    print(
      'packet to mark, while packets keep coming',
      late((ms) => ms >= streamedMs),
    );
    client.destroy();
  } finally {
    await browser.close();
    await server.end();
    echo.close();
  }
}

await main();
