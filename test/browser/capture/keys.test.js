/** Where requests cannot be read for want of TLS keys. */
import { readFile } from 'node:fs/promises';

import { tlsCapture } from '../../support/tls/tls-capture.js';
import { accessibilityViolations, describeWithBrowser, fixture, idle, serve } from '../support/browser.js';
import { dropFiles } from '../support/drop-files.js';
import { withServer } from '../support/with-server.js';

describeWithBrowser('keys that are missing', () => {
  const { server, visit } = withServer();
  /** @type {Awaited<ReturnType<typeof tlsCapture>>} */
  let tls;
  beforeAll(async () => {
    tls = await tlsCapture({ requests: ['GET /secret HTTP/1.1\r\nHost: a.example\r\n\r\n'] });
  });

  test('where requests cannot be read without keys, every view says so and has the button', async () => {
    const { page, complaints, close } = await visit();
    await dropFiles(page, [{ name: 'tls.pcap', bytes: tls.capture }]);
    await page.waitForURL('**/captures/*');
    const [place] = page.url().split('?');
    await page.locator('.column-requests').getByText('no keys').waitFor({ state: 'attached' });
    await page.goto(`${place}?${new URLSearchParams({ text: 'protocol == http' })}`);
    const none = page.locator('.no-match');
    await none.getByText(/^No connection matches “protocol == http”\. No keys for 1 TLS connection, so/).waitFor();
    expect(await none.getByRole('button', { name: 'TLS keys…' }).isVisible()).toBe(true);
    for (const view of [
      'waterfall',
      'statements',
      'lanes',
      'plots',
      'whatif',
      'connections/0/messages',
      'connections/0',
    ]) {
      await page.goto(`${place}/${view}`);
      const words = page.getByText(/^No keys for (this|1) (TLS )?connection/).first();
      await words.waitFor();
      await page.getByRole('main').getByRole('button', { name: 'TLS keys…' }).waitFor();
    }
    await page.goto(`${place}/lanes`);
    await page.locator('.keys-strip').waitFor();
    await idle(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.locator('.keys-strip').getByRole('button', { name: 'Close this message' }).click();
    await page.locator('.view-tab', { hasText: 'Plots' }).click();
    await page.waitForURL('**/plots');
    expect(await page.getByRole('main').getByRole('button', { name: 'TLS keys…' }).count()).toBe(0);
    await page.goto(`${place}/connections/0/messages`);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'TLS keys…' }).click();
    await (await chooser).setFiles([{ name: 'keys.log', mimeType: '', buffer: Buffer.from(tls.keyLog) }]);
    await page.getByText('1 connection decrypted').waitFor();
    await page.getByText(/^1 request, /).waitFor();
    expect(await page.getByRole('button', { name: 'TLS keys…' }).count()).toBe(0);
    await page.goto(`${place}?${new URLSearchParams({ text: 'protocol == http' })}`);
    await page.locator('.row-link').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('a filter for requests finds those that can be read, and counts the connections whose requests cannot', async () => {
    const { page, close } = await visit();
    const both = Buffer.concat([await readFile(fixture('handshake-get.pcap')), tls.capture]);
    await dropFiles(page, [{ name: 'both.pcap', bytes: both }]);
    await page.waitForURL('**/captures/*');
    await page.goto(`${page.url().split('?')[0]}?${new URLSearchParams({ text: 'protocol == http' })}`);
    await page.getByText('1 of 2 connections, 1 without keys', { exact: true }).waitFor();
    await close();
  });

  test('keys are gone when the server starts again: the page says so, and takes them again', async () => {
    const sent = await visit();
    await dropFiles(sent.page, [
      { name: 'restarted.pcap', bytes: tls.capture },
      { name: 'keys.log', bytes: Buffer.from(tls.keyLog) },
    ]);
    await sent.page.getByText(/keys\.log has .* of 1 TLS connection/).waitFor();
    const { captures } = await (await fetch(`${server.url}/api/captures`)).json();
    const place = `/captures/${captures.find((/** @type {any} */ { name }) => name === 'restarted.pcap').id}`;
    await sent.close();
    await server.kill();
    const second = await serve({ data: server.data });
    const { page, complaints, close } = await visit(
      `${second.url}${place}?${new URLSearchParams({ text: 'protocol == http' })}`,
    );
    const none = page.locator('.no-match');
    await none.getByText(/^No connection matches “protocol == http”\. No keys for 1 TLS connection, so/).waitFor();
    await page.goto(`${second.url}${place}/lanes`);
    const strip = page.locator('.keys-strip');
    await strip.getByText(/^No keys for 1 TLS connection/).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await strip.getByRole('button', { name: 'TLS keys…' }).click();
    await (await chooser).setFiles([{ name: 'keys.log', mimeType: '', buffer: Buffer.from(tls.keyLog) }]);
    await page.getByText('1 connection decrypted').waitFor();
    await strip.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
    await close();
    await second.close();
  });
});
