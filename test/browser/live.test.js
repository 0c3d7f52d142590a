import { once } from 'node:events';
import { createServer, get } from 'node:http';

import { listInterfaces } from '../../lib/capture/live/interfaces.js';
import { describeMissing } from '../support/programs.js';
import { describeWithBrowser, idle } from './support/browser.js';
import { withServer } from './support/with-server.js';

const { problem } = await listInterfaces();
const title = 'sniffing the loopback interface';
const SHOWN_WITHIN_MS = 1000;
/** Waits longer than any of these are of a page that does not show it at all. */
const MAX_MS = 15_000;
/** Of so many connections the median counts: what else the machine does is not the page's doing. */
const TIMED = 5;

/**
 * A web server on loopback.
 * @returns {Promise<{ port: number, get: (path: string) => Promise<number>, getAlone: (path: string) =>
 *   Promise<unknown>, close: () => void }>}
 *   `get` keeps its connection, `getAlone` has one of its own
 */
async function webServer() {
  const server = createServer({ keepAliveTimeout: 4 * MAX_MS }, (request, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end(`you asked for ${request.url} `.repeat(2000));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    port,
    get: async (path) => (await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer()).byteLength,
    getAlone: (path) =>
      new Promise((resolve, reject) => {
        get({ port, path, host: '127.0.0.1', agent: false }, (response) => response.resume().on('end', resolve)).on(
          'error',
          reject,
        );
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sniffs() {
  const { server, visit } = withServer();

  test('shows a connection and its messages within a second, while they happen', async () => {
    const web = await webServer();
    const { page, complaints, close } = await visit();
    const panel = page.getByRole('region', { name: 'Live' });
    await panel.getByRole('radio', { name: /^lo/ }).check();
    await panel.getByRole('textbox', { name: 'Capture filter' }).fill(`tcp port ${web.port}`);
    await panel.getByRole('button', { name: 'Start on lo' }).click();
    await page.waitForURL('**/captures/*');
    await idle(page);

    const shownMs = [];
    for (let i = 0; i < TIMED; i++) {
      const began = performance.now();
      await web.getAlone(`/alone-${i}`);
      await page.getByRole('row', { name: new RegExp(`/alone-${i}`) }).waitFor({ timeout: MAX_MS });
      shownMs.push(performance.now() - began);
    }
    expect(shownMs.sort((a, b) => a - b)[TIMED >> 1]).toBeLessThan(SHOWN_WITHIN_MS);

    await web.get('/first');
    await page.getByRole('row', { name: /\/first/ }).click();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/connections/${TIMED}*`);
    await idle(page);
    await expectRequests(page, server.url, 1);
    await web.get('/second');
    await expectRequests(page, server.url, 2);

    await fetch(`${captureUrl(page.url(), server.url)}/stop`, { method: 'POST' });
    const capture = await (await fetch(captureUrl(page.url(), server.url))).json();
    expect(capture).toMatchObject({ source: 'live', requests: TIMED + 2, live: { drops: { kernel: 0 } } });
    expect(complaints).toEqual([]);
    web.close();
    await close();
  });
}

/** @param {string} page address @param {string} server */
const captureUrl = (page, server) => `${server}/api/captures/${/captures\/([^/?#]+)/.exec(page)?.[1]}`;

/**
 * Waits until it has so many requests.
 * @param {import('playwright-core').Page} page
 * @param {string} server
 * @param {number} count
 */
async function expectRequests(page, server, count) {
  await page
    .getByText(new RegExp(`^${count} request`))
    .first()
    .waitFor({ timeout: MAX_MS });
  const capture = await (await fetch(captureUrl(page.url(), server))).json();
  expect(capture.requests).toBe(TIMED + count);
}

if (problem) describeMissing(title, problem.message);
else describeWithBrowser(title, sniffs);
