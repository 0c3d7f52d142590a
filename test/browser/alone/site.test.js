/** The page without a server, as a site and as one file: the same journeys, the same answers, no network. */
import { appendFileSync, copyFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import { readReport } from '../../../lib/report/report-data.js';
import { contentOf } from '../../report/support/made-report.js';
import { tlsCapture } from '../../support/tls/tls-capture.js';
import { describeWithBrowser, fixture, idle } from '../support/browser.js';
import { choose, withSite } from '../support/site.js';
import { capturesFromElsewhere } from './elsewhere.js';
import { journeys } from './journeys.js';
import { keptCaptures } from './kept.js';
import { sameAnswers } from './same-answers.js';

/** QUIC and HTTP/3 take 94 KB of it. */
const MAX_FILE_BYTES = 2_350_000;
const MAX_SITE_BYTES = 735_000;
const compress = promisify(brotliCompress);
/** Scripts that are no part of the worker. */
const OF_PAGE = /^(early|main|part|service-worker)\b/;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/** What the worker loads before it reads anything. @param {string} folder @returns {Set<string>} names */
function scriptsOfWorker(folder) {
  const names = new Set(readdirSync(folder).filter((name) => /^worker-.*\.js$/.test(name)));
  for (const name of names) {
    const imports = readFileSync(join(folder, name), 'utf8').matchAll(/\b(?:from|import)"\.\/([\w-]+\.js)"/g);
    for (const [, imported] of imports) names.add(imported);
  }
  return names;
}

describeWithBrowser('the page without a server', () => {
  // Terser takes twenty seconds to make the site, so it is built once for all of these tests.
  const site = withSite();
  const { served, folder, visit, newContext } = site;

  test.each(/** @type {const} */ (['site', 'file']))('%s: from a file to every view of it', async (kind) => {
    const { page, complaints, requests, close } = await visit(kind);
    await choose(page, fixture('path-six.pcap'));
    await page.locator('.capture-row a[href*="#/captures/"]').first().click();
    await page.locator('a[href$="/connections/0"]').first().click();
    await page.locator('.connection-view .packets-table, .connection-view canvas').first().waitFor();
    await idle(page);
    for (const [tab, there] of [
      ['Messages', '.messages-view'],
      ['What if', '.whatif-view'],
    ]) {
      await page.locator('.view-tab', { hasText: tab }).click();
      await page.locator(there).waitFor();
      await idle(page);
    }
    await page.goBack();
    await page.goBack();
    await page.locator('.connection-view').waitFor();
    await page.locator('.top-bar a', { hasText: 'path-six.pcap' }).click();
    for (const [tab, there] of [
      ['Lanes', '.lanes-view'],
      ['Waterfall', '.waterfall-view'],
    ]) {
      await page.locator('.view-tab', { hasText: tab }).click();
      await page.locator(there).waitFor();
      await idle(page);
    }
    expect({ complaints, requests: requests.filter((url) => !url.startsWith(served.site)) }).toEqual({
      complaints: [],
      requests: [],
    });
    await close();
  });

  test.each(/** @type {const} */ (['site', 'file']))('%s: a file made of a connection is saved', async (kind) => {
    const { page, complaints, close } = await visit(kind);
    await choose(page, fixture('handshake-get.pcap'));
    await page.locator('.capture-row a[href*="#/captures/"]').first().click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('a.button', { hasText: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('handshake-get.pcap');
    expect(statSync(await download.path()).size).toBe(statSync(fixture('handshake-get.pcap')).size);
    expect(complaints).toEqual([]);
    await close();
  });

  test('an example is made and shown, a guide leads through one, and studies say where they are to be had', async () => {
    const { page, close } = await visit('file');
    await page.locator('button.example', { hasText: 'Slow start' }).first().click();
    await page.locator('.connection-view canvas').first().waitFor();
    await page.goto(`${served.file}#/guide/zero-window?step=3`);
    await page.locator('.guide-words').getByRole('heading', { name: 'Zero window' }).waitFor();
    await page.locator('.connection-side').getByText('691 ms, 11.5 round trips').waitFor();
    await page.goto(`${served.file}#/studies`);
    await page.getByText('Live capture, studies and Fleet need Selfclock on your machine').first().waitFor();
    await page.goto(`${served.file}#/fleet`);
    await page.getByText('No fleet here').waitFor();
    await close();
  });

  test('what is no capture is told in the sentence of the command line', async () => {
    const { page, close } = await visit('site');
    const path = join(folder, 'words.txt');
    writeFileSync(path, 'These are words, and no packets at all.\n'.repeat(20));
    await choose(page, path);
    await page.locator('.capture-row', { hasText: 'It begins with 54 68' }).waitFor();
    await close();
  });

  test('a cipher that browsers lack is named on the connection', async () => {
    const settings = { ciphers: 'TLS_AES_128_CCM_SHA256' };
    const { capture } = await tlsCapture({ settings, requests: ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'] });
    const path = join(folder, 'ccm.pcap');
    writeFileSync(path, capture);
    const { page, close } = await visit('site');
    await choose(page, path);
    await page.locator('a.capture-link').click();
    await page.locator('a[href$="/connections/0"]').first().click();
    await page.getByText('TLS_AES_128_CCM cannot be decrypted in a browser; Selfclock on your machine can').waitFor();
    await close();
  });

  test('a file that was changed under the page is told', async () => {
    const path = join(folder, 'changing.pcap');
    copyFileSync(fixture('handshake-get.pcap'), path);
    const { page, close } = await visit('site');
    await choose(page, path);
    await page.locator('.capture-row', { hasText: 'Nothing wrong' }).waitFor();
    const gone = 'The file of this capture cannot be read any more: it was changed, moved or deleted.';
    appendFileSync(path, 'more');
    utimesSync(path, 1, 1);
    await page.locator('.capture-more').click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    await page.locator('.toast', { hasText: gone }).waitFor();
    await page.locator('a.capture-link').click();
    await page.locator('a[href$="/connections/0"]').first().click();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Packets (pcap)' }).click();
    await page.locator('.toast', { hasText: gone }).nth(0).waitFor();
    await close();
  });

  test.each(/** @type {const} */ (['site', 'file']))('%s: an old browser is told that it is', async (kind) => {
    const context = await newContext();
    await context.addInitScript(() => void delete (/** @type {any} */ (URL).canParse));
    const page = await context.newPage();
    await page.goto(served[kind]);
    await page.getByText('Selfclock needs a newer browser').waitFor();
    await context.close();
  });

  test('the site opens without a network after the first visit', async () => {
    const { page, complaints, close } = await visit('site');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.reload();
    await choose(page, fixture('curl-several.pcap'));
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(/** @type {const} */ (['site', 'file']))('%s: a redacted report is made', async (kind) => {
    const { page, complaints, close } = await visit(kind);
    await choose(page, fixture('curl-several.pcap'));
    await page.locator('.capture-row a[href*="#/captures/"]').first().click();
    await page.locator('button:visible', { hasText: /^Export$/ }).click();
    await page.getByRole('menuitem', { name: /^Report/ }).click();
    const form = page.locator('.report-form');
    await form.getByLabel('Leave out private data').setChecked(true);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Create report' }).click(),
    ]);
    const html = readFileSync(await download.path(), 'utf8');
    const data = Buffer.from(/id="report-data">([^<]*)</.exec(html)?.[1] ?? '', 'base64');
    const content = contentOf({ head: {}, state: await readReport(data) });
    expect([complaints, /curl\//i.test(content), content.includes('GET /')]).toEqual([[], false, true]);
    await close();
  });

  test('the single file is below 2.35 MB, the site below 735 KB compressed, without fonts and what is fetched later', async () => {
    expect(statSync(new URL(served.file)).size).toBeLessThan(MAX_FILE_BYTES);
    const atOnce = scriptsOfWorker(served.folder);
    const names = readdirSync(served.folder).filter(
      (name) =>
        !/\.(map|woff2|wasm)$/.test(name) &&
        name !== 'selfclock.html' &&
        (!name.endsWith('.js') || OF_PAGE.test(name) || atOnce.has(name)),
    );
    const packed = await Promise.all(names.map((name) => compress(readFileSync(join(served.folder, name)), BROTLI)));
    expect(packed.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(MAX_SITE_BYTES);
  });

  describe('captures that are kept in the browser', () => keptCaptures(site));
  describe('captures from elsewhere', () => capturesFromElsewhere(site));
  describe('byte for byte the answers of the server', () => sameAnswers(site));
  describe('journeys', () => journeys(site));
});
