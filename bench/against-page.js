/* global requestAnimationFrame */
/**
 * The page's tables and diagrams, in processor seconds of the page's main thread and the server together: what a person
 * waits for on a machine with nothing else to do.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { chromium } from 'playwright-core';

import { findBrowser } from '../test/support/programs.js';
import { serve } from './served.js';

/** @typedef {{ what: string, seconds: number, target: number }} PageFigure */
/** @typedef {import('playwright-core').Page} Page */

const PATIENCE_MS = 120_000;
const SETTLING_MS = 3000;
const MOVES = 60;
/** Clock ticks of /proc a second. */
const TICKS = 100;

/**
 * @param {string} program
 * @param {{ long: string, many: string, requests: string }} captures of one long connection, of many, of 2 000 requests
 * @returns {Promise<PageFigure[]>}
 */
export async function pageFigures(program, { long, many, requests }) {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    return [
      ...(await onPage(browser, program, long, hovering)),
      ...(await onPage(browser, program, many, table)),
      ...(await onPage(browser, program, requests, waterfall)),
    ];
  } finally {
    await browser.close();
  }
}

/**
 * @typedef {object} Opened
 * @property {Page} page
 * @property {string} url of the capture
 * @property {(run: () => Promise<unknown>) => Promise<number>} cost processor seconds of the page and the server
 */

/**
 * @param {import('playwright-core').Browser} browser @param {string} program @param {string} capture
 * @param {(opened: Opened) => Promise<PageFigure[]>} measured
 */
async function onPage(browser, program, capture, measured) {
  const server = await serve([capture], program);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const seconds = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return serverSeconds(server.pid) + (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
    };
    const cost = async (/** @type {() => Promise<unknown>} */ run) => {
      const before = await seconds();
      await run();
      return (await seconds()) - before;
    };
    const url = await judged(server.url);
    await wait(SETTLING_MS);
    return await measured({ page, url, cost });
  } finally {
    await context.close();
    await server.end();
  }
}

/** @param {number} pid @returns {number} user and system */
function serverSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** @param {string} server @returns {Promise<string>} URL of the capture, when it has its verdict */
async function judged(server) {
  for (;;) {
    const { captures } = await (await fetch(`${server}/api/captures`)).json();
    if (captures[0]?.state === 'ready' && captures[0].verdict) return `${server}/captures/${captures[0].id}`;
    await wait(100);
  }
}

/** @param {Page} page */
const painted = (page) =>
  page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(() => setTimeout(resolve))));

/** @param {Opened} opened @returns {Promise<PageFigure[]>} */
async function hovering({ page, url, cost }) {
  await page.goto(url);
  await page.locator('.connection-row .row-link').first().click();
  await page.waitForSelector('.plot-data[aria-label*="segments"]', { timeout: PATIENCE_MS });
  await wait(SETTLING_MS);
  const box = await page.locator('.plot-overlay').boundingBox();
  if (box === null) throw new Error('bench: the page has no diagram');
  const costs = [];
  for (let k = 0; k < MOVES; k++) {
    const [x, y] = [box.x + 100 + k * 18, box.y + Math.min(box.height, 800) * (0.8 - (0.6 * k) / MOVES)];
    costs.push(
      await cost(async () => {
        await page.mouse.move(x, y);
        await painted(page);
      }),
    );
  }
  costs.sort((a, b) => a - b);
  return [{ what: 'hovering, p95 of a frame, s', seconds: costs[Math.floor(MOVES * 0.95)], target: 0.016 }];
}

/** @param {Opened} opened @returns {Promise<PageFigure[]>} */
async function table({ page, url, cost }) {
  const rows = async () => void (await page.waitForSelector('.connection-row', { timeout: PATIENCE_MS }));
  const asked = async (/** @type {() => Promise<unknown>} */ act) => {
    const answered = page.waitForResponse((response) => response.url().includes('/connections?'));
    await act();
    await answered;
    await painted(page);
  };
  const head = (/** @type {string} */ name) => page.locator('[role=columnheader] button').filter({ hasText: name });
  await page.goto(new URL('/', url).href);
  const first = await cost(async () => {
    await page.goto(url);
    await rows();
  });
  await wait(SETTLING_MS);
  const bytes = await cost(() => asked(() => head('Bytes').first().click()));
  const server = await cost(() => asked(() => head('Server').first().click()));
  const search = page.locator('input[type=search]').first();
  const filter = await cost(() => asked(() => search.fill('rtt > 20ms')));
  return [
    { what: 'table of connections: first rows, s', seconds: first, target: 1 },
    { what: 'the same sorted by a number, s', seconds: bytes, target: 0.3 },
    { what: 'sorted by a text, s', seconds: server, target: 0.3 },
    { what: 'filtered, s', seconds: filter, target: 0.3 },
  ];
}

/** @param {Opened} opened @returns {Promise<PageFigure[]>} */
async function waterfall({ page, url, cost }) {
  await page.goto(url);
  await page.waitForSelector('.connection-row', { timeout: PATIENCE_MS });
  await wait(SETTLING_MS);
  const seconds = await cost(async () => {
    await page.locator(`a[href$="/waterfall"]`).first().click();
    await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: PATIENCE_MS });
    await painted(page);
  });
  return [{ what: 'waterfall of 2 000 requests, first, s', seconds, target: 0.3 }];
}
