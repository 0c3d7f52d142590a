import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import express from 'express';

import { buildSite } from '../../../scripts/page/site.js';
import { ASKED_SCRIPT } from './asked.js';

/**
 * The list of captures, after one file was given, which has opened by itself.
 * @param {import('playwright-core').Page} page
 */
export async function backToList(page) {
  await page.waitForURL(/#\/captures\/[^/]+$/);
  await page.locator('.top-bar a', { hasText: 'Captures' }).click();
}

/**
 * Another origin: files that it lets other sites read, one that it does not, and a page that hands over a capture.
 * @param {string} folder
 */
export async function serveElsewhere(folder) {
  const app = express();
  app.get('/closed/:name', (request, response) => response.sendFile(join(folder, request.params.name)));
  app.get('/opener', (_request, response) => void response.send('<title>Opener</title>'));
  app.use((_request, response, next) => {
    response.set('access-control-allow-origin', '*');
    next();
  });
  app.use(express.static(folder));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

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
