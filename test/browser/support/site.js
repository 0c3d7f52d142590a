import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import express from 'express';

import { buildSite } from '../../../scripts/page/site.js';
import { ASKED_SCRIPT } from './asked.js';
import { idle, launchBrowser, openPage } from './browser.js';

/** @typedef {Awaited<ReturnType<typeof serveSite>>} ServedSite */
/** @typedef {ReturnType<typeof withSite>} Site */

/**
 * The list of captures, after one file was given, which has opened by itself.
 * @param {import('playwright-core').Page} page
 */
export async function backToList(page) {
  await page.waitForURL(/#\/captures\/[^/]+$/);
  await page.locator('.top-bar a', { hasText: 'Captures' }).click();
}

/**
 * Another origin: files that it lets other sites read, one that it does not, too large ones, and a page that hands over
 * a capture.
 * @param {string} folder
 * @returns {Promise<{ url: string, requests: string[], close: () => Promise<void> }>} `requests`: paths asked for
 */
export async function serveElsewhere(folder) {
  const app = express();
  /** @type {string[]} */
  const requests = [];
  app.use((request, _response, next) => {
    requests.push(request.path);
    next();
  });
  app.get('/closed/:name', (request, response) => response.sendFile(join(folder, request.params.name)));
  app.get('/opener', (_request, response) => void response.send('<title>Opener</title>'));
  app.use((_request, response, next) => {
    response.set('access-control-allow-origin', '*');
    next();
  });
  app.get('/announced', (_request, response) => {
    response.set('content-length', String(2 ** 31 + 1));
    response.flushHeaders();
  });
  app.get('/endless', (_request, response) => void endless().pipe(response));
  app.use(express.static(folder));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Nothing but zeros. */
const endless = () =>
  new Readable({
    read(size) {
      this.push(Buffer.alloc(size));
    },
  });

/**
 * The site on a static server below a path, and the single file, which is in its folder, on the disk.
 * @returns {Promise<{ site: string, file: string, folder: string, close: () => Promise<void> }>} their addresses, and
 *   the folder of the site's files
 */
export async function serveSite() {
  const folder = await mkdtemp(join(tmpdir(), 'selfclock-site-'));
  await buildSite(join(folder, 'site'));
  const app = express();
  app.get('/some/where/asked.js', (_request, response) => void response.type('js').send(ASKED_SCRIPT));
  app.use('/some/where', express.static(join(folder, 'site')));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    site: `http://127.0.0.1:${port}/some/where/`,
    file: `file://${folder}/site/selfclock.html`,
    folder: join(folder, 'site'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * The site, built once, and a browser, for the tests of the `describe` in which it is called.
 * @returns what is filled in before the first test: `served`; and `folder` for files that tests write
 */
export function withSite() {
  const served = /** @type {ServedSite} */ ({});
  /** @type {import('playwright-core').Browser} */
  let browser;
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-asked-'));
  beforeAll(async () => {
    browser = await launchBrowser();
    Object.assign(served, await serveSite());
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await served.close();
    rmSync(folder, { recursive: true });
  });

  /** @param {string} url @param {import('./browser.js').PageOptions} [options] */
  const openAt = (url, options) => openPage(browser, url, options);

  /** @param {'site'|'file'} kind */
  async function visit(kind) {
    const opened = await openAt(served[kind]);
    /** @type {string[]} */
    const requests = [];
    opened.page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url())) requests.push(request.url());
    });
    return { ...opened, requests };
  }

  return { served, folder, openAt, visit, newContext: () => browser.newContext() };
}

/** @param {import('playwright-core').Page} page @param {string|string[]} path of what is to be read */
export async function choose(page, path) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('button:visible', { hasText: 'Choose files' }).first().click(),
  ]);
  await chooser.setFiles(path);
  if (typeof path === 'string') await backToList(page);
  await page.locator('.capture-row .holds-first').last().waitFor();
  await idle(page);
}
