/* global document, requestAnimationFrame, window */
/**
 * node bench/page-alone.js [--only a,d] [--scale 0.1] [--rounds 3]
 *
 * The page without a server in a real Chromium, beside the command line on the same file, in turn with it: how long the
 * analysis takes, verdict and all, when the first connection is in the table, what memory the page's process takes, and
 * how soon a second visit is usable. See docs/performance.md.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { chromium } from 'playwright-core';

import { serveSite } from '../test/browser/support/site.js';
import { findBrowser } from '../test/support/programs.js';
import { benchCapture } from './data-files.js';
import { measure, median } from './measure.js';
import { machine, SELFCLOCK } from './peers.js';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'a,b,c,d' },
    scale: { type: 'string', default: '0.1' },
    rounds: { type: 'string', default: '3' },
  },
});
const PATIENCE_MS = 300_000;

/** Runs in the page before anything else: tells when it is usable, and what follows on the choice of a file. */
function watch() {
  const told = /** @type {any} */ (window);
  told.figures = { usableMs: null, firstMs: null, readyMs: null };
  const look = () => {
    const { figures, chosenMs } = told;
    const row = document.querySelector('.capture-row');
    if (document.documentElement.dataset.idle === 'true') figures.usableMs ??= performance.now();
    if (document.querySelector('a[href*="/connections/"]')) figures.firstMs ??= performance.now() - chosenMs;
    const kind = /** @type {HTMLElement|null} */ (row)?.dataset.kind;
    const isJudged = row?.querySelector('.holds-second')?.textContent !== 'Analysing.';
    if (kind && kind !== 'running' && isJudged) figures.readyMs ??= performance.now() - chosenMs;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** @typedef {import('playwright-core').Browser} Browser */

/**
 * @param {Browser} browser
 * @returns {Promise<number>} bytes: the largest that a process of a page has been
 */
async function peakBytes(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) * 1024);
  return Math.max(...peaks);
}

/**
 * One file, which opens by itself; the list of captures tells when it has been judged.
 * @param {string} url
 * @param {string} path
 */
async function readInPage(url, path) {
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.addInitScript(watch);
    await page.goto(url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => /** @type {any} */ (window).figures.usableMs !== null);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.locator('button:visible', { hasText: 'Choose files' }).first().click(),
    ]);
    await page.evaluate(() => Object.assign(window, { chosenMs: performance.now() }));
    await chooser.setFiles(path);
    await page.waitForFunction(() => /** @type {any} */ (window).figures.firstMs !== null);
    await page.locator('.top-bar a', { hasText: 'Captures' }).click();
    await page.waitForFunction(() => /** @type {any} */ (window).figures.readyMs !== null);
    const { firstMs, readyMs } = await page.evaluate(() => /** @type {any} */ (window).figures);
    return { first: firstMs / 1000, page: readyMs / 1000, peak: await peakBytes(browser) };
  } finally {
    await browser.close();
  }
}

/** @param {string} url @param {number} rounds @returns {Promise<number>} ms until a second visit is usable */
async function secondVisit(url, rounds) {
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] });
  const context = await browser.newContext();
  await context.addInitScript(watch);
  const times = [];
  for (let round = 0; round <= rounds; round++) {
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => /** @type {any} */ (window).figures.usableMs !== null);
    times.push(await page.evaluate(() => /** @type {any} */ (window).figures.usableMs));
    await page.close();
  }
  await browser.close();
  return median(times.slice(1));
}

const served = await serveSite();
const rounds = Number(options.rounds);
console.log(machine());
console.log(`second visit usable after ${Math.round(await secondVisit(served.site, rounds))} ms (goal 500)`);
for (const name of options.only.split(',')) {
  const capture = benchCapture(name, Number(options.scale));
  /** @type {{ page: number, command: number, first: number, peak: number }[]} */
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    const command = await measure([process.execPath, SELFCLOCK, 'analyze', capture.path, '--json']);
    runs.push({ command: command.wallSeconds, ...(await readInPage(served.site, capture.path)) });
  }
  const of = (/** @type {(run: typeof runs[0]) => number} */ figure) => median(runs.map(figure));
  console.log(
    `${name}, ${Math.round(capture.bytes / 1e6)} MB: page ${of(({ page }) => page).toFixed(2)} s, command ${of(({ command }) => command).toFixed(2)} s, ` +
      `ratio ${of(({ page, command }) => page / command).toFixed(2)} (goal 1.5); first connection ${of(({ first }) => first).toFixed(2)} s (goal 1); ` +
      `page's process ${Math.round(of(({ peak }) => peak) / 1e6)} MB at its peak`,
  );
}
await served.close();
