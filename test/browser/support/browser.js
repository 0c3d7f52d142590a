/**
 * A real Chromium and a real server for tests of the page.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jest } from '@jest/globals';
import { chromium } from 'playwright-core';

import { describeMissing, findTestBrowser } from '../../support/programs.js';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As Chromium with a window places its text.
  '--font-render-hinting=none',
  '--enable-font-subpixel-positioning',
];

const testTimeoutMs = 60_000;

/**
 * Servers that have not been closed. A test that fails before it closes its own would leave one behind, which holds on
 * to the worker's standard error, and jest would wait for it for ever.
 * @type {Set<() => Promise<void>>}
 */
const running = new Set();
afterAll(() => Promise.all([...running].map((close) => close())));

/**
 * @param {string} name
 * @param {() => void} tests
 */
export function describeWithBrowser(name, tests) {
  jest.setTimeout(testTimeoutMs);
  if (findTestBrowser()) describe(name, tests);
  else describeMissing(name, 'no Chromium installed');
}

/** @param {string|null} [path] of another one @returns {Promise<import('playwright-core').Browser>} */
export function launchBrowser(path = findTestBrowser()) {
  return chromium.launch({ executablePath: path ?? undefined, headless: true, args: browserArguments });
}

/** @param {string} name of a file in fixtures/pcaps @returns {string} its path */
export function fixture(name) {
  return join(root, 'fixtures/pcaps', name);
}

/**
 * Starts `selfclock serve` with a library of its own.
 * @param {{ port?: number, data?: string, standardInput?: boolean, indexed?: string[] }} [options] `port` and `data` to
 *   start again where one was before; `standardInput`: it reads a capture from `write`; `indexed`: captures in the
 *   tables that are opened, as if a watch `tap` had read them
 * @returns {Promise<Served>}
 * @typedef {{ url: string, port: number, data: string, upload: (path: string, name?: string) => Promise<string>, write:
 *   (bytes: Uint8Array)
 *   => void, endInput: () => void, kill: () => Promise<void>, close: () => Promise<void> }} Served `upload` resolves to
 *   the capture's id once it has been read; `kill` ends it at once and leaves the library, `close` removes that too
 */
export async function serve({ port = 0, data, standardInput = false, indexed = [] } = {}) {
  const directory = data ?? (await mkdtemp(join(tmpdir(), 'selfclock-browser-')));
  const tables = `${directory}-tables`;
  if (indexed.length > 0) {
    const { TablesFolder } = await import('../../../lib/fleet/tables-folder.js');
    const folder = await TablesFolder.open(tables);
    const { figuresOf } = await import('../../../lib/fleet/figures.js');
    const { begun, folderOf, writeHealth } = await import('../../../lib/fleet/watch/health.js');
    const { addToSeries } = await import('../../../lib/fleet/watch/series.js');
    const watch = folderOf(tables, 'tap');
    for (const path of indexed) {
      /** @type {(capture: import('../../../lib/library/index.js').Capture, key: string) => Promise<void>} */
      const onAdded = async (capture, key) => addToSeries(watch, path, key, await figuresOf(capture));
      await folder.add(path, { version: '1', onAdded });
    }
    await writeHealth(watch, begun(null, { name: 'tap', source: 'eth0', isCapturing: true }));
  }
  const options = ['--port', String(port), '--data', directory, ...(indexed.length > 0 ? ['--tables', tables] : [])];
  const child = spawn(
    process.execPath,
    [join(root, 'bin/selfclock.js'), 'serve', ...options, ...(standardInput ? ['-'] : [])],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const close = async () => {
    running.delete(close);
    await kill();
    for (const path of [directory, tables]) await rm(path, { recursive: true, force: true, maxRetries: 9 });
  };
  running.add(close);
  const url = await firstUrl(child);
  return {
    url,
    data: directory,
    port: Number(new URL(url).port),
    kill,
    upload: (path, name = basename(path)) => upload(url, path, name),
    write: (bytes) => child.stdin.write(bytes),
    endInput: () => child.stdin.end(),
    close,
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>} the address that the server prints when it listens
 */
function firstUrl(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const url = /http:\/\/\S+?(?=\/?\s)/.exec(output)?.[0];
      if (url) resolve(url);
    });
    child.once('exit', (status) =>
      reject(new Error(`The server ended with status ${status} before it listened: ${output}`)),
    );
  });
}

/**
 * @param {string} url
 * @param {string} path
 * @param {string} name
 */
async function upload(url, path, name) {
  const answer = await fetch(`${url}/api/captures?${new URLSearchParams({ name })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: await readFile(path),
  });
  if (answer.status !== 201) throw new Error(`The server did not take ${path}: ${await answer.text()}`);
  const { capture } = await answer.json();
  return (await settled(url, capture.id)).id;
}

/** Asks until the capture has been read. @param {string} url @param {string} id @returns {Promise<any>} */
async function settled(url, id) {
  for (;;) {
    const capture = await (await fetch(`${url}/api/captures/${id}`)).json();
    if (capture.state === 'ready' || capture.state === 'failed') return capture;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * @typedef {{
 *   theme?: 'dark' | 'light', width?: number, height?: number,
 *   answers?: Record<string, (route: import('playwright-core').Route) => Promise<void>>,
 * }} PageOptions `answers` stand in for the server's, by address pattern, for states that not every machine can be in
 */

/**
 * Opens an address in a window of its own. What the page complains about is collected in `complaints`.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {PageOptions} [options]
 */
export async function openPage(browser, url, { theme = 'dark', width = 1440, height = 900, answers = {} } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    hasTouch: width < 600,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error.stack)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  for (const [address, answer] of Object.entries(answers)) await page.route(address, answer);
  await page.goto(url);
  await idle(page);
  return { page, complaints, close: () => context.close() };
}

/** Waits until nothing is being fetched or drawn. @param {import('playwright-core').Page} page */
export async function idle(page) {
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached' });
}

/**
 * Gives a window another theme and width; whether it is one that is touched stays as it is.
 * @param {import('playwright-core').Page} page @param {'dark' | 'light'} theme @param {number} width
 */
export async function look(page, theme, width) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: theme });
  await idle(page);
}

/** Presses a key, and waits for what it does. @param {import('playwright-core').Page} page @param {string} key */
export async function press(page, key) {
  await page.keyboard.press(key);
  await idle(page);
}

/** What the address says. @param {import('playwright-core').Page} page @returns {Record<string, string>} */
export const query = (page) => Object.fromEntries(new URL(page.url()).searchParams);

/**
 * @param {import('playwright-core').Page} page
 * @returns {Promise<number>} pixels by which the page is wider than its window
 */
export function sidewaysOverflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 * @returns {Promise<(string|null)[]>} texts of those elements that are cut by the window's left or right edge, or lie
 *   beyond it
 */
export function outsideWindow(page, selector) {
  return page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < 0 || right > innerWidth);
      })
      .map(({ textContent }) => textContent),
  );
}

/**
 * Runs axe-core on the page as it stands: its usual rules, and the size of targets that WCAG 2.2 AA asks for (but not
 * of the switches in the legend: the side column has the same ones larger, under "Marks").
 * @param {import('playwright-core').Page} page
 * @param {{ only?: string[] }} [options] `only` these rules
 * @returns {Promise<string[]>} a line for each violation
 */
export async function accessibilityViolations(page, { only } = {}) {
  // Evaluated by the debugger protocol, which the page's content-security policy does not concern.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  }
  const options = {
    resultTypes: ['violations'],
    elementRef: true,
    ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
  };
  return page.evaluate(async (given) => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, given);
    /** @type {string[]} */
    const lines = [];
    for (const { id, help, nodes } of violations) {
      const meant = nodes.filter(
        (/** @type {any} */ { element }) => id !== 'target-size' || !element.closest('.legend'),
      );
      if (meant.length > 0) {
        lines.push(
          `${id}: ${help} (${meant
            .slice(0, 3)
            .map((/** @type {any} */ node) => node.target.join(' '))
            .join(', ')})`,
        );
      }
    }
    return lines;
  }, options);
}
