/* global addEventListener, document, requestAnimationFrame */
/**
 * node bench/page.js [--packets 1000000] [--rounds 3]
 *
 * The diagrams of one long connection in a real Chromium: how soon the first is drawn after the click, and how long a
 * frame takes while zooming, panning and pointing, beside a redraw that walks over every packet in view, in turn with
 * it, in the same page. See docs/performance.md.
 */
import { parseArgs } from 'node:util';

import { chromium } from 'playwright-core';

import { findBrowser } from '../test/support/programs.js';
import { benchCapture } from './data-files.js';
import { median } from './measure.js';
import { measureFrames } from './page-frames.js';
import { idle, PATIENCE_MS, readyCapture } from './page-ready.js';
import { machine } from './peers.js';
import { serve } from './served.js';

const { values: options } = parseArgs({
  options: { packets: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '3' } },
});
/** Packets of file c at scale 1, about. */
const PACKETS_AT_SCALE_1 = 2_000_000;
const packets = Number(options.packets);
/** Issue 5: up to a million packets, and up to ten. */
const GOALS = packets <= 1_100_000 ? { first: 300, frame: 16, hover: 4 } : { frame: 33 };
/** Of more the page cannot have all at once, and so cannot draw them naively. */
const MAX_NAIVE = 2_500_000;
/** @type {[string, string, number?][]} */
const PHASES = [
  ['nothing', 'an empty frame'],
  ['zoom', 'a frame of zooming in', GOALS.frame],
  ['pan', 'a frame of panning', GOALS.frame],
  ['out', 'a frame of zooming out', GOALS.frame],
  ['hover', 'a frame of pointing', GOALS.hover],
  ['naive', 'a naive redraw of every packet'],
];
const RESTS_MS = 200;

/**
 * From the click on a connection until its first picture is on the screen.
 * @param {import('playwright-core').Page} page
 * @param {{ rests: boolean }} how `rests`: the pointer rests on the row for a moment first, as a hand's does; else
 *   nothing says beforehand which it will be
 * @returns {Promise<number>} ms
 */
async function firstDiagram(page, { rests }) {
  const drawn = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener(
          'click',
          () => {
            const clickedMs = performance.now();
            const look = () => {
              if (!document.querySelector('.plot-data[aria-label]')) return requestAnimationFrame(look);
              // Painted when the frame that drew it is over.
              return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedMs)));
            };
            look();
          },
          { capture: true, once: true },
        );
      }),
  );
  const link = page.locator('.connection-row .row-link').first();
  if (rests) await link.hover();
  if (rests) await page.waitForTimeout(RESTS_MS);
  await (rests ? link.click() : link.evaluate((element) => /** @type {HTMLElement} */ (element).click()));
  return Number(await drawn);
}

/** @param {string} what @param {number[]} figures @param {{ goal?: number, cpu?: number[] }} [more] */
function print(what, figures, { goal, cpu } = {}) {
  const sorted = [...figures].sort((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)];
  const verdict = goal === undefined ? '' : `≤ ${goal} ${p95 <= goal ? 'met' : 'MISSED'}`;
  process.stdout.write(
    `| ${what} | ${median(sorted).toFixed(1)} | ${p95.toFixed(1)} | ${cpu ? median(cpu).toFixed(1) : ''} | ${verdict} |\n`,
  );
}

async function main() {
  const capture = benchCapture('c', packets / PACKETS_AT_SCALE_1);
  const server = await serve([capture.path]);
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const { id } = await readyCapture(server.url);
    process.stdout.write(
      `${machine()}; one connection of ${capture.packets} packets, Chromium ${browser.version()}, 1440 × 900, drawn in software\n\n| ms | median | p95 | processor | goal (p95) |\n|---|---|---|---|---|\n`,
    );
    const first = /** @type {number[]} */ ([]);
    const unforeseen = /** @type {number[]} */ ([]);
    /** @type {Record<string, import('./page-frames.js').Cost[]>} */
    const costs = {};
    for (let round = 0; round < Number(options.rounds); round++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(`${server.url}/captures/${id}`);
      await idle(page);
      unforeseen.push(await firstDiagram(page, { rests: false }));
      await page.goto(`${server.url}/captures/${id}`);
      await idle(page);
      first.push(await firstDiagram(page, { rests: true }));
      await page.waitForSelector('.plot-data[aria-label*="segments"]', { timeout: PATIENCE_MS });
      await idle(page);
      for (const [what, cost] of Object.entries(await measureFrames(page, { withNaive: packets <= MAX_NAIVE }))) {
        (costs[what] ??= []).push(cost);
      }
      await context.close();
    }
    print(`first diagram after the click, pointer on the row for ${RESTS_MS} ms before`, first, { goal: GOALS.first });
    print('the same, nothing known before', unforeseen, { goal: GOALS.first });
    for (const [what, words, goal] of PHASES) {
      if (costs[what]) {
        print(
          words,
          costs[what].flatMap(({ wallMs }) => wallMs),
          { goal, cpu: costs[what].map(({ cpuMs }) => cpuMs) },
        );
      }
    }
    if (!costs.naive) return;
    const ratio = (/** @type {string} */ what) =>
      (median(costs[what].map(({ cpuMs }) => cpuMs)) / median(costs.naive.map(({ cpuMs }) => cpuMs))).toFixed(4);
    process.stdout.write(
      `\nratios to the naive redraw (processor time): zoom ${ratio('out')}, pan ${ratio('pan')}, pointing ${ratio('hover')}\n`,
    );
  } finally {
    await browser.close();
    await server.end();
  }
}

await main();
