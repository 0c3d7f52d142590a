/* global document, MouseEvent, MutationObserver, requestAnimationFrame */
/**
 * node bench/whatif.js [--rounds 3] [--rest 3000]
 *
 * A page of 200 requests in the what-if panel, in a real Chromium: from each control's `input` event (a slider's) or
 * click until the answer for the new settings is on the page and painted. The first move of each control in a server's
 * life, so long after the panel opened, and later moves. See docs/whatif.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium } from 'playwright-core';

import { runScenario } from '../lib/simulator/scenario/run.js';
import { startServer } from '../server/main.js';
import { findBrowser } from '../test/support/programs.js';
import { median } from './measure.js';
import { machine } from './peers.js';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, rest: { type: 'string', default: '3000' } },
});
const GOAL_MS = 100;
const PATIENCE_MS = 60_000;
const REQUESTS = 200;

/** A document that names 199 objects, over six connections, 80 ms and 20 Mbit/s. */
function pageCapture() {
  const objects = Array.from({ length: REQUESTS }, (_, i) => ({
    requestBytes: 400,
    responseBytes: 2000 + ((i * 7919) % 40_000),
    serverMs: 5 + (i % 20),
    ...(i === 0 ? {} : { after: [{ object: 0, when: /** @type {const} */ ('bytes'), bytes: ((100 * i) % 2000) + 1 }] }),
  }));
  const way = { delayMs: 40, rateKbps: 20_000 };
  const { captures } = runScenario({
    path: [{ name: 'path', clientToServer: way, serverToClient: { ...way, queueBytes: 200_000 } }],
    traffic: [{ kind: 'page', protocol: 'http/1.1', objects }],
    taps: [{ at: 'client' }],
  });
  return captures[0].bytes;
}

/** @typedef {import('playwright-core').Page} Page */
/**
 * @typedef {{ ms: number, cpuMs: number }} Cost until the answer is painted; processor time of the server, all its
 *   threads, and of this script
 */

/** @param {Page} page */
const idle = (page) => page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: PATIENCE_MS });

/**
 * @param {Page} page
 * @param {{ slider?: string, to?: number, press?: string }} move a slider's place, by its id; or a button's text
 * @returns {Promise<Cost>}
 */
async function moved(page, move) {
  const before = process.cpuUsage();
  const ms = await answered(page, move);
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 };
}

/** @param {Page} page @param {{ slider?: string, to?: number, press?: string }} move @returns {Promise<number>} ms */
function answered(page, move) {
  return page.evaluate(
    ({ slider, to, press }) =>
      new Promise((resolve) => {
        const main = /** @type {HTMLElement} */ (document.querySelector('.whatif-main'));
        const before = main.dataset.answers;
        const watch = new MutationObserver(() => {
          if (main.dataset.answers === before) return;
          watch.disconnect();
          // Painted when the frame that drew it is over.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - beganMs)));
        });
        watch.observe(main, { attributes: true });
        const beganMs = performance.now();
        if (press !== undefined) {
          [...document.querySelectorAll('.whatif-controls button')]
            .find((button) => button.textContent === press)
            ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
          return;
        }
        const input = /** @type {HTMLInputElement} */ (document.querySelector(`#whatif-${slider}`));
        input.value = String(to);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    move,
  );
}

/** @param {Page} page @param {string} slider @returns {Promise<{ at: number, most: number }>} where it stands */
const placeOf = (page, slider) =>
  page.$eval(`#whatif-${slider}`, (input) => ({
    at: Number(/** @type {HTMLInputElement} */ (input).value),
    most: Number(/** @type {HTMLInputElement} */ (input).max),
  }));

/**
 * Places that a hand would go through: a step at a time, and a jump to either end.
 * @param {{ at: number, most: number }} from
 */
const placesFrom = ({ at, most }) =>
  [...[1, 2, 3, 2, 1].map((by) => (at + by <= most ? at + by : at - by)), 0, most].filter((to) => to >= 0);

/** Between two controls a hand takes so long, and between two places of a slider. */
const HAND_MS = 500;
const STEP_MS = 60;

/** @param {Page} page @param {(what: string, kind: 'first'|'later', cost: Cost) => void} note */
async function moveEach(page, note) {
  const sliders = await page.$$eval('.whatif-controls .slider-row:not([hidden]) .slider', (inputs) =>
    inputs.map(({ id }) => id.replace('whatif-', '')),
  );
  for (const slider of sliders) {
    for (const [i, to] of placesFrom(await placeOf(page, slider)).entries()) {
      await page.waitForTimeout(i === 0 ? HAND_MS : STEP_MS);
      note(slider, i === 0 ? 'first' : 'later', await moved(page, { slider, to }));
    }
    await page.getByRole('button', { name: 'Reset' }).click();
    await idle(page);
  }
  for (const press of ['HTTP/2', 'MUX', 'HTTP/1.0', 'HTTP/1.1']) {
    await page.waitForTimeout(HAND_MS);
    note(`protocol ${press}`, 'first', await moved(page, { press }));
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} file
 * @param {(what: string, kind: 'first'|'later', cost: Cost) => void} note
 */
async function measure(browser, file, note) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'selfclock-bench-whatif-'));
  const server = await startServer({ files: [file], port: 0, dataDirectory });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    const {
      captures: [{ id }],
    } = await (await fetch(`${server.url}api/captures`)).json();
    await page.goto(`${server.url}captures/${id}/whatif`);
    await page.waitForSelector('.whatif-headline strong', { timeout: PATIENCE_MS });
    await idle(page);
    await page.waitForTimeout(Number(options.rest));
    await moveEach(page, note);
  } finally {
    await page.close();
    await server.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** @param {string} what @param {Cost[]} costs */
function print(what, costs) {
  const sorted = costs.map(({ ms }) => ms).sort((a, b) => a - b);
  const cpu = median(costs.map(({ cpuMs }) => cpuMs));
  const p95 = sorted[Math.floor(sorted.length * 0.95)];
  const most = sorted[sorted.length - 1];
  process.stdout.write(
    `| ${what} | ${sorted.length} | ${median(sorted).toFixed(0)} | ${p95.toFixed(0)} | ${most.toFixed(0)} | ${cpu.toFixed(0)} | ${p95 <= GOAL_MS ? 'met' : 'MISSED'} |\n`,
  );
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-bench-whatif-'));
  const file = join(folder, 'page.pcap');
  writeFileSync(file, pageCapture());
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  /** @type {Map<string, Cost[]>} */
  const times = new Map();
  try {
    for (let round = 0; round < Number(options.rounds); round++) {
      await measure(browser, file, (what, kind, cost) => {
        for (const key of [`${what}, ${kind} moves`, `all ${kind} moves`]) {
          times.set(key, [...(times.get(key) ?? []), cost]);
        }
      });
    }
    process.stdout.write(
      `${machine()}; a page of ${REQUESTS} requests, Chromium ${browser.version()}, ${options.rest} ms after the panel opened\n\n| ms | moves | median | p95 | max | processor, median | ≤ ${GOAL_MS} (p95) |\n|---|---|---|---|---|---|---|\n`,
    );
    for (const [what, costs] of [...times].sort(
      ([a], [b]) => Number(a.startsWith('all')) - Number(b.startsWith('all')),
    )) {
      print(what, costs);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
