/** Captures that the page keeps in the browser's storage: part of site.test.js. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { tlsCapture } from '../../support/tls/tls-capture.js';
import { fixture, idle } from '../support/browser.js';
import { choose } from '../support/site.js';

/** @typedef {import('../support/site.js').Site} Site */

/** Another window beside one. @param {import('playwright-core').Page} beside @param {string} url */
async function opened(beside, url) {
  const page = await beside.context().newPage();
  await page.goto(url);
  await idle(page);
  return page;
}

/** @param {Site} site */
export function keptCaptures({ served, folder, visit }) {
  /** @param {import('playwright-core').Page} page @param {RegExp} words */
  const foot = (page, words) => page.locator('.kept-line', { hasText: words }).waitFor();
  /** @param {import('playwright-core').Page} page @param {string} label */
  const pressFoot = (page, label) => page.locator('.kept-line button', { hasText: label }).click();

  test('come again at the next visit with name and notes, are shared by windows, and go together', async () => {
    const { page, complaints, close } = await visit('site');
    await choose(page, fixture('handshake-get.pcap'));
    await foot(page, /Gone when this window closes/);
    await pressFoot(page, 'Keep in this browser');
    await foot(page, /Kept in this browser: 1 capture of 893 B/);
    await page.locator('a.capture-link').press('F2');
    await page.locator('.rename-field').fill('kept.pcap');
    await page.locator('.rename-field').press('Enter');
    await page.locator('a.capture-link', { hasText: 'kept.pcap' }).click();
    await page.locator('a[href$="/connections/0"]').first().click();
    await page.locator('.connection-view canvas').first().waitFor();
    await idle(page);
    await page.keyboard.press('n');
    await page.locator('.note-area').fill('look here');
    await page.locator('dialog button', { hasText: 'Save' }).click();
    await idle(page);
    await page.close();

    const again = await opened(page, served.site);
    await again.locator('.capture-row', { hasText: 'kept.pcap' }).getByText('Nothing wrong').waitFor();
    const other = await opened(again, served.site);
    await other.locator('a.capture-link').click();
    await other.locator('a[href$="/connections/0"]').first().click();
    await other.getByText('look here').first().waitFor();
    await pressFoot(again, 'Delete all kept');
    await again.locator('dialog button', { hasText: /^Delete$/ }).click();
    await again.getByText('No captures yet').waitFor();
    await other.getByText('This capture is no longer in the library').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a key log is not kept', async () => {
    const { capture, keyLog } = await tlsCapture({ requests: ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'] });
    const paths = ['kept-tls.pcap', 'kept-keys.txt'].map((name) => join(folder, name));
    writeFileSync(paths[0], capture);
    writeFileSync(paths[1], keyLog);
    const { page, close } = await visit('site');
    await choose(page, paths);
    await page.getByText('connection decrypted').waitFor();
    await pressFoot(page, 'Keep in this browser');
    await foot(page, /Kept in this browser/);
    const texts = await page.evaluate(async () => {
      const all = [];
      const library = await (await navigator.storage.getDirectory()).getDirectoryHandle('selfclock');
      for await (const [name] of /** @type {any} */ (library)) {
        for await (const [file, handle] of /** @type {any} */ (await library.getDirectoryHandle(name))) {
          all.push(`${file} ${await (await handle.getFile()).text()}`);
        }
      }
      return all;
    });
    expect(texts.map((text) => text.split(' ')[0]).sort()).toEqual(['capture', 'notes.json', 'record.json']);
    const secret = String(keyLog.trim().split(' ').at(-1));
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    await close();
  });

  test('where there is no room, or no storage, that is said, and the capture stays open', async () => {
    const { page, close } = await visit('site');
    const { origin } = new URL(served.site);
    const debug = await page.context().newCDPSession(page);
    await debug.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 20_000 });
    await choose(page, fixture('path-six.pcap'));
    await pressFoot(page, 'Keep in this browser');
    await page.getByRole('alert').getByText('path-six.pcap was not kept: the browser has no room for it').waitFor();
    await page.locator('a.capture-link').click();
    await page.locator('a[href$="/connections/0"]').first().waitFor();

    await page.addInitScript(() => {
      const refuse = async () => Promise.reject(new DOMException('It is a private window', 'SecurityError'));
      navigator.storage.getDirectory = refuse;
    });
    await page.goto(served.site);
    await page.reload();
    await choose(page, fixture('handshake-get.pcap'));
    await foot(page, /the browser refuses this page storage, as private windows/);

    const { page: refused, close: closeRefused } = await visit('file');
    await choose(refused, fixture('handshake-get.pcap'));
    await foot(refused, /a page from a file has no storage/);
    expect(await refused.locator('.kept-line button:visible').count()).toBe(0);
    await close();
    await closeRefused();
  });

  test('what broke off while it was kept goes, and what lost its record can be read again', async () => {
    const { page, close } = await visit('site');
    await page.evaluate(
      async (bytes) => {
        const library = await (await navigator.storage.getDirectory()).getDirectoryHandle('selfclock');
        const write = async (/** @type {string} */ folder, /** @type {string} */ name, /** @type {any} */ content) => {
          const of = await library.getDirectoryHandle(folder, { create: true });
          const stream = await (await of.getFileHandle(name, { create: true })).createWritable();
          await stream.write(content);
          await stream.close();
        };
        await write('remnant', 'capture', 'half');
        await write('damaged', 'capture', new Uint8Array(bytes));
        await write('broken-off', 'capture', new Uint8Array(bytes));
        await write('broken-off', 'record.json', '{"name": "half.pcap", "state": "reading"}');
        await write('damaged', 'record.json', '{"name": ');
      },
      [...readFileSync(fixture('handshake-get.pcap'))],
    );
    await page.reload();
    await page.locator('.capture-row', { hasText: 'Only its file is left' }).waitFor();
    await page.locator('.capture-row', { hasText: 'Only its' }).getByText('Read again').click();
    await page.locator('.capture-row', { hasText: 'Nothing wrong' }).waitFor();
    await page.locator('.capture-row', { hasText: 'The page was closed while this was being read.' }).waitFor();
    expect(await page.locator('.capture-row').count()).toBe(2);
    await close();
  });
}
