/** Captures that the page fetches, or is handed over: part of site.test.js. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { tlsCapture } from '../../support/tls/tls-capture.js';
import { fixture } from '../support/browser.js';
import { serveElsewhere } from '../support/site.js';

/** @typedef {import('../support/site.js').Site} Site */

/** @param {Site} site */
export function capturesFromElsewhere({ served, folder, openAt }) {
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

  /** @param {import('playwright-core').Page} page that asks whether to fetch */
  const agree = (page) => page.locator('dialog button', { hasText: 'Fetch' }).click();

  test('nothing is fetched before the reader, who sees from where, says yes', async () => {
    const { host } = new URL(elsewhere.url);
    const { page, close } = await openAt(addressed(`${elsewhere.url}/far%20tls.pcap`, 'far.keys'));
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    const question = page.getByRole('dialog', { name: 'Fetch a capture from a web server?' });
    await question.getByText('far tls.pcap').waitFor();
    await question
      .getByText(`asks for a capture from ${host} and a key log from ${new URL(served.site).host}.`)
      .waitFor();
    await delay(300);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await delay(300);
    expect([asked, await page.locator('.capture-row').count(), elsewhere.requests]).toEqual([[], 0, []]);
    await close();
  });

  test('where one address cannot be fetched, nothing is', async () => {
    const { page, close } = await openAt(addressed(`${elsewhere.url}/far%20tls.pcap`, 'http://example.org/keys'));
    await page.getByRole('alert').getByText('http://example.org is neither.').waitFor();
    expect([await page.getByRole('dialog').count(), elsewhere.requests]).toEqual([0, []]);
    await close();
  });

  test.each([
    ['/announced', '', 'is larger than 2.1 GB: download it, and choose it here.'],
    ['/far.html', '/announced', 'is larger than 16.8 MB: download it, and choose it here.'],
    ['/far.html', '/endless', 'is larger than 16.8 MB: download it, and choose it here.'],
  ])('what is too large is refused when its size is announced, or reached', async (capture, keyLog, sentence) => {
    const { page, close } = await openAt(
      addressed(elsewhere.url + capture, keyLog === '' ? '' : elsewhere.url + keyLog),
    );
    await agree(page);
    await page.getByRole('alert').getByText(sentence).waitFor();
    await close();
  });

  test('?url= opens one, with its keys, and a link to a connection of it holds', async () => {
    const address = addressed(`${elsewhere.url}/far%20tls.pcap`, `${elsewhere.url}/far.keys`);
    const { page, complaints, close } = await openAt(address);
    await agree(page);
    await page.locator('a[href$="#/captures/fetched/connections/0"]').first().click();
    await page.locator('.connection-view canvas').first().waitFor();
    await page.reload();
    await agree(page);
    await page.locator('.connection-view canvas').first().waitFor();
    await page.getByText('decrypted').first().waitFor();
    await page.locator('.top-bar a', { hasText: 'far tls.pcap' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a link to a connection holds, also where the capture has been read before its view is there', async () => {
    const slowly = async (/** @type {import('playwright-core').Route} */ route) => {
      await delay(300);
      await route.continue();
    };
    const address = `${addressed(`${elsewhere.url}/far%20tls.pcap`)}#/captures/fetched/connections/0`;
    const { page, complaints, close } = await openAt(address, { answers: { '**/part-*.js': slowly } });
    await agree(page);
    await page.locator('.connection-view canvas').first().waitFor();
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
    const { page, close } = await openAt(addressed(url));
    if (!address.startsWith('http')) await agree(page);
    await page.getByRole('alert').getByText(sentence).waitFor();
    await close();
  });

  test('what is no capture, and no key log, is said', async () => {
    const address = addressed(`${elsewhere.url}/far.html`, `${elsewhere.url}/far.html`);
    const { page, close } = await openAt(address);
    await agree(page);
    await page.getByRole('alert').getByText('This file has no TLS secrets').waitFor();
    await page.locator('.capture-row', { hasText: 'Cannot be read' }).waitFor();
    await close();
  });

  test('the single file says that it asks no network', async () => {
    const { page, close } = await openAt(`${served.file}?url=https://example.org/a.pcap`);
    await page.getByRole('alert').getByText('This page is a single file and does not use the network').waitFor();
    await close();
  });

  test('another page hands one over; the reader sees from where, and says yes', async () => {
    const { page: opener, close } = await openAt(served.site);
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
}
