/**
 * node bench/path/page.js [--packets 1000000] [--rounds 3]
 *
 * Two captures of one path in a real Chromium: how long a frame of the ladder and its diagram takes while zooming,
 * panning and pointing. See docs/path.md.
 */
import { parseArgs } from 'node:util';

import { chromium } from 'playwright-core';

import { findBrowser } from '../../test/support/programs.js';
import { median } from '../measure.js';
import { measureFrames } from '../page-frames.js';
import { machine } from '../peers.js';
import { serve } from '../served.js';
import { pathCaptures } from './captures.js';

const { values: options } = parseArgs({
  options: { packets: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '3' } },
});
const GOAL_MS = 16;
const PATIENCE_MS = 300_000;
const SURFACES = ['.same-path-stage .lanes-surface', '.same-path-diagram .lanes-surface'];

/** @param {string} url @returns {Promise<string[]>} the captures, client's first, when they have been read */
async function ready(url) {
  for (;;) {
    const { captures } = await (await fetch(`${url}/api/captures`)).json();
    if (captures.length === 2 && captures.every((/** @type {any} */ { state }) => state === 'ready')) {
      const sorted = captures.sort((/** @type {any} */ a, /** @type {any} */ b) => (a.name < b.name ? -1 : 1));
      return sorted.map((/** @type {any} */ { id }) => id);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** @param {number[]} sorted @param {number} share */
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

const { files, remove } = pathCaptures(Number(options.packets));
const server = await serve(files);
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const of = await ready(server.url);
  process.stdout.write(`${machine()}; two captures of ${options.packets} packets, Chromium ${browser.version()}\n\n`);
  process.stdout.write(
    `| ms | median | p95 | processor, mean | processor, p95 | goal (p95) |\n|---|---|---|---|---|---|\n`,
  );
  /** @type {Map<string, import('../page-frames.js').Cost[]>} */
  const costs = new Map();
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const surface of SURFACES) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(`${server.url}/path?of=${of.join(',')}`);
      await page.locator('.same-path-segments tbody tr').first().waitFor({ timeout: PATIENCE_MS });
      await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: PATIENCE_MS });
      for (const [what, cost] of Object.entries(
        await measureFrames(page, { withNaive: false, withEach: true, surface }),
      )) {
        const key = `${what}, ${surface.includes('diagram') ? 'diagram' : 'ladder'}`;
        costs.set(key, [...(costs.get(key) ?? []), cost]);
      }
      await context.close();
    }
  }
  for (const [key, measured] of costs) {
    const walls = measured.flatMap(({ wallMs }) => wallMs).sort((a, b) => a - b);
    const cpu = median(measured.map(({ cpuMs }) => cpuMs));
    const p95 = quantile(walls, 0.95);
    const each = measured.flatMap(({ eachCpuMs = [] }) => eachCpuMs).sort((a, b) => a - b);
    const verdict = `≤ ${GOAL_MS} ${p95 <= GOAL_MS ? 'met' : 'MISSED'}`;
    process.stdout.write(
      `| ${key} | ${quantile(walls, 0.5).toFixed(1)} | ${p95.toFixed(1)} | ${cpu.toFixed(1)} | ${quantile(each, 0.95).toFixed(1)} | ${verdict} |\n`,
    );
  }
} finally {
  await browser.close();
  await server.end();
  remove();
}
