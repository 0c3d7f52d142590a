/** The page without a server, as a site and as one file: the same journeys, the same answers, no network. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';

import { sentCapture } from '../../support/packets/sent-capture.js';
import { describeShared } from '../../support/shared.js';
import { tlsCapture } from '../../support/tls/tls-capture.js';
import { askedHere, askedInPage, questionsOf } from '../support/asked.js';
import { describeWithBrowser, fixture, idle, launchBrowser, openPage, root } from '../support/browser.js';
import { backToList, serveElsewhere, serveSite } from '../support/site.js';

const MAX_FILE_BYTES = 2_000_000;
const MAX_SITE_BYTES = 600_000;
const compress = promisify(brotliCompress);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
/** So that the test takes seconds. */
const MAX_SHARED_BYTES = 200_000;

describeWithBrowser('the page without a server', () => {
  /** @type {Awaited<ReturnType<typeof serveSite>>} */
  let served;
  /** @type {import('playwright-core').Browser} */
  let browser;
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-asked-'));
  beforeAll(async () => {
    [served, browser] = await Promise.all([serveSite(), launchBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await served.close();
    rmSync(folder, { recursive: true });
  });

  /** @param {'site'|'file'} kind */
  async function visit(kind) {
    const opened = await openPage(browser, served[kind]);
    /** @type {string[]} */
    const requests = [];
    opened.page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url())) requests.push(request.url());
    });
    return { ...opened, requests };
  }

  /** Another window beside one. @param {import('playwright-core').Page} beside @param {string} url */
  async function opened(beside, url) {
    const page = await beside.context().newPage();
    await page.goto(url);
    await idle(page);
    return page;
  }

  /** @param {import('playwright-core').Page} page @param {string|string[]} path */
  async function choose(page, path) {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.locator('button:visible', { hasText: 'Choose files' }).first().click(),
    ]);
    await chooser.setFiles(path);
    if (typeof path === 'string') await backToList(page);
    await page.locator('.capture-row .holds-first').last().waitFor();
    await idle(page);
  }

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

  test('an example is made and shown, and studies say where they are to be had', async () => {
    const { page, close } = await visit('file');
    await page.locator('.example', { hasText: 'Slow start' }).first().click();
    await page.locator('.connection-view canvas').first().waitFor();
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
    const context = await browser.newContext();
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

  test('the single file is below 2 MB, the site below 600 KB compressed, without fonts and what is fetched later', async () => {
    expect(statSync(new URL(served.file)).size).toBeLessThan(MAX_FILE_BYTES);
    const packed = readdirSync(served.folder)
      .filter((name) => !/\.(map|woff2|wasm)$/.test(name) && name !== 'selfclock.html')
      .map((name) => compress(readFileSync(join(served.folder, name)), BROTLI));
    expect((await Promise.all(packed)).reduce((sum, { length }) => sum + length, 0)).toBeLessThan(MAX_SITE_BYTES);
  });

  describe('captures that are kept in the browser', () => {
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
          const write = async (
            /** @type {string} */ folder,
            /** @type {string} */ name,
            /** @type {any} */ content,
          ) => {
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
  });

  describe('captures from elsewhere', () => {
    /** @type {Awaited<ReturnType<typeof serveElsewhere>>} */
    let elsewhere;
    beforeAll(async () => {
      const { capture, keyLog } = await tlsCapture({ requests: ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'] });
      writeFileSync(join(folder, 'far tls.pcap'), capture);
      writeFileSync(join(folder, 'far.keys'), keyLog);
      writeFileSync(join(folder, 'far.html'), '<!doctype html><title>No capture</title>'.repeat(20));
      elsewhere = await serveElsewhere(folder);
    });
    afterAll(() => elsewhere.close());

    /** @param {string} url @param {string} [keyLog] */
    const addressed = (url, keyLog = '') =>
      `${served.site}?${new URLSearchParams({ url, ...(keyLog === '' ? {} : { keylog: keyLog }) })}`;

    test('?url= opens one, with its keys, and a link to a connection of it holds', async () => {
      const address = addressed(`${elsewhere.url}/far%20tls.pcap`, `${elsewhere.url}/far.keys`);
      const { page, complaints, close } = await openPage(browser, address);
      await page.locator('a[href$="#/captures/fetched/connections/0"]').first().click();
      await page.locator('.connection-view canvas').first().waitFor();
      await page.reload();
      await page.locator('.connection-view canvas').first().waitFor();
      await page.getByText('decrypted').first().waitFor();
      await page.locator('.top-bar a', { hasText: 'far tls.pcap' }).waitFor();
      expect(complaints).toEqual([]);
      await close();
    });

    test.each([
      ['/nothing.pcap', 'responded 404 Not Found instead of a file.'],
      ['/closed/far.html', 'does not respond, or does not let other sites read its files'],
      [
        'http://example.org/a.pcap',
        'Captures are fetched over https, or from this machine; http://example.org is neither.',
      ],
      ['https://', 'This is not a URL.'],
    ])('?url=%s: one sentence', async (address, sentence) => {
      const url = address.startsWith('http') ? address : elsewhere.url + address;
      const { page, close } = await openPage(browser, addressed(url));
      await page.getByRole('alert').getByText(sentence).waitFor();
      await close();
    });

    test('what is no capture, and no key log, is said', async () => {
      const address = addressed(`${elsewhere.url}/far.html`, `${elsewhere.url}/far.html`);
      const { page, close } = await openPage(browser, address);
      await page.getByRole('alert').getByText('This file has no TLS secrets').waitFor();
      await page.locator('.capture-row', { hasText: 'Cannot be read' }).waitFor();
      await close();
    });

    test('the single file says that it asks no network', async () => {
      const { page, close } = await openPage(browser, `${served.file}?url=https://example.org/a.pcap`);
      await page.getByRole('alert').getByText('This page is a single file and does not use the network').waitFor();
      await close();
    });

    test('another page hands one over; the reader sees from where, and says yes', async () => {
      const { page: opener, close } = await openPage(browser, served.site);
      await opener.goto(`${elsewhere.url}/opener`);
      const [page] = await Promise.all([
        opener.context().waitForEvent('page'),
        opener.evaluate(
          async ({ site, bytes }) => {
            const target = /** @type {Window} */ (open(site));
            await new Promise((resolve) => {
              const timer = setInterval(() => target.postMessage('PING', '*'), 50);
              addEventListener('message', ({ data }) => {
                if (data !== 'PONG') return;
                clearInterval(timer);
                resolve(null);
              });
            });
            const { buffer } = new Uint8Array(bytes);
            target.postMessage({ selfclock: { buffer, title: 'from a page' } }, '*', [buffer]);
          },
          { site: served.site, bytes: [...readFileSync(fixture('handshake-get.pcap'))] },
        ),
      ]);
      await page.getByRole('dialog').getByText(`${elsewhere.url} sends 893 B.`).waitFor();
      await page.getByRole('dialog').getByText('from a page').waitFor();
      await page.locator('dialog button', { hasText: 'Open' }).click();
      await page.locator('a[href$="/connections/0"]').first().waitFor();
      await close();
    });
  });

  describe('byte for byte the answers of the server', () => {
    const names = readdirSync(join(root, 'fixtures/pcaps')).filter((name) => /\.pcap(ng)?$/.test(name));
    /** @type {Awaited<ReturnType<typeof visit>>} */
    let opened;
    beforeAll(async () => {
      opened = await visit('site');
      await opened.page.evaluate(() => {
        document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'asked' }));
      });
    });
    afterAll(() => opened.close());

    /** @param {string} path @param {string} [keyLog] */
    async function compare(path, keyLog = '') {
      const { connections } = await askedHere(path, { keyLog, questions: [] });
      const questions = questionsOf(connections);
      await opened.page.locator('#asked').setInputFiles(path);
      const here = await askedHere(path, { keyLog, questions });
      expect(await askedInPage(opened.page, { keyLog, questions })).toEqual(here);
    }

    test.each(names)('%s', (name) => compare(fixture(name)));

    describeShared('of 50 public captures', 'pcaps/public', (shared) => {
      const small = readdirSync(shared, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(pcap|pcapng|cap)$/.test(name) && statSync(join(shared, name)).size < MAX_SHARED_BYTES)
        .sort();
      test.each(Array.from({ length: 50 }, (_, i) => small[Math.floor((i * small.length) / 50)]))('%s', (name) => {
        const path = join(shared, name);
        const keys = `${path}.keylog`;
        return compare(path, existsSync(keys) ? readFileSync(keys, 'utf8') : '');
      });
    });

    test('a body coded with Brotli, of which the decoder is fetched then', async () => {
      const body = brotliCompressSync('the same words again and again, '.repeat(200));
      const head = `HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: ${body.length}\r\n\r\n`;
      const path = join(folder, 'brotli.pcap');
      const sent = [
        { endpoint: 0, bytes: Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n') },
        { endpoint: 1, bytes: Buffer.concat([Buffer.from(head), body]) },
      ];
      writeFileSync(path, sentCapture(sent));
      await compare(path);
      expect(opened.requests.filter((url) => url.endsWith('.wasm'))).toHaveLength(1);
    });

    test('TLS that is decrypted', async () => {
      const { capture, keyLog } = await tlsCapture({ requests: ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'] });
      const path = join(folder, 'tls.pcap');
      writeFileSync(path, capture);
      await compare(path, keyLog);
    });
  });
});
