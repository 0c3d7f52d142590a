/** An HTML page that was handed in cannot lead anybody, or anything, to another server. */
import { once } from 'node:events';
import { createServer } from 'node:http';

import { describeWithBrowser, launchBrowser, serve } from '../support/browser.js';

/** What a page may try, given the address of another server; all reach it where nothing prevents them. */
const TRIES = /** @type {[string, (url: string) => string][]} */ ([
  ['script', (url) => `<script>location = '${url}'</script>`],
  ['script, of the window', (url) => `<script>top.location = '${url}'</script>`],
  ['script, that replaces', (url) => `<script>location.replace('${url}')</script>`],
  ['meta refresh', (url) => `<meta http-equiv="refresh" content="0; url=${url}">`],
  ['link', (url) => `<a href="${url}">go</a><script>document.links[0].click()</script>`],
  ['link of the window', (url) => `<a href="${url}" target="_top">go</a><script>document.links[0].click()</script>`],
  ['link to a download', (url) => `<a href="${url}" download="x">go</a><script>document.links[0].click()</script>`],
  ['form', (url) => `<form action="${url}"></form><script>document.forms[0].submit()</script>`],
  ['frame', (url) => `<iframe src="${url}"></iframe>`],
  ['frame in an empty frame', (url) => `<iframe></iframe><script>frames[0].location = '${url}'</script>`],
  ['request', (url) => `<script>fetch('${url}', { mode: 'no-cors' })</script>`],
  ['beacon', (url) => `<script>navigator.sendBeacon('${url}')</script>`],
  ['image', (url) => `<img src="${url}">`],
  ['style', (url) => `<link rel="stylesheet" href="${url}">`],
]);
/** What a reader may do in such a page, where the link fills it. */
const CLICKS = /** @type {[string, Parameters<import('playwright-core').Locator['click']>[0], string][]} */ ([
  ['a click', {}, ''],
  ['a click for another window', {}, 'target="_blank"'],
  ['a click that opens a window', {}, `onclick="window.open(this.href); return false"`],
]);
/** In which anything that goes somewhere has gone there. */
const SETTLE_MS = 400;

describeWithBrowser('a page that was handed in', () => {
  /** @type {import('../support/browser.js').Served} */
  let server;
  /** @type {import('playwright-core').Browser} */
  let browser;
  let given = '';
  const elsewhere = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(given));
  /** Whoever connects to it was led there. */
  const other = createServer((_request, response) => response.end());
  let reached = 0;
  other.on('connection', () => reached++);
  /** @param {import('node:http').Server} one */
  const addressOf = (one) => `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (one.address()).port}/`;
  beforeAll(async () => {
    for (const one of [elsewhere, other]) await once(one.listen(0, '127.0.0.1'), 'listening');
    [server, browser] = await Promise.all([serve(), launchBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([server.close(), browser.close()]);
    for (const one of [elsewhere, other]) {
      one.close();
      one.closeAllConnections();
    }
  });

  /** @param {string} html @returns {Promise<string>} its address */
  async function handIn(html) {
    const headers = { 'content-type': 'application/octet-stream' };
    const body = Buffer.from(`<!doctype html><title>x</title>${html}`);
    const answer = await fetch(`${server.url}/api/captures?name=x.html`, { method: 'POST', headers, body });
    const { id } = (await answer.json()).capture;
    for (let state = ''; state !== 'failed';) {
      ({ state } = await (await fetch(`${server.url}/api/captures/${id}`)).json());
    }
    return `${server.url}/api/captures/${id}/page`;
  }

  /**
   * @param {string} address @param {(page: import('playwright-core').Page) => Promise<void>} [act]
   * @returns {Promise<number>} connections to the other server
   */
  async function reachedFrom(address, act) {
    const context = await browser.newContext();
    const page = await context.newPage();
    reached = 0;
    await page.goto(address, { waitUntil: 'commit' });
    await act?.(page);
    await page.waitForTimeout(SETTLE_MS);
    await context.close();
    return reached;
  }

  test.each(TRIES)('%s leads nowhere', async (_what, html) => {
    expect(await reachedFrom(await handIn(html(addressOf(other))))).toBe(0);
  });

  test.each(CLICKS)('%s leads nowhere', async (_what, how, attributes) => {
    const address = await handIn(`<a href="${addressOf(other)}" ${attributes}>a link</a>`);
    const click = (/** @type {import('playwright-core').Page} */ page) =>
      page.frameLocator('iframe').getByText('a link').click(how);
    expect(await reachedFrom(address, click)).toBe(0);
  });

  test('the same pages lead there from a server that does not prevent it', async () => {
    const missed = [];
    for (const [what, html] of TRIES) {
      given = `<!doctype html><title>x</title>${html(addressOf(other))}`;
      if ((await reachedFrom(addressOf(elsewhere))) === 0) missed.push(what);
    }
    expect(missed).toEqual([]);
  });

  test('its content by itself is not opened: the page around it is', async () => {
    const page = await browser.newPage();
    await page.goto(`${await handIn('<p>inside</p>')}/content`);
    await page.frameLocator('iframe').getByText('inside').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/page$/);
    await page.close();
  });
});
