/**
 * node bench/page-quic.js [--packets 340000] [--rounds 3]
 *
 * The view of one long QUIC connection in a real Chromium: what is transferred until it is drawn, and how long a frame
 * takes while zooming, panning and pointing. See docs/performance.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium } from 'playwright-core';

import { downloadCapture } from '../test/quicflow/download.js';
import { findBrowser } from '../test/support/programs.js';
import { median } from './measure.js';
import { measureFrames } from './page-frames.js';
import { idle, readyCapture } from './page-ready.js';
import { machine } from './peers.js';
import { serve } from './served.js';

const { values: options } = parseArgs({
  options: { packets: { type: 'string', default: '340000' }, rounds: { type: 'string', default: '3' } },
});
const GOALS = { transferredMb: 3, frameMs: 16 };
const BYTES_A_PACKET = 200;
/** One of so many packets is lost. */
const LOSS_EVERY = 5003;
const SURFACE = '.quic-stage .lanes-surface';

/** @param {import('playwright-core').Page} page @param {string} url @returns {Promise<number>} MB until it is drawn */
async function firstDrawing(page, url) {
  let bytes = 0;
  page.on('response', async (response) => {
    if (response.url().includes('/quic/')) bytes += (await response.request().sizes()).responseBodySize;
  });
  await page.goto(url);
  await page.waitForSelector(SURFACE);
  await idle(page);
  return bytes / 1e6;
}

/** @param {number[]} figures */
const p95 = (figures) => [...figures].sort((a, b) => a - b)[Math.floor(figures.length * 0.95)];

/** @param {number} figure @param {number} goal */
const verdictOf = (figure, goal) => `${figure.toFixed(1)} (≤ ${goal} ${figure <= goal ? 'met' : 'MISSED'})`;

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-bench-quic-'));
  const path = join(folder, 'quic.pcapng');
  const packets = Number(options.packets);
  writeFileSync(path, downloadCapture({ packets, dataBytes: BYTES_A_PACKET, lossEvery: LOSS_EVERY }));
  const server = await serve([path]);
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const { id } = await readyCapture(server.url);
    process.stdout.write(`${machine()}; ${packets} packets with data, Chromium ${browser.version()}, 1440 × 900\n`);
    /** @type {Record<string, { wallMs: number[], cpuMs: number[] }>} */
    const costs = {};
    const transferred = [];
    for (let round = 0; round < Number(options.rounds); round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      transferred.push(await firstDrawing(page, `${server.url}/captures/${id}/connections/q0`));
      const measured = await measureFrames(page, { withNaive: false, surface: SURFACE, withEach: true });
      for (const [phase, { wallMs, eachCpuMs = [] }] of Object.entries(measured)) {
        const sum = (costs[phase] ??= { wallMs: [], cpuMs: [] });
        sum.wallMs.push(...wallMs);
        sum.cpuMs.push(...eachCpuMs);
      }
      await context.close();
    }
    process.stdout.write(`MB until it is drawn: ${verdictOf(median(transferred), GOALS.transferredMb)}\n`);
    for (const [phase, { wallMs, cpuMs }] of Object.entries(costs)) {
      process.stdout.write(
        `${phase}, ms of a frame: median ${median(wallMs).toFixed(1)}, p95 ${verdictOf(p95(wallMs), GOALS.frameMs)}, ` +
          `processor p95 ${p95(cpuMs).toFixed(1)}\n`,
      );
    }
  } finally {
    await browser.close();
    await server.end();
    rmSync(folder, { recursive: true });
  }
}

await main();
